import { StepId } from '../plan/plan.js';

/** `T7` and `7` are one task (C-10): a leading T before a digit is folded, and case makes no difference. */
export function foldTaskId(id: string): string {
  const lower = id.toLowerCase();
  return /^t\d/.test(lower) ? lower.slice(1) : lower;
}

/** Why an id can't be the value of `Task:`, or null when it can. Written for the planner leaf and for people. */
export function taskIdProblem(id: string): string | null {
  if (!StepId.safeParse(id).success)
    return 'is not an id: letters, digits, ".", "_" and "-", at most 40, for example 1.2';
  if (/^task-/i.test(id)) return `repeats the word task: write the bare id, for example ${id.slice(5) || '1'}`;
  if (!/^[A-Za-z0-9]/.test(id)) return 'must begin with a letter or a digit, for example 1.2';
  return null;
}
