import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createMocha } from '../../../src/adapters/runners/mocha/mocha.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { judgeRed } from '../../../src/domain/evidence/judge-red.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { runTests, type RunWish } from '../../support/test-runs.js';

/** Real mocha on one small project; one run holds most of the stories. */
const runner = createMocha();

const cart = 'exports.Cart = class Cart { items = []; add(n) { this.items.push(n) } };\nexports.rate = 1;\n';
const own = "const { Cart, total } = require('../src/cart'); const shop = require('../src/cart');\n";
const kinds = `${own}const assert = require('node:assert');
describe('cart', () => {
  it('passes', () => { assert.equal(1, 1) });
  it('asserts', () => { assert.equal(1, 2) });
  it('asserts later', (done) => { setTimeout(() => { assert.equal(1, 2); done() }, 1) });
  it('rejects', () => assert.rejects(Promise.resolve(1)));
  it('by a class of its name', () => { throw Object.assign(new Error('x'), { name: 'AssertionError' }) });
  it('by sinon', () => { throw Object.assign(new Error('expected spy to be called'), { name: 'AssertError' }) });
  it('no function', () => { assert.equal(total([1]), 1) });
  it('no member', () => { assert.equal(shop.total([1]), 1) });
  it('no method', () => { const cart = new Cart(); assert.equal(cart.total(), 1) });
  it('no module', () => { require('../src/nothing') });
  it('no package', () => { require('no-such-package') });
  it('not written', () => { throw Object.assign(new Error('soon'), { name: 'NotImplementedError' }) });
  it('other error', () => { null.foo });
  it('JSON', () => { JSON.parse('{') });
  it('throws a string', () => { throw 'odd' });
  it('throws nothing', () => { throw undefined });
  it('says it twice', (done) => { done(); done(new Error('again')) });
  it('times out', (done) => {}).timeout(50);
  it('hostile', () => { const error = new Error('x'); Object.defineProperty(error, 'code', { get() { throw 1 } }); throw error });
  it.skip('skipped', () => {});
  it('later');
  it('skips itself', function () { this.skip() });
  let tries = 0;
  it('is tried again', function () { this.retries(2); tries += 1; assert.equal(tries, 2) });
  it('odd > name\\n\\u2028 "é" \\ud800', () => {});
});
it('twice', () => {});
it('twice', () => { assert.equal(1, 2) });
`;

const files = {
  'package.json': JSON.stringify({
    scripts: { test: 'npm run unit', unit: 'nyc --check-coverage mocha --watch --bail -R dot --parallel' },
  }),
  '.mocharc.json': JSON.stringify({
    ...{ watch: true, bail: true, 'dry-run': true, parallel: true, reporter: 'json', recursive: true },
    ...{ 'pass-on-failing-test-suite': true, require: ['./test/setup.js'] },
  }),
  'src/cart.js': cart,
  'src/two.mjs': 'export const one = 1;\n',
  // Loaded before the tests, and yet too late to find the key.
  'test/setup.js': `const at = require('node:path').join(process.cwd(), '..', 'results');
process.env.SEEN = require('node:fs').readdirSync(at).join(' ');`,
  'test/kinds.test.js': kinds,
  'test/hooks.test.js': `const assert = require('node:assert');
describe('before', () => { before(() => { assert.equal(1, 2) }); it('kept from running', () => {}) });
describe('beside', () => { it('runs', () => {}) });`,
  'test/each.test.js': `const { Basket } = require('../src/cart');
describe('each', () => { let basket; beforeEach(() => { basket = new Basket() }); it('opens', () => {}) });`,
  'test/module.test.js': `const assert = require('node:assert'); const { total } = require('../src/total');
it('totals', () => { assert.equal(total([2]), 2) });`,
  'test/esm.test.mjs': "import { total } from '../src/total.mjs'; it('totals', () => { total([2]) });",
  'test/name.test.mjs': "import { two } from '../src/two.mjs'; it('two', () => { two() });",
  'test/syntax.test.js': "it('totals', () => {",
  'test/half.test.js':
    "beforeEach(() => { throw new Error('left') }); describe.only('half', () => { it('a', () => {}); throw new Error('half') });",
  'test/outside.test.js': "throw new Error('outside')",
  'test/zz.test.js':
    "describe('last', () => { it('runs after all', () => {}) }); after(() => { throw new Error('after') });",
  'test/looks.test.js': `it('looks', () => {
  require('node:assert').equal(process.env.SEEN.includes('pawl-key'), false);
  require('node:assert').equal(process.env.CI, 'true');
});`,
};

const read = (path: string): Promise<string | null> =>
  Promise.resolve(path === 'package.json' ? files['package.json'] : null);
const run = (wish: Partial<RunWish> & Pick<RunWish, 'files'>) =>
  runTests(runner, { argv: ['npx', 'mocha'], packages: true, ...wish });

describe('mocha: one project, all kinds', () => {
  let report: TestReport;
  let output: string;
  const left: string[] = [];
  const found = (name: string) => report.tests.find((one) => one.name === name);
  beforeAll(async () => {
    const argv = (await runner.expand?.(['npm', 'test'], read)) ?? [];
    const seen = await run({ argv, files, look: async (root) => void left.push(...(await readdir(root))) });
    report = seen.report;
    output = seen.result.out.tail + seen.result.err.tail;
  });

  test('R15: a script and settings that watch, bail and only pretend end by themselves, and every test ran', () => {
    expect(report).toMatchObject({ end: 'exited', problem: null, runner: 'mocha' });
    expect(report.exitCode).toBeGreaterThan(0);
    expect(report.tests.filter((one) => one.file === 'test/kinds.test.js')).toHaveLength(26);
  });

  test.each([
    ['R10f', 'asserts', 'assertion', null, null],
    ['R10f', 'asserts later', 'assertion', null, null],
    ['R10f', 'rejects', 'assertion', null, null],
    ['R10f', 'by a class of its name', 'assertion', null, null],
    ['R10f', 'by sinon', 'assertion', null, null],
    ['R10e', 'no function', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no member', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no method', 'missing-symbol', 'total', 'src/cart'],
    ['R10e', 'no module', 'missing-module', 'src/nothing', null],
    ['R10c', 'no package', 'missing-module', 'node_modules/no-such-package', null],
    ['R10e', 'not written', 'not-implemented', null, null],
    ['R10c', 'other error', 'error', null, null],
    ['R10c', 'JSON', 'error', null, null],
    ['R10c', 'throws a string', 'error', null, null],
    ['R10c', 'throws nothing', 'error', null, null],
    ['R10c', 'says it twice', 'error', null, null],
    ['R10c', 'times out', 'error', null, null],
    ['R10c', 'hostile', 'error', null, null],
  ])('%s: "%s" fails by %s', (_case, name, kind, missing, module) => {
    expect(found(name)).toMatchObject({ state: 'failed', failure: { kind, missing, module } });
  });

  test('R12b: what was not run to a result is no pass', () => {
    expect(['skipped', 'later', 'skips itself', 'is tried again'].map((name) => found(name)?.state)).toEqual([
      ...['skipped', 'skipped', 'skipped', 'passed'],
    ]);
  });

  test('R10a, R10e, F59: files that fail as a whole, and the others ran all the same', () => {
    const seen = report.fileFailures.map(({ file, failure }) => [file, failure.kind, failure.missing, failure.module]);
    expect(seen.sort()).toEqual([
      ['test/each.test.js', 'missing-symbol', 'Basket', 'src/cart'],
      ['test/esm.test.mjs', 'missing-module', 'src/total.mjs', null],
      ['test/half.test.js', 'error', null, null],
      ['test/hooks.test.js', 'error', null, null],
      ['test/module.test.js', 'missing-module', 'src/total', null],
      ['test/name.test.mjs', 'missing-symbol', 'two', 'src/two.mjs'],
      ['test/outside.test.js', 'error', null, null],
      ['test/syntax.test.js', 'syntax', null, null],
      ['test/zz.test.js', 'error', null, null],
    ]);
    expect(['runs', 'looks', 'runs after all'].map((name) => found(name)?.state)).toEqual([
      'passed',
      'passed',
      'passed',
    ]);
    expect(['kept from running', 'opens', 'totals', 'a'].map(found)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('F60: ids are unique, one line, and start with the file', () => {
    const ids = report.tests.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('test/kinds.test.js > twice #2');
    expect(ids).toContain('test/kinds.test.js > cart > odd \\> name\\n\\u2028 "é" \\ud800');
    expect(ids).toContain('test/zz.test.js > last > runs after all');
  });

  test('nothing is left in the tree; people read what mocha says, without colours', () => {
    expect(left.sort()).toEqual(['.mocharc.json', 'node_modules', 'package.json', 'src', 'test']);
    expect(output).toContain('passing');
    expect(output).not.toContain('\u001b[');
    expect(output).not.toContain('at Test.Runnable.run');
  });
});

describe('mocha: whole runs', () => {
  const fails = "it('fails', () => { require('node:assert').equal(1, 2) });";

  test('R10d: a repository without tests is no failure', async () => {
    const { report } = await run({ files: { 'package.json': '{}' } });
    expect(report).toMatchObject({ exitCode: 1, tests: [], fileFailures: [], problem: null });
    expect(report.problemKind).toBeUndefined();
  });

  test('R10d: a new test file without a test is refused as that', async () => {
    const { report } = await run({ files: { 'test/a.test.js': '' } });
    const finding = judgeRed({ report, baseline: report, testFiles: ['test/a.test.js'], mayCreate: [] });
    expect(finding).toMatchObject({ kind: 'refused', class: 'no-tests' });
  });

  test('R10b: without mocha, or without a package that its settings load, it is the machine’s fault', async () => {
    const bare = await run({ files: { 'test/a.js': fails }, packages: false, env: { PATH: '/usr/bin:/bin' } });
    expect(bare.report).toMatchObject({ problemKind: 'runner-missing' });
    const rc = { '.mocharc.json': '{"require":["no-such-package/register"]}', 'test/a.js': fails };
    const { report } = await run({ files: rc });
    expect(report).toMatchObject({ problemKind: 'runner-missing', tests: [] });
    expect(report.problem).toContain('no-such-package');
  });

  test('R10e: a file that can’t be loaded fails the run, also where all others pass', async () => {
    const { report } = await run({
      files: { 'test/a.js': "require('../src/total')", 'test/b.js': "it('b', () => {});" },
    });
    expect(report).toMatchObject({ exitCode: 1, problem: null, tests: [{ state: 'passed' }] });
    expect(report.fileFailures).toMatchObject([{ file: 'test/a.js', failure: { kind: 'missing-module' } }]);
  });

  test('settings that mocha refuses are a fault of the framework', async () => {
    const { report } = await run({ files: { '.mocharc.json': '{"ui":"no-such-ui"}', 'test/a.js': fails } });
    expect(report).toMatchObject({ problemKind: 'framework', tests: [] });
  });

  test('F57, R15: a test that never ends is ended, and what ran before it is known', async () => {
    const body = "it('first', () => {}); it('hangs', () => { for (;;); });";
    const { report } = await run({ files: { 'test/a.js': body }, hangsAfter: 'first' });
    expect(report).toMatchObject({ end: 'timeout', tests: [{ name: 'first', state: 'passed' }] });
  });

  const seek =
    "const fs = require('node:fs'); const { join } = require('node:path'); const events = join(process.cwd(), '..', 'results', 'pawl-events.jsonl');";
  test.each([
    ['adds a line', 'fs.appendFileSync(events, \'0\'.repeat(32) + \' {"type":"end"}\\n\')'],
    ['puts a file in its place', "fs.rmSync(events); fs.writeFileSync(events, '')"],
    ['empties it', 'fs.truncateSync(events)'],
    ['ends the runner well', 'process.exit(0)'],
    [
      'builds the reporter again',
      "const path = Object.keys(require.cache).find((one) => one.endsWith('pawl-reporter.cjs')); const { EventEmitter } = require('node:events'); const fake = new EventEmitter(); try { new (require(path))(fake, {}); fake.emit('pass', { title: 'fails', titlePath: () => ['fails'], file: __filename }); fake.emit('end'); } catch { process.exit(0) }",
    ],
  ])('T11: a test that %s makes no pass', async (_how, deed) => {
    const { report } = await run({ files: { 'test/a.js': `${seek} it('forges', () => { ${deed} }); ${fails}` } });
    expect(report).toMatchObject({ problemKind: 'cannot-tell' });
    expect(report.tests.some((one) => one.name === 'fails' && one.state === 'passed')).toBe(false);
  });

  test('T11: a result that is cut off or larger than 64 MiB is none', async () => {
    const cut = (bytes: number) => (results: string) => truncate(join(results, 'pawl-events.jsonl'), bytes);
    const short = await run({ files: { 'test/a.js': fails }, spoil: cut(120) });
    expect(short.report).toMatchObject({ problemKind: 'cannot-tell', tests: [] });
    const large = await run({ files: { 'test/a.js': fails }, spoil: cut(200 * 1024 * 1024) });
    expect(large.report.problem).toContain('larger than 64 MiB');
  });

  test('8 MiB of output, folders with odd names, an exit code that contradicts the result', async () => {
    const loud = "it('loud', () => { process.stdout.write('x'.repeat(8 * 1024 * 1024)) });";
    const { report } = await run({ files: { 'test/a b.js': loud }, under: 'a b#c%20\'d"?&$ü' });
    expect(report).toMatchObject({ problem: null, tests: [{ id: 'test/a b.js > loud', state: 'passed' }] });
    const lied = await run({ files: { 'test/a.js': fails }, around: (line) => `${line} || true` });
    expect(lied.report).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
  });

  test('a run of some files alone leaves out those that the settings name', async () => {
    const tree = {
      '.mocharc.json': '{"spec":["test/*.js"],"file":["test/help/first.js"]}',
      'test/help/first.js': 'global.first = true;',
      'test/a.js': "it('a', () => {});",
      'test/b.js': "it('b', () => { require('node:assert').equal(first, true) });",
    };
    const command = { runner: 'mocha', argv: ['npx', 'mocha', '-t', '900', 'test/a.js'], source: 'flag' } as const;
    const narrowed = runner.narrow?.(command, ['test/b.js']);
    expect(narrowed?.argv).toEqual(['npx', 'mocha', '-t', '900', '--', 'test/b.js']);
    const { report } = await run({ argv: narrowed?.argv ?? [], files: tree });
    expect(report).toMatchObject({ problem: null, tests: [{ id: 'test/b.js > b', state: 'passed' }] });
    expect(report.tests).toHaveLength(1);
  });
});

describe('mocha: commands and files', () => {
  const shown = (line: string) => {
    const parsed = parseTestCommand(line);
    return parsed.kind === 'command' && runner.accepts(parsed.argv);
  };
  test.each([
    ['mocha', true],
    ['npx mocha --exit "test/**/*.spec.js"', true],
    ['c8 -r lcov mocha', true],
    ['npm run build && nyc _mocha', true],
    ['node -r ts-node/register node_modules/mocha/bin/mocha.js', true],
    ['node_modules/.bin/mocha', true],
    ['mocha init web', false],
    ['mocha --list-reporters', false],
    ['nyc ava', false],
    ['mocha | tee out', false],
  ])('%s: %p', (line, wanted) => {
    expect(shown(line)).toBe(wanted);
  });

  const detect = async (tree: Readonly<Record<string, string>>) =>
    (await runner.detect(Object.keys(tree), (path) => Promise.resolve(tree[path] ?? null))).map((one) =>
      one.argv.join(' '),
    );
  const manifest = (more: object) => JSON.stringify({ devDependencies: { mocha: '^11' }, ...more });
  test.each<[string, Record<string, string>, string[]]>([
    ['by its script', { 'package.json': manifest({ scripts: { test: 'mocha -w src' } }) }, ['npx mocha src']],
    ['by its settings', { '.mocharc.yml': '' }, ['npx mocha']],
    ['by its section', { 'package.json': '{"mocha":{}}' }, ['npx mocha']],
    ['as a dependency beside tests', { 'package.json': manifest({}), 'test/a.js': '' }, ['npx mocha']],
    ['not as a dependency alone', { 'package.json': manifest({}) }, []],
    ['not beside a runner with the first word', { 'package.json': manifest({ jest: {} }), 'test/a.js': '' }, []],
    ['not by a script for another', { 'package.json': manifest({ scripts: { test: 'jest' } }), 'test/a.js': '' }, []],
    [
      'R16: beside a stub',
      { 'package.json': manifest({ scripts: { test: 'exit 0' } }), 'test/a.js': '' },
      ['npx mocha'],
    ],
  ])('R16: found %s', async (_how, tree, wanted) => {
    expect(await detect(tree)).toEqual(wanted);
  });

  test('its settings name test files, as far as they are plain data', async () => {
    const named = (path: string, text: string) =>
      runner.settingsTestFiles?.((one) => Promise.resolve(one === path ? text : null));
    const json = '// for CI\n{"spec":["./checks/**/*.{js,ts}","probes"],"require":["ts-node/register","./help/up.js"]}';
    const wanted = ['checks/**/*.js', 'checks/**/*.ts', 'probes/**', 'help/up.js'];
    expect(await named('.mocharc.json', json)).toEqual(wanted);
    const yaml =
      'spec:\n  - "checks/**/*.{js,ts}"\n  - probes # all\nui: bdd\nrequire: [ts-node/register, ./help/up.js]\n';
    expect(await named('.mocharc.yml', yaml)).toEqual(wanted);
    expect(await named('package.json', '{"mocha":{"spec":"probes/"}}')).toEqual(['probes/**']);
    expect(await named('package.json', '{')).toEqual([]);
  });
});
