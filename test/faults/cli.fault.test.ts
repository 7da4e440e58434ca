import { leafPids, until } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';
import { subjectsOf } from './support/counts.js';
import { branchOf } from './support/branch.js';
import type { Ground, WatchedRun } from './support/fault.js';
import { outcomeOf } from './support/ground.js';
import { inLeaf } from './support/nemesis.js';
import { playFaults } from './support/play.js';

/** Met by whoever wants it dead. */
const longRed = (step: string, sleepMs: number): StoryLeaf => ({
  ...{ role: 'developer', phase: 'red', step, attempt: 1 },
  do: [{ sleepMs }, ...(redDo(Number(step)) ?? [])],
});

const cli = async ({ rig }: Ground, { told }: WatchedRun, ...words: string[]): Promise<void> => {
  const { code, stderr } = await rig.temporal(['workflow', ...words, '-w', told.id]);
  if (code !== 0) throw new Error(`temporal workflow ${words.join(' ')}: ${stderr}`);
};

/** Number of the last decision before the first commit of a step was asked for: all after it is done again. */
async function beforeTheStep({ told }: WatchedRun): Promise<string> {
  const { events } = await told.handle.fetchHistory();
  let [decided, commits] = ['', 0];
  for (const event of events ?? []) {
    if (event.workflowTaskCompletedEventAttributes) decided = String(event.eventId);
    if (event.activityTaskScheduledEventAttributes?.activityType?.name !== 'commit') continue;
    commits += 1;
    // The first is the plan's.
    if (commits === 2)
      return String(event.activityTaskScheduledEventAttributes.workflowTaskCompletedEventId ?? decided);
  }
  throw new Error('no step was committed');
}

playFaults('a person with the temporal CLI', 'process', [
  {
    id: 'F72',
    title: 'terminate in a leaf: the leaf is dead, what was committed stays',
    expected: 'terminated',
    play: async (ground) => {
      const leaves = [longRed('2', 60_000)];
      const run = await ground.tell({ steps: 2, stepsDone: 1, leaves, options: { idleTimeoutMs: 120_000 } });
      await inLeaf(run, 'develop-red', '2');
      const { firstRunId } = await run.told.status();
      await until(async () => (await leafPids(firstRunId)).length > 0, 60_000);
      await cli(ground, run, 'terminate');
      const outcome = await run.outcome();
      await until(async () => (await leafPids(firstRunId)).length === 0, 60_000);
      return { outcome, runs: [run] };
    },
  },
  {
    id: 'F72 (cancel)',
    title: 'cancel in a leaf: it counts as a stop now',
    expected: 'stopped',
    play: async (ground) => {
      const leaves = [longRed('1', 60_000)];
      const run = await ground.tell({ steps: 1, stepsDone: 0, leaves, options: { idleTimeoutMs: 120_000 } });
      await inLeaf(run, 'develop-red');
      await cli(ground, run, 'cancel');
      return { outcome: await run.outcome(), runs: [run] };
    },
  },
  {
    id: 'F72 (reset)',
    // Its date is of another moment, so it is another commit: the branch is taken for one that a person moved.
    title: 'reset to before a commit that stands: it is not made twice, and nothing is overwritten',
    expected: 'branch-moved',
    play: async (ground) => {
      const { rig } = ground;
      const run = await ground.tell({
        steps: 2,
        stepsDone: 1,
        leaves: [longRed('2', 8_000)],
        options: { idleTimeoutMs: 120_000 },
      });
      await inLeaf(run, 'develop-red', '2');
      const before = subjectsOf(await branchOf(ground, run));
      await cli(ground, run, 'reset', '--event-id', await beforeTheStep(run), '--reason', 'a fault of the catalogue');
      // The first execution is terminated by it: the end is the new one's.
      const newest = rig.client.workflow.getHandle(run.told.id);
      const outcome = await outcomeOf({ ...run.told, handle: newest, result: () => newest.result() });
      const stood = {
        what: `the step stood before: ${before.join(', ')}`,
        holds: before.some((one) => one.startsWith('feat')),
      };
      return { outcome, runs: [run], checks: [stood] };
    },
  },
]);
