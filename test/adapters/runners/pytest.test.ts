import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { createPytest } from '../../../src/adapters/runners/pytest/pytest.js';
import { pytestHere, type PytestHere } from '../../support/pytest.js';
import { runTests, type RunWish, type Started } from '../../support/test-runs.js';

/** Real pytest runs of small repositories, by a pytest that is installed once into a folder of its own. */
const runner = createPytest();
let here: PytestHere;
beforeAll(async () => {
  here = await pytestHere();
});

async function start(files: RunWish['files'], more: Partial<RunWish> = {}): Promise<Started> {
  return runTests(runner, { argv: ['python3', '-m', 'pytest'], files, env: here.env, ...more });
}
const run = async (files: RunWish['files'], argv = ['python3', '-m', 'pytest']): Promise<TestReport> =>
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

const shop = {
  'shop/__init__.py': '',
  'shop/cart.py':
    'class Cart:\n    def open(self):\n        raise NotImplementedError("later")\n    def deep(self):\n        return self.nothing\n',
};

describe('each class of failure, from the exception’s class', () => {
  test('C-6: of a test', async () => {
    const report = await run({
      ...shop,
      'tests/test_kinds.py': `
import unittest, pytest, shop.cart
from shop.cart import Cart
def test_assert(): assert 1 == 2
def test_raises():
    with pytest.raises(ValueError): pass
def test_fail(): pytest.fail("said so")
def test_limit(): pytest.fail("Timeout (>1.0s) from pytest-timeout.")
def test_own_class():
    class Mine(AssertionError): pass
    raise Mine("x")
def test_error(): raise ValueError("plain")
def test_no_words():
    class Odd(Exception):
        def __str__(self): raise ValueError("no")
    raise Odd()
def test_fixture_file(): open("cart.json")
def test_exit(): raise SystemExit(0)
def test_open(): Cart().open()
def test_method(): Cart().total()
def test_member(): shop.cart.total()
def test_class_member(): Cart.total()
def test_inside(): Cart().deep()
def test_of_builtin(): None.total
def test_eval(): eval("1 +")
def test_module(): import shop.fees
def test_package(): import carts_of_others
def test_name():
    from shop.cart import Basket
def test_submodule():
    from shop import fees
def test_no_fixture(nowhere): pass
@pytest.fixture
def broken(): assert 0
def test_setup(broken): pass
@pytest.fixture
def needs():
    import shop.fees
def test_setup_module(needs): pass
@pytest.fixture
def after():
    yield
    assert 0
def test_teardown(after): pass
class TestOld(unittest.TestCase):
    def test_equal(self): self.assertEqual(1, 2)
    def test_sub(self):
        for n in range(2):
            with self.subTest(n=n): self.assertEqual(n, 5)
`,
    });
    expect(kinds(report)).toEqual({
      ...{ test_assert: 'assertion', test_raises: 'assertion', test_fail: 'assertion', test_own_class: 'assertion' },
      ...{ test_equal: 'assertion', test_sub: 'assertion', test_limit: 'error', test_error: 'error' },
      ...{ test_no_words: 'error', test_fixture_file: 'error', test_exit: 'error', test_inside: 'error' },
      ...{ test_of_builtin: 'error', test_eval: 'error', test_no_fixture: 'error', test_setup: 'error' },
      ...{ test_teardown: 'error', test_open: 'not-implemented', test_package: 'missing-module carts_of_others' },
      ...{ test_module: 'missing-module shop/fees', test_setup_module: 'missing-module shop/fees' },
      ...{ test_method: 'missing-symbol total shop/cart.py', test_member: 'missing-symbol total shop/cart.py' },
      ...{ test_class_member: 'missing-symbol total shop/cart.py', test_name: 'missing-symbol Basket shop/cart.py' },
      ...{ test_submodule: 'missing-symbol fees shop/__init__.py' },
    });
    expect(report).toMatchObject({ exitCode: 1, end: 'exited', problem: null, fileFailures: [] });
    expect(report.tests.find((one) => one.name === 'test_no_fixture')?.failure?.message).toContain(
      "'nowhere' not found",
    );
  });

  test('C-6, F59: of a file as a whole; the other files run all the same', async () => {
    const report = await run({
      ...shop,
      'shop/broken.py': 'def f(:\n',
      'shop/one.py': 'from shop.two import b\na = 1\n',
      'shop/two.py': 'from shop.one import a\nb = 1\n',
      'tests/test_module.py': 'from shop.fees import fee\ndef test_a(): pass\n',
      'tests/test_package.py': 'import carts_of_others\n',
      'tests/test_name.py': 'from shop.cart import Basket\n',
      'tests/test_syntax.py': 'def test_a(:\n',
      'tests/test_indent.py': 'def test_a():\npass\n',
      'tests/test_of_broken.py': 'import shop.broken\n',
      'tests/test_circle.py': 'import shop.one\n',
      'tests/test_file.py': 'open("cart.json")\n',
      'tests/test_asserts.py': 'assert 0\n',
      'tests/test_fine.py': 'def test_a(): pass\n',
    });
    const files = report.fileFailures.map(({ file, failure }) =>
      [file.slice('tests/test_'.length, -3), failure.kind, failure.missing, failure.module].filter(
        (one) => one !== null,
      ),
    );
    expect(files.sort()).toEqual([
      ['asserts', 'assertion'],
      ['circle', 'error'],
      ['file', 'error'],
      ['indent', 'syntax'],
      ['module', 'missing-module', 'shop/fees'],
      ['name', 'missing-symbol', 'Basket', 'shop/cart.py'],
      ['of_broken', 'syntax'],
      ['package', 'missing-module', 'carts_of_others'],
      ['syntax', 'syntax'],
    ]);
    expect(states(report)).toEqual({ 'tests/test_fine.py > test_a': 'passed' });
    expect(report).toMatchObject({ exitCode: 1, problem: null });
    expect(report.fileFailures.map(({ failure }) => failure.message).join('\n')).not.toContain('pawl-runs-');
  });
});

describe('each test has one id', () => {
  test('classes, parameters, marks; a test that is expected to fail counts as to-do', async () => {
    const report = await run({
      'tests/deep/test_ids.py': `
import pytest
def test_plain(): pass
class TestCart:
    def test_m(self): pass
    class TestInner:
        def test_m(self): pass
@pytest.mark.parametrize("v", ["a", "b::c", "x > y", "ü", "n\\n"])
def test_p(v): pass
@pytest.mark.skip
def test_skipped(): pass
def test_skips(): pytest.skip("now")
@pytest.mark.xfail
def test_xfailed(): assert 0
@pytest.mark.xfail
def test_xpassed(): pass
@pytest.mark.xfail(strict=True)
def test_strict(): pass
`,
      'tests/test_gone.py': 'import pytest\npytest.importorskip("carts_of_others")\ndef test_a(): assert 0\n',
    });
    const at = (name: string) => `tests/deep/test_ids.py > ${name}`;
    expect(states(report)).toEqual({
      [at('test_plain')]: 'passed',
      [at('TestCart > test_m')]: 'passed',
      [at('TestCart > TestInner > test_m')]: 'passed',
      [at('test_p[a]')]: 'passed',
      [at('test_p[b::c]')]: 'passed',
      [at('test_p[x \\> y]')]: 'passed',
      [at('test_p[\\xfc]')]: 'passed',
      [at('test_p[n\\n]')]: 'passed',
      [at('test_skipped')]: 'skipped',
      [at('test_skips')]: 'skipped',
      [at('test_xfailed')]: 'todo',
      [at('test_xpassed')]: 'todo',
      [at('test_strict')]: 'failed',
    });
    expect(report.problem).toBeNull();
  });

  test('paths are the repository’s, also when pytest takes a folder below it for its root', async () => {
    const files = { 'app/pytest.ini': '[pytest]\n', 'app/tests/test_a.py': 'def test_a(): pass\n' };
    for (const argv of [
      ['pytest', 'app/tests'],
      ['sh', '-c', 'cd app && pytest'],
    ]) {
      expect(states(await run(files, argv))).toEqual({ 'app/tests/test_a.py > test_a': 'passed' });
    }
  });
});

describe('how a command ended', () => {
  test('F57: a test that never ends: what ran before it is known, itself is not', async () => {
    const { report } = await start(
      { 'test_a.py': 'import time\ndef test_a(): pass\ndef test_b(): time.sleep(60)\n' },
      { hangsAfter: 'test_b' },
    );
    expect(report).toMatchObject({ end: 'timeout', tests: [{ id: 'test_a.py > test_a', state: 'passed' }] });
    expect(report.tests).toHaveLength(1);
  });

  test('R10d: no test at all, and a test folder that is not there yet', async () => {
    expect(await run({ 'a.py': '' })).toMatchObject({ exitCode: 5, tests: [], problem: null });
    expect(await run({ 'a.py': '' }, ['pytest', 'tests'])).toMatchObject({ exitCode: 4, tests: [], problem: null });
  });

  test.each([
    ['os._exit(0) in a test', 'def test_b():\n    os._exit(0)\n', 'ends early'],
    ['pytest.exit in a test', 'def test_b():\n    pytest.exit("bye", 0)\n', 'interrupted before all tests ran: bye'],
    ['Ctrl-C in a test', 'def test_b():\n    raise KeyboardInterrupt()\n', 'interrupted before all tests ran'],
  ])('R11, T11: %s: the test did not run, and nothing is believed', async (_story, body, said) => {
    const report = await run({ 'test_a.py': `import os, pytest\ndef test_a(): pass\n${body}` });
    expect(report).toMatchObject({ problemKind: 'cannot-tell', tests: [{ id: 'test_a.py > test_a' }] });
    expect(report.tests).toHaveLength(1);
    expect(report.problem).toContain(said);
  });

  test('R10b: a pytest or a Python that is not installed is the machine’s fault', async () => {
    const bare = { PATH: here.env.PATH.split(':').slice(1).join(':') };
    const isolated = await start({}, { argv: ['python3', '-S', '-m', 'pytest'], env: bare });
    expect(isolated.report).toMatchObject({ exitCode: 1, problemKind: 'runner-missing' });
    expect(isolated.report.problem).toContain('No module named pytest');
    const absent = await start({}, { argv: ['python0', '-m', 'pytest'] });
    expect(absent.report).toMatchObject({ exitCode: 127, problemKind: 'runner-missing' });
  });

  test.each<[string, Record<string, string>, string[], string]>([
    [
      'an option of a plugin that is not there',
      { 'pytest.ini': '[pytest]\naddopts = --no-such-option\n' },
      [],
      '--no-such-option',
    ],
    ['a conftest that fails', { 'conftest.py': 'import carts_of_others\n' }, [], 'carts_of_others'],
    ['a hook that fails', { 'conftest.py': 'def pytest_collection(session): raise ValueError("hook")\n' }, [], 'hook'],
    ['a command before it that fails', {}, ['sh', '-c', 'false && pytest'], 'before any test'],
  ])('%s is a fault of the framework', async (_story, files, argv, said) => {
    const report = await run({ 'test_a.py': 'def test_a(): pass\n', ...files }, argv.length > 0 ? argv : ['pytest']);
    expect(report).toMatchObject({ problemKind: 'framework' });
    expect(report.problem).toContain(said);
  });

  test('T11: exit code and result that contradict each other prove nothing', async () => {
    const conftest = (code: number) => `def pytest_sessionfinish(session): session.exitstatus = ${code}\n`;
    const hidden = await run({ 'conftest.py': conftest(0), 'test_a.py': 'def test_a(): assert 0\n' });
    expect(hidden).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
    const claimed = await run({ 'conftest.py': conftest(1), 'test_a.py': 'def test_a(): pass\n' });
    expect(claimed).toMatchObject({ exitCode: 1, problemKind: 'cannot-tell' });
  });
});

describe('the user’s own command is kept', () => {
  test('settings, PYTHONPATH, patterns; CI is set; every test runs; nothing is written into the tree (R15)', async () => {
    const { report } = await start(
      {
        'pytest.ini': '[pytest]\naddopts = -x --lf -p no:randomly\n',
        'lib/mine.py': '',
        'test_a.py': 'import os, sys\ndef test_a(): assert 0\ndef test_b(): assert os.environ["CI"] == "true"\n',
        'test_b.py': `import os, mine, pytest\ndef test_c(): assert os.environ["MODE"] == "x" and os.environ["PYTHONPATH"].count("pawl-tests-") == 1
def test_tree(): assert sorted(os.listdir(".")) == ["lib", "pytest.ini", "test_a.py", "test_b.py"]\n`,
      },
      { argv: ['sh', '-c', 'MODE=x pytest test_*.py'], env: { ...here.env, PYTHONPATH: `${here.folder}:lib` } },
    );
    expect(states(report)).toEqual({
      'test_a.py > test_a': 'failed',
      'test_a.py > test_b': 'passed',
      'test_b.py > test_c': 'passed',
      'test_b.py > test_tree': 'passed',
    });
    expect(report.problem).toBeNull();
  });

  test('folders with odd names: the repository’s and the result’s', async () => {
    const { report } = await start(
      { ...shop, 'tests/test_a.py': 'import shop.fees\n', 'tests/test_b.py': 'def test_b(): pass\n' },
      { under: 'a b#c%20\'d"?&$ü' },
    );
    expect(report.problem).toBeNull();
    expect(states(report)).toEqual({ 'tests/test_b.py > test_b': 'passed' });
    expect(report.fileFailures).toMatchObject([{ file: 'tests/test_a.py', failure: { missing: 'shop/fees' } }]);
  });
});
