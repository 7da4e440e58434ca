import { parseTrailers } from './parse-trailers.js';
import { foldTaskId } from './task-id.js';

/** All that is known of a commit that is about to be made (R-001-24…31). */
export interface CommitGateFacts {
  /** One line of the suite on this tree; null when it was not green. */
  readonly suite: string | null;
  /** Of lint, type-check and hooks: those that ran, and what each said. */
  readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
  /** The tree with a PASS, and the one that is to be committed. */
  readonly verified: string;
  readonly tree: string;
  readonly message: string;
  /** Id of the step as the plan has it; null for the plan's own commit. */
  readonly task: string | null;
}

export interface Condition {
  readonly name: string;
  readonly ok: boolean;
  readonly why: string;
}

/** Every condition of a commit, each reported: none stands for another (R-001-24…31, R-004-39, R-004-40). */
export function commitGate(facts: CommitGateFacts): readonly Condition[] {
  const { suite, checks, verified, tree } = facts;
  return [
    { name: 'suite', ok: suite !== null, why: suite ?? 'the full suite was not green on this tree' },
    ...checks.map(({ name, ok }) => ({ name, ok, why: ok ? 'clean' : 'failed' })),
    { name: 'tree', ok: verified === tree, why: verified === tree ? 'verified' : 'not the tree with the verdict' },
    ...trailerConditions(facts),
  ];
}

function trailerConditions({ message, task }: CommitGateFacts): readonly Condition[] {
  const tasks = parseTrailers(message)
    .filter(({ key }) => key.toLowerCase() === 'task')
    .map(({ value }) => value);
  const wanted = task === null ? 'no Task: trailer' : `one trailer "Task: ${task}"`;
  const holds = task === null ? tasks.length === 0 : tasks.length === 1 && tasks[0] === task;
  const found = tasks.length === 0 ? 'none' : tasks.join(', ');
  const others = foreignTasks(message, task);
  return [
    { name: 'task', ok: holds, why: holds ? wanted : `expected ${wanted}, found ${found}` },
    {
      name: 'subject',
      ok: others.length === 0,
      why: others.length === 0 ? 'names no other task' : `names another task: ${others.join(', ')}`,
    },
  ];
}

/** Tasks that the subject claims and the trailer doesn't (R-001-31). */
function foreignTasks(message: string, task: string | null): readonly string[] {
  const subject = message.split('\n', 1)[0] ?? '';
  const own = task === null ? null : foldTaskId(task);
  return [...subject.matchAll(/\btasks?[\s:#-]{1,3}(t?\d[\w.-]*)/gi)]
    .map((match) => (match[1] ?? '').replace(/[.-]+$/, ''))
    .filter((id) => foldTaskId(id) !== own);
}

/** `suite, lint, tree, task, subject: all hold`, or what does not. */
export function gateLine(conditions: readonly Condition[]): string {
  const failed = conditions.filter(({ ok }) => !ok);
  if (failed.length === 0) return `commit gate: ${conditions.map(({ name }) => name).join(', ')}: all hold`;
  return `commit gate: ${failed.map(({ name, why }) => `${name}: ${why}`).join('; ')}`;
}
