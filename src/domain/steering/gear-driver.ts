import type { Driver } from '../run/phase.js';
import type { GearShift, ResolvedGear } from './gear.js';

/**
 * The shift that stands when an execution starts. Driver `ralph` counts as one to review-after (R-000-25, design 4); what
 * was named at the start goes before it, and what the last execution left goes on: a downshift is not forgotten.
 */
export function shiftOfDriver(
  driver: Driver,
  {
    named,
    carried,
    nowMs,
  }: { readonly named: GearShift | null; readonly carried: GearShift | null; readonly nowMs: number },
): GearShift | null {
  if (named !== null) return named;
  if (carried !== null || driver === 'implement') return carried;
  const forAll = { by: null, scope: null, untilMs: null, fault: null };
  return { gear: 'review-after', because: 'driver ralph', ...forAll, atMs: nowMs, from: 'driver' };
}

/** How the loop driver ends before a step; null: it goes on. */
export type LoopEnd = 'downshifted' | 'scope-complete';

/**
 * Driver `ralph` is always review-after, so a step of another gear is none of its own (R-000-25, R-000-35). A step outside of
 * the scope ends it as complete; with whatever else leads back to review-before, it was shifted down.
 */
export function loopEnd(gear: ResolvedGear): LoopEnd | null {
  if (gear.gear === 'review-after') return null;
  return gear.reason === 'outside-scope' ? 'scope-complete' : 'downshifted';
}
