import { mostSentBack, splitSentBack, withSentBack, type RunState, type SentBack } from '../run/run-state.js';
import { ignored, taken, type Steered } from './steered.js';

/** A reviewer sends a step that is done back: the ledger gets a new step for it (C-25). */
export function steerReview(state: RunState, { step, because, by }: Omit<SentBack, 'again'>): Steered {
  if (state.tip === null) return ignored(state, 'there is no plan yet, so no step that could be sent back');
  const known = state.window.find((one) => one.id === step);
  if (known?.done === false && !isJustDone(state, step)) {
    return ignored(state, `step ${step} is not done yet: there is nothing to send back`);
  }
  // What lies outside the window, which a run that was just resumed has not read yet, is looked up when it is added.
  const isWhole = state.window.length > 0 && state.windowBefore === 0 && state.windowAfter === 0;
  const isThere = known !== undefined || !isWhole;
  if (!isThere) return ignored(state, `this plan has no step ${step}`);
  const { waiting } = splitSentBack(state);
  if (waiting.some((one) => one.step === step)) return ignored(state, `step ${step} is being sent back already`);
  const again = openAgain(state, step);
  if (again !== null) return ignored(state, `step ${step} came back already, as step ${again}, which is not done yet`);
  if (waiting.length >= mostSentBack) {
    return ignored(
      state,
      `${waiting.length} steps are being sent back already; send this one when they are in the ledger`,
    );
  }
  return taken(
    withSentBack(state, { step, because, by, again: null }),
    `step ${step} comes back as a new step, after those that are open`,
  );
}

/** The window is as old as the step under way: its green commit may stand by now. */
function isJustDone({ step, phase }: RunState, id: string): boolean {
  return step?.id === id && phase === 'refactor';
}

/** The new step that this one came back as, as long as it is open as far as anybody knows. */
function openAgain(state: RunState, step: string): string | null {
  const { settled } = splitSentBack(state);
  const again = settled.findLast((one) => one.step === step)?.again ?? null;
  if (again === null || isJustDone(state, again)) return null;
  const known = state.window.find((one) => one.id === again);
  // It stands at the end of the ledger: outside the window it is still ahead of the step under way.
  return (known?.done ?? false) || (known === undefined && state.windowAfter === 0) ? null : again;
}
