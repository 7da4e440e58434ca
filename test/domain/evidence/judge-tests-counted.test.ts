import { describe, expect, test } from '@jest/globals';
import type { TestCase, TestReport } from '../../../src/domain/evidence/evidence.js';
import { judgeGreen } from '../../../src/domain/evidence/judge-green.js';
import { judgeRed, type RedFacts } from '../../../src/domain/evidence/judge-red.js';
import { testsAdded } from '../../../src/domain/evidence/written-tests.js';
import { failed, failure, passed, reportOf, skipped, todo } from '../../support/test-reports.js';

/** R-001-02: how many new tests a step has. */
const file = 'test/cart.test.js';
const old = passed(`${file} > adds`);
const baseline = reportOf([old]);

function judge(fresh: readonly TestCase[], facts: Partial<RedFacts> = {}, more: Partial<TestReport> = {}) {
  const report = reportOf([...baseline.tests, ...fresh], more);
  const files = [...new Set([file, ...fresh.map((one) => one.file)])];
  return judgeRed({ report, baseline, testFiles: files, mayCreate: ['src/cart.js'], newTests: 1, ...facts });
}

const several = { kind: 'refused', class: 'several-tests' };
const isRed = { kind: 'red' };

describe('R-001-02: one new test a step', () => {
  test('two that fail are refused by name, with what to do', () => {
    const finding = judge([failed(`${file} > totals`), failed(`${file} > counts`)]);
    expect(finding).toMatchObject(several);
    expect(finding).toHaveProperty(
      'reason',
      `2 new tests in "${file} > totals", "${file} > counts"; this step asks for exactly one; ` +
        'keep the one that asks for the behaviour of this step and take the others out: each gets a step of its own. ' +
        'Rows of one table count as one test',
    );
  });

  test.each([
    ['passes', passed(`${file} > counts`)],
    ['is skipped', skipped(`${file} > counts`)],
    ['is to do', todo(`${file} > counts`)],
  ])('a second one counts although it %s', (_state, second) => {
    expect(judge([failed(`${file} > totals`), second])).toMatchObject(several);
  });

  test('the plan may ask for more, and then for no more than that', () => {
    const two = [failed(`${file} > totals`), failed(`${file} > counts`)];
    expect(judge(two, { newTests: 2 })).toMatchObject(isRed);
    const finding = judge([...two, failed(`${file} > sums`)], { newTests: 2 });
    expect(finding).toHaveProperty('reason', expect.stringContaining('3 new tests'));
    expect(finding).toHaveProperty('reason', expect.stringContaining('at most 2'));
  });

  test('what was skipped before and still is, is not new', () => {
    const was = reportOf([old, skipped(`${file} > later`)]);
    expect(judge([failed(`${file} > totals`), skipped(`${file} > later`)], { baseline: was })).toMatchObject(isRed);
  });

  test.each([
    ['could not be loaded', { fileFailures: [{ file, failure: failure('error') }] }],
    ['could not be built', { unbuilt: ['test/'] }],
  ])('of a file that %s before the step, nobody knows which tests are new', (_why, more) => {
    const was = reportOf([], more);
    expect(judge([failed(`${file} > totals`)], { baseline: was })).toMatchObject(isRed);
  });

  test('two new tests that both pass at once are told as that', () => {
    expect(judge([passed(`${file} > a`), passed(`${file} > b`)])).toMatchObject({ class: 'passes' });
  });
});

describe('R-001-02: a table is one test', () => {
  test.each([
    ['pytest', 'tests/test_cart.py', ['test_adds[1-2]', 'test_adds[> - x]']],
    ['unittest, sub-tests', 'tests/test_cart.py', ['Cart > test_adds (n=1)', 'Cart > test_adds (n=2)']],
    ['Go, sub-tests', 'cart_test.go', ['TestAdds', 'TestAdds/zero', 'TestAdds/one/more']],
    ['node:test, sub-tests', file, ['adds many', 'adds many > zero', 'adds many > one']],
    ['JUnit 5', 'src/test/java/CartTest.java', ['CartTest > adds(int)[1]', 'CartTest > adds(int)[2]']],
    ['JUnit 5, rows alone', 'src/test/java/CartTest.java', ['CartTest > [1] n=1', 'CartTest > [2] n=2']],
    ['xUnit', 'Shop.Tests/CartTests.cs', ['Shop.CartTests.Adds(n: 1)', 'Shop.CartTests.Adds(n: 2)']],
    ['PHPUnit', 'tests/CartTest.php', ['adds with data set #0', 'adds with data set "one"']],
    ['rstest', 'tests/cart.rs', ['adds::case_1', 'adds::case_2_zero']],
  ])('%s', (_runner, path, names) => {
    expect(judge(names.map((name) => failed(`${path} > ${name}`)))).toMatchObject(isRed);
    const other = names[0]?.replace(/adds/i, 'others') ?? '';
    const more = names[0] === 'CartTest > [1] n=1' ? 'CartTest > others()' : other;
    expect(judge([...names, more].map((name) => failed(`${path} > ${name}`)))).toMatchObject(several);
  });

  const titled = (after: string, names: readonly string[]) =>
    judge(
      names.map((name) => failed(`${file} > ${name}`)),
      { sources: [{ file, before: null, after }] },
    );

  test.each([
    ['it.each', "it.each([[1, 2]])('adds %i to %i', () => {});", ['adds 1 to 2', 'adds 3 to 4']],
    ['test.each by name', 'test.each([{ n: 1 }])(`adds $n`, () => {});', ['adds 1', 'adds 2']],
    ['a tagged table', 'test.each`n | m\n${1} | ${2}`("adds $n", () => {});', ['adds 1', 'adds 2']],
    ['a loop', 'for (const n of [1, 2]) test(`adds ${n} items`, () => {});', ['adds 1 items', 'adds 2 items']],
    ['titles of values alone', "test.each(['a', 'b'])('%s', () => {});", ['a', 'b']],
    [
      'a table of suites',
      "describe.each([1, 2])('with %i', () => { it('adds', f); });",
      ['with 1 > adds', 'with 2 > adds'],
    ],
    ['an escaped title', "it.each([1])('doesn\\'t add %i', () => {});", ["doesn't add 1", "doesn't add 2"]],
  ])('by the title in the file: %s', (_what, source, names) => {
    expect(titled(source, names)).toMatchObject(isRed);
    expect(titled('', names)).toMatchObject(several);
  });

  test.each([
    ['a title that stands there as it is', "test.each(rows)('%s', f); test('counts', f);", ['totals', 'counts']],
    ['a title of another form', "it.each(rows)('adds %i', f); it('sums it up', f);", ['adds 1', 'sums it up']],
    ['a text that is no title', "log('%s'); test('a', f); test('b', f);", ['a', 'b']],
    ['two tables', "it.each(x)('adds %i', f); it.each(x)('sums %i', f);", ['adds 1', 'sums 1']],
    ['two tests in a table of suites', "describe.each(x)('%i', f)", ['1 > totals', '1 > sums']],
  ])('is not: %s', (_what, source, names) => {
    expect(titled(source, names)).toMatchObject(several);
  });

  test('a template that fits in very many ways is looked at once', () => {
    const source = `it.each(x)('${'%s '.repeat(200)}', f)`;
    expect(titled(source, [' '.repeat(390), `${' '.repeat(390)}x`])).toMatchObject(several);
  });
});

describe('a structural red', () => {
  const missing = { fileFailures: [{ file, failure: failure('missing-module', { missing: 'src/cart.js' }) }] };
  const source = (after: string) => ({ sources: [{ file, before: "test('adds', f);", after }] });

  test('R-001-02: is counted by the text of its file', () => {
    const two = "test('adds', f);\ntest('totals', f);\nit('counts', f);";
    const finding = judge([], source(two), missing);
    expect(finding).toMatchObject(several);
    expect(finding).toHaveProperty('reason', expect.stringContaining(`2 new tests in "${file}"`));
    expect(judge([], source("test('adds', f);\ntest('totals', f);"), missing)).toMatchObject(isRed);
  });

  test('R-001-02: what its text did not show is counted at GREEN, when it runs', () => {
    const before = reportOf([], missing);
    const facts = { mustPass: [file], before, baseline, sameTests: false, testFiles: [file] };
    const report = reportOf([old, passed(`${file} > totals`), passed(`${file} > counts`)]);
    const finding = judgeGreen({ ...facts, report, newTests: 1 });
    expect(finding).toMatchObject({ kind: 'not-green', class: 'several-tests' });
    expect(judgeGreen({ ...facts, report, newTests: 2 })).toMatchObject({ kind: 'green' });
    expect(judgeGreen({ ...facts, report })).toMatchObject({ kind: 'green' });
  });

  test.each([
    ['a.test.ts', "it('a', f); describe('x', () => { test.skip(`b`, f); x.test('no'); latest('no'); });", 2],
    ['test_a.py', 'def test_a():\n  pass\nclass T:\n  async def test_b(self): pass\n  def helper(): pass', 2],
    ['a_test.go', 'func TestA(t *testing.T) {}\nfunc Testing() {}\nfunc ExampleB() {}', 2],
    ['tests/a.rs', '#[test]\nfn a() {}\n#[tokio::test]\nasync fn b() {}\n#[cfg(test)]', 2],
    ['ATest.java', '  @Test\n  void a() {}\n  @ParameterizedTest\n  void b(int n) {}\n  @TestInstance(X)', 2],
    ['A.cs', '  [Fact]\n  [Theory]\n  [TestCase(1)]', 2],
    ['ATest.php', '  public function testA(): void {}\n  #[Test]\n  public function b() {}', 2],
    ['a_spec.rb', "it 'a' do\nend\nit('b') { }\n", 2],
    ['a.bats', '@test "a" {\n}\n', 1],
    ['a.lua', "it('a', f)", 0],
  ])('knows how %s declares a test', (path, text, count) => {
    expect(testsAdded(path, null, text)).toBe(count);
    expect(testsAdded(path, text, text)).toBe(0);
  });
});
