import { gearOf } from './gear-now.js';
import type { RunState } from '../run/run-state.js';
import { ignored, taken, type Steered } from './steered.js';
import { tighten, type StopRequest } from './stop.js';
import { isWaiting, stepWords } from './where.js';

/** A stop is sticky and may only tighten (C-20, F67). */
export function steerStop(state: RunState, request: StopRequest): Steered {
  const stop = tighten(state.stop, request);
  if (stop !== request) return ignored(state, `a stop "${stop.mode}" stands already and may only tighten`);
  return taken({ ...state, stop }, whenItBites(state, stop));
}

/** A stop can be taken back until it bites (C-20). */
export function withdrawStop(state: RunState): Steered {
  const { stop } = state;
  if (stop === null) return ignored(state, 'no stop is asked for');
  if (stop.mode === 'now' || isWaiting(state)) return ignored(state, `the stop "${stop.mode}" has bitten already`);
  return taken({ ...state, stop: null }, `the stop "${stop.mode}" is withdrawn; the run goes on`);
}

function whenItBites(state: RunState, { mode, atMs }: StopRequest): string {
  if (isWaiting(state)) {
    const kept = state.gate === null ? '' : ', and the test is kept';
    return `stops now: the run was waiting${kept}`;
  }
  switch (mode) {
    case 'now':
      return 'stops now: the leaf under way is ended, what it wrote is kept';
    case 'at-leaf':
      return 'will stop when what is running now has ended';
    case 'at-ledger':
      return atLedger(state, atMs);
  }
}

/** A gate is a wait, in which any stop ends the run at once. */
function meetsGate(state: RunState, nowMs: number): boolean {
  if (state.gear.gear === 'review-after') return false;
  const { shift, step } = state;
  return gearOf(state, { shift, step: step?.id ?? '-', nowMs }).gear === 'review-before';
}

function atLedger(state: RunState, atMs: number): string {
  switch (state.phase) {
    case 'preflight':
    case 'plan':
      return state.tip === null ? 'will stop once the plan is committed' : 'will stop before the next step';
    case 'red': {
      const commit = `the green commit of ${stepWords(state)}`;
      return meetsGate(state, atMs)
        ? `will stop at its gate and keep the test, or after ${commit}`
        : `will stop after ${commit}`;
    }
    case 'gate':
    case 'green':
    case 'commit':
      return `will stop after the green commit of ${stepWords(state)}`;
    case 'refactor':
      return `will stop after the refactoring of ${stepWords(state)}`;
    case 'critic':
      return 'will stop after the next commit that mends a finding of the critic; without one the run publishes and ends';
    case 'publish':
      return 'the last steps are committed: the run publishes them and ends by itself';
  }
}
