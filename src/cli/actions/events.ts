import type { EventWindow } from '../../contract/views.js';
import type { MessageEntry } from '../../domain/steering/messages.js';
import { CliError, type Io } from '../io.js';
import { paint } from '../render/colour.js';
import { eventLine } from '../render/event.js';
import { theRun } from '../runs/which.js';
import { askEvents, askStatus } from '../temporal/queries.js';
import { readSenders, senderOf, type Senders } from '../temporal/senders.js';
import { onServer, type Server } from '../temporal/server.js';

export async function showEvents(io: Io, typed: string | null, json: boolean): Promise<void> {
  await onServer(io, async (server) => {
    const row = await theRun(server, typed, process.cwd());
    const asked = await askEvents(server, row.workflowId, 15_000);
    if (asked.kind === 'silent') {
      throw new CliError(
        6,
        `${row.workflowId} gave no answer: ${asked.why}. With a worker it can be asked: pawl worker`,
      );
    }
    const { events, firstSeq } = asked.value;
    const senders = await sendersBySeq(server, row, asked.value);
    if (json) {
      const noted = events.map((event) =>
        event.kind === 'message' ? { ...event, sender: senders.get(event.seq) ?? null } : event,
      );
      return io.json({ workflowId: row.workflowId, firstSeq, events: noted });
    }
    if (firstSeq > 1) io.say(`… ${firstSeq - 1} earlier events are in the history only`);
    for (const event of events) io.data(eventLine(event, paint(false), senders.get(event.seq) ?? null));
  });
}

/** A message's event and its entry have the same number; only the last messages are known. */
async function sendersBySeq(
  server: Server,
  run: { readonly workflowId: string; readonly runId: string },
  { events }: EventWindow,
): Promise<ReadonlyMap<number, string>> {
  if (events.every((event) => event.kind !== 'message')) return new Map();
  const status = await askStatus(server, run.workflowId);
  if (status.kind === 'silent') return new Map();
  const { messages } = status.value;
  return bySeq(messages, await readSenders(server, run, messages));
}

function bySeq(messages: readonly MessageEntry[], senders: Senders): ReadonlyMap<number, string> {
  return new Map(
    messages.flatMap((entry) => {
      const sender = senderOf(entry, senders);
      return sender === null ? [] : [[entry.seq, sender] as const];
    }),
  );
}
