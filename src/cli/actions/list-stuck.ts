import type { Io } from '../io.js';
import { plainLine } from '../render/plain.js';
import { runTable } from '../render/runs.js';
import { findRuns, openRuns, type RunRow } from '../runs/find.js';
import { stuckQuery, stuckReasons, type StuckRun } from '../runs/stuck.js';
import { lookAtQueues, type QueueLook } from '../temporal/pollers.js';
import type { Server } from '../temporal/server.js';

interface StuckWish {
  /** The most rows, and the most open runs whose queues are looked at. */
  readonly limit: number;
  readonly afterMs: number | null;
  readonly json: boolean;
}

/**
 * Open runs that do not move (design 7): one query, and one look at each task queue they need; both are printed, so that they
 * can be asked again by hand.
 */
export async function listStuck(io: Io, server: Server, { limit, afterMs, json }: StuckWish): Promise<void> {
  const bounds = { nowMs: Date.now(), afterMs };
  const query = stuckQuery(bounds);
  const late = await findRuns(server, query, limit);
  const open = await findRuns(server, openRuns, limit);
  const looks = await lookForEach(server, open);
  const rows = [...new Map([...late, ...open].map((row) => [row.workflowId, row])).values()];
  const runs = rows
    .map((row): StuckRun => ({ ...row, reasons: stuckReasons(row, looks.get(row.host) ?? [], bounds) }))
    .filter(({ reasons }) => reasons.length > 0);
  const queues = [...new Map([...looks.values()].flat().map((look) => [`${look.kind} ${look.queue}`, look])).values()];
  if (json) return io.json({ query, queues, runs });
  if (runs.length === 0) io.say('No run is stuck.');
  else io.data([runTable(runs, bounds.nowMs), '', ...runs.flatMap(reasonLines)].join('\n'));
  io.say(`query: ${query}`);
  for (const look of queues) io.say(queueLine(look));
  if (open.length === limit) io.say(`only ${limit} open runs were looked at; for more: --limit ${limit * 10}`);
}

function reasonLines({ workflowId, reasons }: StuckRun): readonly string[] {
  return [
    plainLine(workflowId),
    ...reasons.flatMap(({ why, freeWith }) => [`  ${plainLine(why)}`, `    frees it: ${plainLine(freeWith)}`]),
  ];
}

/** What was seen, and the command that looks once more. */
function queueLine({ queue, kind, pollers }: QueueLook): string {
  const seen = pollers.length === 0 ? 'no worker polls it' : `polled by ${pollers.map(plainLine).join(', ')}`;
  return `task queue ${queue}: ${seen}; look-up: temporal task-queue describe --task-queue ${queue} --task-queue-type ${kind}`;
}

async function lookForEach(
  server: Server,
  rows: readonly RunRow[],
): Promise<ReadonlyMap<string | null, readonly QueueLook[]>> {
  const looks = new Map<string | null, readonly QueueLook[]>();
  // This host's too: whoever asks wants to know whether a run started here would move.
  for (const host of new Set([server.operator.hostId, ...rows.map((row) => row.host)])) {
    looks.set(host, await lookAtQueues(server, host));
  }
  return looks;
}
