import type { Gate, GateAnswer } from './gate.js';
import type { Message } from './messages.js';
import type { RunState } from '../run/run-state.js';
import { ignored, taken, type Steered } from './steered.js';
import { stepWords } from './where.js';

type Decision = Extract<Message, { name: 'approve' | 'reject' }>;

/** An answer to the gate. An approval is bound to the test's hash (design 4). */
export function steerGate(state: RunState, message: Decision): Steered {
  const { gate } = state;
  if (gate === null) return ignored(state, noGate(state, message));
  if (state.gateAnswer !== null) return ignored(state, 'the gate has its answer already');
  if (state.stop !== null) return ignored(state, `a stop "${state.stop.mode}" came before it; the test is kept`);
  if (message.name === 'reject') {
    const { because, by } = message;
    return answered(state, { kind: 'reject', because, by }, 'the test goes back to a revise leaf with this reason');
  }
  if (!gate.testHash.startsWith(message.test)) {
    const now = gate.testHash.slice(0, 12);
    const other = `${message.test} is not the test of ${stepWords(state)} that waits now, which is ${now}`;
    return ignored(state, `${other}; to approve that one: ${approveCommand(state)}`);
  }
  if (!message.edited) return answered(state, { kind: 'approve', by: message.by }, leadsTo(state, gate));
  if (gate.review === null) return ignored(state, 'this gate has no review copy that could have been edited');
  return answered(
    state,
    { kind: 'edited', by: message.by },
    `the edited copy is tried now: evidence and verifier first, then ${gate.asks === 'commit' ? 'its commit' : 'GREEN'}; if it is refused, the gate says why`,
  );
}

/** A test that stands alone has nothing to implement (R-000-59). */
function leadsTo(state: RunState, { asks }: Gate): string {
  return asks === 'commit' ? `the test of ${stepWords(state)} is committed` : `GREEN of ${stepWords(state)} begins`;
}

function answered(state: RunState, gateAnswer: GateAnswer, answer: string): Steered {
  return taken({ ...state, gateAnswer }, answer);
}

function noGate(state: RunState, message: Decision): string {
  const where = state.step === null ? `phase ${state.phase}` : `${stepWords(state)}, phase ${state.phase}`;
  if (message.name === 'reject') return `no gate is open (${where})`;
  const known = state.approvedTests.some((hash) => hash.startsWith(message.test));
  return known ? `this test was approved before (${where})` : `no gate is open (${where})`;
}

/** The whole command that approves the test now at the gate. */
export function approveCommand(state: RunState): string {
  return `pawl approve ${state.workflowId} --test ${state.gate?.testHash.slice(0, 12) ?? '<hash>'}`;
}
