import type { Message } from './messages.js';
import type { RunState } from '../run/run-state.js';
import { steerBudget } from './steer-budget.js';
import { steerGate } from './steer-gate.js';
import { steerGear } from './steer-gear.js';
import { steerReview } from './steer-review.js';
import { steerStop, withdrawStop } from './steer-stop.js';
import { steerWait } from './steer-wait.js';
import { ignored, type Steered } from './steered.js';

/**
 * The effect of one message: pure, and the same for a signal, an update and a file (D6, F67). What the sender is told
 * is what will happen, with the step it happens at; a refusal says why and what would be taken.
 */
export function steer(state: RunState, message: Message): Steered {
  if (state.isEnding) return ignored(state, `the run is ending; to go on with it: pawl resume ${state.workflowId}`);
  switch (message.name) {
    case 'shiftGear':
      return steerGear(state, message);
    case 'requestStop':
      return steerStop(state, { mode: message.mode, by: message.by, atMs: message.atMs });
    case 'withdrawStop':
      return withdrawStop(state);
    case 'approve':
      return steerGate(state, message);
    case 'reject':
      return message.step === null ? steerGate(state, message) : steerReview(state, { ...message, step: message.step });
    case 'answer':
    case 'retry':
      return steerWait(state, message);
    case 'addBudget':
      return steerBudget(state, message);
  }
}
