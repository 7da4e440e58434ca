import { serverIsGone } from '../errors.js';
import { interruptible } from '../interrupt.js';
import { CliError, type Io } from '../io.js';
import type { LeafLog, RunLogs } from '../../local/leaf-logs.js';
import { foldersHint, isStillOpen, logsOfFolder, logsOfRun, type LogsOf } from '../logs/find.js';
import { fits, isListed, leafChoice, type LeafChoice } from '../logs/choose.js';
import { followLogs } from '../logs/follow.js';
import { hashesInHistory } from '../logs/history-hashes.js';
import { manifestOf, printManifest, type ShownManifest } from '../logs/manifest.js';
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
  readonly manifest?: boolean;
  readonly json?: boolean;
}

export async function showLogs(io: Io, typed: string | null, flags: LogsFlags): Promise<void> {
  const choice = leafChoice(flags);
  if (flags.follow === true && (flags.prompt === true || flags.manifest === true || flags.json === true)) {
    throw new CliError(2, '--follow shows what is written; it goes with none of --prompt, --manifest and --json.');
  }
  if (flags.prompt === true && flags.manifest === true)
    throw new CliError(2, 'One of --prompt and --manifest at a time; the manifest names the prompt by its hash.');
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
  if (flags.follow === true) return follow(desk, run, server, printer);
  return showOnce(desk, run, { printer, server });
}

interface Shown {
  readonly printer: Printer;
  readonly server: Server | null;
}

async function showOnce(
  { io, operator, flags, choice }: LogsDesk,
  run: LogsOf,
  { printer, server }: Shown,
): Promise<void> {
  const { openRunLogs } = await import('../../local/leaf-logs.js');
  const logs = await openRunLogs(operator.config.home, run.key);
  const leaves = (await logs?.leaves()) ?? [];
  const listed = leaves.filter((leaf) => isListed(choice, leaf));
  if (flags.manifest === true && logs !== null) {
    const wanted = listed.filter((one) => fits(choice, one));
    if (wanted.length > 0) return showManifests({ io, run, printer, server, json: flags.json === true }, logs, wanted);
  }
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

interface ManifestDesk extends Shown {
  readonly io: Io;
  readonly run: LogsOf;
  readonly json: boolean;
}

/** All that leaves were given, held against the hashes that were noted when they started. */
async function showManifests(desk: ManifestDesk, logs: RunLogs, leaves: readonly LeafLog[]): Promise<void> {
  const { io, run, printer, server, json } = desk;
  const hashes = server === null || run.row === null ? null : await hashesInHistory(server, run.row);
  const all: ShownManifest[] = [];
  for (const leaf of leaves) {
    const shown = await manifestOf(logs, leaf, hashes);
    all.push(shown);
    if (!json) printManifest(printer, leaf, shown);
  }
  if (json) io.json({ workflowId: run.row?.workflowId ?? null, run: run.key, folder: logs.folder, manifests: all });
  if (all.some(({ faults }) => faults.length > 0)) io.exitWith(1);
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
