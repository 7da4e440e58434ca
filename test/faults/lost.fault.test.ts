import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunInput } from '../../src/contract/run-input.js';
import { follow, rig, tell, until, leafPids, type Rig, type Story, type Told } from '../support/rig.js';
import { redDo, storyScenario, type StoryLeaf } from '../support/story.js';
import { branchOf } from './support/branch.js';
import { subjectsOf } from './support/counts.js';
import type { Ground, Played } from './support/fault.js';
import { watched } from './support/ground.js';
import { judgeAnew } from './support/judge-anew.js';
import { inLeaf } from './support/nemesis.js';
import { playFaults } from './support/play.js';

/** The end comes in the second step: the first is on the branch, and this half-done. */
const slowRed: StoryLeaf = {
  ...{ role: 'developer', phase: 'red', step: '2', attempt: 1 },
  do: [...(redDo(2) ?? []), { sleepMs: 60_000 }],
};
const story: Story = { steps: 2, leaves: [slowRed], options: { heartbeatMs: 3_000, idleTimeoutMs: 120_000 } };

async function tellToTheMiddle(rigged: Rig): Promise<Told> {
  const told = await tell(rigged, story);
  await inLeaf({ told }, 'develop-red', '2');
  const { firstRunId } = await told.status();
  await until(async () => (await leafPids(firstRunId)).length > 0, 60_000);
  await rigged.worker.end('SIGKILL');
  await until(async () => (await leafPids(firstRunId)).length === 0, 60_000);
  return told;
}

/** A start that knows of no earlier one, as a person types it after the loss. */
async function startAnew(ground: Ground, told: Told, source: RunInput['source']): Promise<Played> {
  const { rig: rigged } = ground;
  const hostId = (await readFile(join(rigged.home, 'host-id'), 'utf8')).trim();
  const options = { ...told.input.options, scenario: storyScenario(2) };
  const input = { ...told.input, source, hostId, options, resume: null };
  const again = await follow(rigged, { id: told.id, origin: source.origin, input });
  const run = await watched(rigged.home, again, { ...story, stepsDone: 2 });
  const outcome = await run.outcome();
  const features = subjectsOf(await branchOf(ground, run)).filter((subject) => subject.startsWith('feat'));
  const once = { what: `code was committed as ${features.join(', ')}`, holds: features.length === 2 };
  return { outcome, runs: [], checks: [once, ...(await judgeAnew(ground, run))] };
}

playFaults('what is lost for good', 'process', [
  {
    id: 'F17',
    title: "the server's database is gone: a new start goes on from ledger and commits",
    expected: 'done',
    play: async (ground) => {
      const { rig: rigged } = ground;
      const told = await tellToTheMiddle(rigged);
      await told.handle.terminate('its database is taken for lost');
      // Another server, which has never heard of the run, and a worker with the same home.
      const fresh = await rig({ jail: 'process', env: { PAWL_HOME: rigged.home } });
      try {
        const lost = { ...ground, rig: { ...fresh, home: rigged.home } };
        return await startAnew(lost, told, told.input.source);
      } finally {
        await fresh.close();
        rigged.worker = await rigged.startWorker();
      }
    },
  },
  {
    id: 'F18',
    title: 'the host is gone, with database and home: from what was pushed, another one goes on',
    expected: 'done',
    play: async (ground) => {
      const host = await rig({ jail: 'process' });
      try {
        const told = await tellToTheMiddle(host);
        const origin = join(ground.rig.folder, 'of-a-lost-host');
        await cp(told.origin, origin, { recursive: true });
        await host.worker.end('SIGKILL');
        const source = { ...told.input.source, origin, file: join(origin, 'docs/issue.md') };
        return await startAnew(ground, told, source);
      } finally {
        await host.close();
      }
    },
  },
]);
