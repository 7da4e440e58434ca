import type { Task, TaskState } from './task.js';
import type { ScopeReading } from './task-scope.js';

/** What a run would make of a task, in one line, and whether the scope of the gear holds for it. */
export interface TaskOutlook {
  readonly inScope: boolean;
  readonly why: string;
}

/** A scope as it is written, and what it means in the list; null for none, which is all of it (R-000-20). */
export type ReadScope = { readonly text: string; readonly reading: ScopeReading } | null;

export function outlookOf(task: Task, scope: ReadScope): TaskOutlook {
  const why = whyOf(task);
  if (scope === null) return { inScope: true, why };
  const { reading, text } = scope;
  if (reading.kind !== 'match')
    return { inScope: false, why: `${why}; the scope "${text}" does not hold: ${reading.why}` };
  const inScope = reading.ids.includes(task.id);
  return { inScope, why: inScope ? why : `${why}; outside the scope "${text}"` };
}

const forPerson: Readonly<Record<Exclude<TaskState, 'open' | 'done'>, string>> = {
  blocked: 'for a person: marked [!]',
  deferred: 'for a person: put off',
  'unknown-mark': 'for a person: its mark is one that nobody agreed on',
  optional: 'optional: not run',
};

function whyOf(task: Task): string {
  const { state, isGroup, hasBox, label, shape } = task;
  if (isGroup) return state === 'done' ? 'a group, closed' : 'a group: closes with the tasks below it';
  if (state === 'done') return 'done';
  if (!hasBox) return 'for a person: it has no box';
  if (state !== 'open') return forPerson[state];
  if (shape === 'unknown')
    return label === null ? 'for a person: it has no words' : `for a person: nobody knows the label "${label}"`;
  return label === null ? `a step: ${shape}, without a label` : `a step: ${shape}, by its label`;
}
