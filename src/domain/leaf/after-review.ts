import type { Cause } from '../run/causes.js';
import type { LeafOutcome } from './leaf-outcome.js';

export type AfterReview =
  | { readonly kind: 'verdict' }
  /** The same reviewer once more, out of this budget. */
  | { readonly kind: 'again'; readonly spends: 'malformed' | 'stuck' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'bail'; readonly cause: Cause };

interface ReviewEnding {
  readonly outcome: LeafOutcome;
  /** Its answer is neither a PASS nor a REJECT. */
  readonly malformed: boolean;
  readonly malformedLeft: number;
  readonly stuckLeft: number;
}

/** What follows from the way a leaf that judges ended. Nothing but its record is a verdict, and MALFORMED is none (F45, R17). */
export function afterReview({ outcome, malformed, malformedLeft, stuckLeft }: ReviewEnding): AfterReview {
  const stuck = (cause: Cause): AfterReview =>
    stuckLeft > 0 ? { kind: 'again', spends: 'stuck' } : { kind: 'bail', cause };
  const noVerdict: AfterReview =
    malformedLeft > 0 ? { kind: 'again', spends: 'malformed' } : { kind: 'bail', cause: 'verdict-malformed' };
  switch (outcome) {
    case 'done':
      return malformed ? noVerdict : { kind: 'verdict' };
    case 'contract':
    case 'crashed':
    case 'limit':
    case 'needs-user':
      // An exit without the agreed record is no verdict, whatever the leaf printed (R17).
      return noVerdict;
    case 'idle':
    case 'timeout':
      return stuck('killed-hung');
    case 'transient':
      return stuck('agent-unavailable');
    case 'out-of-memory':
      return stuck('out-of-memory');
    case 'usage-limit':
      return { kind: 'wait' };
    case 'auth':
      return { kind: 'bail', cause: 'agent-auth' };
    case 'config':
      return { kind: 'bail', cause: 'agent-config' };
    case 'cancelled':
    case 'killed-external':
      return { kind: 'bail', cause: 'killed-external' };
  }
}
