import { createPhpunit } from '../../../src/adapters/runners/phpunit/phpunit.js';
import type { Files, MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const cart = (total: string): string => `<?php
namespace Shop;

class NotImplementedException extends \\LogicException {}

class Cart {
  private $items;
  public function __construct($items = []) { $this->items = $items; }
  public function count() { return count($this->items); }
  public function total() { return ${total}; }
  public function vat() { throw new NotImplementedException('comes later'); }
}
`;
const testFile = 'tests/CartTest.php';
const otherFile = 'checks/EmptyTest.php';
const head = "<?php\nrequire_once __DIR__ . '/../src/Cart.php';\n";
const one = (name: string, body: string): string => `  public function test${name}() {\n    ${body}\n  }\n`;
const suite = (tests: string, name = 'CartTest'): string =>
  `use PHPUnit\\Framework\\TestCase;\nuse Shop\\Cart;\n\nfinal class ${name} extends TestCase {\n${tests}}\n`;
const counts = one('CountsItsItems', '$this->assertSame(2, (new Cart([1, 2]))->count());');
const withTest = (more: string, top = head): Files => ({ [testFile]: top + suite(counts + more) });
const total = one('TotalsItsItems', '$this->assertSame(3, (new Cart([1, 2]))->total());');
const files = withTest(total);
const sum = { 'src/Cart.php': cart('array_sum($this->items)') };
const settings = (folders: readonly string[]): string =>
  `<?xml version="1.0"?>\n<phpunit><testsuites><testsuite name="all">${folders.map((folder) => `<directory>${folder}</directory>`).join('')}</testsuite></testsuites></phpunit>\n`;

export const row: MatrixRow = {
  runner: 'phpunit',
  create: createPhpunit,
  command: 'phpunit',
  needs: ['phpunit', 'php'],
  version: async (folder, env) =>
    `PHPUnit ${/PHPUnit (\S+)/.exec(await runIn(folder, ['phpunit', '--version'], env))?.[1] ?? '?'}`,
  base: {
    'phpunit.xml': settings(['tests', 'checks']),
    'src/Cart.php': cart('0'),
    [testFile]: head + suite(counts),
    [otherFile]: head + suite(one('IsEmptyAtFirst', '$this->assertSame(0, (new Cart())->count());'), 'EmptyTest'),
  },
  mayCreate: ['src/Cart.php', 'src/Vat.php', 'src/Discount.php'],
  testFile,
  red: [
    { name: 'assertion', files, expect: { red: 'assertion' } },
    {
      name: 'missing module',
      files: withTest(
        one('KnowsItsVat', '$this->assertSame(19, Vat::of(100));'),
        `${head}require_once __DIR__ . '/../src/Vat.php';\n`,
      ),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing class',
      files: withTest(one('KnowsDiscounts', '$this->assertSame(3, (new \\Shop\\Discount())->of(100));')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(one('KnowsDiscounts', '$this->assertSame(3, \\Shop\\discount(100));')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing method',
      files: withTest(one('KnowsDiscounts', '$this->assertSame(3, (new Cart())->discount());')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'not implemented',
      files: withTest(one('KnowsItsVat', '$this->assertSame(3, (new Cart())->vat());')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing module outside the plan',
      files: withTest(
        one('IsOdd', '$this->assertSame(1, 2);'),
        `${head}require_once __DIR__ . '/../src/Nothing.php';\n`,
      ),
      expect: { refused: 'error' },
    },
    {
      name: 'passes',
      files: withTest(one('TotalsNothing', '$this->assertSame(0, (new Cart())->total());')),
      expect: { refused: 'passes' },
    },
    {
      name: 'error',
      files: withTest(one('ReadsPrices', "$this->assertSame('', file_get_contents('tests/prices.json'));")),
      expect: { refused: 'error' },
    },
    { name: 'syntax', files: withTest('  public function (\n'), expect: { refused: 'syntax' } },
    {
      name: 'broken settings',
      files: { ...files, 'phpunit.xml': '<phpunit bootstrap="tests/nothing.php"></phpunit>\n' },
      expect: { refused: 'framework' },
    },
    { name: 'runner not installed', files, command: 'vendor/bin/phpunit', expect: { bails: 'runner-missing' } },
    {
      name: 'no tests',
      files: { 'tests/TotalTest.php': head + suite('', 'TotalTest') },
      expect: { refused: 'no-tests' },
    },
    {
      name: 'hang',
      files: withTest(one('Waits', 'while (true) {}')),
      expect: { refused: 'did-not-end' },
      wallMs: 12_000,
    },
    { name: 'ends early', files: withTest(one('EndsTheRunner', 'exit(0);')), expect: { refused: 'cannot-tell' } },
    {
      name: 'exit code 0, tests failed',
      files,
      around: (line) => `(${line}); exit 0`,
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 1, all passed',
      files: withTest(one('TotalsNothing', '$this->assertSame(0, (new Cart())->total());')),
      around: (line) => `(${line}); exit 1`,
      expect: { refused: 'cannot-tell' },
    },
  ],
  green: [
    { name: 'green', files: sum, expect: { green: true } },
    { name: 'still red', files: { 'src/Cart.php': cart('7') }, expect: { notGreen: 'still-red' } },
    {
      name: 'regression',
      files: { 'src/Cart.php': cart('array_sum($this->items)').replace('return count($this->items)', 'return 5') },
      expect: { notGreen: 'regression' },
    },
    {
      name: 'no test run',
      files: { ...sum, [testFile]: null, [otherFile]: null, 'tests/keep': '', 'checks/keep': '' },
      expect: { notGreen: 'no-tests' },
      policy: 'refuses',
    },
    {
      name: 'fewer tests',
      files: { ...sum, [testFile]: head + suite(total) },
      expect: { notGreen: 'fewer-tests' },
      policy: 'refuses',
    },
    {
      name: 'test deleted',
      files: { [testFile]: head + suite(counts) },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'skipped',
      files: withTest(total.replace('{\n', "{\n    $this->markTestSkipped('later');\n")),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'without an assertion',
      files: withTest(total.replace('$this->assertSame(3, (new Cart([1, 2]))->total());', '(new Cart())->total();')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'softened',
      files: withTest(total.replace('assertSame(3,', 'assertNotNull(')),
      expect: { green: true },
      policy: 'refuses',
    },
    {
      name: 'folder left out',
      files: { 'phpunit.xml': settings(['checks']) },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
  lacks: {
    watcher: 'PHPUnit has no watcher',
    'watcher, CI=false': 'PHPUnit has no watcher, and ends with its last test',
  },
};
