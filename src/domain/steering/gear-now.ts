import { resolveGear, type GearShift, type ResolvedGear } from './gear.js';
import type { RunState } from '../run/run-state.js';

/** The gear that a shift means for a step of this run at a moment: the one place that knows what it is held against. */
export function gearOf(
  state: RunState,
  at: { readonly shift: GearShift | null; readonly step: string; readonly nowMs: number },
): ResolvedGear {
  const { shift, step, nowMs } = at;
  return resolveGear(shift, { nowMs, step, steps: state.total, exitOnly: state.facts?.exitOnly ?? false });
}
