import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RunResult } from '../../src/contract/result.js';
import { follow, replays, rig, tell, type Rig, type Told } from '../support/rig.js';
import { expectWhole } from './oracle.js';
import { seeded, sweepSeed } from './seeded.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process', database: 'file' })), 60_000);
afterAll(() => rigged.close());

const steps = 2;
const abreast = 3;
type Act = (told: Told, random: () => number) => Promise<void>;

const modes = ['at-ledger', 'at-leaf', 'now'] as const;
const oneOf = <T>(list: readonly T[], random: () => number, otherwise: T): T =>
  list[Math.floor(random() * list.length)] ?? otherwise;

/** Null also when the worker that was asked is killed before it answers. */
async function gateHash(told: Told): Promise<string | null> {
  const status = await told.status().catch(() => null);
  return status?.gate?.testHash ?? null;
}

/** Messages alone, doubled, crossed and wrong: whatever a person or a script may send. */
const acts: readonly Act[] = [
  (told, random) => told.signal('requestStop', { mode: oneOf(modes, random, 'now') }),
  async (told, random) => {
    await Promise.all(modes.map((mode) => sleep(random() * 50).then(() => told.signal('requestStop', { mode }))));
  },
  async (told) => {
    await told.signal('shiftGear', { gear: 'review-after', because: 'up' });
    await told.signal('shiftGear', { gear: 'review-before' });
  },
  async (told) => {
    const test = await gateHash(told);
    await Promise.all([told.signal('approve', { test: test ?? 'abcdef01' }), told.signal('reject', { because: 'no' })]);
  },
  async (told) => {
    const test = await gateHash(told);
    await Promise.all([
      told.signal('approve', { test: test ?? 'abcdef01' }),
      told.signal('requestStop', { mode: 'at-leaf' }),
    ]);
  },
  (told) => told.handle.cancel().then(() => undefined),
  (told) => told.signal('shiftGear', { gear: 'sideways' }),
];

/** A worker that goes away meanwhile: killed, or shut down in good order. */
async function maybeReplaceWorker(random: () => number): Promise<string> {
  const drawn = random();
  if (drawn > 0.7) return '-';
  const signal = drawn > 0.35 ? 'SIGKILL' : 'SIGTERM';
  await rigged.worker.end(signal);
  rigged.worker = await rigged.startWorker();
  return signal;
}

/** Sends what can still be sent: a run that ended takes no messages, and that is no fault. */
async function act(told: Told, random: () => number): Promise<void> {
  await oneOf(
    acts,
    random,
    acts[0] ?? (async () => undefined),
  )(told, random).catch((error: unknown) => {
    if (!/already completed|not found/i.test(String(error))) throw error;
  });
}

async function goOn(told: Told, last: RunResult): Promise<Told> {
  const gear = { gear: 'review-after', because: 'go on', by: null, scope: null, forMs: null } as const;
  return follow(rigged, { ...told, input: { ...told.input, gear, resume: last.carry } });
}

/** Ends what waits at a gate for nobody, then resumes until the run is done; each execution replays. */
async function untilDone(told: Told): Promise<Told> {
  await told.signal('shiftGear', { gear: 'review-after', because: 'on with it' }).catch(() => undefined);
  // Somebody may have shifted down again in the same moment.
  const result = await told.result();
  await replays(told);
  if (result.outcome === 'done') return told;
  expect(result.outcome).toBe('stopped');
  return untilDone(await goOn(told, result));
}

const seeds = Array.from({ length: 8 }, (_, index) => sweepSeed * 1_000 + index);

test.each(seeds)(
  'F67, F68, F72: messages, cancels and worker losses at random times, seed %d: nothing wedges, resume finishes',
  async (seed) => {
    const random = seeded(seed);
    const stories = Array.from({ length: abreast }, () => (random() > 0.5 ? { steps, gear: null } : { steps }));
    const runs = await Promise.all(stories.map((story) => tell(rigged, story)));
    for (let round = 0; round < 3; round += 1) {
      await sleep(random() * 3_000);
      const sent = Promise.all(runs.map((told) => act(told, random)));
      const lost = await maybeReplaceWorker(random);
      await sent;
      console.info(`seed ${seed}, round ${round + 1}: worker ${lost}`);
    }
    const ended = await Promise.all(runs.map(untilDone));
    for (const told of ended) await expectWhole(told, steps);
  },
  240_000,
);
