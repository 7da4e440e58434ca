import { describe, expect, test } from '@jest/globals';
import type { TestCase, TestFailure, TestReport } from '../../../src/domain/evidence/evidence.js';
import { judgeRed, type RedFacts } from '../../../src/domain/evidence/judge-red.js';
import { failed, failure, passed, reportOf, skipped, todo } from '../../support/test-reports.js';

const old = 'test/cart.test.js > adds an item';
const fresh = 'test/cart.test.js > totals the items';
const baseline = reportOf([passed(old), passed('test/other.test.js > works')]);
const before = baseline.tests;

function judge(tests: readonly TestCase[], more: Partial<TestReport> = {}, facts: Partial<RedFacts> = {}) {
  const report = reportOf(tests, more);
  return judgeRed({ report, baseline, testFiles: ['test/cart.test.js'], mayCreate: ['src/cart.js'], ...facts });
}

const missingModule = (missing: string): TestFailure => failure('missing-module', { missing });
const missingSymbol = (missing: string, module: string | null): TestFailure =>
  failure('missing-symbol', { missing, module });
const broken = (why: TestFailure, file = 'test/cart.test.js') => ({ fileFailures: [{ file, failure: why }] });
const others = [passed('test/other.test.js > works')];

describe('what is red', () => {
  test('R10f: one new test that fails by an assertion', () => {
    expect(judge([...before, failed(fresh)])).toEqual({
      kind: 'red',
      class: 'assertion',
      testIds: [fresh],
      summary: `1 new test fails as expected: "${fresh}" (assertion: a failure of kind assertion)`,
    });
  });

  test.each([
    ['its body is not implemented', failure('not-implemented')],
    ['it loads the module of the plan', missingModule('src/cart.js')],
    ['it calls what the module of the plan lacks', missingSymbol('total', 'src/cart.js')],
  ])('C-6: a new test fails because %s', (_why, why) => {
    expect(judge([...before, failed(fresh, why)])).toMatchObject({
      kind: 'red',
      class: 'missing-under-test',
      testIds: [fresh],
    });
  });

  test.each([
    ['lacks the module of the plan', missingModule('src/cart.js')],
    ['asks the module of the plan for a name it lacks', missingSymbol('total', 'src/cart.js')],
  ])('R10e: a new test file %s: a structural red whose id is the file', (_why, why) => {
    const finding = judge(others, broken(why));
    expect(finding).toMatchObject({ kind: 'red', class: 'missing-under-test', testIds: ['test/cart.test.js'] });
  });

  test('R10e: old tests of a file that is structurally red were not run and are no regression', () => {
    const finding = judge(others, broken(missingSymbol('total', 'src/cart.js')));
    expect(finding).toMatchObject({ kind: 'red', testIds: ['test/cart.test.js'] });
  });

  test('an assertion beside a missing module is the weaker class', () => {
    const finding = judge([...others, failed('test/new.test.js > a')], broken(missingModule('src/cart.js')), {
      testFiles: ['test/cart.test.js', 'test/new.test.js'],
    });
    expect(finding).toMatchObject({
      class: 'missing-under-test',
      testIds: ['test/new.test.js > a', 'test/cart.test.js'],
    });
  });

  test('a test that was skipped before and runs now counts as new', () => {
    const was = reportOf([...before, skipped(fresh)]);
    expect(judge([...before, failed(fresh)], {}, { baseline: was })).toMatchObject({ kind: 'red', testIds: [fresh] });
  });

  test('R14: new tests that pass already are said aloud beside the one that fails', () => {
    const finding = judge([...before, failed(fresh), passed('test/cart.test.js > is empty at first')]);
    expect(finding).toMatchObject({ kind: 'red', testIds: [fresh] });
    expect(finding).toHaveProperty('summary', expect.stringContaining('1 new test already passes'));
  });

  test('R13: what failed before stays known and is no part of the red', () => {
    const known = failed('test/other.test.js > is broken', failure('error'));
    const was = reportOf([...before, known], broken(failure('syntax'), 'test/odd.test.js'));
    const finding = judge([...before, known, failed(fresh)], broken(failure('syntax'), 'test/odd.test.js'), {
      baseline: was,
    });
    expect(finding).toMatchObject({ kind: 'red', class: 'assertion', testIds: [fresh] });
  });
});

describe('what is refused', () => {
  test('R14, F58: the new test passes at once', () => {
    const finding = judge([...before, passed(fresh)]);
    expect(finding).toMatchObject({ kind: 'refused', class: 'passes' });
    expect(finding).toHaveProperty('reason', expect.stringContaining(fresh));
  });

  test.each([
    ['R10a: the new test file has a syntax error', broken(failure('syntax')), 'syntax', 'mend its syntax'],
    ['R10c: the new file reads a fixture that is not there', broken(failure('error')), 'error', 'before its tests'],
    ['C-6: it lacks a module that no step creates', broken(missingModule('src/fees.js')), 'error', '"src/fees.js"'],
    ['C-6: it lacks a package', broken(missingModule('node_modules/left-pad')), 'error', 'node_modules/left-pad'],
    ['C-6: it lacks a symbol of another module', broken(missingSymbol('x', 'src/fees.js')), 'error', 'src/fees.js'],
    ['C-6: nobody can tell whose symbol it lacks', broken(missingSymbol('x', null)), 'error', '"x"'],
    ['an assertion outside of any test', broken(failure('assertion')), 'error', 'before its tests'],
    [
      'a file that this step did not touch',
      broken(missingModule('src/cart.js'), 'test/z.test.js'),
      'error',
      'z.test.js',
    ],
  ])('%s', (_story, more, refusal, said) => {
    const finding = judge(others, more);
    expect(finding).toMatchObject({ kind: 'refused', class: refusal });
    expect(finding).toHaveProperty('reason', expect.stringContaining(said));
  });

  test.each([
    ['R10c: a missing fixture', failure('error', { message: "ENOENT: no such file, open 'cart.json'" }), 'error'],
    ['C-6: a module outside of the plan', missingModule('src/fees.js'), 'error'],
    ['a syntax error in what it loads', failure('syntax'), 'syntax'],
  ])('F59: the new test fails by %s', (_story, why, refusal) => {
    expect(judge([...before, failed(fresh, why)])).toMatchObject({ kind: 'refused', class: refusal });
  });

  test('one wrong reason among good ones spoils the red; a syntax error is named first', () => {
    const tests = [
      failed(fresh),
      failed(`${fresh} again`, failure('error')),
      failed(`${fresh} more`, failure('syntax')),
    ];
    expect(judge([...before, ...tests])).toMatchObject({ kind: 'refused', class: 'syntax' });
  });

  test.each([
    ['fails', failed(old)],
    ['is skipped', skipped(old)],
    ['is marked as to-do', todo(old)],
    ['is gone', null],
  ])('R12: a test that passed before %s', (_how, now) => {
    const finding = judge([...(now === null ? [] : [now]), ...others, failed(fresh)]);
    expect(finding).toMatchObject({ kind: 'refused', class: 'error' });
    expect(finding).toHaveProperty('reason', expect.stringContaining(old));
  });

  test('a failing test outside of the changed test files', () => {
    const finding = judge([...before, failed('test/other.test.js > appears')]);
    expect(finding).toMatchObject({ kind: 'refused', class: 'error' });
    expect(finding).toHaveProperty(
      'reason',
      expect.stringContaining('test/other.test.js is no test file of this step'),
    );
  });

  test.each([
    ['R10d: no new test ran', judge(before), 'no new test ran'],
    ['R10d: nothing ran at all', judge([], {}, { baseline: reportOf([]) }), '0 tests in all'],
    ['F31: no test file was changed', judge(before, {}, { testFiles: [] }), 'no test file was changed'],
    ['R12b: the new test is skipped', judge([...before, skipped(fresh)]), 'skipped or marked as to-do'],
    ['R12b: the new test is a to-do', judge([...before, todo(fresh)]), 'skipped or marked as to-do'],
  ])('%s', (_story, finding, said) => {
    expect(finding).toMatchObject({ kind: 'refused', class: 'no-tests' });
    expect(finding).toHaveProperty('reason', expect.stringContaining(said));
  });

  test.each([
    ['F57: the command does not end', { end: 'timeout' as const, exitCode: null }, 'did-not-end'],
    ['F57: the command falls silent', { end: 'idle' as const, exitCode: null }, 'did-not-end'],
    ['it was cancelled', { end: 'cancelled' as const, exitCode: null }, 'cannot-tell'],
    ['it was killed', { end: 'killed-external' as const, exitCode: null }, 'cannot-tell'],
    ['it could not start', { end: 'failed-to-start' as const, exitCode: null }, 'framework'],
    ['R10b: the runner is missing', { problem: 'no pytest', problemKind: 'runner-missing' as const }, 'framework'],
    ['the runner broke', { problem: 'broke', problemKind: 'framework' as const }, 'framework'],
    ['T11: the result proves nothing', { problem: 'forged', problemKind: 'cannot-tell' as const }, 'cannot-tell'],
    ['a problem of no kind proves nothing', { problem: 'odd' }, 'cannot-tell'],
  ])('%s, whatever the tests say', (_story, more, refusal) => {
    expect(judge([...before, failed(fresh)], more)).toMatchObject({ kind: 'refused', class: refusal });
  });
});

test('a reason is one line of bounded length, whatever a test is called and says', () => {
  const name = `test/cart.test.js > ${'long\u001b[31m '.repeat(500)}`;
  const finding = judge([...before, failed(name, failure('error', { message: 'x\n'.repeat(5_000) }))]);
  const { reason } = finding as { reason: string };
  expect(reason).not.toMatch(/[\n\u001b]/);
  expect(reason.length).toBeLessThan(1_000);
});
