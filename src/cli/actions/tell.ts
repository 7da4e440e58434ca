import type { StatusView } from '../../contract/views.js';
import { CliError, type Io } from '../io.js';
import { plainLine } from '../render/plain.js';
import { theRun } from '../runs/which.js';
import { askStatus } from '../temporal/queries.js';
import { send, type Message, type Sent } from '../temporal/send.js';
import { onServer, type Server } from '../temporal/server.js';

export interface Telling {
  readonly message: Message;
  /** Said before the run's own answer, as `approved: `. */
  readonly lead?: string;
  /** For a message that was ignored because what it wants holds already: no error. */
  readonly holdsAlready?: (status: StatusView) => boolean;
}

/** Sends a message to a run and says what it answered. @throws {CliError} 2 when the run ignored it. */
export async function tell(io: Io, typed: string | null, json: boolean, telling: Telling): Promise<void> {
  await onServer(io, async (server) => {
    const row = await theRun(server, typed, process.cwd());
    await tellRun(io, server, row.workflowId, { json, telling });
  });
}

/** The same for a run that is known already. */
export async function tellRun(
  io: Io,
  server: Server,
  workflowId: string,
  { json, telling }: { readonly json: boolean; readonly telling: Telling },
): Promise<Sent> {
  const sent = await send(server, workflowId, telling.message);
  const holds = sent.kind === 'ignored' && (await holdsAlready(server, workflowId, telling));
  sayOutcome(io, sent, json, { workflowId, lead: telling.lead ?? '', holds });
  return sent;
}

async function holdsAlready(server: Server, workflowId: string, { holdsAlready: holds }: Telling): Promise<boolean> {
  if (holds === undefined) return false;
  const status = await askStatus(server, workflowId);
  return status.kind === 'answer' && holds(status.value);
}

export interface Outcome {
  readonly workflowId: string;
  readonly lead?: string;
  /** Ignored, because what it wants holds already. */
  readonly holds?: boolean;
}

/** @throws {CliError} 2 when the run ignored it. */
export function sayOutcome(io: Io, sent: Sent, json: boolean, outcome: Outcome): void {
  const { workflowId, lead = '', holds = false } = outcome;
  switch (sent.kind) {
    case 'taken':
      if (json) return io.json({ workflowId, taken: true, answer: sent.answer, ...sent.status });
      return io.data(`${lead}${plainLine(sent.answer)}`);
    case 'unanswered':
      // It stands in the history; that nobody says what came of it is worth a line.
      io.say(
        `Sent, and kept in the run's history. Nobody answered yet (${sent.why}); it counts as soon as a worker is up: pawl worker`,
      );
      if (json) io.json({ workflowId, taken: null, why: sent.why });
      return;
    case 'ignored':
      if (!holds) throw new CliError(2, `${workflowId} ignored it: ${plainLine(sent.answer)}`);
      io.say(`${plainLine(sent.answer)}: nothing changed`);
      if (json) io.json({ workflowId, taken: false, answer: sent.answer, ...sent.status });
      return;
  }
}
