import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leafOf } from '../support/rule.js';
import { storyBranch, trustedOf } from './support/branch.js';
import type { Ground, GroundStory, WatchedRun } from './support/fault.js';
import { kept } from './support/facts.js';
import { inLeaf } from './support/nemesis.js';
import { commitBeside } from './support/person.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

/** A verifier that thinks for a while before the first step's commit: time to do something to the repositories. */
const slow: GroundStory = { leaves: [leafOf('verifier', 'green', 1, [{ sleepMs: 2_500 }])] };
const beforeCommit = (run: WatchedRun): Promise<void> => inLeaf(run, 'verify-green');
const anHourAgo = new Date(Date.now() - 3_600_000);

async function lockIn(
  ground: Ground,
  { told }: WatchedRun,
): Promise<{ readonly trusted: string; readonly lock: string }> {
  const trusted = (await trustedOf(ground, told.origin)) ?? '';
  const lock = join(trusted, 'refs/heads', `${storyBranch}.lock`);
  await writeFile(lock, '');
  await utimes(lock, anHourAgo, anHourAgo);
  return { trusted, lock };
}

let foreign = '';

playFaults('locks, and a branch that somebody moves', 'process', [
  storyFault({
    id: 'F47',
    title: 'a stale lock in the trusted repository: older than the worker and nobody’s, so it is removed',
    expected: 'done',
    story: slow,
    meanwhile: async (run, ground) => {
      await beforeCommit(run);
      await lockIn(ground, run);
    },
    says: [/^GREEN: PASS/, /^feat: n1/],
  }),
  storyFault({
    id: 'F47 (held)',
    title: 'a lock in the trusted repository while somebody’s git lives there: git-locked, nothing is removed',
    expected: 'git-locked',
    story: slow,
    meanwhile: async (run, ground) => {
      await beforeCommit(run);
      const { trusted, lock } = await lockIn(ground, run);
      const holder = spawn('sleep', ['200'], { env: { GIT_DIR: trusted, PATH: '/usr/bin:/bin' }, stdio: 'ignore' });
      await run.outcome();
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      // Fails when Pawl took away what is not its own.
      await rm(lock);
    },
    says: [/^bailed: git-locked: .*\.lock/],
    never: [/^feat: /],
  }),
  storyFault({
    id: 'F48',
    title: 'a person moves the branch: nothing is overwritten, their commit stays',
    expected: 'branch-moved',
    story: { ...slow, stepsDone: 1 },
    meanwhile: async (run) => {
      await beforeCommit(run);
      foreign = await commitBeside(run, storyBranch, { 'NOTES.md': 'mine\n' });
    },
    says: [/^bailed: branch-moved/],
    holds: async (run, ground) => ({
      'the person’s commit is the tip in the origin': (await run.told.git('rev-parse', storyBranch)) === foreign,
      ...(await kept(run, ground)),
    }),
  }),
]);
