import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUnittest } from '../../../src/adapters/runners/unittest/unittest.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { judgeRed } from '../../../src/domain/evidence/judge-red.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { missing } from '../../support/setup-rig.js';
import { runTests, type RunWish, type Started } from '../../support/test-runs.js';

/** Real runs of Python's own unittest. */
const runner = createUnittest();
const absent = missing('python3');
const told = absent === null ? describe : describe.skip;
if (absent !== null) test.skip(absent, () => undefined);

const plain = ['python3', '-m', 'unittest'];
async function start(files: RunWish['files'], more: Partial<RunWish> = {}): Promise<Started> {
  return runTests(runner, { argv: plain, files, ...more });
}
const run = async (files: RunWish['files'], argv: readonly string[] = plain): Promise<TestReport> =>
  (await start(files, { argv })).report;

const states = (report: TestReport) => Object.fromEntries(report.tests.map((one) => [one.id, one.state]));
const kinds = (report: TestReport) =>
  Object.fromEntries(
    report.tests.flatMap(({ name, failure }) =>
      failure === null
        ? []
        : [[name, [failure.kind, failure.missing, failure.module].filter((one) => one !== null).join(' ')]],
    ),
  );

const head = 'import unittest\n';
const one = (name: string, body: string, more = ''): string =>
  `${head}class T(unittest.TestCase):\n${more}    def test_${name}(self): ${body}\n`;
const shop = {
  'shop/__init__.py': '',
  'shop/cart.py':
    'class Cart:\n    def open(self):\n        raise NotImplementedError("later")\n    def deep(self):\n        return self.nothing\n',
};

told('unittest: each class of failure, from the exception’s class', () => {
  let report: TestReport;
  let output: string;
  beforeAll(async () => {
    const seen = await start(
      {
        ...shop,
        'tests/__init__.py': '',
        'tests/test_kinds.py': `
import asyncio, doctest, os, unittest, shop.cart
from shop.cart import Cart
class Own(Exception): pass
class Kinds(unittest.TestCase):
    def test_assert(self): assert 1 == 2
    def test_equal(self): self.assertEqual(1, 2)
    def test_raises(self):
        with self.assertRaises(ValueError): pass
    def test_fail(self): self.fail("said so")
    def test_error(self): raise ValueError("plain")
    def test_no_words(self):
        class Odd(Exception):
            def __str__(self): raise ValueError("no")
        raise Odd()
    def test_fixture_file(self): open("cart.json")
    def test_exit(self): raise SystemExit(0)
    def test_open(self): Cart().open()
    def test_method(self): Cart().total()
    def test_member(self): shop.cart.total()
    def test_inside(self): Cart().deep()
    def test_of_builtin(self): None.total
    def test_eval(self): eval("1 +")
    def test_module(self): import shop.fees
    def test_package(self): import carts_of_others
    def test_name(self):
        from shop.cart import Basket
    def test_sub(self):
        for n in range(2):
            with self.subTest(n=n): self.assertEqual(n, 5)
    def test_passes(self): pass
    def test_folder(self): assert sorted(os.listdir(".")) == ["shop", "tests"]
    def test_settings(self): assert os.environ["CI"] == "true" and "pawl-key" not in os.listdir("../results")
    @unittest.skip("not now")
    def test_skip(self): pass
    def test_skips_itself(self): self.skipTest("not now")
    def test_skips_a_part(self):
        with self.subTest(): self.skipTest("not now")
    @unittest.expectedFailure
    def test_known(self): assert 0
    @unittest.expectedFailure
    def test_unexpected(self): pass
class OwnClass(unittest.TestCase):
    failureException = Own
    def test_own(self): self.fail("said so")
class Later(unittest.IsolatedAsyncioTestCase):
    async def test_async(self): self.assertEqual(1, 2)
    async def test_async_passes(self): pass
class SetUp(unittest.TestCase):
    def setUp(self): assert 0
    def test_setup(self): pass
class SetUpName(unittest.TestCase):
    def setUp(self): Cart().fees()
    def test_setup_name(self): pass
class TearDown(unittest.TestCase):
    def tearDown(self): assert 0
    def test_teardown(self): pass
class CleanUp(unittest.TestCase):
    def test_cleanup(self): self.addCleanup(self.fail)
class Odd(unittest.TestCase): pass
setattr(Odd, 'test odd > name\\n\\u2028 "é" \\ud800', lambda self: None)
def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite())
    return tests
def documented():
    """
    >>> 1 + 1
    3
    """
`,
        'tests/test_class.py':
          'import unittest\nclass T(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls): assert 0\n    def test_kept(self): pass\nclass U(unittest.TestCase):\n    def test_beside(self): pass\n',
        'tests/test_module.py': 'from shop.fees import fee\nimport unittest\n',
        'tests/test_package.py': 'import carts_of_others\n',
        'tests/test_name.py': 'from shop.cart import Basket\n',
        'tests/test_syntax.py': 'def test_a(:\n',
        'tests/test_indent.py': 'def test_a():\npass\n',
        'tests/test_outside.py': 'assert 0\n',
        'tests/test_exits.py': 'raise SystemExit(0)\n',
        'tests/test_not_now.py': 'import unittest\nraise unittest.SkipTest("not now")\n',
        'tests/test_loads.py': 'def load_tests(loader, tests, pattern): raise ValueError("mine")\n',
        'tests/deep/__init__.py': 'import shop.fees\n',
        'tests/deep/test_deep.py': '',
      },
      { argv: ['python3', '-m', 'unittest', '--failfast', '-b'] },
    );
    report = seen.report;
    output = seen.result.err.tail;
  });

  test('C-6: of a test', () => {
    expect(kinds(report)).toEqual({
      ...{ test_assert: 'assertion', test_equal: 'assertion', test_raises: 'assertion', test_fail: 'assertion' },
      ...{
        test_sub: 'assertion',
        test_own: 'assertion',
        test_async: 'assertion',
        'tests.test_kinds.documented': 'assertion',
      },
      ...{ test_error: 'error', test_no_words: 'error', test_fixture_file: 'error', test_exit: 'error' },
      ...{ test_inside: 'error', test_of_builtin: 'error', test_eval: 'error', test_setup: 'error' },
      ...{ test_teardown: 'error', test_cleanup: 'error', test_unexpected: 'error', test_open: 'not-implemented' },
      ...{ test_package: 'missing-module carts_of_others', test_module: 'missing-module shop/fees' },
      ...{ test_setup_name: 'missing-symbol fees shop/cart.py', test_method: 'missing-symbol total shop/cart.py' },
      ...{ test_member: 'missing-symbol total shop/cart.py', test_name: 'missing-symbol Basket shop/cart.py' },
    });
    expect(report).toMatchObject({ exitCode: 1, end: 'exited', problem: null, runner: 'unittest' });
  });

  test('C-6, F59: of a file as a whole; the other files run all the same, also with --failfast', () => {
    const seen = report.fileFailures.map(({ file, failure }) =>
      [file, failure.kind, failure.missing, failure.module].filter((part) => part !== null).join(' '),
    );
    expect(seen.sort()).toEqual([
      'tests/deep/__init__.py missing-module shop/fees',
      'tests/test_class.py error',
      'tests/test_exits.py error',
      'tests/test_indent.py syntax',
      'tests/test_loads.py error',
      'tests/test_module.py missing-module shop/fees',
      'tests/test_name.py missing-symbol Basket shop/cart.py',
      'tests/test_outside.py error',
      'tests/test_package.py missing-module carts_of_others',
      'tests/test_syntax.py syntax',
    ]);
    expect(states(report)).toMatchObject({ 'tests/test_class.py > U > test_beside': 'passed' });
    expect(report.tests.some((test) => test.name === 'test_kept')).toBe(false);
  });

  test('R12b: what was not run to a result is no pass', () => {
    const found = (name: string) => report.tests.find((test) => test.name === name)?.state;
    expect(['test_skip', 'test_skips_itself', 'test_known', 'test_skips_a_part', 'test_settings'].map(found)).toEqual([
      ...['skipped', 'skipped', 'todo', 'skipped', 'passed'],
    ]);
    expect(['test_passes', 'test_folder', 'test_async_passes'].map(found)).toEqual(['passed', 'passed', 'passed']);
  });

  test('F60: ids are unique, one line, and start with the file; people read what unittest says', () => {
    const ids = report.tests.map((test) => test.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('tests/test_kinds.py > Odd > test odd \\> name\\n\\u2028 "é" \\ud800');
    expect(output).toContain('FAILED (failures=');
  });
});

told('unittest: how a command ended', () => {
  test('F57, R15: a test that never ends: what ran before it is known, itself is not', async () => {
    const body = `${one('a', 'pass')}    def test_b(self):\n        while True: pass\n`;
    const { report } = await start({ 'test_a.py': body }, { hangsAfter: 'test_b' });
    expect(report).toMatchObject({ end: 'timeout', tests: [{ id: 'test_a.py > T > test_a', state: 'passed' }] });
    expect(report.tests).toHaveLength(1);
  });

  test('R10d: no test at all, a folder and a module that are not there yet', async () => {
    for (const more of [[], ['discover', '-s', 'tests'], ['tests.test_a'], ['tests/test_a.py']]) {
      const report = await run({ 'a.py': '' }, [...plain, ...more]);
      expect(report).toMatchObject({ tests: [], fileFailures: [], problem: null });
    }
  });

  test('R10d: a new test file without a test is refused as that', async () => {
    const report = await run({ 'test_a.py': head });
    const finding = judgeRed({ report, baseline: report, testFiles: ['test_a.py'], mayCreate: [] });
    expect(finding).toMatchObject({ kind: 'refused', class: 'no-tests' });
  });

  test('a file of nothing but skipped tests is no problem on any Python', async () => {
    const body = `${head}@unittest.skip("all")\nclass T(unittest.TestCase):\n    def test_a(self): pass\n`;
    expect(await run({ 'test_a.py': body })).toMatchObject({ problem: null, tests: [{ state: 'skipped' }] });
  });

  test.each([
    ['ends the process', 'os._exit(0)'],
    ['is interrupted', 'raise KeyboardInterrupt()'],
    ['adds a line', 'open(events, "a").write("0" * 32 + " {}\\n")'],
    ['puts a file in its place', 'os.unlink(events); open(events, "w").write("")'],
    ['empties the file', 'open(events, "w").close()'],
  ])('R11, T11: a test that %s makes no pass', async (_how, deed) => {
    const body = `import os\nevents = os.path.join("..", "results", "pawl-events.jsonl")\n${one('a', deed)}    def test_b(self): assert 0\n`;
    const report = await run({ 'test_a.py': body });
    expect(report.problem).not.toBeNull();
    expect(['cannot-tell', 'framework']).toContain(report.problemKind);
    expect(report.tests.some((test) => test.name === 'test_b' && test.state === 'passed')).toBe(false);
  });

  test('T11: a result that is cut off or larger than 64 MiB is none', async () => {
    const cut = (bytes: number) => (results: string) => truncate(join(results, 'pawl-events.jsonl'), bytes);
    const short = await start({ 'test_a.py': one('a', 'pass') }, { spoil: cut(150) });
    expect(short.report).toMatchObject({ problemKind: 'cannot-tell', tests: [] });
    const large = await start({ 'test_a.py': one('a', 'pass') }, { spoil: cut(200 * 1024 * 1024) });
    expect(large.report.problem).toContain('larger than 64 MiB');
  });

  test('T11: a module of the project with the runner’s name, or with that of a module it needs, takes no place', async () => {
    const tree = {
      'test_a.py': one('a', 'assert 0'),
      'pawl_unittest.py': 'raise SystemExit(0)\n',
      'hmac.py': 'raise SystemExit(0)\n',
    };
    expect(await run(tree)).toMatchObject({ exitCode: 1, problem: null, tests: [{ state: 'failed' }] });
  });

  test('R10b: a Python that is not installed is the machine’s fault', async () => {
    expect(await run({}, ['python0', '-m', 'unittest'])).toMatchObject({
      problemKind: 'runner-missing',
    });
    const bare = await run({}, ['python3', '-S', '-m', 'coverage', 'run', '--branch', '-m', 'unittest']);
    expect(bare).toMatchObject({ problemKind: 'runner-missing' });
  });

  test('arguments that unittest refuses, and a command before it that fails, are faults of the framework', async () => {
    expect(await run({}, [...plain, '--no-such-option'])).toMatchObject({ problemKind: 'framework' });
    expect(await run({}, ['sh', '-c', 'false && python3 -m unittest'])).toMatchObject({ problemKind: 'framework' });
  });

  test('8 MiB of output, folders with odd names, an exit code that contradicts the result', async () => {
    const loud = one('loud', 'print("x" * 8 * 1024 * 1024)');
    const { report } = await start({ 'test_a.py': loud }, { under: 'a b#c%20\'d"?&$ü' });
    expect(report).toMatchObject({ problem: null, tests: [{ id: 'test_a.py > T > test_loud', state: 'passed' }] });
    const lied = await start({ 'test_a.py': one('a', 'assert 0') }, { around: (line) => `${line} || true` });
    expect(lied.report).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
  });
});

told('unittest: the user’s own command is kept', () => {
  const tree = {
    ...shop,
    'lib/mine.py': '',
    'tests/test_a.py': `import mine, shop.cart\n${one('a', 'pass')}`,
    'tests/test_b.py': `import shop.cart\n${one('b', 'assert 0')}`,
    'tests/test_c.py': 'def broken(:\n',
  };
  test('PYTHONPATH, folders, names, paths, patterns', async () => {
    const found = await run(tree, [
      'sh',
      '-c',
      'PYTHONPATH=lib python3 -m unittest discover -s tests -p "test_[ac].py"',
    ]);
    expect(states(found)).toEqual({ 'tests/test_a.py > T > test_a': 'passed' });
    expect(found.fileFailures).toMatchObject([{ file: 'tests/test_c.py', failure: { kind: 'syntax' } }]);
    const named = await run(tree, [...plain, 'tests.test_b.T.test_b', 'tests/test_c.py', 'tests.test_a']);
    expect(states(named)).toEqual({ 'tests/test_b.py > T > test_b': 'failed' });
    expect(named.fileFailures).toMatchObject([
      { file: 'tests/test_c.py', failure: { kind: 'syntax' } },
      { file: 'tests/test_a.py', failure: { kind: 'missing-module', missing: 'mine' } },
    ]);
  });

  test.each<[string, readonly string[], string | null]>([
    ['python3 -m unittest', ['tests/test_b.py'], 'python3 -m unittest discover -p test_b.py'],
    ['python3 -m unittest -v', ['tests/test_b.py'], 'python3 -m unittest discover -v -p test_b.py'],
    [
      'python3 -m unittest discover -s tests -p test*.py',
      ['tests/test_b.py'],
      'python3 -m unittest discover -s tests -p test_b.py',
    ],
    ['python3 -m unittest discover tests', ['tests/test_b.py'], 'python3 -m unittest discover tests -p test_b.py'],
    ['python3 -m unittest discover -s tests', ['tests/test_a.py', 'tests/test_b.py'], null],
    [
      'python3 -m unittest -q tests.test_a tests/test_b.py',
      ['tests/test_b.py'],
      'python3 -m unittest -q tests/test_b.py',
    ],
    ['python3 -m unittest tests.test_a', ['tests/test_b.py'], null],
  ])('%s for %p alone', (line, files, wanted) => {
    const argv = line.split(' ');
    const narrowed = runner.narrow?.({ runner: 'unittest', argv, source: 'flag' }, files);
    expect(narrowed?.argv.join(' ') ?? null).toBe(wanted);
  });

  test('a narrowed command runs those tests', async () => {
    const command = { runner: 'unittest', argv: [...plain, 'discover', '-s', 'tests'], source: 'flag' } as const;
    const found = await run(tree, runner.narrow?.(command, ['tests/test_b.py'])?.argv);
    expect(states(found)).toEqual({ 'tests/test_b.py > T > test_b': 'failed' });
    expect(found.fileFailures).toEqual([]);
  });
});

describe('unittest: commands and files', () => {
  test.each([
    ['python -m unittest', true],
    ['python3.11 -W error -m unittest discover -s tests', true],
    ['.venv/bin/python -m unittest -v tests.test_a', true],
    ['uv run python -m unittest', true],
    ['coverage run --branch -m unittest', true],
    ['python3 -m coverage run -m unittest discover', true],
    ['python3 -m coverage report', false],
    ['cd app && PYTHONPATH=src python3 -m unittest', true],
    ['python -m unittest --help', false],
    ['python manage.py -m unittest', false],
    ['python -m pytest', false],
    ['python test.py', false],
    ['python -m unittest || true', false],
  ])('%s: %p', (line, wanted) => {
    const parsed = parseTestCommand(line);
    expect(parsed.kind === 'command' && runner.accepts(parsed.argv)).toBe(wanted);
  });

  test.each([
    ['tests/data.json', true],
    ['shop/tests.py', true],
    ['testCart.py', true],
    ['test_cart.py', true],
    ['shop/testing.py', false],
    ['shop/latest.py', false],
  ])('%s: %p', (path, wanted) => {
    expect(runner.isTestFile(path)).toBe(wanted);
  });

  const detect = async (tree: Readonly<Record<string, string>>) =>
    (await runner.detect(Object.keys(tree), (path) => Promise.resolve(tree[path] ?? null))).map((found) =>
      found.argv.join(' '),
    );
  test.each<[string, Record<string, string>, string[]]>([
    ['at the top', { 'testcart.py': head }, ['python3 -m unittest']],
    ['in a package', { 'tests/__init__.py': '', 'tests/testcart.py': head }, ['python3 -m unittest']],
    [
      'in a folder',
      { 'checks/testcart.py': 'from unittest import TestCase\n' },
      ['python3 -m unittest discover -s checks'],
    ],
    ['by a script', { 'package.json': '{"scripts":{"test":"python3 -m unittest -v"}}' }, ['python3 -m unittest -v']],
    ['not for names that pytest has', { 'test_cart.py': head }, []],
    ['not beside settings of pytest', { 'testcart.py': head, 'pytest.ini': '' }, []],
    ['not beside another runner', { 'testcart.py': head, 'package.json': '{"jest":{}}' }, []],
    ['not without a test of it', { 'testing.py': 'import os\n' }, []],
  ])('R16: found %s', async (_how, tree, wanted) => {
    expect(await detect(tree)).toEqual(wanted);
  });
});
