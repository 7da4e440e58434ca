import { resolveGear, type GearShift, type ResolvedGear } from './gear.js';
import type { ScopePlace } from './gear-scope.js';
import type { RunState } from '../run/run-state.js';

/** The gear that a shift means for a step of this run at a moment: the one place that knows what it is held against. */
export function gearOf(
  state: RunState,
  at: { readonly shift: GearShift | null; readonly step: string; readonly nowMs: number },
): ResolvedGear {
  const { shift, step, nowMs } = at;
  const { exitOnly = false, kind = 'feature' } = state.facts ?? {};
  return resolveGear(shift, { ...placeNow(state, step), nowMs, exitOnly, kind });
}

/** What a scope is held against at a step of this run. */
export function placeNow({ total, facts, scopeSight }: RunState, step: string): Required<ScopePlace> {
  return { step, steps: total, isSpec: facts?.isSpec ?? false, sight: scopeSight };
}
