import { describe, expect, test } from '@jest/globals';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { createNodeTest } from '../../../src/adapters/runners/node-test/node-test.js';
import { runTests } from '../../support/test-runs.js';

/** Real `node --test` runs of small repositories. */
const runner = createNodeTest();
const esm = { 'package.json': '{"type":"module"}' };
const head = "import { describe, it, test } from 'node:test'; import assert from 'node:assert/strict';\n";

async function run(files: Readonly<Record<string, string>>, argv = ['node', '--test']): Promise<TestReport> {
  return (await runTests(runner, { argv, files: { ...esm, ...files } })).report;
}

const states = (report: TestReport) => Object.fromEntries(report.tests.map((one) => [one.id, one.state]));
const kinds = (report: TestReport) =>
  Object.fromEntries(report.tests.flatMap((one) => (one.failure === null ? [] : [[one.name, one.failure.kind]])));

describe('each class of failure, from its code', () => {
  test('C-6: of a test', async () => {
    const report = await run({
      'src/cart.js':
        "export class Cart { open() { const e = new Error('later'); e.name = 'NotImplementedError'; throw e } }",
      'src/old.cjs': 'module.exports = {};',
      'test/kinds.test.js': `${head}
        import { readFileSync } from 'node:fs';
        import { Cart } from '../src/cart.js';
        const deep = { a: [1, { b: 2 }] };
        test('strictEqual', () => assert.strictEqual(1, 2));
        test('deepEqual', () => assert.deepEqual(deep, { a: [] }));
        test('ok', () => assert(false));
        test('rejects', () => assert.rejects(async () => {}));
        test('a library', () => { const e = new Error('expected 1'); e.name = 'AssertionError'; throw e });
        test('expect', () => { throw Object.assign(new Error('expect(a).toBe(b)'), { matcherResult: { pass: false } }) });
        test('plain', () => { throw new Error('plain') });
        test('a text', () => { throw 'words' });
        test('nothing', () => { throw undefined });
        test('no fixture', () => readFileSync(new URL('./cart.json', import.meta.url)));
        test('bad json', () => JSON.parse('{'));
        test('no method', () => new Cart().total());
        test('no method of a variable', () => { const cart = new Cart(); cart.total() });
        test('inside the code', () => { const x = {}; x.a.b });
        test('not written', () => new Cart().open());
        test('by code', () => { throw Object.assign(new Error('x'), { code: 'ERR_METHOD_NOT_IMPLEMENTED' }) });
        test('module', async () => { await import('../src/fees.js') });
        test('own limit', { timeout: 30 }, () => new Promise((done) => setTimeout(done, 300)));
      `,
      'test/old.test.cjs': `const { test } = require('node:test'); const { total } = require('../src/old.cjs');
        const shop = require('../src/old.cjs');
        test('export', () => total()); test('member', () => shop.total()); test('other', () => { const n = 1; n() });
        test('required', () => require('../src/gone'));`,
    });
    expect(kinds(report)).toEqual({
      ...{ strictEqual: 'assertion', deepEqual: 'assertion', ok: 'assertion', rejects: 'assertion' },
      ...{ 'a library': 'assertion', expect: 'assertion', plain: 'error', 'a text': 'error', nothing: 'error' },
      ...{ 'no fixture': 'error', 'bad json': 'error', 'inside the code': 'error' },
      ...{ 'no method': 'missing-symbol', 'no method of a variable': 'missing-symbol', module: 'missing-module' },
      ...{ 'not written': 'not-implemented', 'by code': 'not-implemented', 'own limit': 'error' },
      ...{ export: 'missing-symbol', member: 'missing-symbol', other: 'error', required: 'missing-module' },
    });
    const missing = report.tests.flatMap(({ name, failure }) =>
      failure === null || failure.missing === null ? [] : [`${name}: ${failure.missing} of ${failure.module}`],
    );
    expect(missing).toEqual([
      'no method: total of src/cart.js',
      'no method of a variable: total of src/cart.js',
      'module: src/fees.js of null',
      'export: total of src/old.cjs',
      'member: total of src/old.cjs',
      'required: src/gone of null',
    ]);
    expect(report).toMatchObject({ exitCode: 1, end: 'exited', problem: null, fileFailures: [] });
  });

  test('C-6, F59: of a file as a whole, told by the process it broke', async () => {
    const report = await run({
      'src/cart.js': 'export const VAT = 1;',
      'src/old.cjs': 'exports.a = 1;',
      'test/module.test.js': `${head} import { a } from '../src/fees.js'; test('a', () => a());`,
      'test/module.test.cjs': "const { test } = require('node:test'); require('../src/fees.cjs'); test('a', () => {});",
      'test/deep/module.test.js': "import '../../src/a/b.js';",
      'test/package.test.js': "import 'left-pad-for-carts';",
      'test/symbol.test.js': `${head} import { total } from '../src/cart.js'; test('a', () => total());`,
      'test/named.test.js': `${head} import { total } from '../src/old.cjs'; test('a', () => total());`,
      'test/syntax.test.js': `${head} test('a', () => { {{`,
      'test/syntax.test.cjs': 'const a = ;',
      'test/json.test.js': "JSON.parse('{')",
      'test/throws.test.js': "throw new Error('at once')",
      'test/asserts.test.js': `${head} assert.equal(1, 2)`,
      'test/exits.test.js': `${head} test('a', () => process.exit(3))`,
      'test/killed.test.js': "process.kill(process.pid, 'SIGKILL')",
      'test/late.test.js': `${head} test('a', () => { setTimeout(() => { throw new Error('late') }, 5) });
        test('b', () => new Promise((done) => setTimeout(done, 60)));`,
    });
    const files = report.fileFailures.map(({ file, failure }) => [
      file.slice('test/'.length),
      failure.kind,
      ...[failure.missing, failure.module].filter((one) => one !== null),
    ]);
    expect(files.sort()).toEqual(
      [
        ['module.test.js', 'missing-module', 'src/fees.js'],
        ['module.test.cjs', 'missing-module', 'src/fees.cjs'],
        ['deep/module.test.js', 'missing-module', 'src/a/b.js'],
        ['package.test.js', 'missing-module', 'node_modules/left-pad-for-carts'],
        ['symbol.test.js', 'missing-symbol', 'total', 'src/cart.js'],
        ['named.test.js', 'missing-symbol', 'total', 'src/old.cjs'],
        ['syntax.test.js', 'syntax'],
        ['syntax.test.cjs', 'syntax'],
        ['json.test.js', 'error'],
        ['throws.test.js', 'error'],
        ['asserts.test.js', 'assertion'],
        ['exits.test.js', 'error'],
        ['killed.test.js', 'error'],
        ['late.test.js', 'error'],
      ].sort(),
    );
    expect(states(report)).toEqual({ 'test/late.test.js > a': 'passed', 'test/late.test.js > b': 'passed' });
    expect(report.problem).toBeNull();
    const words = report.fileFailures.map(({ failure }) => failure.message).join('\n');
    expect(words).not.toContain('pawl-runs-');
  });
});

test('the crash of a process that a test file started is not that file’s own', async () => {
  const report = await run({
    'test/a.test.js': `import { spawnSync } from 'node:child_process';
      if (process.env.INNER) throw new Error('inner');
      spawnSync(process.execPath, [...process.execArgv, process.argv[1]], { env: { ...process.env, INNER: '1' } });
      process.exit(3);`,
  });
  expect(report.fileFailures).toMatchObject([{ failure: { message: expect.stringContaining('exit code 3') } }]);
});

describe('each test has one id', () => {
  test('nesting, odd names, double names, marks; a file is no test', async () => {
    const report = await run({
      'test/ids.test.js': `${head}
        describe('cart', () => { describe('empty', () => { it('has no total', () => {}) }); it('adds', () => assert(0)) });
        test('parent', async (t) => { await t.test('child', () => {}); await t.test('other', () => assert(0)) });
        test('same', () => {}); test('same', () => assert(0)); test('same', () => {}); test('same #2', () => {});
        test('a > b', () => {}); test('line\\nbreak "quoted" \\u0001 🎉 \\u2028', () => {}); test('', () => {});
        test('skipped', { skip: 'why' }, () => {}); test.todo('later'); test('open', { todo: true }, () => assert(0));
        describe('empty suite', () => {}); describe('skipped suite', { skip: true }, () => { it('in it', () => {}) });
        test('test/ids.test.js', () => {});
      `,
      'test/only.test.js': `${head} test('first', () => {}); test.only('only', () => {});`,
      'test/plain.test.js': "console.log('TAP version 13\\\\nok 1 - forged');",
    });
    expect(states(report)).toEqual({
      'test/ids.test.js > cart > empty > has no total': 'passed',
      'test/ids.test.js > cart > adds': 'failed',
      'test/ids.test.js > parent > child': 'passed',
      'test/ids.test.js > parent > other': 'failed',
      'test/ids.test.js > parent': 'failed',
      'test/ids.test.js > same': 'passed',
      'test/ids.test.js > same #2': 'failed',
      'test/ids.test.js > same #3': 'passed',
      'test/ids.test.js > same #2 #2': 'passed',
      'test/ids.test.js > a \\> b': 'passed',
      'test/ids.test.js > line\\nbreak "quoted" \\u0001 🎉 \\u2028': 'passed',
      'test/ids.test.js > <anonymous>': 'passed',
      'test/ids.test.js > skipped': 'skipped',
      'test/ids.test.js > later': 'todo',
      'test/ids.test.js > open': 'todo',
      'test/ids.test.js > test/ids.test.js': 'passed',
      'test/only.test.js > first': 'passed',
      'test/only.test.js > only': 'passed',
    });
    expect(kinds(report)).toMatchObject({ parent: 'assertion', adds: 'assertion' });
    expect(report.problem).toBeNull();
  });

  test('a failing hook is an error of the tests it keeps from running, and of the file', async () => {
    const report = await run({
      'test/hooks.test.js': `${head} import { before, beforeEach, after } from 'node:test';
        describe('a', () => { before(() => { assert.equal(1, 2) }); it('x', () => {}) });
        describe('b', () => { beforeEach(() => { throw new Error('each') }); it('y', () => {}) });
        describe('c', () => { after(() => { throw new Error('after') }); it('z', () => {}) });
        describe('d', () => { before(async () => { await import('../src/cart.js') }); it('w', () => {}) });`,
    });
    expect(kinds(report)).toEqual({ x: 'error', y: 'error', w: 'missing-module' });
    expect(report.fileFailures.map(({ failure }) => failure.kind)).toEqual(['error', 'error', 'missing-module']);
    expect(states(report)).toMatchObject({ 'test/hooks.test.js > c > z': 'passed' });
  });

  test('a message is cut at 4 KiB of whole characters', async () => {
    const report = await run({
      'test/long.test.js': `${head} test('a', () => { throw new Error('€'.repeat(9000)) });`,
    });
    const message = report.tests[0]?.failure?.message ?? '';
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096);
    expect(message).toMatch(/^€+…$/);
  });
});

describe('how a command ended', () => {
  test('F57: a test that never ends: what ran before it is known', async () => {
    const { report } = await runTests(runner, {
      argv: ['node', '--test'],
      files: {
        ...esm,
        'test/a.test.js': `${head} test('a', () => {}); test('b', () => new Promise(() => setInterval(() => {}, 99)));`,
      },
      hangsAfter: '"type":"pass"',
    });
    expect(report).toMatchObject({
      end: 'timeout',
      problem: null,
      tests: [{ id: 'test/a.test.js > a', state: 'passed' }],
    });
  });

  test('R10d: no test at all, and a test folder that is not there yet', async () => {
    const none = await run({ 'src/a.js': '' });
    expect(none).toMatchObject({ exitCode: 0, tests: [], fileFailures: [], problem: null });
    const noFolder = await run({}, ['node', '--test', 'test/']);
    expect(noFolder).toMatchObject({ exitCode: 1, tests: [], fileFailures: [], problem: null });
  });

  test('R11, T11: process.exit(0) in a test: the file passes for Node and has no test for us', async () => {
    const report = await run({
      'test/a.test.js': `${head} test('a', () => { process.exit(0) }); test('b', () => assert(0));`,
    });
    expect(report).toMatchObject({ exitCode: 0, tests: [], fileFailures: [], problem: null });
  });

  test('R10b: a program that is not there is the machine’s fault', async () => {
    const { report } = await runTests(runner, { argv: ['node', '--test'], files: esm, env: { PATH: '/nowhere' } });
    expect(report).toMatchObject({ end: 'failed-to-start', problemKind: 'runner-missing', tests: [] });
    expect(report.problem).toContain('is it installed?');
    const line = ['/bin/sh', '-c', 'A=1 node --test test/*.js'];
    const shell = await runTests(runner, { argv: line, files: esm, env: { PATH: '/nowhere' } });
    expect(shell.report).toMatchObject({ exitCode: 127, problemKind: 'runner-missing' });
  });

  test.each([
    ['R10b: a loader that is not installed', ['node', '--import', 'a-loader', '--test'], 'runner-missing', 'a-loader'],
    ['R10b: the same for CommonJS', ['node', '-r', 'a-loader', '--test'], 'runner-missing', 'a-loader'],
    ['an option that Node does not know', ['node', '--no-such-option', '--test'], 'framework', 'bad option'],
    ['a command before it that fails', ['sh', '-c', 'node broken.mjs && node --test'], 'framework', 'before any test'],
    ['a command that never comes to its tests', ['node', '--version', '--test'], 'cannot-tell', 'without a result'],
  ])('%s', async (_story, argv, problemKind, said) => {
    const files = { 'broken.mjs': "throw new Error('broken')", 'test/a.test.js': `${head} test('a', () => {});` };
    const report = await run(files, argv);
    expect(report).toMatchObject({ problemKind });
    expect(report.problem).toContain(said);
  });

  test('T11: exit code and result that contradict each other prove nothing', async () => {
    const files = {
      ...esm,
      'test/a.test.js': `${head} test('a', () => assert(0));`,
      'test/b.test.js': `${head} test('b', () => {});`,
    };
    // A shell around it changes what the runner said.
    const hidden = await runTests(runner, { argv: ['node', '--test'], files, around: (line) => `${line}; exit 0` });
    expect(hidden.report).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
    expect(hidden.report.problem).toContain('tests failed, but');
    const argv = ['node', '--test', 'test/b.test.js'];
    const claimed = await runTests(runner, { argv, files, around: (line) => `${line}; exit 5` });
    expect(claimed.report).toMatchObject({ exitCode: 5, problemKind: 'cannot-tell' });
    expect(claimed.report.problem).toContain('no test failed, but');
  });
});

describe('the user’s own command is kept', () => {
  test('patterns, assignments, other reporters, a watcher; CI is set and there is no terminal (R15)', async () => {
    const files = {
      'test/a.test.js': `${head} test('a', () => assert.deepEqual([process.env.CI, process.env.MODE, process.stdout.isTTY], ['true', 'x', undefined]));`,
      'test/b.check.js': `${head} test('b', () => {});`,
    };
    const report = await run(files, ['sh', '-c', 'MODE=x node --watch --test-reporter dot --test test/*.test.js']);
    expect(report).toMatchObject({
      problem: null,
      tests: [{ id: 'test/a.test.js > a', state: 'passed' }],
      exitCode: 0,
    });
    expect(report.tests).toHaveLength(1);
  });

  test('folders with odd names: the repository’s and the result’s', async () => {
    const { report } = await runTests(runner, {
      argv: ['node', '--test'],
      under: 'a b#c%20\'d"?&ü',
      files: {
        ...esm,
        'test/a.test.js': `${head} import '../src/x.js'; test('a', () => {});`,
        'test/b.test.js': `${head} test('b', () => {});`,
      },
    });
    expect(report.problem).toBeNull();
    expect(states(report)).toEqual({ 'test/b.test.js > b': 'passed' });
    expect(report.fileFailures).toMatchObject([{ file: 'test/a.test.js', failure: { missing: 'src/x.js' } }]);
  });
});
