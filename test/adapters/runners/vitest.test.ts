import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createVitest } from '../../../src/adapters/runners/vitest/vitest.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { judgeRed } from '../../../src/domain/evidence/judge-red.js';
import { runTests, type RunWish } from '../../support/test-runs.js';

/** Real vitest on one small project; each start takes a second, so that one run holds most of the stories. */
const runner = createVitest();

const cart =
  'export class Cart { items: number[] = []; add(n: number) { this.items.push(n) } }\nexport const rate = 1;\n';
const head = "import { afterAll, beforeAll, describe, expect, test } from 'vitest';\n";
const kinds = `${head}import assert from 'node:assert';
import { Cart, Rate, total } from '../src/cart';
import * as shop from '../src/cart';
expect.extend({ toBeOdd: (n) => ({ pass: n % 2 === 1, message: () => 'even' }) });
describe('cart', () => {
  test('passes', () => { expect(1).toBe(1) });
  test('expects', () => { expect(new Cart().items).toHaveLength(1) });
  test('asserts', () => { assert.equal(1, 2) });
  test('rejects', async () => { await expect(Promise.resolve(1)).rejects.toThrow() });
  test('own matcher', () => { expect(2).toBeOdd() });
  test('new snapshot', () => { expect({ a: 1 }).toMatchSnapshot() });
  test('no function', () => { expect(total([1])).toBe(1) });
  test('no member', () => { expect(shop.total([1])).toBe(1) });
  test('no class', () => { expect(new Rate(1)).toBe(1) });
  test('no static method', () => { expect(Rate.of(1)).toBe(1) });
  test('no method', () => { const cart = new Cart(); expect(cart.total()).toBe(1) });
  test('no method of a new one', () => { expect(new Cart().total()).toBe(1) });
  test('no module', async () => { await import('../src/nothing') });
  test('no package', async () => { await import('no-such-package') });
  test('not written', () => { throw Object.assign(new Error('soon'), { name: 'NotImplementedError' }) });
  test('other error', () => { null.foo });
  test('JSON', () => { JSON.parse('{') });
  test('throws a string', () => { throw 'odd' });
  test('ends the process', () => { process.exit(0) });
  test('times out', () => new Promise(() => {}), 50);
  test.skip('skipped', () => {});
  test.todo('later');
  test.fails('known to fail', () => { expect(1).toBe(2) });
  test('odd > name\\n\\u2028 "é"', () => {});
});
test('twice', () => {});
test('twice', () => { expect(1).toBe(2) });
`;

const files = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'vitest --ui --bail 1 --coverage' } }),
  'vitest.config.ts':
    "import { defineConfig } from 'vitest/config';\nexport default defineConfig({ test: { bail: 1, pool: 'threads', reporters: ['json'], outputFile: 'out.json' } });",
  'src/cart.ts': cart,
  'test/kinds.test.ts': kinds,
  'test/hooks.test.ts': `${head}describe('hook', () => { beforeAll(() => { expect(1).toBe(2) }); test('kept from running', () => {}) });`,
  'test/module.test.ts': `${head}import { total } from '../src/total.js';\ntest('totals', () => { expect(total([2])).toBe(2) });`,
  'test/syntax.test.js': "test('totals', () => {",
  'test/typed.test.ts': 'const total: number = ;',
  'test/outside.test.ts': "throw new Error('outside')",
  'test/after.test.ts': `${head}afterAll(() => { throw new Error('after') }); test('before', () => {});`,
  'test/late.test.ts': `${head}test('late', async () => { setTimeout(() => { throw new Error('late') }, 0); await new Promise((r) => setTimeout(r, 50)) });`,
  'test/empty.test.ts': '',
  'test/looks.test.ts': `${head}import { readdirSync } from 'node:fs'; import { isMainThread } from 'node:worker_threads';
test('looks', () => { expect(isMainThread).toBe(true); expect(readdirSync('../results')).not.toContain('pawl-key') });`,
};

const read = (path: string): Promise<string | null> =>
  Promise.resolve(path === 'package.json' ? files['package.json'] : null);
const run = (wish: Omit<RunWish, 'argv'>) => runTests(runner, { argv: ['npx', 'vitest'], packages: true, ...wish });

describe('vitest: one project, all kinds', () => {
  let report: TestReport;
  let output: string;
  const left: string[] = [];
  const found = (name: string) => report.tests.find((one) => one.name === name);
  const fileFailure = (file: string) => report.fileFailures.find((one) => one.file === file)?.failure;
  beforeAll(async () => {
    const argv = (await runner.expand?.(['npm', 'test'], read)) ?? [];
    const look = async (root: string): Promise<void> => {
      for (const folder of ['.', 'test', 'node_modules']) left.push(...(await readdir(join(root, folder))));
    };
    const seen = await runTests(runner, { argv, packages: true, files, look });
    report = seen.report;
    output = seen.result.out.tail + seen.result.err.tail;
  });

  test('R15: a script that watches and bails ends by itself, and every test ran', () => {
    expect(report).toMatchObject({ end: 'exited', exitCode: 1, problem: null, runner: 'vitest' });
    expect(report.tests.filter((one) => one.file === 'test/kinds.test.ts')).toHaveLength(26);
  });

  test.each([
    ['R10f', 'expects', 'assertion', null, null],
    ['R10f', 'asserts', 'assertion', null, null],
    ['R10f', 'rejects', 'assertion', null, null],
    ['R10f', 'own matcher', 'assertion', null, null],
    ['R10f', 'new snapshot', 'assertion', null, null],
    ['R10e', 'no function', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no member', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no class', 'missing-symbol', 'Rate', 'src/cart'],
    ['R10e', 'no static method', 'missing-symbol', 'Rate', 'src/cart'],
    ['R10e', 'no method', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no method of a new one', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no module', 'missing-module', 'src/nothing', null],
    ['R10c', 'no package', 'missing-module', 'node_modules/no-such-package', null],
    ['R10e', 'not written', 'not-implemented', null, null],
    ['R10c', 'other error', 'error', null, null],
    ['R10c', 'JSON', 'error', null, null],
    ['R10c', 'throws a string', 'error', null, null],
    ['R10c', 'ends the process', 'error', null, null],
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
    ['test/module.test.ts', { kind: 'missing-module', missing: 'src/total.js' }],
    ['test/syntax.test.js', { kind: 'syntax' }],
    ['test/typed.test.ts', { kind: 'syntax' }],
    ['test/outside.test.ts', { kind: 'error', message: 'outside' }],
    ['test/after.test.ts', { kind: 'error', message: 'after' }],
    ['test/late.test.ts', { kind: 'error', message: 'late' }],
    ['test/hooks.test.ts', { kind: 'error' }],
  ])('R10a, R10e: %s fails as a whole', (file, failure) => {
    expect(fileFailure(file)).toMatchObject(failure);
  });

  test('R10d: a file without a test is no failure', () => {
    expect(fileFailure('test/empty.test.ts')).toBeUndefined();
    expect(report.fileFailures).toHaveLength(7);
  });

  test('F60: ids are unique, one line, and start with the file', () => {
    const ids = report.tests.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('test/kinds.test.ts > twice #2');
    expect(ids).toContain('test/kinds.test.ts > cart > odd \\> name\\n\\u2028 "é"');
  });

  test('T11: tests run in processes of their own, without the key, and leave nothing in the tree', () => {
    expect(found('looks')).toMatchObject({ state: 'passed' });
    for (const name of ['__snapshots__', 'coverage', 'out.json', '.vite']) expect(left).not.toContain(name);
    expect(output).not.toContain('\u001b[');
  });
});

describe('vitest: whole runs', () => {
  const fails = "test('fails', () => { expect(1).toBe(2) });";

  test('R10d: a repository without tests is no failure', async () => {
    const { report } = await run({ files: { 'package.json': '{}' } });
    expect(report).toMatchObject({ exitCode: 0, tests: [], fileFailures: [], problem: null });
  });

  test('R10d: a new test file without a test is refused as that', async () => {
    const { report } = await run({ files: { 'package.json': '{}', 'a.test.js': '' } });
    const finding = judgeRed({ report, baseline: report, testFiles: ['a.test.js'], mayCreate: [] });
    expect(finding).toMatchObject({ kind: 'refused', class: 'no-tests' });
  });

  test('R10b: without vitest it is the machine’s fault', async () => {
    const { report } = await run({ files: { 'a.test.js': fails }, packages: false, env: { PATH: '/usr/bin:/bin' } });
    expect(report).toMatchObject({ problemKind: 'runner-missing' });
  });

  test('R15: a test that never ends is ended', async () => {
    const body = `${head}test('hangs', () => { for (;;); });`;
    const { report } = await run({ files: { 'package.json': '{}', 'a.test.js': body }, hangsAfter: '"start"' });
    expect(report).toMatchObject({ end: 'timeout', tests: [] });
  });

  const seek = `${head}import fs from 'node:fs'; const events = '../results/pawl-events.jsonl';`;
  test.each([
    ['adds a line', 'fs.appendFileSync(events, \'0\'.repeat(32) + \' {"type":"end"}\\n\')'],
    ['puts a file in its place', "fs.rmSync(events); fs.writeFileSync(events, '')"],
    ['ends the runner', "process.kill(process.ppid, 'SIGKILL')"],
  ])('T11: a test that %s makes no pass', async (_how, deed) => {
    const body = `${seek} test('forges', () => { ${deed} }); ${fails}`;
    const { report } = await run({ files: { 'package.json': '{}', 'a.test.js': body } });
    expect(report.problem).not.toBeNull();
    expect(['cannot-tell', 'framework']).toContain(report.problemKind);
  });
});
