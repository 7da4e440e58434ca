import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Cause } from '../../../src/domain/run/causes.js';
import { RunOutcome } from '../../../src/domain/run/phase.js';
import { leafPids, projectRoot, replayHistory } from '../../support/rig.js';
import { trustedOf } from './branch.js';
import type { Ground } from './fault.js';
import { finding } from './finding.js';
import type { Evidence, Finding } from './oracle.js';
import { checkoutDigest, gitDirOf } from './watch.js';

const run = promisify(execFile);

/** I5: when a run is over nothing of it is alive, and its work folders are empty. */
export async function checkLeftovers(ground: Ground, { executions, run: { told } }: Evidence): Promise<Finding> {
  const runKey = executions[0]?.runId;
  if (runKey === undefined) return finding('I5', [], false);
  const faults: string[] = [];
  const alive = await stillAlive(runKey);
  if (alive.length > 0) faults.push(`alive: ${alive.join(', ')}`);
  const work = await readdir(join(ground.rig.home, 'runs', runKey, 'work')).catch(() => []);
  if (work.length > 0) faults.push(`left in its work folder: ${work.join(', ')}`);
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').filter((line) => line.includes(told.origin));
  if (mounts.length > 0) faults.push(`mounted: ${mounts.join('; ')}`);
  return finding('I5', faults);
}

/** A worker that was just killed takes its leaves with it, and that takes their guards a moment. */
async function stillAlive(runKey: string): Promise<readonly number[]> {
  for (let looks = 0; looks < 40; looks += 1) {
    if ((await leafPids(runKey)).length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return leafPids(runKey);
}

/** I8: the tracker's token is nowhere but in the worker's environment. */
export async function checkCanary({ canary, rig }: Ground, { executions, run: { told } }: Evidence): Promise<Finding> {
  const faults = executions
    .filter(({ text }) => text.includes(canary))
    .map(({ runId }) => `it stands in the history of ${runId}`);
  const found = await run('grep', ['-rlF', '--', canary, rig.folder]).then(
    ({ stdout }) => stdout.trim().split('\n'),
    () => [],
  );
  const trusted = await trustedOf({ rig } as Ground, told.origin);
  const stores = [(await gitDirOf(told.origin)).commonDir, ...(trusted === null ? [] : [trusted])];
  for (const gitDir of stores) {
    const { stdout } = await run('git', ['--git-dir', gitDir, 'log', '--all', '-p'], { maxBuffer: 256 * 1024 * 1024 });
    if (stdout.includes(canary)) faults.push(`it stands in a commit of ${gitDir}`);
  }
  return finding('I8', [...faults, ...found.map((path) => `it stands in ${path}`)]);
}

/** I9: every execution replays on the workflow bundle as it is. */
export async function checkReplay({ executions, run: { told } }: Evidence): Promise<Finding> {
  const faults: string[] = [];
  for (const { raw, runId } of executions) {
    await replayHistory({ events: [...raw.events] }, told.id).catch((error: unknown) => {
      faults.push(`${runId}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
  return finding('I9', faults, executions.length > 0);
}

/** I11: repositories are whole, no lock is left, and the person's checkout is what it was. */
export async function checkCheckout(ground: Ground, { run: watched }: Evidence): Promise<Finding> {
  const { told, checkout } = watched;
  const faults: string[] = [];
  if ((await checkoutDigest(told.origin)) !== checkout) faults.push('the checkout is not what it was');
  const trusted = await trustedOf(ground, told.origin);
  for (const gitDir of [(await gitDirOf(told.origin)).commonDir, ...(trusted === null ? [] : [trusted])]) {
    await run('git', ['--git-dir', gitDir, 'fsck', '--full', '--strict']).catch((error: unknown) => {
      faults.push(`fsck of ${gitDir}: ${String(error)}`);
    });
    const locks = (await readdir(gitDir, { recursive: true })).filter((name) => name.endsWith('.lock'));
    if (locks.length > 0) faults.push(`locks in ${gitDir}: ${locks.join(', ')}`);
  }
  return finding('I11', faults);
}

/** I12: how it ended stands on a closed list, in the failure's type or the result; the steps are those that were asked for. */
export function checkOutcome({ executions }: Evidence): Finding {
  const last = executions.at(-1)?.raw.events.at(-1);
  if (last === undefined) return finding('I12', [], false);
  const failure = last.workflowExecutionFailedEventAttributes?.failure;
  const type = failure?.applicationFailureInfo?.type ?? null;
  const isFailure =
    last.workflowExecutionFailedEventAttributes !== undefined && last.workflowExecutionFailedEventAttributes !== null;
  if (isFailure && !Cause.safeParse(type).success) return finding('I12', [`it failed with ${type ?? 'no type'}`]);
  const completed = last.workflowExecutionCompletedEventAttributes;
  if (completed) {
    const [payload] = completed.result?.payloads ?? [];
    const text = Buffer.from(payload?.data ?? []).toString();
    const outcome = /"outcome":"([a-z-]+)"/.exec(text)?.[1];
    if (!RunOutcome.safeParse(outcome).success)
      return finding('I12', [`its result names the outcome ${outcome ?? '-'}`]);
  }
  return finding('I12', []);
}

export function isBuilt(): Promise<boolean> {
  return access(join(projectRoot, 'dist/workflow-bundle.js')).then(
    () => true,
    () => false,
  );
}
