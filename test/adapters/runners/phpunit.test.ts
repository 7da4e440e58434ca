import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createPhpunit } from '../../../src/adapters/runners/phpunit/phpunit.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { missing } from '../../support/setup-rig.js';
import { runTests, type RunWish } from '../../support/test-runs.js';

/** Real runs of PHPUnit, where it is installed. */
const runner = createPhpunit();
const absent = missing('phpunit', 'php');
const told = absent === null ? describe : describe.skip;
if (absent !== null) test.skip(absent, () => undefined);

const run = (files: RunWish['files'], more: Partial<RunWish> = {}) =>
  runTests(runner, { argv: ['phpunit', 'tests'], files, ...more });
const wordsOf = (failure: TestReport['fileFailures'][number]['failure'] | null | undefined) =>
  failure === null || failure === undefined
    ? null
    : [failure.kind, failure.missing, failure.module].filter((part) => part !== null).join(' ');
const cart = `<?php
namespace Shop;
class NotImplementedException extends \\LogicException {}
class Cart {
  private $items;
  function __construct($items = []) { $this->items = $items; }
  function count() { return count($this->items); }
  function deep() { return $this->nothing(); }
  function vat() { throw new NotImplementedException('later'); }
}
`;
const testClass = (name: string, body: string, head = ''): string =>
  `<?php\n${head}use PHPUnit\\Framework\\TestCase;\nfinal class ${name} extends TestCase {\n${body}\n}\n`;
const use = "require_once __DIR__ . '/../src/Cart.php';\nuse Shop\\Cart;\n";

told('phpunit: one project, all kinds', () => {
  let report: TestReport;
  beforeAll(async () => {
    const seen = await run(
      {
        'src/Cart.php': cart,
        'tests/CartTest.php': testClass(
          'CartTest',
          `  public function testPasses() { $this->assertSame(1, (new Cart([1]))->count()); }
  public function testExpects() { $this->assertSame(2, (new Cart([1]))->count()); }
  public function testException() { $this->expectException(\\LogicException::class); }
  public function testMock() { $this->createMock(Cart::class)->expects($this->once())->method('count'); }
  public function testMethod() { (new Cart())->total(); }
  public function testStatic() { Cart::of(); }
  public function testDeep() { (new Cart())->deep(); }
  public function testClass() { new \\Shop\\Basket(); }
  public function testFunction() { \\Shop\\total(1); }
  public function testRequire() { require __DIR__ . '/../src/fees.php'; }
  public function testFile() { file_get_contents('nope'); }
  public function testNotWritten() { (new Cart())->vat(); }
  public function testError() { throw new \\RuntimeException('plain'); }
  public function testSkip() { $this->markTestSkipped('x'); }
  public function testIncomplete() { $this->markTestIncomplete('x'); }
  public function testRisky() { }
  public function testSettings() { $this->assertSame(['true', ['src', 'tests']], [getenv('CI'), array_values(array_diff(scandir('.'), ['.', '..']))]); }
  /** @dataProvider rows */
  public function testRows($a) { $this->assertSame(1, $a); }
  public static function rows() { return ['a "b" <c> & &amp; é > d' => [2], [1]]; }`,
          use,
        ),
        'tests/SetTest.php': testClass(
          'SetTest',
          '  protected function setUp(): void {\n    $this->assertSame(1, 2);\n  }\n  public function testKept() { $this->assertTrue(true); }',
        ),
        'tests/BeforeTest.php': testClass(
          'BeforeTest',
          "  public static function setUpBeforeClass(): void { throw new Exception('x'); }\n  public function testBefore() { $this->assertTrue(true); }",
        ),
        'tests/NoRowsTest.php': testClass(
          'NoRowsTest',
          '  /** @dataProvider nope */\n  public function testNoRows($a) { }',
        ),
        'tests/NoneTest.php': testClass('NoneTest', ''),
      },
      { argv: ['phpunit', '--stop-on-failure', '--testdox', 'tests'], env: { LANG: 'C.UTF-8' } },
    );
    report = seen.report;
  });
  const found = (name: string) => report.tests.find((one) => one.name === name);

  test('R15: options that stop early are taken out, and every test ran', () => {
    expect(report).toMatchObject({ end: 'exited', exitCode: 2, problem: null, runner: 'phpunit' });
    expect(report.tests.filter((one) => one.file === 'tests/CartTest.php')).toHaveLength(19);
  });

  test.each([
    ['R10f', 'testExpects', 'assertion'],
    ['R10f', 'testException', 'assertion'],
    ['R10f', 'testMock', 'assertion'],
    ['R10f', 'testRows with data set "a "b" <c> & &amp; é > d"', 'assertion'],
    ['R10e', 'testMethod', 'missing-symbol total src/Cart.php'],
    ['R10e', 'testStatic', 'missing-symbol of src/Cart.php'],
    ['R10e', 'testClass', 'missing-module src/Basket.php'],
    ['R10e', 'testFunction', 'missing-symbol total src/Cart.php'],
    ['R10e', 'testRequire', 'missing-module src/fees.php'],
    ['R10e', 'testNotWritten', 'not-implemented'],
    ['R10c', 'testDeep', 'error'],
    ['R10c', 'testFile', 'error'],
    ['R10c', 'testError', 'error'],
    ['R10c', 'testKept', 'error'],
    ['R12b', 'testPasses', null],
    ['R15', 'testSettings', null],
  ])('%s: "%s" fails by %p', (_case, name, kind) => {
    expect(found(name)).toBeDefined();
    expect(wordsOf(found(name)?.failure)).toBe(kind);
  });

  test('R12b: what was not run to a result is no pass', () => {
    expect(
      ['testSkip', 'testIncomplete', 'testRisky', 'testPasses', 'testBefore'].map((name) => found(name)?.state),
    ).toEqual([...['skipped', 'skipped', 'skipped', 'passed', expect.not.stringMatching('passed')]]);
  });

  test('data that can’t be provided is the file’s; a class without tests is nothing; ids are unique', () => {
    expect(report.fileFailures.map((one) => one.file)).toContain('tests/NoRowsTest.php');
    expect(report.fileFailures.map((one) => one.file)).not.toContain('tests/NoneTest.php');
    const ids = report.tests.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('tests/CartTest.php > CartTest > testRows with data set "a "b" <c> & &amp; é \\> d"');
  });
});

told('phpunit: whole runs', () => {
  const fails = testClass('ATest', '  public function testFails() { $this->assertSame(1, 2); }');
  const composer = JSON.stringify({ autoload: { 'psr-4': { 'Shop\\': 'lib/' } } });

  test.each([
    ['a file that is not there', "require __DIR__ . '/../src/fees.php';\n", 'missing-module src/fees.php'],
    ['a class that is not there', 'class Fees extends \\Shop\\Deep\\Base {}\n', 'missing-module lib/Deep/Base.php'],
    ['a syntax error', 'function (\n', 'syntax'],
    ['an error', 'throw new RuntimeException("x");\n', 'error'],
  ])(
    'R10a, R10e, F59: a test file with %s keeps all others from running, and that is said',
    async (_what, head, wanted) => {
      const tree = { 'composer.json': composer, 'tests/ATest.php': fails, 'tests/BTest.php': `<?php\n${head}` };
      const { report } = await run(tree);
      expect(report).toMatchObject({ problem: null, tests: [], unbuilt: ['./'] });
      expect(report.fileFailures.map(({ file, failure }) => `${file} ${wordsOf(failure) ?? ''}`)).toEqual([
        `tests/BTest.php ${wanted}`,
      ]);
    },
  );

  test('R10d: no tests, a class without one, and a folder that is not there yet', async () => {
    expect((await run({ 'tests/a.php': '<?php' })).report).toMatchObject({
      tests: [],
      fileFailures: [],
      problem: null,
    });
    const none = await run({ 'tests/ATest.php': testClass('ATest', '') });
    expect(none.report).toMatchObject({ tests: [], fileFailures: [], problem: null });
    expect((await run({ 'a.php': '' })).report).toMatchObject({ tests: [], fileFailures: [], problem: null });
  });

  test('R10b: without phpunit it is the machine’s fault', async () => {
    const bare = await run({ 'tests/ATest.php': fails }, { argv: ['vendor/bin/phpunit'] });
    expect(bare.report).toMatchObject({ problemKind: 'runner-missing', tests: [] });
    const { report } = await run({ 'tests/ATest.php': fails }, { argv: ['php', 'vendor/bin/phpunit'] });
    expect(report).toMatchObject({ problemKind: 'runner-missing', tests: [] });
  });

  test('arguments that phpunit refuses are a fault of the framework', async () => {
    const { report } = await run({ 'tests/ATest.php': fails }, { argv: ['phpunit', '--no-such-option', 'tests'] });
    expect(report).toMatchObject({ problemKind: 'framework', tests: [] });
  });

  test.each([
    ['ends phpunit', 'exit(0);'],
    [
      'writes a log with a failure of its own and ends phpunit',
      `file_put_contents('../results/phpunit.xml', '<?xml version="1.0"?><testsuites><testsuite name="x" tests="2"><testcase name="testForges" class="ATest"><failure type="Exception">x</failure></testcase><testcase name="testFails" class="ATest"/></testsuite></testsuites>'); exit(1);`,
    ],
    [
      'writes a log of its own and ends phpunit',
      `file_put_contents('../results/phpunit.xml', '<?xml version="1.0"?><testsuites><testsuite name="x" tests="2"><testcase name="testForges" class="ATest"/><testcase name="testFails" class="ATest"/></testsuite></testsuites>'); exit(1);`,
    ],
  ])('T11: a test that %s makes no pass', async (_how, deed) => {
    const body = `  public function testForges() { ${deed} }\n  public function testFails() { $this->assertSame(1, 2); }`;
    const { report } = await run({ 'tests/ATest.php': testClass('ATest', body) });
    expect(report).toMatchObject({ problemKind: 'cannot-tell' });
  });

  test('T11: a result that is cut off, one of 200 MB, one with entities, and a contradicting exit code are none', async () => {
    const cut = (bytes: number) => (results: string) => truncate(join(results, 'phpunit.xml'), bytes);
    const short = await run({ 'tests/ATest.php': fails }, { spoil: cut(200) });
    expect(short.report).toMatchObject({ problemKind: 'cannot-tell', tests: [] });
    const large = await run({ 'tests/ATest.php': fails }, { spoil: cut(200 * 1024 * 1024) });
    expect(large.report.problem).toContain('larger than 16 MiB');
    const lied = await run({ 'tests/ATest.php': fails }, { around: (line) => `${line} || true` });
    expect(lied.report).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
  });

  test('8 MiB of output, folders with odd names; the command for one file alone', async () => {
    const loud = testClass(
      'LoudTest',
      '  public function testLoud() { fwrite(STDOUT, str_repeat(\'x\', 8388608) . "\\n"); $this->assertTrue(true); }',
    );
    const command = {
      runner: 'phpunit',
      argv: ['phpunit', '--testsuite', 'a', '-d', 'a=b', 'tests'],
      source: 'flag',
    } as const;
    const argv = runner.narrow?.(command, ['tests/LoudTest.php'])?.argv ?? [];
    expect(argv).toEqual(['phpunit', '-d', 'a=b', 'tests/LoudTest.php']);
    expect(runner.narrow?.(command, ['tests/ATest.php', 'tests/BTest.php'])).toBeNull();
    const files = { 'tests/LoudTest.php': loud, 'tests/ATest.php': fails };
    const { report } = await run(files, { argv, under: 'a b#c%20\'d"?&$ü' });
    expect(report).toMatchObject({
      problem: null,
      tests: [{ id: 'tests/LoudTest.php > LoudTest > testLoud', state: 'passed' }],
    });
  });
});

describe('phpunit: commands and files', () => {
  test.each([
    ['phpunit', true],
    ['vendor/bin/phpunit --testsuite unit', true],
    ['php -d memory_limit=-1 vendor/bin/phpunit tests', true],
    ['APP_ENV=test ./vendor/bin/phpunit', true],
    ['composer install && php phpunit.phar', true],
    ['phpunit --list-tests', false],
    ['php artisan test', false],
    ['phpunit | tee out', false],
  ])('%s: %p', (line, wanted) => {
    const parsed = parseTestCommand(line);
    expect(parsed.kind === 'command' && runner.accepts(parsed.argv)).toBe(wanted);
  });

  const detect = async (files: Readonly<Record<string, string>>) =>
    (await runner.detect(Object.keys(files), (path) => Promise.resolve(files[path] ?? null))).map((one) =>
      one.argv.join(' '),
    );
  test('R16: found by its settings, and not beside another runner', async () => {
    expect(await detect({ 'phpunit.xml.dist': '' })).toEqual(['phpunit']);
    const composer = '{"require-dev":{"phpunit/phpunit":"^11"}}';
    expect(await detect({ 'phpunit.xml': '', 'composer.json': composer })).toEqual(['vendor/bin/phpunit']);
    expect(await detect({ 'phpunit.xml': '', 'package.json': '{"jest":{}}' })).toEqual([]);
    expect(await detect({ 'tests/CartTest.php': '' })).toEqual([]);
    expect(['tests/CartTest.php', 'src/CartTest.php', 'src/Cart.php', 'phpunit.xml'].map(runner.isTestFile)).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
