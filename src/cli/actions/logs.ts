import { serverIsGone } from '../errors.js';
import { interruptible } from '../interrupt.js';
import { CliError, type Io } from '../io.js';
import { foldersHint, isStillOpen, logsOfFolder, logsOfRun, type LogsOf } from '../logs/find.js';
import { fits, isListed, leafChoice, type LeafChoice } from '../logs/choose.js';
import { followLogs } from '../logs/follow.js';
import { LeafPrinter, printPrompt, type Printer } from '../logs/print.js';
import { loadOperator, type Operator } from '../operator.js';
import { paint } from '../render/colour.js';
import { leafTable } from '../render/logs.js';
import { useServer, type Server } from '../temporal/server.js';

export interface LogsFlags {
  readonly step?: string;
  readonly role?: string;
  readonly phase?: string;
  readonly follow?: boolean;
  readonly raw?: boolean;
  readonly prompt?: boolean;
  readonly json?: boolean;
}

export async function showLogs(io: Io, typed: string | null, flags: LogsFlags): Promise<void> {
  const choice = leafChoice(flags);
  if (flags.follow === true && (flags.prompt === true || flags.json === true)) {
    throw new CliError(2, '--follow shows what is written; it goes with neither --prompt nor --json.');
  }
  const operator = await loadOperator(io);
  const desk = { io, operator, flags, choice };
  const folder = await logsOfFolder(operator, typed);
  if (folder !== null) return show(desk, folder, null);
  try {
    await useServer(operator, async (server) => show(desk, await logsOfRun(server, typed, process.cwd()), server));
  } catch (error) {
    const isAbsent = (error instanceof CliError && error.exitCode === 6) || serverIsGone(error);
    if (!isAbsent || !(error instanceof Error)) throw error;
    throw new CliError(6, `${error.message}\n${await foldersHint(operator)}`);
  }
}

interface LogsDesk {
  readonly io: Io;
  readonly operator: Operator;
  readonly flags: LogsFlags;
  readonly choice: LeafChoice;
}

async function show(desk: LogsDesk, run: LogsOf, server: Server | null): Promise<void> {
  const { flags } = desk;
  const { rendererOf } = await import('../../local/leaf-logs.js');
  const printer: Printer = {
    io: desk.io,
    paint: paint(desk.io.colour),
    raw: flags.raw === true,
    readerOf: (agent) => rendererOf(desk.operator.config, agent),
  };
  return flags.follow === true ? follow(desk, run, server, printer) : showOnce(desk, run, printer);
}

async function showOnce({ io, operator, flags, choice }: LogsDesk, run: LogsOf, printer: Printer): Promise<void> {
  const { openRunLogs } = await import('../../local/leaf-logs.js');
  const logs = await openRunLogs(operator.config.home, run.key);
  const leaves = (await logs?.leaves()) ?? [];
  const listed = leaves.filter((leaf) => isListed(choice, leaf));
  if (flags.json === true) {
    return io.json({
      workflowId: run.row?.workflowId ?? null,
      run: run.key,
      folder: logs?.folder ?? null,
      leaves: listed,
    });
  }
  if (logs === null) return io.say(`No leaf of this run has started on this machine (run ${run.key}).`);
  if (listed.length === 0)
    return io.say(`The run has ${leaves.length} leaves, and none of them fits. All: pawl logs ${run.key}`);
  io.data(leafTable(listed));
  io.say(`folder: ${logs.folder}`);
  for (const leaf of listed.filter((one) => fits(choice, one))) {
    io.data('');
    if (flags.prompt === true) await printPrompt(printer, logs, leaf);
    else await new LeafPrinter(printer, logs, leaf).end(leaf);
  }
}

async function follow(desk: LogsDesk, run: LogsOf, server: Server | null, printer: Printer): Promise<void> {
  const { io, operator, choice } = desk;
  const { row } = run;
  const { openRunLogs } = await import('../../local/leaf-logs.js');
  if (row === null) io.say('Without the server nobody can tell when the run ends: Ctrl-C ends this.');
  const ended = await interruptible('ends-process', (signal) =>
    followLogs({
      printer,
      choice,
      open: () => openRunLogs(operator.config.home, run.key),
      isOpen: async () => (server === null || row === null ? null : isStillOpen(server, row)),
      signal,
    }),
  );
  if (ended === 'aborted') return io.exitWith(130);
  io.say(`The run has ended: pawl report ${row?.workflowId ?? run.key}`);
}
