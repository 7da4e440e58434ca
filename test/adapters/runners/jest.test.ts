import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createJest } from '../../../src/adapters/runners/jest/jest.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { judgeRed } from '../../../src/domain/evidence/judge-red.js';
import { runTests, type RunWish } from '../../support/test-runs.js';

/** Real jest on one small project; each start takes a second, so that one run holds most of the stories. */
const runner = createJest();

const cart = 'exports.Cart = class Cart { items = []; add(n) { this.items.push(n) } };\nexports.rate = 1;\n';
const own = "const { Cart, total } = require('../src/cart'); const shop = require('../src/cart');\n";
const kinds = `${own}const assert = require('node:assert');
describe('cart', () => {
  test('passes', () => { expect(1).toBe(1) });
  test('expects', () => { expect(new Cart().items).toHaveLength(1) });
  test('asserts', () => { assert.equal(1, 2) });
  test('rejects', async () => { await expect(Promise.resolve(1)).rejects.toThrow() });
  test('counts assertions', () => { expect.assertions(2) });
  test('new snapshot', () => { expect({ a: 1 }).toMatchSnapshot() });
  test('no function', () => { expect(total([1])).toBe(1) });
  test('no member', () => { expect(shop.total([1])).toBe(1) });
  test('no method', () => { const cart = new Cart(); expect(cart.total()).toBe(1) });
  test('no method of a new one', () => { expect(new Cart().total()).toBe(1) });
  test('no module', () => { require('../src/nothing') });
  test('no package', () => { require('no-such-package') });
  test('not written', () => { throw Object.assign(new Error('soon'), { name: 'NotImplementedError' }) });
  test('other error', () => { null.foo });
  test('JSON', () => { JSON.parse('{') });
  test('throws a string', () => { throw 'odd' });
  test('times out', () => new Promise(() => {}), 50);
  test.skip('skipped', () => {});
  test.todo('later');
  test.failing('known to fail', () => { expect(1).toBe(2) });
  test('odd > name\\n\\u2028 "é"', () => {});
});
test('twice', () => {});
test('twice', () => { expect(1).toBe(2) });
`;
const hooks = `describe('hook', () => { beforeAll(() => { expect(1).toBe(2) }); test('kept from running', () => {}) });`;

const files = {
  'package.json': JSON.stringify({
    scripts: { test: 'npm run unit', unit: 'jest --watchAll --bail --coverage' },
    jest: { bail: 1, reporters: ['default'], collectCoverage: true, coverageThreshold: { global: { lines: 100 } } },
  }),
  'src/cart.js': cart,
  'test/kinds.test.js': kinds,
  'test/hooks.test.js': hooks,
  'test/module.test.js':
    "const { total } = require('../src/total'); test('totals', () => { expect(total([2])).toBe(2) });",
  'test/syntax.test.js': "test('totals', () => {",
  'test/outside.test.js': "throw new Error('outside')",
  'test/after.test.js': "afterAll(() => { throw new Error('after') }); test('before', () => {});",
  'test/empty.test.js': '',
  'test/exits.test.js': "test('exits', () => { process.exit(0) });",
  'test/looks.test.js': `test('looks', () => {
  expect(process.env.JEST_WORKER_ID).toBeDefined();
  expect(require('node:fs').readdirSync(require('node:path').join(process.cwd(), '..', 'results')).includes('pawl-key')).toBe(false);
});`,
};

const read = (path: string): Promise<string | null> =>
  Promise.resolve(path === 'package.json' ? files['package.json'] : null);
const run = (wish: Omit<RunWish, 'argv'>) => runTests(runner, { argv: ['npx', 'jest'], packages: true, ...wish });

describe('jest: one project, all kinds', () => {
  let report: TestReport;
  let output: string;
  const left: string[] = [];
  const found = (name: string) => report.tests.find((one) => one.name === name);
  const fileFailure = (file: string) => report.fileFailures.find((one) => one.file === file)?.failure;
  beforeAll(async () => {
    const argv = (await runner.expand?.(['npm', 'test'], read)) ?? [];
    const seen = await runTests(runner, {
      ...{ argv, packages: true, files },
      look: async (root) => void left.push(...(await readdir(root)), ...(await readdir(join(root, 'test')))),
    });
    report = seen.report;
    output = seen.result.out.tail + seen.result.err.tail;
  });

  test('R15: a script that watches and bails ends by itself, and every test ran', () => {
    expect(report).toMatchObject({ end: 'exited', exitCode: 1, problem: null, runner: 'jest' });
    expect(report.tests.filter((one) => one.file === 'test/kinds.test.js')).toHaveLength(23);
  });

  test.each([
    ['R10f', 'expects', 'assertion', null, null],
    ['R10f', 'asserts', 'assertion', null, null],
    ['R10f', 'rejects', 'assertion', null, null],
    ['R10f', 'counts assertions', 'assertion', null, null],
    ['R10f', 'new snapshot', 'assertion', null, null],
    ['R10e', 'no function', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no member', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no method', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no method of a new one', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no module', 'missing-module', 'src/nothing', null],
    ['R10c', 'no package', 'missing-module', 'node_modules/no-such-package', null],
    ['R10e', 'not written', 'not-implemented', null, null],
    ['R10c', 'other error', 'error', null, null],
    ['R10c', 'JSON', 'error', null, null],
    ['R10c', 'throws a string', 'error', null, null],
    ['R10c', 'times out', 'error', null, null],
  ])('%s: "%s" fails by %s', (_case, name, kind, missing, module) => {
    expect(found(name)).toMatchObject({ state: 'failed', failure: { kind, missing, module } });
  });

  test('R12b: what was not run to a result is no pass', () => {
    expect(['skipped', 'later', 'known to fail', 'passes'].map((name) => found(name)?.state)).toEqual([
      ...['skipped', 'todo', 'todo', 'passed'],
    ]);
  });

  test.each([
    ['test/module.test.js', { kind: 'missing-module', missing: 'src/total' }],
    ['test/syntax.test.js', { kind: 'syntax', message: expect.stringContaining('Unexpected token') }],
    ['test/outside.test.js', { kind: 'error', message: 'outside' }],
    ['test/after.test.js', { kind: 'error', message: 'after' }],
    ['test/exits.test.js', { kind: 'error', message: expect.stringContaining('exitCode=0') }],
  ])('R10a, R10e: %s fails as a whole', (file, failure) => {
    expect(fileFailure(file)).toMatchObject(failure);
  });

  test('an assertion in a hook is none of the test that it keeps from running', () => {
    expect(found('kept from running')).toMatchObject({ state: 'failed', failure: { kind: 'error' } });
  });

  test('R10d: a file without a test is no failure', () => {
    expect(fileFailure('test/empty.test.js')).toBeUndefined();
    expect(report.fileFailures).toHaveLength(5);
  });

  test('F60: ids are unique, one line, and start with the file', () => {
    const ids = report.tests.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('test/kinds.test.js > twice #2');
    expect(ids).toContain('test/kinds.test.js > cart > odd \\> name\\n\\u2028 "é"');
  });

  test('T11: tests run in processes of their own, without the key, and leave nothing in the tree', () => {
    expect(found('looks')).toMatchObject({ state: 'passed' });
    expect(left.sort()).not.toEqual(expect.arrayContaining(['coverage']));
    expect(left).not.toContain('__snapshots__');
    expect(output).not.toContain('\u001b[');
  });
});

describe('jest: whole runs', () => {
  const fails = "test('fails', () => { expect(1).toBe(2) });";

  test('R10d: a repository without tests is no failure', async () => {
    const { report } = await run({ files: { 'package.json': '{"jest":{}}' } });
    expect(report).toMatchObject({ exitCode: 0, tests: [], fileFailures: [], problem: null });
  });

  test('R10d: a new test file without a test is refused as that', async () => {
    const { report } = await run({ files: { 'package.json': '{"jest":{}}', 'a.test.js': '' } });
    const finding = judgeRed({ report, baseline: report, testFiles: ['a.test.js'], mayCreate: [] });
    expect(finding).toMatchObject({ kind: 'refused', class: 'no-tests' });
  });

  test('R10b: without jest it is the machine’s fault', async () => {
    const { report } = await run({ files: { 'a.test.js': fails }, packages: false, env: { PATH: '/usr/bin:/bin' } });
    expect(report).toMatchObject({ problemKind: 'runner-missing' });
  });

  test('R15: a test that never ends is ended', async () => {
    const body = "test('hangs', () => { for (;;); });";
    const { report } = await run({
      files: { 'package.json': '{"jest":{}}', 'a.test.js': body },
      hangsAfter: '"start"',
    });
    expect(report).toMatchObject({ end: 'timeout', tests: [] });
  });

  const seek =
    "const fs = require('node:fs'); const events = require('node:path').join(process.cwd(), '..', 'results', 'pawl-events.jsonl');";
  test.each([
    ['adds a line', 'fs.appendFileSync(events, \'0\'.repeat(32) + \' {"type":"end"}\\n\')'],
    ['puts a file in its place', "fs.rmSync(events); fs.writeFileSync(events, '')"],
    ['ends the runner', "process.kill(process.ppid, 'SIGKILL')"],
  ])('T11: a test that %s makes no pass', async (_how, deed) => {
    const body = `${seek} test('forges', () => { ${deed} }); ${fails}`;
    const { report } = await run({ files: { 'package.json': '{"jest":{}}', 'a.test.js': body } });
    expect(report.problem).not.toBeNull();
    expect(['cannot-tell', 'framework']).toContain(report.problemKind);
  });
});
