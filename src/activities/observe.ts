import { Context } from '@temporalio/activity';
import type { LeafLabel } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import type { TestReport } from '../domain/evidence/evidence.js';
import { setupProblem } from '../domain/evidence/evidence-faults.js';
import { inRepository } from '../domain/evidence/projects.js';
import { networkForTests } from '../domain/leaf/wall-rules.js';
import type { ArtifactRef } from '../domain/run/references.js';
import type { ProgramResult, ProgramSpec } from '../ports/program.js';
import type { WorkFolder } from '../ports/run-folders.js';
import type { TestCommand } from '../ports/test-runner.js';
import { crashPoint } from './crash-point.js';
import { showStore, storeFault, storeFor } from './dependencies.js';
import { hiddenFromRun } from './hidden.js';
import { folderLabel, leafIdPrefix } from './leaf-id.js';
import type { Run } from './run-facts.js';
import { childEnv, idleOfRuns, runProgram, visibleToolchains } from './run-program.js';
import { throwIfCancelled } from './pulse.js';
import { heedStopFiles } from './stop-files.js';
import type { Tools } from './tools.js';

/** One run of the tests on one tree. */
export interface Seen {
  readonly report: TestReport;
  /** Tail of what the test command printed, capped. */
  readonly output: string;
  readonly durationMs: number;
}

export interface Observation extends Seen {
  readonly ref: ArtifactRef;
}

export interface ObserveJob {
  readonly tree: string;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly name: string;
  /** The run's own command for some files alone; left out: the whole suite. */
  readonly command?: TestCommand;
  /** Left out: the run's limit of a leaf. */
  readonly wallMs?: number;
}

/**
 * Runs the run's test command in a fresh export of the tree and reads its structured result: the only thing that
 * counts as evidence (design 4). Nothing a leaf left in its workspace is there.
 * @throws `runner-missing`, `setup-failed`; stop-file when a stop is asked for in the origin
 */
export async function observe(tools: Tools, run: Run, job: ObserveJob): Promise<Observation> {
  await heedStopFiles(tools, run, job.label);
  const seen = await look(tools, run, job);
  return { ...seen, ref: await storeReport(tools, run, seen.report) };
}

export function storeReport(tools: Tools, run: Run, report: TestReport): Promise<ArtifactRef> {
  return tools.artifacts.put(run.key, JSON.stringify(report));
}

/**
 * The same without a look for stop files, and nothing is stored: one of several runs of an activity. A result that was
 * measured with dependencies that something wrote to is measured once more, with new ones.
 */
export async function look(tools: Tools, run: Run, job: ObserveJob): Promise<Seen> {
  const first = await lookOnce(tools, run, job);
  if (!('fault' in first)) return first;
  const second = await lookOnce(tools, run, { ...job, name: `${job.name}-again` });
  if (!('fault' in second)) return second;
  const mend = 'use the jail bubblewrap, which holds them read-only, or let the tests write elsewhere';
  throw causeFailure('setup-failed', `twice while the tests ran: ${second.fault}; ${mend}`);
}

async function lookOnce(tools: Tools, run: Run, job: ObserveJob): Promise<Seen | { readonly fault: string }> {
  const context = Context.current();
  const command = job.command ?? run.facts.testCommand;
  const label = folderLabel(job.label, job.name, context.info.attempt);
  const [folder, store] = await Promise.all([tools.folders.open(run.key, label), storeFor(tools, run, job)]);
  const result = await runProgram(
    tools,
    { runKey: run.key, label },
    specOf(tools, run, { ...job, store, command }, folder),
  );
  throwIfCancelled(context);
  const own = await run.runner.read(command, folder.results, placeIn(folder, command), result);
  const report = inRepository(own, command.folder ?? '');
  const fault = await storeFault(tools, run, store);
  await tools.folders.discard(run.key, label);
  if (fault !== null) return { fault };
  const problem = setupProblem(report);
  if (problem !== null) throw causeFailure('runner-missing', problem);
  return { report, output: outputOf(result), durationMs: result.durationMs };
}

type PlacedJob = ObserveJob & { readonly command: TestCommand };

async function specOf(tools: Tools, run: Run, job: PlacedJob, folder: WorkFolder): Promise<ProgramSpec> {
  await run.repository.exportTree(job.tree, folder.work);
  await crashPoint(tools, 'export-laid');
  const plan = run.runner.plan(job.command, folder.results);
  const network = networkForTests(run.facts.walls);
  const shown = await showStore(tools, job.store, { work: folder.work, home: folder.home, network });
  return {
    id: `${leafIdPrefix(run.key)}${folder.label}`,
    argv: plan.argv,
    cwd: placeIn(folder, job.command),
    env: { ...childEnv(tools, folder, shown), ...plan.env },
    stdin: '',
    logFolder: folder.logs,
    walls: {
      writable: [folder.work, folder.home, folder.temporary, folder.results],
      readable: [...visibleToolchains(tools, run), ...plan.readable],
      hidden: hiddenFromRun(tools, run),
      network,
      mounts: shown.mounts,
    },
    limits: {
      wallMs: job.wallMs ?? run.facts.leafTimeoutMs,
      idleMs: idleOfRuns(run),
      watched: [folder.work, folder.results],
      graceMs: tools.host.graceMs,
    },
  };
}

/** The command of a project below the top runs in its folder. */
function placeIn({ work }: WorkFolder, { folder = '' }: TestCommand): string {
  return folder === '' ? work : `${work}/${folder}`;
}

function outputOf(result: ProgramResult): string {
  const parts = [result.out.tail, result.err.tail].filter((part) => part.trim() !== '');
  return parts.join('\n').slice(-4_000);
}

export async function loadReport(
  tools: { readonly artifacts: Pick<Tools['artifacts'], 'get'> },
  run: Run,
  ref: ArtifactRef,
): Promise<TestReport> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- written by `observe` of this same run and checked against its hash
  return JSON.parse(await tools.artifacts.get(run.key, ref)) as TestReport;
}
