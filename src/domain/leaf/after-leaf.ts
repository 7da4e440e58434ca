import type { Cause } from '../run/causes.js';
import type { LeafOutcome } from './leaf-outcome.js';

export type AfterLeaf =
  /** Go on to the evidence; `note` says what was odd about the ending. */
  | { readonly kind: 'judge'; readonly note: string | null }
  /** The same again from a clean workspace, out of the stuck budget. */
  | { readonly kind: 'again'; readonly why: string }
  /** The provider's usage limit: a durable wait that costs no attempt, then the same again (R26). */
  | { readonly kind: 'wait' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'bail'; readonly cause: Cause };

interface LeafEnding {
  readonly outcome: LeafOutcome;
  readonly changedSomething: boolean;
  readonly stuckLeft: number;
}

/**
 * What follows from the way a developer or planner leaf ended. Its word and exit code decide nothing about the
 * work: whatever it changed is judged by evidence (F32, R04); only how it ended is judged here.
 */
export function afterLeaf({ outcome, changedSomething, stuckLeft }: LeafEnding): AfterLeaf {
  const again = (why: string, cause: Cause): AfterLeaf =>
    stuckLeft > 0 ? { kind: 'again', why } : { kind: 'bail', cause };
  switch (outcome) {
    case 'done':
      return { kind: 'judge', note: null };
    case 'contract':
      return { kind: 'judge', note: 'the leaf ended without a result record; its tree is judged all the same' };
    case 'crashed':
      return changedSomething
        ? { kind: 'judge', note: 'the leaf crashed; what it left is judged all the same' }
        : again('the leaf crashed', 'leaf-crashed');
    case 'idle':
      return again('the leaf hung: no output, no file change, no CPU', 'killed-hung');
    case 'timeout':
      return again('the leaf passed its time limit', 'killed-hung');
    case 'out-of-memory':
      return again('the leaf ran out of memory', 'out-of-memory');
    case 'usage-limit':
      return { kind: 'wait' };
    case 'transient':
      return again('the agent was unavailable', 'agent-unavailable');
    case 'limit':
      return { kind: 'bail', cause: 'leaf-limit' };
    case 'auth':
      return { kind: 'bail', cause: 'agent-auth' };
    case 'config':
      return { kind: 'bail', cause: 'agent-config' };
    case 'needs-user':
      return { kind: 'ask' };
    case 'cancelled':
    case 'killed-external':
      return { kind: 'bail', cause: 'killed-external' };
  }
}
