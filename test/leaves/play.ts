import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DevelopReport, LeafReport } from '../../src/contract/activities.js';
import { verify } from '../../src/activities/verify.js';
import { createScriptedAgent } from '../../src/adapters/agents/scripted/scripted-agent.js';
import type { Facts } from '../../src/contract/run-facts.js';
import { afterLeaf } from '../../src/domain/leaf/after-leaf.js';
import { parseScenario } from '../../src/domain/leaf/parse-scenario.js';
import type { RunScope } from '../../src/domain/run/references.js';
import type { JailKind } from '../../src/ports/jail.js';
import { observedStep, oldTest, type ObservedStep } from '../activities/observe-support.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { temporaryFolder } from '../support/git-repos.js';
import type { Mode } from './mode.js';
import { modes } from './modes.js';
import { turns } from './turns.js';

/** What was seen of one leaf, by the activity that ran it and on the machine afterwards. */
export interface Seen {
  readonly leaf: LeafReport;
  readonly follows: string;
  readonly refusals: readonly string[];
  /** Bytes of the report that goes into the history. */
  readonly reportBytes: number;
  /** The larger of its two logs. */
  readonly logBytes: number;
  /** Processes of it that are still there, as the machine sees them. */
  readonly alive: readonly string[];
  readonly folderLeft: boolean;
  readonly wroteOutside: boolean;
}

export interface Stage {
  play(mode: Mode): Promise<Seen>;
  close(): Promise<void>;
}

const atOnce = 3;
const clocks = { patient: [120_000, 60_000], idle: [120_000, 2_500], wall: [2_500, 60_000] } as const;

/** One repository and one rig for all modes of a jail: the activities and adapters that a worker has, without a server. */
export async function stageFor(jail: JailKind): Promise<Stage> {
  const rig = await activityRig({ jail });
  const outside = await temporaryFolder('pawl-outside');
  const acting = withAgent(rig, jail, outside);
  const steps = new Map<string, Promise<ObservedStep>>();
  const stepFor = (clock: keyof typeof clocks): Promise<ObservedStep> => {
    const [leafTimeoutMs, idleTimeoutMs] = clocks[clock];
    const step = steps.get(clock) ?? observedStep(acting, { facts: { leafTimeoutMs, idleTimeoutMs } });
    steps.set(clock, step);
    return step;
  };
  const turn = turns(atOnce);
  return {
    play: (mode) =>
      turn(async () => lookAfter({ rig: acting, jail, outside }, mode, await stepFor(mode.clock ?? 'patient'))),
    close: () => rig.remove(),
  };
}

/** In no other process of this machine. */
const ticksOf = (mode: Mode, jail: JailKind): string => `ticks-${process.pid}-${jail}-${mode.id}`;

function withAgent(rig: ActivityRig, jail: JailKind, outside: string): ActivityRig {
  const leaves = modes.map((mode) => ({
    role: mode.role ?? 'developer',
    phase: 'green',
    step: mode.id,
    do: mode.does({ outside, ticks: ticksOf(mode, jail) }),
    ...mode.line,
  }));
  const plan = { files: [{ path: 'src/cart.js' }], steps: [{ id: '1', title: 'totals', criterion: 1 }] };
  const parsed = parseScenario(JSON.stringify({ version: 1, plan, leaves }));
  if (!parsed.ok) throw new Error(parsed.problem);
  const { leafPath } = rig;
  const agent = createScriptedAgent({ scenario: parsed.scenario, nodePath: process.execPath, leafPath });
  return { ...rig, tools: { ...rig.tools, findAgent: () => ({ agent }) } };
}

interface Scene {
  readonly rig: ActivityRig;
  readonly jail: JailKind;
  readonly outside: string;
}

async function lookAfter({ rig, jail, outside }: Scene, mode: Mode, step: ObservedStep): Promise<Seen> {
  const scope = await ownRun(rig, mode, step);
  const { leaf, ...seen } = await (mode.role === 'verifier'
    ? judged(rig, mode, { ...step, scope })
    : edited(mode, { ...step, scope }));
  const label = leaf.leafId.split('/').at(-1) ?? '';
  const runFolder = join(rig.home, 'runs', scope.key);
  const logs = ['out', 'err'].map((name) => statSync(join(runFolder, 'leaves', label, name)).size);
  return {
    leaf,
    ...seen,
    logBytes: Math.max(...logs),
    alive: aliveOf(leaf.leafId, ticksOf(mode, jail)),
    folderLeft: existsSync(join(runFolder, 'work', label)),
    wroteOutside: existsSync(join(outside, 'planted')),
  };
}

/** A run of its own: what is left of another leaf of the same run would be ended before this one starts. */
async function ownRun({ tools }: ActivityRig, mode: Mode, { scope }: ObservedStep): Promise<RunScope> {
  const key = `${scope.key}-${mode.id}`;
  const facts = JSON.parse(await tools.artifacts.get(scope.key, scope.facts)) as Facts;
  const body = await tools.artifacts.put(key, 'The body.');
  return { key, facts: await tools.artifacts.put(key, JSON.stringify({ ...facts, body })) };
}

type Told = Pick<Seen, 'leaf' | 'follows' | 'refusals' | 'reportBytes'>;
const bytesOf = (report: object): number => Buffer.byteLength(JSON.stringify(report));
const labelOf = (mode: Mode) =>
  ({ step: mode.id, phase: 'green', attempt: 1, serial: `leaf-${modes.indexOf(mode)}`, stopSeen: null }) as const;

async function edited(mode: Mode, step: ObservedStep): Promise<Told> {
  const report = await step.develop({ scope: step.scope, phase: 'green', label: labelOf(mode) });
  const { leaf, refusals } = report;
  return { leaf, refusals, follows: whatFollows(report), reportBytes: bytesOf(report) };
}

/** As the workflow decides, with a retry left and, where that is used, without one. */
function whatFollows({ leaf, changed, refusals }: DevelopReport): string {
  const ending = { outcome: leaf.outcome, changedSomething: changed.length > 0 || refusals.length > 0 };
  const after = afterLeaf({ ...ending, stuckLeft: 1 });
  const last = afterLeaf({ ...ending, stuckLeft: 0 });
  if (after.kind === 'again') return last.kind === 'bail' ? `again, then ${last.cause}` : `again, then ${last.kind}`;
  if (after.kind === 'bail') return `bails ${after.cause}`;
  if (after.kind !== 'judge') return after.kind === 'wait' ? 'waits' : 'asks';
  if (refusals.length > 0) return 'refused';
  return changed.length > 0 ? 'judged' : 'no change';
}

async function judged(rig: ActivityRig, mode: Mode, step: ObservedStep): Promise<Told> {
  const { scope, base } = step;
  const passed = { id: oldTest, file: 'test/old.test.js', name: 'adds', state: 'passed', durationMs: 1, failure: null };
  const run = { runner: 'node:test', end: 'exited', exitCode: 0, tests: [passed], fileFailures: [] };
  const evidence = await rig.tools.artifacts.put(scope.key, JSON.stringify({ ...run, problem: null, durationMs: 1 }));
  const input = { scope, store: null, label: labelOf(mode), phase: 'green', criterionNumber: 1, evidence } as const;
  const testFiles = ['test/old.test.js'];
  const report = await rig.inActivity(() => verify(rig.tools, { ...input, tree: base, base, testFiles }));
  // Whatever it did to its copy, the verdict is about the tree that it was given (R18).
  const follows = report.verdict.tree === base ? report.verdict.word : 'a verdict on another tree';
  return { leaf: report.leaf, refusals: [], follows, reportBytes: bytesOf(report) };
}

/** By LEAF_ID, or by the file that only what it left behind writes to: a cleared environment does not hide that. */
function aliveOf(leafId: string, ticks: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const text = ['environ', 'cmdline'].map((kind) => textOf(`/proc/${pid}/${kind}`));
      const isIts = text[0]?.split('\0').includes(`LEAF_ID=${leafId}`) === true || text[1]?.includes(ticks) === true;
      return isIts ? [`${pid}: ${text[1]?.replaceAll('\0', ' ') ?? ''}`] : [];
    });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
