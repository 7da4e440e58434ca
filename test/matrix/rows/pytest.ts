import { delimiter } from 'node:path';
import { createPytest } from '../../../src/adapters/runners/pytest/pytest.js';
import { pytestHere, pytestVersion } from '../../support/pytest.js';
import type { Files, Installed, MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const cart = (result: string): string => `class Cart:
    def __init__(self, items=()):
        self.items = list(items)

    def count(self):
        return len(self.items)

    def total(self):
        return ${result}

    def vat(self):
        raise NotImplementedError("comes later")
`;
const testFile = 'tests/test_cart.py';
const otherFile = 'checks/test_empty.py';
const start = `import os\nimport pytest\nfrom shop.cart import Cart\n\n\ndef test_counts_its_items():\n    assert Cart([1, 2]).count() == 2\n`;
const one = (name: string, body: string): string => `\n\ndef test_${name}():\n    ${body}\n`;
const withTest = (more: string): Files => ({ [testFile]: start + more });
const total = one('totals_its_items', 'assert Cart([1, 2]).total() == 3');
const files = withTest(total);
const sum = { 'shop/cart.py': cart('sum(self.items)') };

/** Beside pytest, a Python that lacks it. */
async function install(project: string): Promise<Installed> {
  await runIn(project, ['python3', '-m', 'venv', '--without-pip', '.bare']);
  const { env, folder } = await pytestHere();
  const [bin = ''] = env.PATH.split(delimiter);
  return { env: { PYTHONPATH: folder }, path: [bin], readable: [folder] };
}

export const row: MatrixRow = {
  runner: 'pytest',
  create: createPytest,
  command: 'python3 -m pytest',
  needs: ['python3'],
  install,
  version: async () => `pytest ${pytestVersion}, ${await runIn('/', ['python3', '--version'])}`,
  base: {
    'pytest.ini': '[pytest]\ntestpaths = tests checks\n',
    'shop/__init__.py': '',
    'shop/cart.py': cart('0'),
    [testFile]: start,
    [otherFile]: 'from shop.cart import Cart\n\n\ndef test_is_empty_at_first():\n    assert Cart().count() == 0\n',
  },
  mayCreate: ['shop/cart.py', 'shop/vat.py'],
  testFile,
  red: [
    { name: 'assertion', files, expect: { red: 'assertion' } },
    {
      name: 'missing module',
      files: withTest(`\n\nfrom shop.vat import vat_of\n${one('knows_its_vat', 'assert vat_of(100) == 19')}`),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(`\n\nfrom shop.cart import discount\n${one('knows_discounts', 'assert discount(100) == 3')}`),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing method',
      files: withTest(one('knows_discounts', 'assert Cart().discount() == 3')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'not implemented',
      files: withTest(one('knows_its_vat', 'assert Cart().vat() == 3')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing module outside the plan',
      files: withTest(`\n\nfrom shop.nothing import nothing\n${one('is_odd', 'assert nothing() == 3')}`),
      expect: { refused: 'error' },
    },
    {
      name: 'passes',
      files: withTest(one('totals_nothing', 'assert Cart().total() == 0')),
      expect: { refused: 'passes' },
    },
    {
      name: 'error',
      files: withTest(one('reads_prices', 'assert open("tests/prices.json").read() == ""')),
      expect: { refused: 'error' },
    },
    {
      name: 'missing fixture',
      files: withTest('\n\ndef test_prices(prices):\n    assert prices == 3\n'),
      expect: { refused: 'error' },
    },
    { name: 'syntax', files: withTest('\n\ndef test_totals(:\n'), expect: { refused: 'syntax' } },
    {
      name: 'broken settings',
      files: { ...files, 'pytest.ini': '[pytest]\naddopts = --no-such-option\n' },
      expect: { refused: 'framework' },
    },
    {
      name: 'runner not installed',
      files,
      command: '.bare/bin/python3 -m pytest',
      env: { PYTHONPATH: '' },
      expect: { bails: 'runner-missing' },
    },
    {
      name: 'no tests',
      files: { 'tests/test_total.py': 'from shop.cart import Cart\n' },
      expect: { refused: 'no-tests' },
    },
    {
      name: 'hang',
      files: withTest(one('waits', 'while True: pass')),
      expect: { refused: 'did-not-end' },
      wallMs: 12_000,
    },
    {
      name: 'watcher, CI=false',
      files: withTest(
        `${total}\n\nimport threading, time\nif os.environ.get("CI") != "true":\n    threading.Thread(target=time.sleep, args=(9999,)).start()\n`,
      ),
      env: { CI: 'false' },
      expect: { red: 'assertion' },
    },
    {
      name: 'ends early',
      files: withTest(one('ends_the_runner', 'os._exit(0)')),
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'ends early by pytest.exit',
      files: withTest(one('ends_the_runner', 'pytest.exit("enough", 0)')),
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 0, tests failed',
      files,
      around: (line) => `(${line}); exit 0`,
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 1, all passed',
      files: withTest(one('totals_nothing', 'assert Cart().total() == 0')),
      around: (line) => `(${line}); exit 1`,
      expect: { refused: 'cannot-tell' },
    },
  ],
  green: [
    { name: 'green', files: sum, expect: { green: true } },
    { name: 'still red', files: { 'shop/cart.py': cart('7') }, expect: { notGreen: 'still-red' } },
    {
      name: 'regression',
      files: { 'shop/cart.py': cart('sum(self.items)').replace('len(self.items)', '5') },
      expect: { notGreen: 'regression' },
    },
    {
      name: 'no test run',
      files: { ...sum, [testFile]: null, [otherFile]: null },
      expect: { notGreen: 'no-tests' },
      policy: 'refuses',
    },
    {
      name: 'fewer tests',
      files: { ...sum, [testFile]: `from shop.cart import Cart\n${total}` },
      expect: { notGreen: 'fewer-tests' },
      policy: 'refuses',
    },
    { name: 'test deleted', files: { [testFile]: start }, expect: { notGreen: 'still-red' }, policy: 'refuses' },
    {
      name: 'skipped',
      files: withTest(total.replace('def test', '@pytest.mark.skip\ndef test')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'marked as failing',
      files: withTest(total.replace('def test', '@pytest.mark.xfail\ndef test')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'softened',
      files: withTest(total.replace('== 3', '>= 0')),
      expect: { green: true },
      policy: 'refuses',
    },
    {
      name: 'folder left out',
      files: { 'pytest.ini': '[pytest]\ntestpaths = checks\n' },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'switched off by a helper',
      files: { 'conftest.py': 'collect_ignore = ["tests"]\n' },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
  lacks: { watcher: 'pytest has no watcher; a plug-in that watches is a command of its own' },
};
