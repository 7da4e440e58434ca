import { createUnittest } from '../../../src/adapters/runners/unittest/unittest.js';
import type { Files, MatrixRow } from '../row.js';
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
const head = 'import os\nimport unittest\nfrom shop.cart import Cart\n';
const suite = '\n\nclass TestCart(unittest.TestCase):\n';
const one = (name: string, body: string): string => `    def test_${name}(self):\n        ${body}\n\n`;
const counts = one('counts_its_items', 'self.assertEqual(Cart([1, 2]).count(), 2)');
const start = head + suite + counts;
const withTest = (more: string, imports = ''): Files => ({ [testFile]: head + imports + suite + counts + more });
const total = one('totals_its_items', 'self.assertEqual(Cart([1, 2]).total(), 3)');
const files = withTest(total);
const sum = { 'shop/cart.py': cart('sum(self.items)') };

export const row: MatrixRow = {
  runner: 'unittest',
  create: createUnittest,
  command: 'python3 -m unittest',
  needs: ['python3'],
  version: () => runIn('/', ['python3', '--version']),
  base: {
    'shop/__init__.py': '',
    'shop/cart.py': cart('0'),
    'tests/__init__.py': '',
    [testFile]: start,
    'checks/__init__.py': '',
    [otherFile]: head + suite + one('is_empty_at_first', 'self.assertEqual(Cart().count(), 0)'),
  },
  mayCreate: ['shop/cart.py', 'shop/vat.py'],
  testFile,
  red: [
    { name: 'assertion', files, expect: { red: 'assertion' } },
    {
      name: 'missing module',
      files: withTest(one('knows_its_vat', 'self.assertEqual(vat_of(100), 19)'), 'from shop.vat import vat_of\n'),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(one('knows_discounts', 'self.assertEqual(discount(100), 3)'), 'from shop.cart import discount\n'),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing method',
      files: withTest(one('knows_discounts', 'self.assertEqual(Cart().discount(), 3)')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'not implemented',
      files: withTest(one('knows_its_vat', 'self.assertEqual(Cart().vat(), 3)')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing module outside the plan',
      files: withTest(one('is_odd', 'self.assertEqual(nothing(), 3)'), 'from shop.nothing import nothing\n'),
      expect: { refused: 'error' },
    },
    {
      name: 'passes',
      files: withTest(one('totals_nothing', 'self.assertEqual(Cart().total(), 0)')),
      expect: { refused: 'passes' },
    },
    {
      name: 'error',
      files: withTest(one('reads_prices', 'self.assertEqual(open("tests/prices.json").read(), "")')),
      expect: { refused: 'error' },
    },
    {
      name: 'assertion in setUp',
      files: withTest(
        `    def setUp(self):\n        self.assertTrue(self._testMethodName != "test_late")\n\n${one('late', 'pass')}`,
      ),
      expect: { refused: 'error' },
    },
    { name: 'syntax', files: withTest('    def test_totals(:\n'), expect: { refused: 'syntax' } },
    { name: 'runner not installed', files, command: 'python0 -m unittest', expect: { bails: 'runner-missing' } },
    { name: 'no tests', files: { 'tests/test_total.py': head }, expect: { refused: 'no-tests' } },
    {
      name: 'hang',
      files: withTest(one('waits', 'while True: pass')),
      expect: { refused: 'did-not-end' },
      wallMs: 12_000,
    },
    {
      name: 'watcher, CI=false',
      files: withTest(
        `${total}\nimport threading, time\nif os.environ.get("CI") != "true":\n    threading.Thread(target=time.sleep, args=(9999,)).start()\n`,
      ),
      env: { CI: 'false' },
      expect: { red: 'assertion' },
    },
    { name: 'ends early', files: withTest(one('ends_the_runner', 'os._exit(0)')), expect: { refused: 'cannot-tell' } },
    {
      name: 'exit code 0, tests failed',
      files,
      around: (line) => `(${line}); exit 0`,
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 1, all passed',
      files: withTest(one('totals_nothing', 'self.assertEqual(Cart().total(), 0)')),
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
      files: { ...sum, [testFile]: head + suite + total },
      expect: { notGreen: 'fewer-tests' },
      policy: 'refuses',
    },
    { name: 'test deleted', files: { [testFile]: start }, expect: { notGreen: 'still-red' }, policy: 'refuses' },
    {
      name: 'skipped',
      files: withTest(total.replace('    def test', '    @unittest.skip("later")\n    def test')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'marked as failing',
      files: withTest(total.replace('    def test', '    @unittest.expectedFailure\n    def test')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'softened',
      files: withTest(total.replace('assertEqual(Cart([1, 2]).total(), 3)', 'assertTrue(Cart([1, 2]).total() >= 0)')),
      expect: { green: true },
      policy: 'refuses',
    },
    {
      name: 'folder left out',
      files: { 'tests/__init__.py': 'def load_tests(loader, tests, pattern):\n    return loader.suiteClass()\n' },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
  lacks: {
    'broken settings': 'unittest has no settings file; arguments that it refuses are told by its tests',
    watcher: 'unittest has no watcher',
  },
};
