import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { setupProblem } from '../../../src/domain/evidence/evidence-faults.js';
import { judgeBaseline } from '../../../src/domain/evidence/judge-baseline.js';
import { judgeGreen } from '../../../src/domain/evidence/judge-green.js';
import { judgeRed } from '../../../src/domain/evidence/judge-red.js';
import { createNodeTest } from '../../../src/adapters/runners/node-test/node-test.js';
import { createPytest } from '../../../src/adapters/runners/pytest/pytest.js';
import type { TestRunner } from '../../../src/ports/test-runner.js';
import { pytestHere } from '../../support/pytest.js';
import { runTests } from '../../support/test-runs.js';

/** The same story for both runners: a cart that adds items is to total them. */
interface Language {
  readonly runner: TestRunner;
  readonly argv: readonly string[];
  readonly code: string;
  readonly test: string;
  readonly newTest: string;
  readonly base: Readonly<Record<string, string>>;
  /** Text of `newTest` by what it does. */
  readonly tests: Readonly<
    Record<'asserts' | 'newModule' | 'syntax' | 'fixture' | 'passes' | 'skips' | 'newName', string>
  >;
  readonly body: string;
  readonly module: Readonly<Record<string, string>>;
}

const js = "import test from 'node:test'; import assert from 'node:assert';\n";
const node: Language = {
  runner: createNodeTest(),
  argv: ['node', '--test'],
  code: 'src/cart.js',
  test: 'test/cart.test.js',
  newTest: 'test/total.test.js',
  base: {
    'package.json': '{"type":"module"}',
    'src/cart.js': 'export class Cart { items = []; add(n) { this.items.push(n) } total() { return 0 } }',
    'test/cart.test.js': `${js} import { Cart } from '../src/cart.js'; test('adds', () => { new Cart().add(1) });`,
  },
  tests: {
    asserts: `${js} import { Cart } from '../src/cart.js'; test('totals', () => { const c = new Cart(); c.add(2); assert.equal(c.total(), 2) });`,
    newModule: `${js} import { total } from '../src/total.js'; test('totals', () => assert.equal(total([2]), 2));`,
    newName: `${js} import { Cart, total } from '../src/cart.js'; test('adds', () => { new Cart().add(1) }); test('totals', () => assert.equal(total([2]), 2));`,
    syntax: `${js} test('totals', () => {`,
    fixture: `${js} import fs from 'node:fs'; test('totals', () => { fs.readFileSync('test/cart.json') });`,
    passes: `${js} test('totals', () => assert.equal(2, 2));`,
    skips: `${js} test.skip('totals', () => assert.equal(1, 2));`,
  },
  body: 'export class Cart { items = []; add(n) { this.items.push(n) } total() { return total(this.items) } }\nexport const total = (all) => all.reduce((a, b) => a + b, 0);',
  module: { 'src/total.js': 'export const total = (all) => all.reduce((a, b) => a + b, 0);' },
};

const cart = 'class Cart:\n    def __init__(self): self.items = []\n    def add(self, n): self.items.append(n)\n';
const python: Language = {
  runner: createPytest(),
  argv: ['python3', '-m', 'pytest'],
  code: 'shop/cart.py',
  test: 'tests/test_cart.py',
  newTest: 'tests/test_total.py',
  base: {
    'shop/__init__.py': '',
    'shop/cart.py': `${cart}    def total(self): return 0\n`,
    'tests/test_cart.py': 'from shop.cart import Cart\ndef test_adds(): Cart().add(1)\n',
  },
  tests: {
    asserts:
      'from shop.cart import Cart\ndef test_totals():\n    c = Cart()\n    c.add(2)\n    assert c.total() == 2\n',
    newModule: 'from shop.total import total\ndef test_totals(): assert total([2]) == 2\n',
    newName:
      'from shop.cart import Cart, total\ndef test_adds(): Cart().add(1)\ndef test_totals(): assert total([2]) == 2\n',
    syntax: 'def test_totals(:\n',
    fixture: 'def test_totals(): open("tests/cart.json")\n',
    passes: 'def test_totals(): assert 2 == 2\n',
    skips: 'import pytest\n@pytest.mark.skip\ndef test_totals(): assert 1 == 2\n',
  },
  body: `${cart}    def total(self): return total(self.items)\ndef total(all): return sum(all)\n`,
  module: { 'shop/total.py': 'def total(all): return sum(all)\n' },
};

let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  ({ env } = await pytestHere());
});

describe.each([
  ['node:test', node],
  ['pytest', python],
])('evidence from %s', (_name, language) => {
  const mayCreate = [language.code, ...Object.keys(language.module)];
  const run = async (files: Readonly<Record<string, string>>): Promise<TestReport> =>
    (await runTests(language.runner, { argv: language.argv, files: { ...language.base, ...files }, env })).report;
  const red = async (kind: keyof Language['tests'], baseline: TestReport, path = language.newTest) => {
    const report = await run({ [path]: language.tests[kind] });
    return { report, finding: judgeRed({ report, baseline, testFiles: [path], mayCreate }) };
  };
  let baseline: TestReport;
  beforeAll(async () => {
    baseline = await run({});
  });

  test('R13: the base is measured first', () => {
    expect(judgeBaseline(baseline)).toEqual({ kind: 'clean', summary: '1 test ran, 1 passed' });
  });

  test('R10f: red by an assertion, then green, then a refactor with the same tests', async () => {
    const { report: before, finding } = await red('asserts', baseline);
    expect(finding).toMatchObject({ kind: 'red', class: 'assertion', testIds: [expect.stringContaining('totals')] });
    const mustPass = finding.kind === 'red' ? finding.testIds : [];
    const judge = (report: TestReport) => judgeGreen({ report, mustPass, before, baseline, sameTests: false });
    expect(judge(before)).toMatchObject({ class: 'still-red' });
    const [report, ...spoilt] = await Promise.all([
      run({ [language.newTest]: language.tests.asserts, [language.code]: language.body }),
      run({ [language.newTest]: language.tests.skips, [language.code]: language.body }),
      run({ [language.newTest]: language.tests.syntax, [language.code]: language.body }),
      run({ [language.code]: language.body }),
    ]);
    expect(judge(report)).toMatchObject({ kind: 'green' });
    expect(judgeGreen({ report, mustPass: [], before: report, baseline, sameTests: true })).toMatchObject({
      kind: 'green',
    });
    expect(spoilt.map(judge)).toMatchObject([{ class: 'still-red' }, { class: 'still-red' }, { class: 'still-red' }]);
  });

  test('R10e: red by the module of this step, green only when the new test’s body ran', async () => {
    const { report: before, finding } = await red('newModule', baseline);
    expect(finding).toMatchObject({ kind: 'red', class: 'missing-under-test', testIds: [language.newTest] });
    const green = async (files: Readonly<Record<string, string>>) =>
      judgeGreen({ report: await run(files), mustPass: [language.newTest], before, baseline, sameTests: false });
    const findings = await Promise.all([
      green({ ...language.module, [language.newTest]: language.tests.newModule }),
      green({ ...language.module, [language.newTest]: language.tests.skips }),
      green({ [language.newTest]: language.tests.newModule }),
    ]);
    expect(findings).toMatchObject([{ kind: 'green' }, { class: 'still-red' }, { class: 'still-red' }]);
  });

  test('R10e: a new name in an old test file: its old tests are asked for again at green', async () => {
    const { report: before, finding } = await red('newName', baseline, language.test);
    expect(finding).toMatchObject({ kind: 'red', class: 'missing-under-test', testIds: [language.test] });
    const report = await run({ [language.test]: language.tests.newName, [language.code]: language.body });
    const facts = { mustPass: [language.test], before, baseline, sameTests: false };
    expect(judgeGreen({ report, ...facts })).toMatchObject({ kind: 'green' });
    const lost = { ...report, tests: report.tests.filter((one) => !one.id.includes('adds')) };
    expect(judgeGreen({ report: lost, ...facts })).toMatchObject({ class: 'fewer-tests' });
  });

  test.each([
    ['R10a', 'syntax', 'syntax'],
    ['R10c', 'fixture', 'error'],
    ['R14, F58', 'passes', 'passes'],
    ['R12b', 'skips', 'no-tests'],
  ] as const)('%s: a test that %p is refused', async (_case, kind, refused) => {
    const { finding } = await red(kind, baseline);
    expect(finding).toMatchObject({ kind: 'refused', class: refused });
  });

  test('R10d: a test file without a test is refused', async () => {
    const report = await run({ [language.newTest]: '' });
    const finding = judgeRed({ report, baseline, testFiles: [language.newTest], mayCreate });
    expect(finding).toMatchObject({ kind: 'refused', class: 'no-tests' });
  });

  test('R10b: without the runner it is the machine’s fault, not the developer’s', async () => {
    const { report } = await runTests(language.runner, {
      argv: language.argv,
      files: { ...language.base, [language.newTest]: language.tests.asserts },
      env: { PATH: '/usr/nowhere' },
    });
    const finding = judgeRed({ report, baseline, testFiles: [language.newTest], mayCreate });
    expect(finding).toMatchObject({ kind: 'refused', class: 'framework' });
    expect(setupProblem(report)).toEqual(expect.stringMatching(/install/));
  });
});
