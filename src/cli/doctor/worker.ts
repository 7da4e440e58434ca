import { sharedQueue } from '../../contract/queues.js';
import { plainLine } from '../render/plain.js';
import type { QueueLook } from '../temporal/pollers.js';
import { fine, trouble, type Check } from './check.js';

const start = 'pawl worker --detach';

/** @param looks null: the server did not tell. @param hostId null: no worker was ever started on this host */
export function judgeWorker(looks: readonly QueueLook[] | null, hostId: string | null): Check {
  if (looks === null) return trouble('worker', 'warn', 'the server does not tell who polls', null);
  const who = [...new Set(looks.flatMap((look) => look.pollers))].map(plainLine).join(', ');
  const silent = looks.filter((look) => look.pollers.length === 0).map((look) => look.queue);
  const isAlone = silent.length === looks.length;
  if (isAlone) return trouble('worker', 'fail', 'none polls: no run moves until one does', start);
  if (hostId === null) return trouble('worker', 'warn', `${who} polls, but none on this machine`, start);
  if (silent.length === 0) return fine('worker', `${who} polls as host ${hostId}`);
  if (silent.includes(sharedQueue)) {
    return trouble('worker', 'fail', `nobody polls ${sharedQueue}, though ${who} does ${hostId}'s queues`, start);
  }
  return trouble('worker', 'warn', `${who} polls, but nobody polls ${silent.join(' and ')} of this machine`, start);
}
