import { z } from 'zod';

/** Every way a run can bail; the failure type of the workflow and the value of `PawlCause` (R-002-29). */
export const Cause = z.enum([
  'needs-user',
  'no-criteria',
  'no-behaviour',
  'no-tasks',
  'too-broad',
  'plan-invalid',
  'not-approved',
  'list-changed',
  'source-unusable',
  'base-unknown',
  'dirty-origin',
  'baseline-red',
  'no-test-command',
  'unsupported-repository',
  'wrong-red',
  'red-not-observed',
  'implement-without-test',
  'rejected',
  'debug-exhausted',
  'critic-rejected',
  'file-gate',
  'leaf-limit',
  'budget',
  'branch-moved',
  'push-refused',
  'verdict-malformed',
  'contract-broken',
  'killed-hung',
  'killed-external',
  'leaf-crashed',
  'out-of-memory',
  'agent-missing',
  'agent-auth',
  'agent-config',
  'agent-unavailable',
  'jail-missing',
  'runner-missing',
  'setup-failed',
  'tests-did-not-end',
  'hook-broken',
  'disk-full',
  'git-locked',
  'push-failed',
  'tracker-auth',
  'tracker-unavailable',
  'worker-lost',
  'host-lost',
  'server-problem',
]);
export type Cause = z.infer<typeof Cause>;

export const CauseClass = z.enum(['process', 'system']);
export type CauseClass = z.infer<typeof CauseClass>;

/** What a person does before `pawl resume` can help. */
export const NextDecision = z.enum([
  'answer',
  'mend-source',
  'mend-repository',
  'fresh-try',
  'more-budget',
  'look-at-branch',
  'mend-system',
]);
export type NextDecision = z.infer<typeof NextDecision>;

interface CauseFacts {
  readonly class: CauseClass;
  readonly next: NextDecision;
}

const process = (next: NextDecision): CauseFacts => ({ class: 'process', next });
const system = (next: NextDecision): CauseFacts => ({ class: 'system', next });

const facts: Record<Cause, CauseFacts> = {
  'needs-user': process('answer'),
  'no-criteria': process('mend-source'),
  'no-behaviour': process('mend-source'),
  'no-tasks': process('mend-source'),
  'too-broad': process('mend-source'),
  'plan-invalid': process('mend-source'),
  'not-approved': process('mend-source'),
  'list-changed': process('mend-source'),
  'source-unusable': process('mend-repository'),
  'base-unknown': process('mend-repository'),
  'dirty-origin': process('mend-repository'),
  'baseline-red': process('mend-repository'),
  'no-test-command': process('mend-repository'),
  'unsupported-repository': process('mend-repository'),
  'wrong-red': process('fresh-try'),
  'red-not-observed': process('fresh-try'),
  'implement-without-test': process('fresh-try'),
  rejected: process('fresh-try'),
  'debug-exhausted': process('fresh-try'),
  'critic-rejected': process('fresh-try'),
  'file-gate': process('fresh-try'),
  'leaf-limit': process('fresh-try'),
  budget: process('more-budget'),
  'branch-moved': process('look-at-branch'),
  'push-refused': process('look-at-branch'),
  'verdict-malformed': system('fresh-try'),
  'contract-broken': system('fresh-try'),
  'killed-hung': system('fresh-try'),
  'killed-external': system('fresh-try'),
  'leaf-crashed': system('fresh-try'),
  'out-of-memory': system('fresh-try'),
  'agent-missing': system('mend-system'),
  'agent-auth': system('mend-system'),
  'agent-config': system('mend-system'),
  'agent-unavailable': system('mend-system'),
  'jail-missing': system('mend-system'),
  'runner-missing': system('mend-system'),
  'setup-failed': system('mend-system'),
  'tests-did-not-end': system('mend-system'),
  'hook-broken': system('mend-system'),
  'disk-full': system('mend-system'),
  'git-locked': system('mend-system'),
  'push-failed': system('mend-system'),
  'tracker-auth': system('mend-system'),
  'tracker-unavailable': system('mend-system'),
  'worker-lost': system('mend-system'),
  'host-lost': system('mend-system'),
  'server-problem': system('mend-system'),
};

export function causeClass(cause: Cause): CauseClass {
  return facts[cause].class;
}

export function nextDecision(cause: Cause): NextDecision {
  return facts[cause].next;
}

const decisions: Record<NextDecision, string> = {
  answer: 'answer the question, then: pawl resume <run> --answer "…"',
  'mend-source': 'mend the issue or plan, then: pawl resume <run>',
  'mend-repository':
    'mend what is named above, then: pawl resume <run>; or start with other flags: pawl run <source> --again …',
  'fresh-try': 'for a fresh try of the step: pawl resume <run>',
  'more-budget': 'to go on with more, for example: pawl resume <run> --add-usd 5',
  'look-at-branch': 'look at the branch first, then: pawl resume <run>',
  'mend-system': 'mend what is named above, then: pawl resume <run>; or with other flags: pawl run <source> --again …',
};

/** The next decision for the user, as one line with the command (R-004-42). */
export function decisionText(cause: Cause): string {
  return decisions[nextDecision(cause)];
}

/** The end of a run that can't go on, as it stands in the failure's details (R-004-42). */
export interface Bail {
  readonly cause: Cause;
  readonly message: string;
  /** What was tried, newest last, capped. */
  readonly tried: readonly string[];
  /** The whole question, for `needs-user` only (R-002-30). */
  readonly question: string | null;
  /** The answers it takes when they are a closed list, else empty. */
  readonly candidates: readonly string[];
}
