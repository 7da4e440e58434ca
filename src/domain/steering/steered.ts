import type { RunState } from '../run/run-state.js';

/** What a message does to a run, and the one line that answers it. An ignored one changes nothing. */
export interface Steered {
  readonly state: RunState;
  readonly taken: boolean;
  readonly answer: string;
}

export function taken(state: RunState, answer: string): Steered {
  return { state, taken: true, answer };
}

export function ignored(state: RunState, why: string): Steered {
  return { state, taken: false, answer: why };
}
