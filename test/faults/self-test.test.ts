import { execFile, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { storyBranch, trustedOf } from './support/branch.js';
import type { Seen, WatchedRun } from './support/fault.js';
import { makeGround, type MadeGround } from './support/ground.js';
import { judge } from './support/oracle.js';
import { checkoutDigest, crowdedIn, watchLeaves } from './support/watch.js';

const exec = promisify(execFile);

describe('the oracle itself: what may not be is found', () => {
  let ground: MadeGround;
  let run: WatchedRun;
  let trusted: string;
  let tip: string;
  const git = async (...args: string[]): Promise<string> =>
    (await exec('git', ['--git-dir', trusted, ...args])).stdout.trimEnd();
  /** What the oracle says of the run as it stands now. */
  const broken = async (): Promise<readonly string[]> => {
    const seen: Seen = { crowded: [] };
    const findings = await judge(ground, { ...run, seen: () => Promise.resolve(seen) });
    return findings.flatMap(({ id, faults }) => faults.map((why) => `${id}: ${why}`));
  };

  beforeAll(async () => {
    ground = await makeGround('process', { database: 'memory' });
    run = await ground.tell({ steps: 1, stepsDone: 1 });
    expect(await run.outcome()).toBe('done');
    await run.seen();
    trusted = (await trustedOf(ground, run.told.origin)) ?? '';
    tip = await git('rev-parse', storyBranch);
  }, 180_000);
  afterAll(() => ground.close());

  test('a run to which nothing happened has no fault', async () => {
    expect(await broken()).toEqual([]);
  });

  test('a double commit is found: the same step, once more', async () => {
    const message = await git('log', '--format=%B', '--grep=^feat', '-1', storyBranch);
    const again = await git('commit-tree', `${tip}^{tree}`, '-p', tip, '-m', message);
    await git('update-ref', `refs/heads/${storyBranch}`, again);
    expect(await broken()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^I2: step 1 has 2 commits with code/)]),
    );
    await git('update-ref', `refs/heads/${storyBranch}`, tip);
  });

  test('a commit that nobody passed, without a trailer, beside the line, is found', async () => {
    const other = await git('rev-parse', `${tip}:docs`);
    const own = ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.org'];
    const base = await git('rev-parse', `${tip}~2`);
    const odd = await git(...own, 'commit-tree', other, '-p', tip, '-p', base, '-m', 'feat: more');
    await git('update-ref', `refs/heads/${storyBranch}`, odd);
    const said = (await broken()).join('\n');
    for (const id of ['I1', 'I2', 'I3', 'I4']) expect(said).toContain(`${id}: `);
    await git('update-ref', `refs/heads/${storyBranch}`, tip);
  });

  test('a leaf that outlives its run is found', async () => {
    const { firstRunId } = await run.told.status();
    const child = spawn('sleep', ['300'], {
      env: { ...process.env, LEAF_ID: `pawl/${firstRunId}/x` },
      stdio: 'ignore',
    });
    try {
      expect((await broken()).join('\n')).toContain(`I5: alive: ${String(child.pid)}`);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('two leaves in one workspace are found', async () => {
    const work = join(ground.rig.home, 'somewhere');
    await mkdir(work);
    const watch = watchLeaves(ground.rig.home);
    const children = ['one', 'other'].map((name) =>
      spawn('sleep', ['300'], { cwd: work, env: { ...process.env, LEAF_ID: name }, stdio: 'ignore' }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { crowded } = await watch.end();
    for (const child of children) child.kill('SIGKILL');
    expect(crowded).toHaveLength(1);
    expect(
      crowdedIn([
        { id: 'one', work },
        { id: 'one', work },
      ]),
    ).toEqual([]);
  });

  test('a secret, a lock and a changed checkout are found', async () => {
    const leak = join(ground.rig.home, 'leak.txt');
    await writeFile(leak, `token: ${ground.canary}`);
    await writeFile(join(trusted, 'index.lock'), '');
    await writeFile(join(run.told.origin, 'src/numbers.js'), '// somebody was here');
    const said = (await broken()).join('\n');
    expect(said).toContain(`I8: it stands in ${leak}`);
    expect(said).toContain('I11: locks in');
    expect(said).toContain('I11: the checkout is not what it was');
    await Promise.all([rm(leak), rm(join(trusted, 'index.lock'))]);
    await run.told.git('checkout', '-q', '--', 'src/numbers.js');
    // Git rewrites its index, which is a part of the checkout.
    expect(await checkoutDigest(run.told.origin)).not.toBe('');
  });
});
