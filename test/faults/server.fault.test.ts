import { setTimeout as sleep } from 'node:timers/promises';
import { redDo, type StoryLeaf } from '../support/story.js';
import { callsOf } from './support/counts.js';
import { executionsOf } from './support/history.js';
import { inLeaf, kill } from './support/nemesis.js';
import { playFaults } from './support/play.js';

/** Far longer than the outage: the leaf's worker is not to be taken for lost. */
const patient = { heartbeatMs: 240_000, idleTimeoutMs: 120_000 };

const redThatSleeps = (sleepMs: number): StoryLeaf => ({
  role: 'developer',
  phase: 'red',
  step: '1',
  attempt: 1,
  do: [{ sleepMs }, ...(redDo(1) ?? [])],
});

playFaults('a server that is killed', 'process', [
  {
    id: 'F14',
    title: 'kill -9 of the server, same database: what was at work is not done again',
    expected: 'done',
    play: async (ground) => {
      const leaves = [redThatSleeps(3_000)];
      const run = await ground.tell({ steps: 1, stepsDone: 1, leaves, options: patient });
      await inLeaf(run, 'develop-red');
      await kill(ground, 'server');
      const outcome = await run.outcome();
      const asked = callsOf(await executionsOf(ground, run.told.id), 'develop', { phase: 'red' });
      const once = { what: `develop-red was asked for ${asked.length} times`, holds: asked.length === 1 };
      return { outcome, runs: [run], checks: [once] };
    },
  },
  {
    id: 'F15',
    // A result that can't be told for longer than the SDK tries, about 10 s, is lost with its leaf, which runs again.
    title: 'the server is away for 60 s, in a leaf: the worker stays, and the run goes on by itself',
    expected: 'done',
    play: async (ground) => {
      const { rig } = ground;
      const options = { idleTimeoutMs: 120_000 };
      const run = await ground.tell({ steps: 1, stepsDone: 1, leaves: [redThatSleeps(5_000)], options });
      await inLeaf(run, 'develop-red');
      const { pid } = rig.worker;
      await rig.server.kill();
      await sleep(60_000);
      await rig.server.start();
      const outcome = await run.outcome();
      const same = { what: 'the worker ended', holds: isAlive(pid) };
      return { outcome, runs: [run], checks: [same] };
    },
  },
  {
    id: 'F16',
    title: 'kill -9 of server and worker together, in a leaf: both come back, the run goes on',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({
        steps: 1,
        stepsDone: 1,
        leaves: [redThatSleeps(3_000)],
        options: { idleTimeoutMs: 120_000 },
      });
      await inLeaf(run, 'develop-red');
      await kill(ground, 'both');
      return { outcome: await run.outcome(), runs: [run] };
    },
  },
  {
    id: 'F16 (commit)',
    title: 'kill -9 of both when the branch is moved and nobody knows yet',
    expected: 'done',
    play: async (ground) => {
      await ground.crash.arm('commit-on-branch', 1);
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      await ground.crash.reached('commit-on-branch');
      await kill(ground, 'both', 'commit-on-branch');
      return { outcome: await run.outcome(), runs: [run] };
    },
  },
]);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
