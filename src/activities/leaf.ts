import { Context } from '@temporalio/activity';
import type { LeafLabel, LeafReport } from '../contract/activities.js';
import { displayLine } from '../domain/sanitise.js';
import type { ModelTier } from '../domain/leaf/model-tier.js';
import type { Phase } from '../domain/run/phase.js';
import { networkFor } from '../domain/leaf/wall-rules.js';
import type { Role } from '../domain/leaf/roles.js';
import type { ArtifactRef } from '../domain/run/references.js';
import type { Agent, LeafCommand, LeafConclusion, LeafJob } from '../ports/agent.js';
import type { ProgramSpec } from '../ports/program.js';
import type { WorkFolder } from '../ports/run-folders.js';
import { crashPoint } from './crash-point.js';
import { showStore, storeFault } from './dependencies.js';
import { hiddenFromRun } from './hidden.js';
import { folderLabel, leafIdPrefix } from './leaf-id.js';
import { storeManifest, treeLists, type LaidTrees } from './leaf-manifest.js';
import { agentOf, type Run } from './run-facts.js';
import { childEnv, runProgram, visibleToolchains } from './run-program.js';
import { heedStopFiles } from './stop-files.js';
import type { Tools } from './tools.js';

export interface LeafTask {
  readonly role: Role;
  readonly phase: Phase;
  readonly label: LeafLabel;
  /** `develop-red`, `verify-green` … (R-002-44). */
  readonly name: string;
  /** How strong a model it asks for; `standard` when left out. */
  readonly tier?: ModelTier;
  readonly prompt: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  readonly store: string | null;
  /** May the leaf start programs? */
  readonly shell: boolean;
  /** Lays the leaf's folder: a workspace, or an export for a verifier. */
  readonly lay: (folder: WorkFolder) => Promise<void>;
  /** What `lay` lays: files of these trees that are not there afterwards were withheld. */
  readonly trees: LaidTrees;
  /** For the manifest: what the prompt was made from, by name and hash. */
  readonly sources?: Readonly<Record<string, string>>;
}

export interface LeafRun {
  readonly report: LeafReport;
  readonly conclusion: LeafConclusion;
  readonly folder: WorkFolder;
  /** What to say of the dependencies it was shown, if it wrote to them. */
  readonly storeFault: string | null;
  /** Everything it was given, by hash. */
  readonly manifest: ArtifactRef;
}

/**
 * One short-lived leaf, from an empty folder to its conclusion (R-002-03, R-002-05). The caller discards the folder.
 * @throws stop-file when a stop is asked for in the origin: nothing was laid
 */
export async function runLeaf(tools: Tools, run: Run, task: LeafTask): Promise<LeafRun> {
  const context = Context.current();
  await heedStopFiles(tools, run, task.label);
  const agent = await agentOf(tools, run, task.role);
  const label = folderLabel(task.label, task.name, context.info.attempt);
  const leafId = `${leafIdPrefix(run.key)}${label}`;
  const folder = await tools.folders.open(run.key, label);
  const { step, attempt } = task.label;
  const event = { step, phase: task.phase, attempt, actor: task.role, leaf: task.name, id: leafId, agent: agent.name };
  const job = jobOf(tools, run, task, { folder, leafId });
  const prepared = prepare(tools, run, task, { folder, agent, job, event });
  const result = await runProgram(
    tools,
    { runKey: run.key, label },
    prepared.then(async ({ spec }) => {
      await crashPoint(tools, 'leaf-laid');
      return spec;
    }),
  );
  await crashPoint(tools, 'leaf-over');
  const { manifest } = await prepared;
  const [conclusion, fault] = await Promise.all([agent.conclude(job, result), storeFault(tools, run, task.store)]);
  await tools.folders.appendEvent(run.key, {
    kind: 'exit',
    ...event,
    outcome: conclusion.outcome,
    exitCode: result.exitCode,
  });
  const report: LeafReport = {
    leafId,
    outcome: conclusion.outcome,
    message: displayLine(conclusion.message, 1_000),
    tail: result.out.tail.slice(-4_000),
    usage: conclusion.usage,
    durationMs: result.durationMs,
    resetAtMs: conclusion.resetAtMs,
    manifest,
  };
  return { report, conclusion, folder, storeFault: fault, manifest };
}

function jobOf(
  tools: Tools,
  run: Run,
  task: LeafTask,
  { folder, leafId }: { readonly folder: WorkFolder; readonly leafId: string },
): LeafJob {
  return {
    leafId,
    role: task.role,
    phase: task.phase,
    step: task.label.step,
    attempt: task.label.attempt,
    tier: task.tier ?? 'standard',
    prompt: task.prompt,
    shell: task.shell,
    jail: tools.jail.kind,
    idleTimeoutMs: run.facts.idleTimeoutMs,
    timeoutMs: run.facts.leafTimeoutMs,
    usdLeft: task.label.usdLeft ?? null,
    schema: task.schema,
    folders: { work: folder.work, home: folder.home, temporary: folder.temporary, logs: folder.logs },
    env: task.env,
  };
}

interface Prepared {
  readonly spec: ProgramSpec;
  readonly manifest: ArtifactRef;
}

interface Launch {
  readonly folder: WorkFolder;
  readonly agent: Agent;
  readonly job: LeafJob;
  readonly event: Readonly<Record<string, unknown>>;
}

/** Lays the folder, and lists what the leaf is given before it starts (T12). */
async function prepare(
  tools: Tools,
  run: Run,
  task: LeafTask,
  { folder, agent, job, event }: Launch,
): Promise<Prepared> {
  const { leafId, role, phase, step, attempt, tier } = job;
  const [trees] = await Promise.all([treeLists(run, task.trees), task.lay(folder)]);
  const command = agent.plan(job);
  const spec = await specOf(tools, run, task, { folder, agent, command, leafId });
  // Letter for letter what the agent is given: one without schemas has a rule more than the others.
  const prompt = command.prompt ?? command.stdin;
  const named = { leaf: leafId, role, phase, step, attempt, agent: agent.name, tier: tier ?? 'standard' };
  const facts = { ...named, sources: { ...task.sources } };
  const [manifest] = await Promise.all([
    storeManifest(tools, run, { facts, prompt, schema: task.schema, folder, trees, spec }),
    tools.folders.write(`${folder.logs}/prompt.txt`, prompt),
  ]);
  const launched = { kind: 'launch', ...event, tier, pawl: tools.pawlVersion, manifest: manifest.sha256 };
  await tools.folders.appendEvent(run.key, launched);
  return { spec, manifest };
}

interface LeafPlace {
  readonly folder: WorkFolder;
  readonly agent: Agent;
  readonly command: LeafCommand;
  readonly leafId: string;
}

/** What a leaf gets, what it may touch and how long it may take (design 6): who judges has the network only to reach its model. */
async function specOf(
  tools: Tools,
  run: Run,
  task: LeafTask,
  { folder, agent, command, leafId }: LeafPlace,
): Promise<ProgramSpec> {
  const network = networkFor(task.role, agent.needsNetwork, run.facts.walls);
  const shown = await showStore(tools, task.store, { work: folder.work, home: folder.home, network });
  return {
    id: leafId,
    argv: command.argv,
    cwd: folder.work,
    env: { ...childEnv(tools, folder, shown), ...command.env, ...task.env },
    stdin: command.stdin,
    ...(command.reportPrefix === undefined ? {} : { reportPrefix: command.reportPrefix }),
    logFolder: folder.logs,
    walls: {
      writable: [folder.work, folder.home, folder.temporary],
      // The base tree of a refactor verdict, or of a critic, lies beside the export; nothing else is there to be read.
      readable: [...visibleToolchains(tools, run), ...command.readable, folder.base],
      hidden: hiddenFromRun(tools, run),
      network,
      mounts: shown.mounts,
    },
    limits: {
      wallMs: run.facts.leafTimeoutMs,
      idleMs: run.facts.idleTimeoutMs,
      watched: [folder.work],
      graceMs: tools.host.graceMs,
    },
  };
}
