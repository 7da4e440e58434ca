import { leafPids, until } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';
import { branchOf } from './support/branch.js';
import { callsOf, subjectsOf } from './support/counts.js';
import type { Fault, Ground, WatchedRun } from './support/fault.js';
import { executionsOf } from './support/history.js';
import { leavesThatRan } from './support/leaf-folders.js';
import { inLeaf, kill, killAt } from './support/nemesis.js';
import { playFaults } from './support/play.js';

/** Commits of an undisturbed story: the plan is the first, a step's code the second. */
const secondCommit = 1;

// The plain forms of F1, F3, F4, F5, F6 and F9 are played each day: everyday.test.ts.

/** One kill of the worker at a point, and the run ends as if nothing had been. */
function killedAt(id: string, title: string, point: string, after = 0): Fault {
  return {
    id,
    title,
    expected: 'done',
    play: async (ground) => {
      await ground.crash.arm(point, after);
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      await ground.crash.reached(point);
      await kill(ground, 'worker', point);
      return { outcome: await run.outcome(), runs: [run] };
    },
  };
}

const featuresOf = async (ground: Ground, run: WatchedRun): Promise<readonly string[]> =>
  subjectsOf(await branchOf(ground, run)).filter((subject) => subject.startsWith('feat'));

const slowRed: StoryLeaf = {
  role: 'developer',
  phase: 'red',
  step: '1',
  attempt: 1,
  do: [{ write: 'half-done.txt', text: 'x' }, { sleepMs: 4_000 }, ...(redDo(1) ?? [])],
};

playFaults('a worker that is killed', 'process', [
  {
    id: 'F1 (counted)',
    title: 'kill -9 before a leaf is started: one leaf in all',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      // The planner's is the first.
      await killAt(ground, 'worker', 'leaf-laid', 1);
      const outcome = await run.outcome();
      const ran = await leavesThatRan(ground, run, 'develop-red');
      const asked = callsOf(await executionsOf(ground, run.told.id), 'develop', { phase: 'red' });
      return {
        ...{ outcome, runs: [run] },
        checks: [
          { what: `develop-red ran ${ran.length} times, expected once`, holds: ran.length === 1 },
          { what: `develop-red was asked for ${asked.length} times, expected twice`, holds: asked.length === 2 },
        ],
      };
    },
  },
  {
    id: 'F2',
    title: 'kill -9 while a leaf works: its tree dies, the next try has a fresh checkout',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1, leaves: [slowRed], options: { idleTimeoutMs: 120_000 } });
      await inLeaf(run, 'develop-red');
      const { firstRunId } = await run.told.status();
      await ground.rig.worker.end('SIGKILL');
      await until(async () => (await leafPids(firstRunId)).length === 0, 8_000);
      ground.rig.worker = await ground.rig.startWorker();
      const outcome = await run.outcome();
      const files = await run.told.git('ls-tree', '-r', '--name-only', 'tdd/docs--issue');
      const clean = { what: 'what the killed leaf wrote is on the branch', holds: !files.includes('half-done.txt') };
      return { outcome, runs: [run], checks: [clean] };
    },
  },
  killedAt('F3 (taken)', 'kill -9 when its tree is taken and nobody knows yet', 'leaf-taken'),
  {
    ...killedAt(
      'F4 (nothing yet)',
      'kill -9 when the tree is written: the branch has nothing of it',
      'commit-tree-made',
      secondCommit,
    ),
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      await ground.crash.arm('commit-tree-made', secondCommit);
      await ground.crash.reached('commit-tree-made');
      const before = await featuresOf(ground, run);
      await kill(ground, 'worker', 'commit-tree-made');
      const outcome = await run.outcome();
      const none = { what: 'there was a commit before the kill', holds: before.length === 0 };
      return { outcome, runs: [run], checks: [none] };
    },
  },
  killedAt(
    'F5 (written)',
    'kill -9 when a commit is written, and the branch not moved',
    'commit-written',
    secondCommit,
  ),
  {
    id: 'F9 (twice)',
    title: 'kill -9 in the verifier: it judges the same tree again, with the same verdict',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      await killAt(ground, 'worker', 'verify-ends');
      const outcome = await run.outcome();
      const calls = callsOf(await executionsOf(ground, run.told.id), 'verify', { phase: 'red' });
      const trees = new Set(calls.map(({ input }) => (input as { readonly tree: string }).tree));
      const judged = `${calls.length} verdicts on ${trees.size} trees, expected 2 on 1`;
      return { outcome, runs: [run], checks: [{ what: judged, holds: calls.length === 2 && trees.size === 1 }] };
    },
  },
  {
    id: 'F10',
    title: 'kill -9 around the tick: ticked means committed, at every moment',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      const halves: boolean[] = [];
      for (const point of ['commit-tree-made', 'commit-on-branch']) {
        await ground.crash.arm(point, point === 'commit-tree-made' ? secondCommit : 0);
        await ground.crash.reached(point);
        const branch = await branchOf(ground, run);
        const ticked = branch?.commits.some((commit) => commit.ticked.includes('1')) ?? false;
        halves.push(ticked !== (await featuresOf(ground, run)).length > 0);
        await kill(ground, 'worker', point);
      }
      const outcome = await run.outcome();
      const torn = { what: 'a tick without its commit, or a commit without its tick', holds: !halves.includes(true) };
      return { outcome, runs: [run], checks: [torn] };
    },
  },
  {
    id: 'F11',
    title: 'SIGTERM, as at a deploy: it drains, the next worker goes on',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1, leaves: [slowRed], options: { idleTimeoutMs: 120_000 } });
      await inLeaf(run, 'develop-red');
      const { firstRunId } = await run.told.status();
      const drained = ground.rig.worker;
      await drained.end('SIGTERM');
      const alive = await leafPids(firstRunId);
      ground.rig.worker = await ground.rig.startWorker();
      const outcome = await run.outcome();
      const said = drained.log().includes('SIGTERM: the worker takes no more work');
      return {
        ...{ outcome, runs: [run] },
        checks: [
          { what: `alive after the drain: ${alive.join(', ')}`, holds: alive.length === 0 },
          { what: 'the worker did not say that it drains', holds: said },
        ],
      };
    },
  },
]);
