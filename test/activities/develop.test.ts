import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DevelopInput, DevelopReport } from '../../src/contract/activities.js';
import { standardRules } from '../../src/domain/run/discipline.js';
import type { Agent, LeafJob } from '../../src/ports/agent.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories } from '../support/git-repos.js';
import { asserting, observedStep, testFile, type ObservedStep, type StepWish } from './observe-support.js';

/** The developer's and the debugger's leaf: a real process in a real workspace, with an answer of the test's choice. */
let plain: ActivityRig;
beforeAll(async () => {
  plain = await activityRig({ jail: 'process' });
});
afterAll(async () => {
  await plain.remove();
  await removeRepositories();
});

interface Edited {
  readonly report: DevelopReport;
  readonly job: LeafJob;
  readonly step: ObservedStep;
}

type Wish = (step: ObservedStep) => Promise<Partial<DevelopInput>>;

/** @param script what the leaf does in its workspace, as a shell line */
async function edit(
  script: string,
  answer: unknown,
  more: Partial<DevelopInput> | Wish = {},
  wish: StepWish = {},
): Promise<Edited> {
  const jobs: LeafJob[] = [];
  const agent: Agent = {
    name: 'test',
    scripted: true,
    needsNetwork: false,
    probe: () => Promise.resolve({ usable: true, version: null, problem: null }),
    plan: (job) => {
      jobs.push(job);
      return { argv: ['sh', '-c', script], env: {}, stdin: job.prompt, readable: [] };
    },
    conclude: () => Promise.resolve({ outcome: 'done', answer, usage: null, message: 'done', resetAtMs: null }),
    event: () => null,
  };
  const rig = { ...plain, tools: { ...plain.tools, findAgent: () => ({ agent }) } };
  const step = await observedStep(rig, wish);
  const report = await step.develop(typeof more === 'function' ? await more(step) : more);
  const [job] = jobs;
  if (job === undefined) throw new Error('no leaf was started');
  return { report, job, step };
}

const writes = "printf 'export const add = (a, b) => a + b;\\nexport const total = () => 3;\\n' > src/cart.js";
const done = { status: 'done', note: 'It works.' };

describe('a developer’s edit', () => {
  test('R-001-10: its size is measured outside of tests, against the phase’s base', async () => {
    const { report, job } = await edit(`${writes}; echo x > test/cart.test.js`, done, { phase: 'refactor' });
    expect(report).toMatchObject({ scope: { lines: 1, files: 1 }, piece: null, diagnosis: null, remember: [] });
    expect(job).toMatchObject({ role: 'developer', tier: 'standard' });
    const none = await edit('true', done);
    expect(none.report.scope).toEqual({ lines: 0, files: 0 });
  });

  test('R12 c: lines that it takes out of the tests that were there are named, in RED and in a refactoring', async () => {
    const old = { base: { [testFile]: 'one\ntwo\n' } };
    const on = (phase: 'red' | 'refactor'): Wish => {
      return ({ base }) => Promise.resolve({ phase, from: base, base });
    };
    const lost = `lines of tests that were there before are changed or gone: ${testFile} (1)`;
    const red = await edit(`echo one > ${testFile}`, done, on('red'), old);
    expect(red.report.notes).toEqual([lost]);
    const refactored = await edit(`echo one > ${testFile}`, done, on('refactor'), old);
    expect(refactored.report.notes).toEqual([lost]);
    const added = await edit(`echo three >> ${testFile}`, done, on('red'), old);
    expect(added.report.notes).toEqual([]);
  });

  test('R-001-10: "too-big" names a smaller piece by its one-line title', async () => {
    const { report } = await edit('true', { status: 'too-big', note: ' Sum a list \nthen the rest' });
    expect(report.piece).toBe('Sum a list');
    const untitled = await edit('true', { status: 'too-big', note: ' ' });
    expect(untitled.report.piece).toBeNull();
    expect(untitled.report.notes.join()).toContain('names no smaller piece');
  });

  test('R-001-43: what it proposes to remember is kept in form, the rest dropped and named', async () => {
    const { report } = await edit(writes, { ...done, remember: ['gotcha: the clock is UTC', 'hello'] });
    expect(report.remember).toEqual(['gotcha: the clock is UTC']);
    expect(report.notes).toEqual([expect.stringContaining('not remembered')]);
  });

  test('F44: a question ends as one with all its words; an answer of no form says nothing', async () => {
    const asks = await edit(writes, { status: 'needs-user', note: 'Which one?' });
    expect(asks.report.leaf).toMatchObject({ outcome: 'needs-user', message: 'Which one?' });
    const odd = await edit(writes, { verdict: 'PASS' });
    expect(odd.report).toMatchObject({ leaf: { outcome: 'done' }, changed: ['src/cart.js'], refusals: [] });
  });

  test('R-004-20: a path that a person allowed may change, and is told', async () => {
    const script = `${writes}; mkdir -p lib; echo 1 > lib/sum.js`;
    const refused = await edit(script, done);
    expect(refused.report.changed).toEqual(['src/cart.js']);
    expect(refused.report.notes.join()).toContain('lib/sum.js');
    const allowed = [{ path: 'lib/sum.js', because: 'needed', by: 'ada', atMs: 0 }];
    const { report, job } = await edit(script, done, {}, { facts: { allowed } });
    expect(report).toMatchObject({ changed: ['lib/sum.js', 'src/cart.js'], refusals: [] });
    expect(job.prompt).toContain('lib/sum.js');
  });

  test('R-001-10, R-001-21: its prompt names the limits where they are enforced, and the file to change', async () => {
    const discipline = { ...standardRules, scopeCheck: 'enforced' } as const;
    const { job } = await edit(writes, done, { redTests: [`${testFile} > totals`] }, { facts: { discipline } });
    expect(job.prompt).toContain('answer "too-big"');
    expect(job.prompt).toContain('Change this, and nothing else unless it must be\n```text\nsrc/cart.js');
  });

  test('R-004-37: a critic’s mend is a phase of its own for the leaf', async () => {
    const findings = [{ step: '1', file: '', text: 'say what total does' }];
    const label = { step: '1', phase: 'critic', attempt: 1, serial: 'critic-1', stopSeen: null } as const;
    const { job } = await edit(writes, done, { phase: 'refactor', findings, label });
    expect(job).toMatchObject({ phase: 'critic', role: 'developer' });
    expect(job.prompt).toContain('say what total does');
  });
});

describe('R-001-14, R-001-15, R-004-30…32: the debugger', () => {
  const diagnosis = { rootCause: 'the sum starts at 1', evidence: 'node -e prints 4' };
  const red = { [testFile]: asserting('totals', 'assert.equal(cart.total(), 3);') };
  const failures = ['first: 4 !== 3', 'second: 5 !== 3'];
  const debugged = (answer: unknown, script = writes): Promise<Edited> =>
    edit(script, answer, async (step) => {
      const base = await step.tree(red);
      const from = await step.tree({ 'src/cart.js': 'export const total = () => 4;\n' }, base);
      return { role: 'debugger', redTests: [`${testFile} > totals`], frozen: [testFile], failures, from, base };
    });

  test('gets the tests, the diff and each failure on the stronger model, and says a root cause with evidence', async () => {
    const { report, job } = await debugged({ status: 'done', note: 'mended', ...diagnosis, remember: ['pattern: x'] });
    expect(job).toMatchObject({ role: 'debugger', tier: 'strong', phase: 'green' });
    for (const text of [`${testFile} > totals`, '+export const total = () => 4;', ...failures, 'The body.']) {
      expect(job.prompt).toContain(text);
    }
    // What the red test added is no part of what was tried.
    expect(job.prompt).not.toContain('assert.equal');
    expect(report).toMatchObject({ diagnosis, refusals: [], changed: ['src/cart.js'], remember: ['pattern: x'] });
    expect(report.scope).toEqual({ lines: 1, files: 1 });
  });

  test.each([
    ['no root cause', { ...diagnosis, rootCause: ' ' }],
    ['no evidence', { ...diagnosis, evidence: '' }],
    ['an answer of a developer', {}],
  ])('has failed with %s, whatever it changed', async (_what, more) => {
    const { report } = await debugged({ status: 'done', note: '', ...more });
    expect(report).toMatchObject({ diagnosis: null, changed: ['src/cart.js'] });
  });

  test('may edit what GREEN may: a test is refused; a question is one', async () => {
    const { report } = await debugged({ status: 'done', note: '', ...diagnosis }, `echo 1 > ${testFile}`);
    expect(report.refusals.join()).toContain(testFile);
    const asks = await debugged({ status: 'needs-user', note: 'Which?', rootCause: '', evidence: '' });
    expect(asks.report.leaf).toMatchObject({ outcome: 'needs-user', message: 'Which?' });
  });
});
