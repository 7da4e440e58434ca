import type { RunState } from '../run/run-state.js';
import type { GearShift } from './gear.js';
import { withShift } from './steer-gear.js';

/** A verdict REJECT, or a phase that was accepted; a person's own reject, evidence and checks count as neither. */
export type Judged = 'rejected' | 'accepted';

export interface AfterVerdict {
  readonly state: RunState;
  /** What a person should hear; null when nothing was shifted. */
  readonly note: string | null;
}

/**
 * Shifts down by itself when reviewers rejected `limit` times in a row, no phase accepted between: work that is not let through needs a person's look
 * before more of it is made. Off without a limit. It is a shift like any other: it takes effect at the next step, a later one
 * counts more, and in review-before it changes nothing.
 * @param nowMs workflow time, milliseconds since the epoch
 */
export function afterVerdict(state: RunState, judged: Judged, limit: number | null, nowMs: number): AfterVerdict {
  const rejectsInRow = judged === 'accepted' ? 0 : Math.min(state.rejectsInRow + 1, 1_000);
  const counted = { ...state, rejectsInRow };
  // What is rejected in a gated step is under a person's eyes already, and no reason to drop a shift for others.
  const isUp = state.gear.gear === 'review-after' && state.shift?.gear === 'review-after';
  if (limit === null || rejectsInRow < limit || !isUp) return { state: counted, note: null };
  const because = `automatic: ${rejectsInRow} reject${rejectsInRow === 1 ? '' : 's'} in a row`;
  const forAll = { by: null, scope: null, untilMs: null, fault: null };
  const shift: GearShift = { gear: 'review-before', because, ...forAll, atMs: nowMs, from: 'automatic' };
  const steered = withShift({ ...counted, rejectsInRow: 0 }, shift);
  if (!steered.taken) return { state: counted, note: null };
  return { state: steered.state, note: `gear: ${steered.answer}; ${because}` };
}
