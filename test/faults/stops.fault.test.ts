import { follow, leafPids, until } from '../support/rig.js';
import { redDo, storyScenario, type StoryLeaf } from '../support/story.js';
import { callsOf, subjectsOf } from './support/counts.js';
import { branchOf } from './support/branch.js';
import type { Fault, Ground, Played, WatchedRun } from './support/fault.js';
import { outcomeOf } from './support/ground.js';
import { executionsOf } from './support/history.js';
import { inLeaf } from './support/nemesis.js';
import { playFaults } from './support/play.js';

type Mode = 'at-ledger' | 'at-leaf' | 'now';

/** Goes on with what a stopped run left, to its end. */
async function resume({ rig }: Ground, { told }: WatchedRun): Promise<string> {
  const { carry } = await told.result();
  return outcomeOf(await follow(rig, { ...told, input: { ...told.input, gear: null, resume: carry } }));
}

/** A stop that comes while the run waits at a crash point; afterwards it is resumed to its end. */
function stopAt(mode: Mode, point: string, featuresThen: number): Fault {
  return {
    id: `F68 (${mode})`,
    title: `a stop ${mode} at ${point}: nothing starts past its bound, and a resume ends it`,
    expected: 'stopped',
    play: async (ground) => {
      await ground.crash.arm(point);
      const run = await ground.tell({ steps: 2, stepsDone: 2 });
      await ground.crash.reached(point);
      await run.told.signal('requestStop', { mode });
      await ground.crash.free(point);
      const outcome = await run.outcome();
      const features = subjectsOf(await branchOf(ground, run)).filter((subject) => subject.startsWith('feat'));
      return resumed(ground, run, outcome, [
        {
          what: `${features.length} steps stood at the stop, expected ${featuresThen}`,
          holds: features.length === featuresThen,
        },
      ]);
    },
  };
}

async function resumed(
  ground: Ground,
  run: WatchedRun,
  outcome: Played['outcome'],
  checks: NonNullable<Played['checks']>,
): Promise<Played> {
  const end = await resume(ground, run);
  return { outcome, runs: [run], checks: [...checks, { what: `the resumed run ended ${end}`, holds: end === 'done' }] };
}

const deaf: StoryLeaf = {
  ...{ role: 'developer', phase: 'red', step: '1', attempt: 1 },
  do: [...(redDo(1) ?? []), { hangIgnoringTerm: true }],
};

playFaults('stops', 'process', [
  stopAt('at-ledger', 'leaf-taken', 1),
  stopAt('at-leaf', 'verify-ends', 0),
  {
    id: 'F68 (now)',
    title: 'a stop now in a leaf that ignores TERM: it is dead, its work is kept aside, and a resume ends the run',
    expected: 'stopped',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1, leaves: [deaf], options: { idleTimeoutMs: 120_000 } });
      await inLeaf(run, 'develop-red');
      const { firstRunId } = await run.told.status();
      await until(async () => (await leafPids(firstRunId)).length > 0, 60_000);
      await run.told.signal('requestStop', { mode: 'now' });
      const outcome = await run.outcome();
      const alive = await leafPids(firstRunId);
      const { report, carry } = await run.told.result();
      const { input } = run.told;
      // The leaf of the first scenario would hang again at its first attempt.
      const options = { ...input.options, scenario: storyScenario(1) };
      const again = { ...run.told, input: { ...input, options, gear: null, resume: carry } };
      const end = await outcomeOf(await follow(ground.rig, again));
      const started = callsOf(await executionsOf(ground, run.told.id), 'develop', { phase: 'red' });
      return {
        ...{ outcome, runs: [run] },
        checks: [
          { what: `alive after the stop: ${alive.join(', ')}`, holds: alive.length === 0 },
          { what: `${report.attempts.length} attempts are kept, expected 1`, holds: report.attempts.length === 1 },
          { what: `the resumed run ended ${end}`, holds: end === 'done' },
          { what: `there were ${started.length} RED leaves, expected 2`, holds: started.length === 2 },
        ],
      };
    },
  },
]);
