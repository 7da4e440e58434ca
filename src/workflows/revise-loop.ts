import type { Cause } from '../domain/run/causes.js';
import { budgets } from '../domain/run/budgets.js';
import { withTried } from '../domain/run/run-state.js';
import { firstTries, nextTry, type Spends, type Tries } from '../domain/run/tries.js';
import { countVerdict } from './count-verdict.js';
import { bailed, record, type Desk } from './desk.js';

/** A try that was sent back, with its reasons. */
export interface SentBackTrial {
  readonly kind: 'sent-back';
  readonly reasons: readonly string[];
  /** Cause of the bail if the budget is used up. */
  readonly cause: Cause;
  /** Tree the next leaf starts from. */
  readonly from: string;
  readonly spends: Spends;
}

/** What came of one attempt of a phase. */
export type Trial<T> = { readonly kind: 'accepted'; readonly value: T } | SentBackTrial;

/** One attempt, as the loop asks for it. */
export interface Attempt {
  readonly from: string;
  /** Why the last attempt was sent back. */
  readonly feedback: readonly string[];
  readonly by: Tries['by'];
  /** What every earlier edit failed with, oldest first: for the debugger. */
  readonly failures: readonly string[];
}

interface LoopOptions {
  /** GREEN alone: what will not go green is handed to the debugger (R-001-14). */
  readonly hasDebugger?: boolean;
}

/**
 * Tries a phase until it is accepted: what was sent back goes, with its reasons, to a revise leaf, or to the debugger
 * (R-002-32, R-001-14, R-004-30).
 * @throws {Bailed} when the budget is used up (R-002-26): the trial's own cause, or `debug-exhausted`
 */
export async function reviseUntilAccepted<T>(
  desk: Desk,
  start: string,
  attempt: (one: Attempt) => Promise<Trial<T>>,
  { hasDebugger = false }: LoopOptions = {},
): Promise<T> {
  let one: Attempt = { from: start, feedback: [], by: 'developer', failures: [] };
  let tries = firstTries;
  for (;;) {
    const trial = await attempt(one);
    if (trial.kind === 'accepted') {
      countVerdict(desk, 'accepted');
      return trial.value;
    }
    const reasons = trial.reasons.join('; ');
    desk.state = withTried(desk.state, `sent back: ${reasons}`);
    const next = nextTry(tries, trial.spends, hasDebugger);
    if (next.kind === 'used-up') throw usedUp(desk, trial, next.budget);
    ({ tries } = next);
    const who = tries.by === 'debugger' ? 'the debugger' : 'a revise leaf';
    record(desk, { kind: 'note', line: `sent back to ${who}: ${reasons}` });
    const failures = trial.spends === 'evidence' ? [...one.failures, reasons.slice(0, 6_000)].slice(-6) : one.failures;
    one = { from: trial.from, feedback: trial.reasons, by: tries.by, failures };
  }
}

function usedUp(desk: Desk, trial: SentBackTrial, budget: 'revise' | 'debug'): Error {
  const reasons = trial.reasons.join('; ');
  if (budget === 'revise') {
    return bailed(desk, trial.cause, `sent back ${budgets.revise + 1} times; the last reason: ${reasons}`);
  }
  // A suite that does not end is told apart from one that fails (F57).
  const cause = trial.cause === 'tests-did-not-end' ? trial.cause : 'debug-exhausted';
  const what = `two edits and ${budgets.debug} attempts of the debugger did not turn the tests green`;
  return bailed(desk, cause, `${what}; the last reason: ${reasons}`);
}
