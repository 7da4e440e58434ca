import { testFilesIn } from './step-files.js';
import type { Task } from './task.js';

/** A TEST task that is done, while the IMPLEMENT task it was written for is still open. */
export interface WaitingTest {
  readonly step: string;
  /** As its `Test file:` lines name them; none without one. */
  readonly files: readonly string[];
}

/**
 * Which TEST tasks of a half-done list may have failing tests at the base (R-000-52, C-27): an IMPLEMENT task takes the
 * last TEST task before it that none has taken, as a run does it.
 */
export function waitingTests(tasks: readonly Task[]): readonly WaitingTest[] {
  const free: Task[] = [];
  const waiting = new Set<Task>();
  for (const task of tasks) {
    if (task.isGroup) continue;
    if (task.shape === 'test') free.push(task);
    if (task.shape !== 'implement') continue;
    const taken = free.pop();
    if (taken !== undefined && taken.state === 'done' && task.state === 'open') waiting.add(taken);
  }
  return tasks
    .filter((task) => waiting.has(task))
    .map(({ id, details }) => ({ step: id, files: testFilesIn(details) }));
}
