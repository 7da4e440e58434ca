import { giveIds, type GivenId } from '../../domain/plan/task-ids.js';
import type { ShapeOfLabel } from '../../domain/plan/task-labels.js';
import type { Shape } from '../../domain/plan/shape.js';
import type { Task, TaskCriterion, TaskState } from '../../domain/plan/task.js';
import { detailsOf, type Draft } from './draft.js';

const noCriteria: readonly TaskCriterion[] = [];

interface Rules {
  readonly shapeOf: ShapeOfLabel;
  readonly unlabelled: Shape;
}

/** Drafts as tasks: with ids, shapes and the states that a parent passes on; and what is odd about them. */
export function tasksOf(
  drafts: readonly Draft[],
  lines: readonly string[],
  rules: Rules,
): { readonly tasks: readonly Task[]; readonly notes: readonly string[] } {
  const parents = parentsOf(drafts);
  const ids = giveIds(drafts.map(({ lead }, at) => ({ writtenId: lead.writtenId, parent: parents[at] ?? null })));
  const tasks: Task[] = [];
  const notes: string[] = [];
  drafts.forEach((draft, at) => {
    const parent = parents[at] ?? null;
    const outer = parent === null ? null : (tasks[parent] ?? null);
    const { lead, line } = draft;
    const id = ids[at]?.id ?? String(at + 1);
    notes.push(...idNotes(draft, ids[at]));
    const state = stateOf(draft, outer);
    if (state !== draft.box?.state && draft.box?.state === 'open') notes.push(inheritedWhy(line, state, outer));
    const details = detailsOf(draft, lines);
    const shape = shapeOf(draft, { outer, hasWords: lead.title !== '' || details.length > 0 }, rules);
    tasks.push({
      line: line + 1,
      id,
      writtenId: lead.writtenId,
      title: lead.title,
      label: lead.label,
      shape,
      tags: lead.tags,
      state,
      parent: outer?.id ?? null,
      isGroup: draft.below > 0,
      hasBox: draft.box !== null,
      criteria: draft.criteria ?? noCriteria,
      details,
      headings: draft.headings,
    });
  });
  return { tasks: withHeadingStates(tasks, parents), notes };
}

/** Index of the task around each; a list without one inside another needs no map of all of them. */
function parentsOf(drafts: readonly Draft[]): readonly (number | null)[] {
  if (drafts.every(({ parent }) => parent === null)) return drafts.map(() => null);
  const placeOf = new Map(drafts.map((draft, at) => [draft, at]));
  return drafts.map(({ parent }) => (parent === null ? null : (placeOf.get(parent) ?? null)));
}

function idNotes({ line, lead }: Draft, given: GivenId | undefined): readonly string[] {
  if (given?.why === 'again') {
    return [`line ${line + 1}: id ${lead.writtenId} stands earlier, too: this one is called ${given.id}`];
  }
  if (given?.why !== 'odd') return [];
  return [`line ${line + 1}: "${lead.writtenId}" can't be the value of a trailer: it is called ${given.id}`];
}

const passedOn: ReadonlySet<TaskState> = new Set(['blocked', 'deferred', 'optional', 'unknown-mark']);

/** An open task below one that is put off is put off with it. */
function stateOf(draft: Draft, outer: Task | null): TaskState {
  const own = draft.box === null ? 'unknown-mark' : draft.box.state;
  if (own !== 'open') return own;
  if (draft.lead.isStruck) return 'deferred';
  return outer !== null && outer.hasBox && passedOn.has(outer.state) ? outer.state : 'open';
}

function inheritedWhy(line: number, state: TaskState, outer: Task | null): string {
  const why =
    outer !== null && outer.state === state ? `as task ${outer.id} around it is` : 'since its words are struck out';
  return `line ${line + 1}: ${state}, ${why}`;
}

/** Its own label's; else that of the heading it stands for, or of the task around it, when it is known; else C-24. */
function shapeOf(
  { lead, heading, criteria }: Draft,
  { outer, hasWords }: { readonly outer: Task | null; readonly hasWords: boolean },
  rules: Rules,
): Shape {
  if (lead.label !== null) return rules.shapeOf(lead.label) ?? 'unknown';
  if (!hasWords && criteria === null) return 'unknown';
  const around = heading?.lead.label ?? null;
  if (around !== null) return rules.shapeOf(around) ?? 'unknown';
  return outer !== null && outer.label !== null && outer.shape !== 'unknown' ? outer.shape : rules.unlabelled;
}

/** A heading without a box is what the tasks below it are. */
function withHeadingStates(tasks: readonly Task[], parents: readonly (number | null)[]): readonly Task[] {
  if (tasks.every(({ hasBox }) => hasBox)) return tasks;
  /** Groups with something below that is not done. */
  const isOpen = new Set<number>();
  const settled = [...tasks];
  for (let at = tasks.length - 1; at >= 0; at -= 1) {
    const task = settled[at];
    if (task === undefined) continue;
    const state = task.hasBox ? task.state : headingState(task, isOpen.has(at));
    if (state !== task.state) settled[at] = { ...task, state };
    const parent = parents[at] ?? null;
    if (parent !== null && state !== 'done') isOpen.add(parent);
  }
  return settled;
}

function headingState({ isGroup, criteria }: Task, hasOpen: boolean): TaskState {
  const closes = !hasOpen && criteria.every(({ done }) => done);
  if (isGroup) return closes ? 'done' : 'open';
  return criteria.length > 0 && closes ? 'done' : 'unknown-mark';
}
