import { CliError, type Io } from '../io.js';
import { runTable } from '../render/runs.js';
import { allRuns, findRuns, openRuns, type RunRow } from '../runs/find.js';
import { stuckQuery, waitingQuery, withoutWorker } from '../runs/stuck.js';
import { lookAtQueues, workerProblem, type QueueLook } from '../temporal/pollers.js';
import { onServer, type Server } from '../temporal/server.js';

interface ListFlags {
  readonly stuck?: boolean;
  readonly waiting?: boolean;
  readonly limit: string;
  readonly json?: boolean;
}

export async function listRuns(io: Io, flags: ListFlags): Promise<void> {
  if (flags.stuck === true && flags.waiting === true)
    throw new CliError(2, 'Expected one of --stuck and --waiting, got both.');
  const limit = Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
    throw new CliError(
      2,
      `--limit takes a whole number from 1 to 10000, got "${flags.limit}"; for example: --limit 200`,
    );
  }
  await onServer(io, async (server) => {
    if (flags.stuck === true) return listStuck(io, server, limit, flags.json === true);
    const query = flags.waiting === true ? waitingQuery : allRuns;
    const rows = await findRuns(server, query, limit);
    if (flags.json === true) return io.json({ query, runs: rows });
    print(io, rows, flags.waiting === true ? 'No run waits for a person.' : 'There is no run yet.', query);
  });
}

async function listStuck(io: Io, server: Server, limit: number, json: boolean): Promise<void> {
  const query = stuckQuery(Date.now());
  const [overdue, open] = [await findRuns(server, query, limit), await findRuns(server, openRuns, limit)];
  const looks = await lookForEach(server, open);
  const silent = withoutWorker(open, looks, server.operator.hostId);
  const rows = [...new Map([...overdue, ...silent].map((row) => [row.workflowId, row])).values()];
  const queues = [...looks.values()].flat();
  if (json) return io.json({ query, queues, runs: rows });
  print(io, rows, 'No run is stuck.', query);
  const problem = workerProblem(queues);
  io.say(problem ?? 'task queues: a worker polls each of them');
}

async function lookForEach(
  server: Server,
  rows: readonly RunRow[],
): Promise<ReadonlyMap<string, readonly QueueLook[]>> {
  const looks = new Map<string, readonly QueueLook[]>();
  const hosts = new Set([server.operator.hostId, ...rows.flatMap((row) => (row.host === null ? [] : [row.host]))]);
  for (const host of hosts) looks.set(host, await lookAtQueues(server, host));
  return looks;
}

function print(io: Io, rows: readonly RunRow[], none: string, query: string): void {
  if (rows.length === 0) io.say(none);
  else io.data(runTable(rows, Date.now()));
  io.say(`query: ${query}`);
}
