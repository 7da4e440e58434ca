import { latestExecution, type RunRow } from '../runs/find.js';
import { theRun } from '../runs/which.js';
import { CliError } from '../io.js';
import type { Operator } from '../operator.js';
import { within, type Server } from '../temporal/server.js';
import { runKeyOf } from './run-key.js';

/** A run whose logs are wanted. */
export interface LogsOf {
  /** Name of its folder below `runs/`. */
  readonly key: string;
  /** Null when only the folder is known. */
  readonly row: RunRow | null;
}

/** By the server's word. @throws {CliError} 2 when its logs lie on another host */
export async function logsOfRun(server: Server, typed: string | null, cwd: string): Promise<LogsOf> {
  const { hostId } = server.operator;
  const row = await theRun(server, typed, cwd);
  if (row.host !== null && row.host !== hostId) {
    throw new CliError(
      2,
      `The logs of ${row.workflowId} lie on host ${row.host}; this one is ${hostId}.\nOn that host: pawl logs ${row.workflowId}`,
    );
  }
  return { key: await runKeyOf(server, row), row };
}

/** A run id, or a folder's name: needs no server. Null when this machine has no such folder. */
export async function logsOfFolder(operator: Operator, typed: string | null): Promise<LogsOf | null> {
  if (typed === null) return null;
  const { openRunLogs } = await import('../../local/leaf-logs.js');
  return (await openRunLogs(operator.config.home, typed)) === null ? null : { key: typed, row: null };
}

/** What can be typed when no server can be asked. */
export async function foldersHint(operator: Operator): Promise<string> {
  const { loggedRuns } = await import('../../local/leaf-logs.js');
  const names = await loggedRuns(operator.config.home, 5);
  if (names.length === 0) return 'No run has logs on this machine.';
  return `Without a server, name the run by its id; the newest here are:\n${names.map((name) => `  pawl logs ${name}`).join('\n')}`;
}

export async function isStillOpen(server: Server, row: RunRow): Promise<boolean | null> {
  const now = await within(server, 3_000, () => latestExecution(server, row.workflowId)).catch(() => null);
  return now === null ? null : now.open;
}
