import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ProgramSpec } from '../../src/ports/program.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories } from '../support/git-repos.js';
import { checkedRun } from './check-support.js';
import { asserting, observedStep, testFile } from './observe-support.js';

/** Limits of the programs that were started, in order. */
let limits: ProgramSpec['limits'][] = [];
let afterEachRun = (): void => undefined;
let idleMs: number | null = null;
let rig: ActivityRig;
beforeAll(async () => {
  const made = await activityRig({ jail: 'process' });
  const { programs } = made.tools;
  const run: typeof programs.run = async (spec, watch) => {
    limits.push(spec.limits);
    // Two minutes of silence are too long for a test: the clock is the same, with another limit.
    const own = { ...spec.limits, idleMs: idleMs ?? spec.limits.idleMs };
    const result = await programs.run({ ...spec, limits: own }, watch);
    afterEachRun();
    return result;
  };
  rig = { ...made, tools: { ...made.tools, programs: { ...programs, run } } };
});
afterAll(async () => {
  await rig.remove();
  await removeRepositories();
});

/** As when somebody sets the machine's clock, each time that a program has ended. */
async function withJumps<T>(work: () => Promise<T>): Promise<T> {
  const real = Date.now;
  let jumpedMs = 0;
  Date.now = () => real() + jumpedMs;
  afterEachRun = () => (jumpedMs += 3_600_000);
  limits = [];
  try {
    return await work();
  } finally {
    Date.now = real;
    afterEachRun = () => undefined;
  }
}

const red = { [testFile]: asserting('totals', 'assert.equal(cart.total([1, 2]), 3);') };

describe('F20: the clock jumps an hour forward between two programs of an activity', () => {
  test('the runs of a new test are three all the same, each with the time that is left', async () => {
    const step = await observedStep(rig);
    await step.baseline();
    const { finding } = await withJumps(() => step.red(red));
    expect(finding).toMatchObject({ summary: expect.stringContaining('the same in 3 of 3 runs') });
    expect(limits.map(({ wallMs }) => wallMs)).toEqual([120_000, 120_000, 120_000]);
  });

  test('and so have the programs of a check', async () => {
    const base = { 'pawl.json': JSON.stringify({ typecheck: 'echo types', lint: 'echo lint' }) };
    const run = await checkedRun(rig, { base });
    const report = await withJumps(() => run.check({ 'src/a.js': 'a\n' }));
    expect(report.failures).toEqual([]);
    expect(limits.map(({ wallMs }) => wallMs)).toEqual([120_000, 120_000]);
  });
});

describe('F57: an idle clock of their own', () => {
  test('a test command that hangs in silence did not end, and it is said which clock ended it', async () => {
    const step = await observedStep(rig, { facts: { idleTimeoutMs: 3_000 } });
    await step.baseline();
    limits = [];
    const hangs = 'setInterval(() => undefined, 1_000); await new Promise(() => undefined);';
    const silent = { [testFile]: asserting('totals', '').replace('() => {  }', `async () => { ${hangs} }`) };
    idleMs = 4_000;
    const { finding } = await step.red(silent).finally(() => (idleMs = null));
    expect(finding).toMatchObject({ kind: 'refused', class: 'did-not-end' });
    expect(finding).toHaveProperty('reason', expect.stringContaining('went silent'));
    // An idle limit that was made short for leaves is none for tests.
    expect(limits[0]).toMatchObject({ wallMs: 120_000, idleMs: 120_000 });
  });

  test('a check’s program has the same, and a longer idle limit of the run counts', async () => {
    const base = { 'pawl.json': JSON.stringify({ lint: 'echo begun && sleep 600' }) };
    const run = await checkedRun(rig, { base, facts: { idleTimeoutMs: 200_000 } });
    limits = [];
    idleMs = 2_000;
    const failure = await run.fails({ 'src/a.js': 'a\n' }).finally(() => (idleMs = null));
    expect(failure).toMatchObject({
      cause: 'tests-did-not-end',
      message: expect.stringContaining('did not end and went silent (--idle-timeout):\nbegun'),
    });
    expect(limits[0]?.idleMs).toBe(200_000);
  });
});
