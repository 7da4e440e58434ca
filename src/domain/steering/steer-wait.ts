import { budgetCommand } from '../run/budget-words.js';
import { listCandidates, pickCandidate } from '../plan/candidates.js';
import type { Message } from './messages.js';
import type { RunState } from '../run/run-state.js';
import { ignored, taken, type Steered } from './steered.js';

type Release = Extract<Message, { name: 'answer' | 'retry' }>;

/** Ends a wait before its time: an answer to a question, or "try again now". */
export function steerWait(state: RunState, message: Release): Steered {
  const { wait } = state;
  if (wait === null) return ignored(state, notWaiting(state, message));
  if (state.waitAnswer !== null) return ignored(state, 'the wait has ended already');
  if (state.stop !== null) return ignored(state, `a stop "${state.stop.mode}" came before it`);
  if (message.name === 'retry') {
    if (wait.kind === 'answer') return ignored(state, `the run waits for an answer: ${answerCommand(state)}`);
    const more = wait.kind === 'budget' ? budgetCommand(state) : null;
    if (more !== null) return ignored(state, `the budget is still used up: ${more}`);
    return taken({ ...state, waitAnswer: { kind: 'retry' } }, 'tries again now');
  }
  if (wait.kind !== 'answer') return ignored(state, `nobody asked: the run waits for something else (${wait.why})`);
  const { by } = message;
  const text = wait.candidates.length === 0 ? message.text : pickCandidate(wait.candidates, message.text);
  if (text === null) {
    const list = listCandidates(wait.candidates);
    return ignored(state, `"${message.text.slice(0, 100)}" is none of the answers it takes: ${list}`);
  }
  const effect = wait.candidates.length === 0 ? 'goes into the next brief' : `"${text}" it is`;
  return taken({ ...state, waitAnswer: { kind: 'answer', text, by } }, `${effect}; the run goes on`);
}

function notWaiting(state: RunState, { name }: Release): string {
  if (state.gate !== null) return 'the run waits at a gate: approve or reject the test, or shift the gear';
  const where = `phase ${state.phase}`;
  return name === 'answer' ? `nobody asked (${where})` : `the run is not waiting (${where})`;
}

/** The whole command that answers the open question. */
export function answerCommand(state: RunState): string {
  return `pawl resume ${state.workflowId} --answer "…"`;
}
