import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { follow, until, type Told } from '../support/rig.js';
import type { Fault, Ground, WatchedRun } from './support/fault.js';
import { outcomeOf, watched } from './support/ground.js';
import { atGate } from './support/nemesis.js';
import { playFaults } from './support/play.js';

const signal = async ({ rig }: Ground, id: string, name: string, input: unknown): Promise<number> =>
  (await rig.temporal(['workflow', 'signal', '-w', id, '--name', name, '--input', JSON.stringify(input)])).code;

/** Number of the newest event: every message makes one. */
async function newest(told: Told): Promise<number> {
  return (await told.events()).at(-1)?.seq ?? 0;
}

/** At a gate, all that a person or a program may send by mistake, and only then the right word. */
async function sendNonsense(ground: Ground, run: WatchedRun): Promise<void> {
  const { told } = run;
  const before = await newest(told);
  const wrong: readonly (readonly [string, unknown])[] = [
    ['shiftGear', { wrong: 1 }],
    ['shiftGear', { gear: 'review-after' }],
    ['approve', { test: '0123456789' }],
    ['approve', null],
    ['sprint', { now: true }],
    ['reject', { because: '  ' }],
  ];
  for (const [name, input] of wrong) await signal(ground, told.id, name, input);
  await Promise.all(Array.from({ length: 500 }, () => told.signal('approve', { test: 'x' })));
  await until(
    async () => (await newest(told)) >= before + 500 + wrong.length,
    60_000,
    async () => `${await newest(told)} of ${before + 500 + wrong.length} messages are noted`,
  );
}

/** A second issue beside the first, in the same origin. */
async function tellBeside({ rig }: Ground, run: WatchedRun): Promise<WatchedRun> {
  const { input, id, origin } = run.told;
  const source = { ...input.source, slug: 'docs--issue-2' };
  const told = await follow(rig, { id: `${id}-2`, origin, input: { ...input, source } });
  return watched(rig.home, told, run.story);
}

const faults: readonly Fault[] = [
  {
    id: 'F66',
    title: 'a message before the start and one after the end: both are refused by name, neither does anything',
    expected: 'refused',
    play: async (ground) => {
      const { rig } = ground;
      const early = await signal(ground, 'tdd/local/nobody-abcdef/file-docs--issue', 'retry', {});
      const before = await rig.pawl(['gear', 'tdd/local/nobody-abcdef/file-docs--issue', 'review-before']);
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      const ended = await run.outcome();
      const late = await signal(ground, run.told.id, 'requestStop', { mode: 'now' });
      const after = await rig.pawl(['gear', run.told.id, 'review-before']);
      const refused = [early, late, before.code, after.code].every((code) => code !== 0);
      return {
        ...{ outcome: refused ? 'refused' : ended, runs: [run] },
        checks: [
          { what: `the run between them ended ${ended}`, holds: ended === 'done' },
          {
            what: `no run, said in other words: ${before.stderr}`,
            holds: /no run|not found|unknown/i.test(before.stderr),
          },
          {
            what: `a run that is over, said in other words: ${after.stderr}`,
            holds: after.stderr.includes('is not open'),
          },
        ],
      };
    },
  },
  {
    id: 'F67',
    title: 'malformed, unknown, late and doubled messages, 500 at once: each is noted, the run goes on',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1, gear: null });
      const test = await atGate(run);
      await sendNonsense(ground, run);
      const { state } = await run.told.status();
      // The right word three times: the second and third come late.
      for (let times = 0; times < 3; times += 1) await signal(ground, run.told.id, 'approve', { test });
      const gate = { what: `after the burst it was ${state}`, holds: state === 'gate' };
      return { outcome: await run.outcome(), runs: [run], checks: [gate] };
    },
  },
  {
    id: 'F69',
    title: 'a second start of the same issue: refused, and the first does not notice',
    expected: 'refused',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      const second = await follow(ground.rig, run.told).then(outcomeOf, (error: unknown) => {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return 'refused' as const;
        throw error;
      });
      const first = await run.outcome();
      const whole = { what: `the first run ended ${first}`, holds: first === 'done' };
      return { outcome: second, runs: [run], checks: [whole] };
    },
  },
  {
    id: 'F69 (side by side)',
    title: 'two issues of one repository: both are done, each on its branch',
    expected: 'done',
    play: async (ground) => {
      const run = await ground.tell({ steps: 1, stepsDone: 1 });
      const beside = await tellBeside(ground, run);
      const outcome = await run.outcome();
      const also = await beside.outcome();
      const both = { what: `the second run ended ${also}`, holds: also === 'done' };
      return { outcome, runs: [run, beside], checks: [both] };
    },
  },
];

playFaults('messages and starts that come at the wrong time', 'process', faults);
