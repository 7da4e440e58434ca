import { fileURLToPath } from 'node:url';
import { leafPids, until } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';
import { branchOf } from './support/branch.js';
import { fakeClock, findLibrary } from './support/clock.js';
import { callsOf } from './support/counts.js';
import { executionsOf } from './support/history.js';
import { freeze, inLeaf, kill, swapWorker } from './support/nemesis.js';
import { playFaults } from './support/play.js';

/** A leaf that sleeps is not to be taken for one that hangs. */
const patient = { idleTimeoutMs: 120_000 };

/** Longer than the heartbeat timeout of these stories: the server gives the worker up. */
const frozenMs = 10_000;

const slowRed = (attempt: StoryLeaf['attempt'], sleepMs = 4_000): StoryLeaf => ({
  ...{ role: 'developer', phase: 'red', step: '1', attempt },
  do: [{ sleepMs }, ...(redDo(1) ?? [])],
});

/** Long enough for the late one to meet it at work. */
const slowTest =
  "import test from 'node:test';\ntest('takes its time', () => new Promise((end) => setTimeout(end, 3_000)));\n";

playFaults('a host that sleeps, hangs or lives by a wrong clock', 'process', [
  {
    id: 'F12',
    title: 'the worker is frozen in a leaf and comes back: the late attempt changes nothing',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1, leaves: [slowRed(1)], options: patient });
      await inLeaf(run, 'develop-red');
      await freeze(ground, frozenMs);
      const outcome = await run.outcome();
      const reds = callsOf(await executionsOf(ground, run.told.id), 'develop', { phase: 'red' });
      const late = { what: 'the server took the late result', holds: reds[0]?.completedAt === null };
      return { outcome, runs: [run], checks: [late] };
    },
  },
  {
    id: 'F12 (two workers)',
    title: 'the worker is frozen in a leaf, another one of its host goes on: one leaf lives, one result counts',
    expected: 'done',
    play: async (ground) => {
      const { rig } = ground;
      const run = await ground.tell({ steps: 1, stepsDone: 1, leaves: [slowRed('*', 8_000)], options: patient });
      await inLeaf(run, 'develop-red');
      const other = await rig.startWorker();
      try {
        await freeze(ground, frozenMs * 2);
        return { outcome: await run.outcome(), runs: [run] };
      } finally {
        await other.end('SIGTERM');
      }
    },
  },
  {
    id: 'F12 (late start)',
    title: 'a test run that the server gave up before it began, begins late: it does not end the one in its place',
    expected: 'done',
    play: async (ground) => {
      await ground.crash.arm('baseline-starts');
      const slow = { 'test/slow.test.js': slowTest };
      const run = await ground.tell({ steps: 1, stepsDone: 1, files: slow, options: patient });
      await ground.crash.reached('baseline-starts');
      await kill(ground, 'server');
      await until(async () => callsOf(await executionsOf(ground, run.told.id), 'baseline').length > 1, 120_000);
      await ground.crash.free('baseline-starts');
      return { outcome: await run.outcome(), runs: [run] };
    },
  },
  {
    id: 'F13',
    title: "the worker's event loop stands still for 10 s: what it was at starts again, once",
    expected: 'done',
    play: async (ground) => {
      const busy = fileURLToPath(new URL('./support/busy.mjs', import.meta.url));
      await swapWorker(ground, { NODE_OPTIONS: `--import=${busy}` });
      try {
        const run = await ground.tell({ steps: 1, stepsDone: 1, leaves: [slowRed(1)], options: patient });
        await inLeaf(run, 'develop-red');
        process.kill(ground.rig.worker.pid, 'SIGUSR2');
        return { outcome: await run.outcome(), runs: [run] };
      } finally {
        await swapWorker(ground);
      }
    },
  },
  {
    id: 'F19',
    title: 'two workers on one queue and one host: no leaf is doubled, one dies, both runs are done',
    expected: 'done',
    play: async (ground) => {
      const { rig } = ground;
      const other = await rig.startWorker();
      const [run, beside] = await Promise.all([
        ground.tell({ steps: 1, stepsDone: 1, leaves: [slowRed(1)], options: patient }),
        ground.tell({ steps: 1, stepsDone: 1, leaves: [slowRed(1)], options: patient }),
      ]);
      await inLeaf(run, 'develop-red');
      await other.end('SIGKILL');
      const outcome = await run.outcome();
      const also = await beside.outcome();
      return {
        outcome,
        runs: [run, beside],
        checks: [{ what: `the other run ended ${also}`, holds: also === 'done' }],
      };
    },
  },
  {
    id: 'F20',
    title: 'the clock jumps an hour ahead in a leaf, and two hours back: nothing runs out, dates do not go back',
    expected: 'done',
    missing: async () => ((await findLibrary()) === null ? 'skipped: faketime not installed' : null),
    play: async (ground) => {
      const clock = await fakeClock();
      if (clock === null) throw new Error('faketime was there a moment ago');
      await swapWorker(ground, clock.env);
      try {
        const run = await ground.tell({ steps: 2, stepsDone: 2, leaves: [slowRed(1)], options: patient });
        await inLeaf(run, 'develop-red');
        const { firstRunId } = await run.told.status();
        await until(async () => (await leafPids(firstRunId)).length > 0, 10_000);
        await clock.jump('+3600');
        await inLeaf(run, 'develop-red', '2');
        await clock.jump('-3600');
        const outcome = await run.outcome();
        const reds = callsOf(await executionsOf(ground, run.told.id), 'develop', { phase: 'red' });
        const dates = await commitDates(run.told.git);
        const sorted = dates.every((date, at) => at === 0 || date >= (dates[at - 1] ?? 0));
        return {
          ...{ outcome, runs: [run] },
          checks: [
            { what: `develop-red was asked for ${reds.length} times, not once a step`, holds: reds.length === 2 },
            { what: `commits are dated ${dates.join(', ')}`, holds: sorted && dates.length > 0 },
            { what: 'there is no branch', holds: (await branchOf(ground, run)) !== null },
          ],
        };
      } finally {
        await swapWorker(ground);
        await clock.close();
      }
    },
  },
]);

/** Seconds, oldest commit first. */
async function commitDates(git: (...args: string[]) => Promise<string>): Promise<readonly number[]> {
  const lines = await git('log', '--reverse', '--format=%ct', 'main..tdd/docs--issue');
  return lines.split('\n').map(Number);
}
