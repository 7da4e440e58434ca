import { Context } from '@temporalio/activity';
import type { GenerateInput, GenerateReport } from '../contract/activities.js';
import { parseTestCommand } from '../domain/evidence/test-command.js';
import { networkForTests } from '../domain/leaf/wall-rules.js';
import type { ProgramSpec } from '../ports/program.js';
import type { WorkFolder } from '../ports/run-folders.js';
import { showStore, storeFor } from './dependencies.js';
import { hiddenFromRun } from './hidden.js';
import { folderLabel, leafIdPrefix } from './leaf-id.js';
import { loadLedger } from './ledger-at.js';
import { plannedFiles } from './planned-files.js';
import { throwIfCancelled } from './pulse.js';
import { openRun, type Run } from './run-facts.js';
import { childEnv, runProgram, visibleToolchains } from './run-program.js';
import { heedStopFiles } from './stop-files.js';
import { takenReport } from './taken.js';
import type { Tools } from './tools.js';

const nothingTaken = { tree: null, changed: [], testFiles: [], refusals: [], notes: [] } as const;

/** Runs the command that an approved list names, behind the walls of a test run; no leaf writes such files (R-000-60). */
export async function generate(tools: Tools, input: GenerateInput): Promise<GenerateReport> {
  const run = await openRun(tools, input.scope);
  await heedStopFiles(tools, run, input.label);
  const { step, tree } = input;
  const command = parseTestCommand(step.command ?? '');
  if (command.kind !== 'command') return { ...nothingTaken, problem: command.reason, output: '' };
  const label = folderLabel(input.label, 'generate', Context.current().info.attempt);
  const [folder, store] = await Promise.all([tools.folders.open(run.key, label), storeFor(tools, run, input)]);
  await run.repository.exportTree(tree, folder.work);
  const result = await runProgram(
    tools,
    { runKey: run.key, label },
    specOf(tools, run, { folder, store, argv: command.argv }),
  );
  throwIfCancelled(Context.current());
  const output = [result.out.tail, result.err.tail].join('\n').trim().slice(-4_000);
  const ended = result.end === 'exited' && result.exitCode === 0;
  const how = result.end === 'exited' ? `exit code ${result.exitCode ?? '-'}` : result.end;
  if (!ended) {
    await tools.folders.discard(run.key, label);
    return { ...nothingTaken, problem: `${step.command ?? ''}: ${how} ${result.problem ?? ''}`.trim(), output };
  }
  const wanted = plannedFiles(run, await loadLedger(run, tree), step.id);
  const taken = await run.repository.takeTree(folder.work, tree, wanted);
  await tools.folders.discard(run.key, label);
  const report = await takenReport(run, { phase: 'refactor', base: tree, wanted, frozen: [] }, taken);
  return { ...report, notes: report.notes.filter((text) => !text.includes('.git')), problem: null, output };
}

interface GeneratorPlace {
  readonly folder: WorkFolder;
  readonly store: string | null;
  readonly argv: readonly string[];
}

async function specOf(tools: Tools, run: Run, { folder, store, argv }: GeneratorPlace): Promise<ProgramSpec> {
  const network = networkForTests(run.facts.walls);
  const shown = await showStore(tools, store, { work: folder.work, home: folder.home, network });
  return {
    id: `${leafIdPrefix(run.key)}${folder.label}`,
    argv,
    cwd: folder.work,
    env: childEnv(tools, folder, shown),
    stdin: '',
    logFolder: folder.logs,
    walls: {
      writable: [folder.work, folder.home, folder.temporary],
      readable: visibleToolchains(tools, run),
      hidden: hiddenFromRun(tools, run),
      network,
      mounts: shown.mounts,
    },
    limits: { wallMs: run.facts.leafTimeoutMs, idleMs: null, watched: [], graceMs: tools.host.graceMs },
  };
}
