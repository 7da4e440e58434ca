import { setTimeout as sleep } from 'node:timers/promises';
import { BoardFacts } from '../board/facts.js';
import { boardRows, lookAtRuns, repositoryPrefix } from '../board/look.js';
import { linePrinter, screenPrinter, type BoardPrinter } from '../board/print.js';
import { serverIsGone } from '../errors.js';
import { interruptible, unlessAborted } from '../interrupt.js';
import type { Io } from '../io.js';
import type { RunRow } from '../runs/find.js';
import { onServer, type Server } from '../temporal/server.js';

const everyMs = 1_000;

export async function watchRuns(io: Io, flags: { readonly repo?: string; readonly json?: boolean }): Promise<void> {
  await onServer(io, async (server) => {
    const prefix = flags.repo === undefined ? null : await repositoryPrefix(server, flags.repo, process.cwd());
    const { terminal, locale } = server.operator.config;
    // With its output in a pipe it is lines that are wanted; a dumb terminal can't be drawn on.
    const isDrawn = terminal.stdout && terminal.stderr && locale['TERM'] !== 'dumb' && flags.json !== true;
    const printer = isDrawn ? screenPrinter(process.stderr, io.colour) : linePrinter(io, flags.json === true);
    // A crash must not leave a terminal without its cursor.
    process.once('exit', printer.close);
    try {
      await interruptible('ends-process', (signal) => watch(server, { prefix, printer, signal }));
    } finally {
      printer.close();
      process.off('exit', printer.close);
    }
    io.exitWith(130);
  });
}

interface Watching {
  readonly prefix: string | null;
  readonly printer: BoardPrinter;
  readonly signal: AbortSignal;
}

async function watch(server: Server, { prefix, printer, signal }: Watching): Promise<void> {
  const facts = new BoardFacts(server);
  let rows: readonly RunRow[] = [];
  while (!signal.aborted) {
    const beganMs = Date.now();
    const looked = await unlessAborted(look(server, prefix, beganMs), signal);
    if (looked === null) return;
    if (looked.rows !== null) {
      ({ rows } = looked);
      facts.refresh(rows, beganMs);
    }
    printer.show(boardRows(rows, facts), looked.trouble);
    await sleep(Math.max(100, beganMs + everyMs - Date.now()), undefined, { signal }).catch(() => null);
  }
}

interface Looked {
  /** Null while the server is away: what was seen last stays. */
  readonly rows: readonly RunRow[] | null;
  readonly trouble: string | null;
}

async function look(server: Server, prefix: string | null, nowMs: number): Promise<Looked> {
  try {
    return { rows: await lookAtRuns(server, prefix, nowMs), trouble: null };
  } catch (error) {
    if (!serverIsGone(error)) throw error;
    const { address } = server.operator.temporal;
    return { rows: null, trouble: `The Temporal server at ${address} does not answer; trying again …` };
  }
}
