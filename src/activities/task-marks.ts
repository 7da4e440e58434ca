import type { LedgerMark } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import type { MoreLabels } from '../domain/plan/task-labels.js';
import { readTasks } from '../texts/tasks/read-tasks.js';
import { setMark } from '../texts/tasks/set-mark.js';

/** A spec's list as it lies in a tree. */
export interface ListText {
  readonly path: string;
  readonly text: string;
  /** What pawl.json adds to the labels of its tasks. */
  readonly labels: MoreLabels;
}

const marks = { tick: 'x', person: '!', again: ' ' } as const;

/**
 * A spec's list with one mark changed: one character, on that task's line (R09, R-000-49).
 * @throws `plan-invalid` when the task's place is not certain: nothing was written
 */
export function markedList({ path, text, labels }: ListText, mark: NonNullable<LedgerMark>): string {
  // A list has no mark for a refactoring that is still to be done.
  if (mark.kind === 'clear') return text;
  if (mark.kind === 'piece') {
    throw causeFailure(
      'too-broad',
      `${path} is frozen: task ${mark.step} can't get a piece; split it there and approve`,
    );
  }
  const read = readTasks(text, { labels });
  const task = read.kind === 'list' ? read.list.tasks.find(({ id }) => id === mark.step) : undefined;
  if (task === undefined) throw causeFailure('plan-invalid', `${path} has no task ${mark.step} any more`);
  try {
    return withGroups(setMark(text, task, marks[mark.kind], { labels }), mark, labels);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw causeFailure('plan-invalid', `${path}: ${error.message}`);
  }
}

/** The groups around the task: closed with their last child, open again with the first that is (R08). */
function withGroups(text: string, { kind, step }: NonNullable<LedgerMark>, labels: MoreLabels): string {
  let marked = text;
  let below = step;
  for (;;) {
    const read = readTasks(marked, { labels });
    const tasks = kind === 'person' || read.kind !== 'list' ? [] : read.list.tasks;
    const parent = tasks.find(({ id }) => id === below)?.parent ?? null;
    const group = tasks.find(({ id }) => id === parent);
    if (group === undefined) return marked;
    below = group.id;
    const isClosed = tasks
      .filter((one) => one.parent === group.id)
      .every(({ state }) => state === 'done' || state === 'optional');
    if (!group.hasBox) continue;
    if (kind === 'again' && group.state === 'done' && !isClosed) marked = setMark(marked, group, ' ', { labels });
    if (kind === 'tick' && group.state === 'open' && isClosed) marked = setMark(marked, group, 'x', { labels });
  }
}
