import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories } from '../support/git-repos.js';
import { asserting, counting, observedStep, oldTest, testFile, type ObservedStep } from './observe-support.js';

let rig: ActivityRig;
/** One repository, with its baseline and a red test, for all tests that need no other. */
let plain: ObservedStep;
let plainRed: Awaited<ReturnType<ObservedStep['red']>>;
let plainRuns: readonly string[];
beforeAll(async () => {
  rig = await activityRig({ jail: 'process' });
  plain = await observedStep(rig);
  plainRed = await plain.red(red);
  plainRuns = runs(plain.started);
});
afterAll(async () => {
  await rig.remove();
  await removeRepositories();
});

const total = asserting('totals', 'assert.equal(cart.total([1, 2]), 3);');
const red = { [testFile]: total };
const code = 'export const add = (a, b) => a + b;\nexport const total = (all) => all.reduce(add, 0);\n';
const right = { 'src/cart.js': code };
const id = `${testFile} > totals`;

/** Which of the runs were of the red test's files alone. */
function runs(started: readonly string[]): readonly string[] {
  return started.map((line) => (line.includes(testFile) ? 'alone' : 'whole'));
}

describe('the everyday step', () => {
  test('F56: RED is one run of the suite and two of the test alone; GREEN one alone, the suite, one alone', async () => {
    const [step, seen] = [plain, plainRed];
    expect((await step.baseline()).finding).toEqual({ kind: 'clean', summary: '1 test ran, 1 passed' });
    expect(seen.finding).toMatchObject({ kind: 'red', class: 'missing-under-test', testIds: [id] });
    expect(seen.finding).toHaveProperty('summary', expect.stringContaining('the same in 3 of 3 runs'));
    expect(plainRuns).toEqual(['whole', 'alone', 'alone']);
    const green = await step.green(seen, right);
    expect(green.finding).toEqual({ kind: 'green', summary: '2 tests ran, 2 passed; the same in 3 of 3 runs' });
    expect(runs(step.started)).toEqual(['alone', 'whole', 'alone']);
    const mustPass = { mustPass: [], testFiles: [], newTests: 0, before: green.report, sameTests: true };
    expect((await step.green(seen, right, mustPass)).finding).toEqual({
      kind: 'green',
      summary: '2 tests ran, 2 passed',
    });
    expect(runs(step.started)).toEqual(['whole']);
  });

  test('R-001-13: a test that is still red is known before the whole suite has run', async () => {
    const step = plain;
    const green = await step.green(plainRed, { 'src/cart.js': 'export const total = () => 0;\n' });
    expect(green.finding).toMatchObject({ kind: 'not-green', class: 'still-red', failing: [id] });
    expect(green.output).toContain('totals');
    expect(runs(step.started)).toEqual(['alone']);
  });

  test('R-001-02: two new tests are refused, with their names; the plan may ask for two', async () => {
    const step = plain;
    const two = { [testFile]: `${total}test('counts', () => { assert.equal(cart.count([1]), 1); });\n` };
    const refused = await step.red(two);
    expect(refused.finding).toMatchObject({ kind: 'refused', class: 'several-tests' });
    expect(refused.finding).toHaveProperty('reason', expect.stringContaining(`"${id}", "${testFile} > counts"`));
    expect(runs(step.started)).toEqual(['whole']);
    expect((await step.red(two, { newTests: 2 })).finding).toMatchObject({ kind: 'red' });
  });

  test('R-001-02: the rows of a table are one test', async () => {
    const step = plain;
    const rows = `${total.replace(/test\('totals'.*\n/, '')}for (const n of [1, 2, 3]) test(\`totals \${n}\`, () => assert.equal(cart.total([n]), n));\n`;
    expect((await step.red({ [testFile]: rows })).finding).toMatchObject({ kind: 'red' });
  });

  test('R-001-02: a file that can not be loaded is counted by its text, and by what ran at GREEN', async () => {
    const step = await observedStep(rig, { files: ['src/new.js', testFile] });
    const named = total.replace('* as cart', '{ total }').replace('cart.total', 'total').replace('cart.js', 'new.js');
    const two = { [testFile]: `${named}test('counts', () => {});\n` };
    expect((await step.red(two)).finding).toMatchObject({ kind: 'refused', class: 'several-tests' });
    const hidden = `${named}const more = test;\nmore('counts', () => {});\n`;
    const seen = await step.red({ [testFile]: hidden });
    expect(seen.finding).toMatchObject({ kind: 'red', testIds: [testFile] });
    const green = await step.green(seen, { 'src/new.js': 'export const total = () => 3;\n' });
    expect(green.finding).toMatchObject({ kind: 'not-green', class: 'several-tests' });
  });

  test('R-004-20: a path that a person allowed may be what the red test misses', async () => {
    const file = {
      [testFile]: asserting('totals', 'total();').replace('* as cart', '{ total }').replace('cart', 'new'),
    };
    expect((await plain.red(file)).finding).toMatchObject({ kind: 'refused', class: 'error' });
    const allowed = [{ path: 'src/new.js', because: 'needed', by: null, atMs: 0 }];
    const step = await observedStep(rig, { facts: { allowed } });
    expect((await step.red(file)).finding).toMatchObject({ kind: 'red', class: 'missing-under-test' });
  });

  test('R-000-42: a project below the top is run in its folder, and its test alone by its path there', async () => {
    const at = 'packages/api';
    const below = (files: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`${at}/${path}`, text]));
    const own = { 'package.json': '{"type":"module"}', 'src/cart.js': 'export const add = (a, b) => a + b;\n' };
    const testCommand = { runner: 'node:test', argv: ['node', '--test'], source: 'detected' as const, folder: at };
    const step = await observedStep(rig, {
      base: below(own),
      facts: { testCommand },
      files: [`${at}/src/cart.js`, `${at}/${testFile}`],
    });
    const seen = await step.red(below(red), { testFiles: [`${at}/${testFile}`] });
    expect(seen.finding).toMatchObject({ kind: 'red', testIds: [`${at}/${id}`] });
    expect(runs(step.started)).toEqual(['whole', 'alone', 'alone']);
    expect(step.started.join()).not.toContain(at);
    const green = await step.green(seen, below(right), { testFiles: [`${at}/${testFile}`] });
    expect(green.finding).toMatchObject({ kind: 'green', summary: expect.stringContaining('1 test ran, 1 passed') });
  });

  test('R12d: a folder that was taken out of the run is seen as fewer tests', async () => {
    const [step, seen] = [plain, plainRed];
    const moved = { ...right, 'test/old.test.js': null, 'spec/old.js': asserting('adds', '') };
    const green = await step.green(seen, moved);
    expect(green.finding).toMatchObject({ kind: 'not-green', class: 'fewer-tests', failing: [oldTest] });
  });
});

describe('F56: a new test that is not the same on every run', () => {
  const flaky = (outside: string, condition: string): string =>
    `${counting(outside, testFile)}${asserting('totals', `if (${condition}) assert.equal(1, 2);`)}`;

  test.each([
    ['fails in the first run only', 'run === 1', 1],
    ['fails in all but the last', 'run < 3', 2],
    ['passes in the first run only', 'run > 1', 2],
  ])('RED: %s', async (_what, condition, times) => {
    const step = plain;
    const { finding } = await step.red({ [testFile]: flaky(step.outside, condition) });
    expect(finding).toMatchObject({ kind: 'refused', class: 'flaky' });
    expect(finding).toHaveProperty('reason', expect.stringContaining(`${times} of 3 runs of the same tree`));
    expect(runs(step.started)).toEqual(['whole', 'alone', 'alone']);
  });

  test('F58: one that passes on every run passes', async () => {
    const step = plain;
    const { finding } = await step.red({ [testFile]: asserting('adds too', 'assert.equal(cart.add(1, 1), 2);') });
    expect(finding).toMatchObject({ kind: 'refused', class: 'passes' });
    expect(finding).toHaveProperty('reason', expect.stringContaining('It is kept as it is'));
  });

  test.each([
    ['passes alone and fails among the others', 'run === 2', 'passes in 2 of 3 runs'],
    ['fails in the last run', 'run === 3', 'passes in 2 of 3 runs'],
  ])('GREEN: it %s', async (_what, condition, counts) => {
    const [step, seen] = [plain, plainRed];
    const change = {
      'src/cart.js': `${counting(step.outside, testFile)}${code.replace('=> all', `=> (${condition}) ? -1 : all`)}`,
    };
    const green = await step.green(seen, change);
    expect(green.finding).toMatchObject({ kind: 'not-green', class: 'flaky', failing: [id] });
    expect(green.finding).toHaveProperty('reason', expect.stringContaining(counts));
  });

  test('a runner that can not narrow runs the whole suite again', async () => {
    const runner = rig.tools.runners.find(({ name }) => name === 'node:test');
    if (runner === undefined) throw new Error('no node:test');
    const wide = { ...rig, tools: { ...rig.tools, runners: [{ ...runner, narrow: () => null }] } };
    const step = await observedStep(wide);
    const seen = await step.red(red);
    expect(seen.finding).toMatchObject({ kind: 'red' });
    expect(runs(step.started)).toEqual(['whole', 'whole', 'whole']);
    expect((await step.green(seen, right)).finding).toMatchObject({ kind: 'green' });
    expect(runs(step.started)).toEqual(['whole', 'whole', 'whole']);
  });
});

describe('F56: others’ flaky tests', () => {
  const flakyOld = (outside: string, condition: string): string =>
    `${counting(outside, 'test/old.test.js')}${asserting('adds', `assert.ok(!(${condition}));`)}`;

  /** A suite whose old test fails on those of its runs. */
  async function suite(condition: string) {
    const holder = await observedStep(rig);
    return observedStep(rig, { base: { 'test/old.test.js': flakyOld(holder.outside, condition) } });
  }

  test('at the base: a second run names it', async () => {
    const step = await suite('run === 1');
    const { finding, report } = await step.baseline();
    expect(finding).toEqual({ kind: 'clean', summary: `1 test ran, 1 passed; flaky at the base: "${oldTest}"` });
    expect((await step.report(report)).flaky).toEqual([oldTest]);
    expect(runs(step.started)).toEqual(['whole', 'whole']);
  });

  test('R13: what fails twice at the base is a failure', async () => {
    const step = await suite('true');
    expect((await step.baseline()).finding).toMatchObject({ kind: 'failing', failing: [oldTest] });
  });

  test('RED: a failure elsewhere is looked at once more, named, and carried on', async () => {
    const step = await suite('run === 2');
    const seen = await step.red(red);
    expect(seen.finding).toMatchObject({ kind: 'red', testIds: [id] });
    expect(seen.finding).toHaveProperty('summary', expect.stringContaining(`nobody is blamed for it: "${oldTest}"`));
    expect(runs(step.started)).toEqual(['whole', 'whole', 'alone']);
    expect((await step.report(seen.report)).flaky).toEqual([oldTest]);
  });

  test('GREEN: the same; and one that is known to be flaky needs no second look', async () => {
    const step = await suite('run === 3 || run === 5');
    const seen = await step.red(red);
    const green = await step.green(seen, right);
    expect(green.finding).toMatchObject({ kind: 'green' });
    expect(green.finding).toHaveProperty('summary', expect.stringContaining('nobody is blamed'));
    expect(runs(step.started)).toEqual(['alone', 'whole', 'whole', 'alone']);
    const known = await step.report(green.report);
    expect(known.flaky).toEqual([oldTest]);
    const more = { mustPass: [], testFiles: [], newTests: 0, before: green.report, baseline: green.report };
    const again = await step.green(seen, right, { ...more, sameTests: true });
    expect(again.finding).toMatchObject({ kind: 'green' });
    expect(runs(step.started)).toEqual(['whole']);
    expect((await step.report(again.report)).flaky).toEqual([oldTest]);
  });

  test('a real regression stays one, after a second look', async () => {
    const [step, seen] = [plain, plainRed];
    const green = await step.green(seen, {
      'src/cart.js': code.replace('a + b', 'a - b').replace('reduce(add', 'reduce((a, b) => a + b'),
    });
    expect(green.finding).toMatchObject({ kind: 'not-green', class: 'regression', failing: [oldTest] });
    expect(runs(step.started)).toEqual(['alone', 'whole', 'whole']);
  });
});

describe('the production change taken back', () => {
  test('R12: a test that still asks for the behaviour fails again, by its files alone', async () => {
    const [step, seen] = [plain, plainRed];
    const tree = await step.tree({ ...right, [testFile]: `${total}\n` }, seen.tree);
    const { finding } = await step.takenBack(tree, [id]);
    expect(finding).toEqual({ kind: 'fails-again', summary: '1 test fails again without the change' });
    expect(runs(step.started)).toEqual(['alone']);
  });

  test('R12c: one that was softened passes without the change as well', async () => {
    const step = plain;
    const tree = await step.tree({ ...right, [testFile]: asserting('totals', 'assert.ok(true);') });
    const { finding, output } = await step.takenBack(tree, [id]);
    expect(finding).toMatchObject({ kind: 'refused', reason: expect.stringContaining('passes as well') });
    expect(output).toContain('totals');
  });

  test.each([
    ['fails for another reason', asserting('totals', 'missingFixture();'), 'for another reason'],
    ['is gone', asserting('others', 'assert.fail();'), 'does not run'],
    ['can not be read', 'const = ;\n', 'for another reason'],
  ])('one that %s is refused', async (_what, text, words) => {
    const step = plain;
    const { finding } = await step.takenBack(await step.tree({ ...right, [testFile]: text }), [id]);
    expect(finding).toMatchObject({ kind: 'refused', reason: expect.stringContaining(words) });
  });
});
