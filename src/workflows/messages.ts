import {
  CancellationScope,
  currentUpdateInfo,
  setDefaultSignalHandler,
  setDefaultUpdateHandler,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { signals, updates, type MessageAnswer } from '../contract/messages.js';
import { examples, purposes } from '../contract/payloads.js';
import { readMessage } from '../contract/read-message.js';
import { MessageName, type MessageWay } from '../domain/steering/messages.js';
import { withMessage } from '../domain/run/run-state.js';
import { steer } from '../domain/steering/steering.js';
import { note, nowMs, type Desk } from './desk.js';
import { sentName } from './sound-jobs.js';

/**
 * Wires the messages. A handler never throws and never waits: it validates, takes the message or records why it is
 * ignored (D6). They are attached before the first await, so that one sent with the start is not lost (F66).
 */
export function takeMessages(desk: Desk): void {
  for (const name of MessageName.options) {
    // The Web UI and the CLI show it beside the name.
    const described = { description: `${purposes[name]} Payload: ${examples[name]}` };
    const onSignal = (payload: unknown): void => void takeMessage(desk, name, payload, signalPlace(desk, name));
    setHandler(signals[name], onSignal, described);
    setHandler(updates[name], (payload) => takeMessage(desk, name, payload, updatePlace()), described);
  }
  setDefaultSignalHandler((name) => void refuseUnknown(desk, sentName(name), signalPlace(desk, sentName(name))));
  setDefaultUpdateHandler((name) => refuseUnknown(desk, sentName(name), updatePlace()));
  // Cancel in the Web UI counts as a stop `now` (design 4).
  CancellationScope.current().cancelRequested.catch(() => {
    takeMessage(desk, 'requestStop', { mode: 'now' }, { way: 'cancel', key: null });
  });
}

interface Place {
  readonly way: MessageWay;
  readonly key: string | null;
}

/** Signals have no id: the n-th of its name in this execution is found again in the history. */
function signalPlace(desk: Desk, name: string): Place {
  const count = (desk.signalCounts.get(name) ?? 0) + 1;
  desk.signalCounts.set(name, count);
  return { way: 'signal', key: `${workflowInfo().runId}/${name}/${count}` };
}

function updatePlace(): Place {
  return { way: 'update', key: currentUpdateInfo()?.id ?? null };
}

/** One message, from its payload to its answer; also for what a file in the origin stands for. */
export function takeMessage(desk: Desk, name: MessageName, payload: unknown, place: Place): MessageAnswer {
  const read = readMessage(name, payload, nowMs());
  if (!read.ok) return settle(desk, { name, by: null, taken: false, answer: read.why }, place);
  const { message, id } = read;
  // Sent again because nobody answered: it counts once, and is answered as it was then.
  const before = id === null ? null : answeredBefore(desk, name, id);
  if (before !== null) return answerOf(desk, before);
  if (read.note !== null) note(desk, read.note);
  const steered = steer(desk.state, message);
  desk.state = steered.state;
  const settled = { name, by: message.by, taken: steered.taken, answer: steered.answer };
  const answer = settle(desk, id === null ? settled : { ...settled, id }, place);
  if (steered.taken && message.name === 'requestStop' && message.mode === 'now') desk.cancelLeaf?.();
  return answer;
}

function answeredBefore({ state }: Desk, name: string, id: string): Pick<Settled, 'taken' | 'answer'> | null {
  const twin = state.messages.find((entry) => entry.id === id && entry.name === name);
  if (twin !== undefined) return twin;
  const isKnown = state.messageIds.includes(`${name}/${id}`);
  return isKnown ? { taken: false, answer: 'this message came before; many others came since' } : null;
}

function refuseUnknown(desk: Desk, name: string, place: Place): MessageAnswer {
  const answer = `no message of this name; there are: ${MessageName.options.join(', ')}`;
  return settle(desk, { name, by: null, taken: false, answer }, place);
}

interface Settled {
  readonly id?: string;
  readonly name: string;
  readonly by: string | null;
  readonly taken: boolean;
  readonly answer: string;
}

function settle(desk: Desk, settled: Settled, place: Place): MessageAnswer {
  desk.state = withMessage(desk.state, { ...settled, ...place, atMs: nowMs() });
  return answerOf(desk, settled);
}

function answerOf(desk: Desk, { taken, answer }: Pick<Settled, 'taken' | 'answer'>): MessageAnswer {
  const { state, phase, step } = desk.state;
  return { taken, answer, state, phase, step: step?.id ?? null };
}
