import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../support/rig.js';
import { leafOf } from '../support/rule.js';
import { storyBranch } from './support/branch.js';
import type { GroundStory, WatchedRun } from './support/fault.js';
import { kept } from './support/facts.js';
import { inLeaf } from './support/nemesis.js';
import { commitBeside } from './support/person.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

/** A verifier that thinks for a while before the step's commit: time to do something to the origin. */
const slow: GroundStory = { leaves: [leafOf('verifier', 'green', 1, [{ sleepMs: 2_500 }])] };
const beforeCommit = (run: WatchedRun): Promise<void> => inLeaf(run, 'verify-green');

/** How often the server has started the commit that is under way. */
async function triesOf({ told }: WatchedRun): Promise<number> {
  const { raw } = await told.handle.describe();
  return raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'commit')?.attempt ?? 0;
}

async function isOnMain(run: WatchedRun, sha: string): Promise<boolean> {
  return (await run.told.git('rev-parse', 'main')) === sha;
}

let foreign = '';

playFaults('an origin that moves, refuses, or is gone', 'process', [
  storyFault({
    id: 'F49',
    title: 'the origin refuses the push: push-refused, no second try, local commits kept',
    expected: 'push-refused',
    story: { ...slow, stepsDone: 1 },
    meanwhile: async (run) => {
      await beforeCommit(run);
      await run.told.git('config', 'receive.procReceiveRefs', 'refs/heads');
    },
    says: [/^bailed: push-refused: the origin refused tdd\/docs--issue/],
    holds: kept,
  }),
  storyFault({
    id: 'F49 (base)',
    title: 'the base moves: never a rebase, the run ends on the base that it began with',
    expected: 'done',
    story: slow,
    meanwhile: async (run) => {
      await beforeCommit(run);
      foreign = await commitBeside(run, 'main', { 'NOTES.md': 'on main\n' });
    },
    says: [/^published/],
    holds: async (run) => ({
      'main is where the person left it': await isOnMain(run, foreign),
      'the branch stands on the old base': (await run.told.git('merge-base', 'main', storyBranch)) === run.base,
    }),
  }),
  storyFault({
    id: 'F50',
    title:
      'the base moves so that the branch would conflict: no rebase, the branch is whole (a draft that says so comes with trackers)',
    expected: 'done',
    story: slow,
    meanwhile: async (run) => {
      await beforeCommit(run);
      foreign = await commitBeside(run, 'main', { 'src/numbers.js': 'export const value = () => 1;\n' });
    },
    says: [/^published/],
    holds: async (run) => ({
      'it does conflict': await run.told.git('merge-tree', '--write-tree', 'main', storyBranch).then(
        () => false,
        () => true,
      ),
      'main is where the person left it': await isOnMain(run, foreign),
      'the branch stands on the old base': (await run.told.git('merge-base', 'main', storyBranch)) === run.base,
    }),
  }),
  storyFault({
    id: 'F51',
    title: 'the origin is gone for a while at the push: tried again until it is back',
    expected: 'done',
    story: slow,
    meanwhile: async (run, ground) => {
      await ground.crash.arm('commit-on-branch', 1);
      await ground.crash.reached('commit-on-branch');
      await awayWhile(run, async () => {
        await ground.crash.release();
        await until(async () => (await triesOf(run)) > 1, 60_000);
      });
    },
    says: [/^feat: n1/, /^published/],
  }),
  storyFault({
    id: 'F51 (for good)',
    title: 'the origin stays away: push-failed after some tries, local commits kept',
    expected: 'push-failed',
    story: { ...slow, stepsDone: 1 },
    meanwhile: async (run, ground) => {
      await ground.crash.arm('commit-on-branch', 1);
      await ground.crash.reached('commit-on-branch');
      await awayWhile(run, async () => {
        await ground.crash.release();
        await run.outcome();
      });
    },
    says: [/^bailed: push-failed/],
    holds: kept,
  }),
]);

/** The git directory only: a checkout whose remote can't be reached. */
async function awayWhile({ told }: WatchedRun, during: () => Promise<void>): Promise<void> {
  const [here, away] = [join(told.origin, '.git'), `${told.origin}-away`];
  await rename(here, away);
  try {
    await during();
  } finally {
    await rename(away, here);
  }
}
