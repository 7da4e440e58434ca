import type { RunState } from '../run/run-state.js';

/** Where a run stands, in words for an answer: "step 4", "the first step". */
export function stepWords(state: RunState): string {
  return state.step === null ? 'the step under way' : `step ${state.step.id}`;
}

/** The step whose gear is resolved next. */
export function nextStepWords(state: RunState): string {
  if (state.step === null) return state.done === 0 ? 'the first step' : 'the next step';
  const at = state.window.findIndex((step) => step.id === state.step?.id);
  const next = at < 0 ? undefined : state.window.slice(at + 1).find((step) => !step.done);
  if (next !== undefined) return `step ${next.id}`;
  return state.windowAfter > 0 ? 'the next step' : 'the next step, of which this plan has none left';
}

/** Is the run in a wait, which any stop ends at once (design 4)? */
export function isWaiting(state: RunState): boolean {
  return state.gate !== null || state.wait !== null;
}
