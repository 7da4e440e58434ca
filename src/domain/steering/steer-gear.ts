import { showDuration } from './duration.js';
import { knownScope, scopeHolds } from './gear-scope.js';
import { gearOf, placeNow } from './gear-now.js';
import type { GearShift, ResolvedGear } from './gear.js';
import type { Message } from './messages.js';
import type { RunState } from '../run/run-state.js';
import { ignored, taken, type Steered } from './steered.js';
import { nextStepWords, stepWords } from './where.js';

type Shift = Extract<Message, { name: 'shiftGear' }>;

/** The latest shift counts (C-15); an upshift opens a waiting gate, a downshift takes effect at the next step. */
export function steerGear(state: RunState, message: Shift): Steered {
  const { gear, because, scope, forMs, by, atMs } = message;
  const untilMs = forMs === null ? null : atMs + forMs;
  return withShift(state, { gear, because, scope, untilMs, by, atMs, from: 'message', fault: null });
}

/** The same for a shift that a gear file stands for; one that came after the file was read counts more (C-15). */
export function withShift(state: RunState, shift: GearShift): Steered {
  if (state.shift !== null && state.shift.atMs > shift.atMs) {
    return ignored(state, `the shift to ${state.shift.gear} came after the file was read`);
  }
  const opens = opensGate(state, shift);
  const gateAnswer = opens ? ({ kind: 'upshift' } as const) : state.gateAnswer;
  const effect = opens ? opening(shift) : effectOf(state, shift);
  // The step's test is not reviewed before its code, whatever shift follows: its commits and the review have to know.
  const gear = opens ? gearAtGate(state, shift) : state.gear;
  return taken({ ...state, shift, gear, gateAnswer }, `${shift.gear}${limitsOf(shift)}: ${effect}`);
}

/** A shift for some steps opens only the gate of a step that is among them. */
function opensGate(state: RunState, shift: GearShift): boolean {
  if (state.gate === null || state.gateAnswer !== null) return false;
  return gearAtGate(state, shift).gear === 'review-after';
}

function gearAtGate(state: RunState, shift: GearShift): ResolvedGear {
  return gearOf(state, { shift, step: state.gate?.step ?? '-', nowMs: shift.atMs });
}

function opening({ scope }: GearShift): string {
  return `opens the gate; ${scope === null ? 'later steps are not gated either' : 'steps outside of the scope still are'}`;
}

/** Where it is seen first. */
function effectOf(state: RunState, shift: GearShift): string {
  if (shift.gear === 'review-after' && state.facts?.exitOnly === true) {
    return 'does not hold here: the test command tells nothing but an exit code, so a person has to see each test';
  }
  const { scope } = shift;
  if (state.phase === 'red' && state.gear.gear === 'review-before' && namesStep(state, shift)) {
    return `takes effect at ${stepWords(state)}: its test does not wait for a person`;
  }
  if (scope === null) return `takes effect at ${nextStepWords(state)}`;
  if (state.facts?.isSpec === true) return specEffect(state, scope);
  if (state.total === 0) return 'takes effect at these steps, once there is a plan';
  const at = state.window.findIndex((step) => step.id === state.step?.id);
  const later = state.window.slice(at + 1).filter((step) => !step.done);
  const holds = (step: string): string => scopeHolds(scope, { step, steps: state.total });
  const first = later.find((step) => holds(step.id) === 'inside');
  if (first !== undefined) return `takes effect at step ${first.id}`;
  if (holds(state.step?.id ?? '1') === 'scope-no-match') {
    return 'no step matches this scope, so each test is reviewed before its code';
  }
  return 'takes effect when a step of it begins';
}

/** Only the list tells what a scope means, and it is looked at when a step begins; what was seen then is said now. */
function specEffect(state: RunState, scope: string): string {
  const known = knownScope(scope, placeNow(state, state.step?.id ?? '-'));
  const atNext = 'the scope is read at the next step, and holds for its tasks from there on';
  if (known.kind === 'unread') return atNext;
  switch (known.hold) {
    case 'scope-no-match':
      return 'no task matches this scope, so each test is reviewed before its code';
    case 'scope-ambiguous':
      return `this scope fits more than one place (${known.fits.join('; ')}), so each test is reviewed before its code`;
    case 'inside':
    case 'outside-scope':
      return known.isDone ? 'every task of this scope is done, so it holds for none' : atNext;
  }
}

/** The gear that the step under way would have by this shift is review-after. */
function namesStep(state: RunState, shift: GearShift): boolean {
  const { step } = state;
  if (step === null) return false;
  return gearOf(state, { shift, step: step.id, nowMs: shift.atMs }).gear === 'review-after';
}

function limitsOf({ scope, untilMs, atMs }: GearShift): string {
  const where = scope === null ? '' : ` for ${scope}`;
  const time = untilMs === null ? '' : ` for ${showDuration(untilMs - atMs)}`;
  return `${where}${time}`;
}
