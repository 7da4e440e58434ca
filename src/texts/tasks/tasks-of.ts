import { giveIds } from '../../domain/plan/task-ids.js';
import type { ShapeOfLabel } from '../../domain/plan/task-labels.js';
import type { Shape } from '../../domain/plan/shape.js';
import type { Task, TaskState } from '../../domain/plan/task.js';
import { detailsOf, type Draft } from './draft.js';

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
  const placeOf = new Map(drafts.map((draft, at) => [draft, at]));
  const parents = drafts.map(({ parent }) => (parent === null ? null : (placeOf.get(parent) ?? null)));
  const ids = giveIds(drafts.map(({ lead }, at) => ({ writtenId: lead.writtenId, parent: parents[at] ?? null })));
  const groups = new Set(parents.filter((parent) => parent !== null));
  const tasks: Task[] = [];
  const notes: string[] = [];
  drafts.forEach((draft, at) => {
    const parent = parents[at] ?? null;
    const outer = parent === null ? null : (tasks[parent] ?? null);
    const { lead, line } = draft;
    const id = ids[at]?.id ?? String(at + 1);
    const why = ids[at]?.why;
    if (why === 'again')
      notes.push(`line ${line + 1}: id ${lead.writtenId} stands earlier, too: this one is called ${id}`);
    if (why === 'odd')
      notes.push(`line ${line + 1}: "${lead.writtenId}" can't be the value of a trailer: it is called ${id}`);
    const state = stateOf(draft, outer);
    if (state !== draft.box?.state && draft.box?.state === 'open') notes.push(inheritedWhy(line, state, outer));
    const shape = shapeOf(draft, outer, rules);
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
      isGroup: groups.has(at),
      hasBox: draft.box !== null,
      criteria: draft.criteria,
      details: detailsOf(draft, lines),
      headings: draft.headings,
    });
  });
  return { tasks: withHeadingStates(tasks, parents), notes };
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
function shapeOf({ lead, heading, criteria }: Draft, outer: Task | null, rules: Rules): Shape {
  if (lead.label !== null) return rules.shapeOf(lead.label) ?? 'unknown';
  if (lead.title === '' && criteria.length === 0) return 'unknown';
  const around = heading?.lead.label ?? null;
  if (around !== null) return rules.shapeOf(around) ?? 'unknown';
  return outer !== null && outer.label !== null && outer.shape !== 'unknown' ? outer.shape : rules.unlabelled;
}

/** A heading without a box is what the tasks below it are. */
function withHeadingStates(tasks: readonly Task[], parents: readonly (number | null)[]): readonly Task[] {
  const states = tasks.map(({ state }) => state);
  const below: number[][] = tasks.map(() => []);
  parents.forEach((parent, at) => {
    if (parent !== null) below[parent]?.push(at);
  });
  for (let at = tasks.length - 1; at >= 0; at -= 1) {
    const task = tasks[at];
    if (task === undefined || task.hasBox) continue;
    const closes =
      (below[at] ?? []).every((other) => states[other] === 'done') && task.criteria.every(({ done }) => done);
    if (task.isGroup) states[at] = closes ? 'done' : 'open';
    else if (task.criteria.length > 0 && closes) states[at] = 'done';
  }
  return tasks.map((task, at) => ({ ...task, state: states[at] ?? task.state }));
}
