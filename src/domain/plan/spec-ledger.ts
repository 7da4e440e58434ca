import { generatorOf } from './generator.js';
import { stepFiles } from './step-files.js';
import type { AsideTask, Ledger, LedgerStep } from './plan.js';
import type { Task, TaskList } from './task.js';

const mostTests = 50;

/** Of a spec: what its list is as a ledger, so that one story drives both (R-000-46). */
export interface SpecLedger extends Ledger {
  readonly aside: readonly AsideTask[];
}

/**
 * A spec's list as the ledger of a run: its own tasks are the steps, in file order, each with a criterion of its own
 * words; groups close with their children and are no steps; what is deferred, blocked, optional or marked oddly is for
 * a person (R07, R08, R-000-47, R-000-53).
 */
export function ledgerOfTasks(list: TaskList, title: string, baseSha: string): SpecLedger {
  const own = list.tasks.filter((task) => !task.isGroup);
  const isStep = ({ state, hasBox }: Task): boolean => hasBox && (state === 'open' || state === 'done');
  const steps = own.filter(isStep);
  const files = new Map<string, readonly string[] | null>();
  const laid = steps.map((task, at): LedgerStep => {
    const named = stepFiles(task.details, (id) => files.get(id) ?? null);
    files.set(task.id, named);
    if (task.writtenId !== null) files.set(task.writtenId, named);
    return stepOf(task, at + 1, named);
  });
  return {
    title,
    baseSha,
    criteria: steps.map(criterionText),
    files: [],
    steps: laid,
    aside: own.filter((task) => !isStep(task)).map(asideOf),
  };
}

function stepOf(task: Task, criterion: number, files: readonly string[] | null): LedgerStep {
  const command = task.shape === 'generate' ? generatorOf(task.details) : null;
  const tests = Math.min(mostTests, Math.max(1, task.criteria.length));
  return {
    id: task.id,
    title: titleOf(task),
    criterion,
    done: task.state === 'done',
    refactorPending: false,
    ...(tests === 1 ? {} : { tests }),
    shape: task.shape,
    files,
    ...(command === null ? {} : { command }),
  };
}

/** As long as a title of a ledger may be; the whole line stands in the criterion. */
function titleOf({ title, label, id }: Task): string {
  const line = title.trim() === '' ? (label ?? `task ${id}`) : title.trim();
  return line.length <= 500 ? line : `${line.slice(0, 499)}…`;
}

/** What a leaf is told of the task: its own line, all that stands below it, and the boxes of its acceptance items. */
function criterionText(task: Task): string {
  const boxes = task.criteria.map(({ text }) => `- ${text}`);
  return [task.title, ...task.details, ...(boxes.length === 0 ? [] : ['Acceptance:', ...boxes])].join('\n');
}

const whyAside: Readonly<Record<Exclude<Task['state'], 'open' | 'done'>, string>> = {
  blocked: 'marked [!]: it waits for a person',
  deferred: 'put off',
  'unknown-mark': 'its mark is one that Pawl does not know',
  optional: 'optional',
};

function asideOf(task: Task): AsideTask {
  return { id: task.id, title: titleOf(task).slice(0, 200), why: whyOf(task) };
}

function whyOf({ hasBox, state }: Task): string {
  if (!hasBox) return 'a heading without a box: there is nothing to tick';
  return state === 'open' || state === 'done' ? '-' : whyAside[state];
}
