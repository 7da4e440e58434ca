import type { GateView } from '../../contract/views.js';
import { paint } from '../render/colour.js';
import { gateText } from '../render/gate.js';
import { plainLine } from '../render/plain.js';
import { askStatus } from '../temporal/queries.js';
import { NotOpen, send, type Message, type Sent } from '../temporal/send.js';
import { gateKeys, gateQuestion, readChoice, type GateChoice } from './answer.js';
import { editTest } from './edit-test.js';
import { choose, type GateTalk, type Talk } from './talk.js';

/**
 * Shows the test and asks until there is an answer; it goes out with the hash the person saw, so that no other test
 * is ever approved by it.
 */
export async function talkAtGate(talk: Talk, gate: GateView): Promise<GateTalk> {
  const { io, signal, status } = talk;
  io.say(gateText(gate, status, paint(io.colour)));
  for (;;) {
    const choice = await choose(talk, gateQuestion, { read: readChoice, keys: gateKeys });
    if (choice === null) return { kind: signal.aborted ? 'moved-on' : 'input-ended' };
    if (choice === 'later') return { kind: 'later' };
    const message = await messageFor(choice, gate, talk);
    if (message === null) continue;
    const sent = await sendIfOpen(talk, message);
    if (sent === null) return { kind: 'moved-on' };
    if (sent.kind !== 'ignored') return { kind: 'answered', message, sent };
    io.say(`It was not taken: ${plainLine(sent.answer)}`);
    if (!(await stillWaits(talk, gate))) return { kind: 'moved-on' };
  }
}

/** Null when the run has ended meanwhile; how, is for its follower to say. */
async function sendIfOpen({ io, server, status }: Talk, message: Message): Promise<Sent | null> {
  try {
    return await send(server, status.workflowId, message);
  } catch (error) {
    if (!(error instanceof NotOpen)) throw error;
    io.say(error.message);
    return null;
  }
}

async function stillWaits({ server, status }: Talk, shown: GateView): Promise<boolean> {
  const now = await askStatus(server, status.workflowId);
  if (now.kind === 'silent') return true;
  const { gate } = now.value;
  return gate !== null && sameGate(gate, shown);
}

/** A test may come back to the gate unchanged: then it is asked again. */
export function sameGate(one: GateView, other: GateView): boolean {
  return one.testHash === other.testHash && one.openedAtMs === other.openedAtMs;
}

async function messageFor(choice: Exclude<GateChoice, 'later'>, gate: GateView, talk: Talk): Promise<Message | null> {
  switch (choice) {
    case 'approve':
      return { name: 'approve', test: gate.testHash };
    case 'edit':
      return (await editTest(talk, gate)) ? { name: 'approve', test: gate.testHash, edited: true } : null;
    case 'reject': {
      const because = await reason('Why? The next leaf reads it: ', talk);
      return because === null ? null : { name: 'reject', because };
    }
    case 'shift': {
      const because = await reason('Why are tests no longer looked at first? ', talk);
      return because === null ? null : { name: 'shiftGear', gear: 'review-after', because };
    }
    case 'stop':
      return { name: 'requestStop', mode: 'at-ledger' };
  }
}

async function reason(question: string, { io, signal }: Talk): Promise<string | null> {
  const typed = (await io.ask(question, signal))?.trim() ?? '';
  if (typed === '') io.say('Without a reason nothing is sent.');
  return typed === '' ? null : typed.slice(0, 1_000);
}
