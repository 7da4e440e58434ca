import { parseDuration } from '../../domain/steering/duration.js';
import { CliError, type Io } from '../io.js';
import { runTable } from '../render/runs.js';
import { allRuns, findRuns, type RunRow } from '../runs/find.js';
import { waitingQuery } from '../runs/stuck.js';
import { onServer } from '../temporal/server.js';
import { listStuck } from './list-stuck.js';

interface ListFlags {
  readonly stuck?: boolean;
  readonly waiting?: boolean;
  readonly after?: string;
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
  const afterMs = afterOf(flags);
  await onServer(io, async (server) => {
    if (flags.stuck === true) return listStuck(io, server, { limit, afterMs, json: flags.json === true });
    const query = flags.waiting === true ? waitingQuery : allRuns;
    const rows = await findRuns(server, query, limit);
    if (flags.json === true) return io.json({ query, runs: rows });
    print(io, rows, flags.waiting === true ? 'No run waits for a person.' : 'There is no run yet.');
    io.say(`query: ${query}`);
  });
}

function afterOf({ after, stuck }: ListFlags): number | null {
  if (after === undefined) return null;
  if (stuck !== true) throw new CliError(2, '--after belongs to --stuck; for example: pawl list --stuck --after 20m');
  const ms = parseDuration(after);
  if (ms === null) {
    throw new CliError(2, `--after takes a duration of 1 second to 366 days, got "${after}"; for example: --after 20m`);
  }
  return ms;
}

function print(io: Io, rows: readonly RunRow[], none: string): void {
  if (rows.length === 0) io.say(none);
  else io.data(runTable(rows, Date.now()));
}
