import { describe, expect, test } from '@jest/globals';
import type { TestCase, TestReport } from '../../../src/domain/evidence/evidence.js';
import { judgeGreen, type GreenFacts } from '../../../src/domain/evidence/judge-green.js';
import { failed, failure, passed, reportOf, skipped, todo } from '../../support/test-reports.js';

const file = 'test/cart.test.js';
const red = `${file} > totals the items`;
const old = [passed(`${file} > adds an item`), passed('test/other.test.js > works')];
const baseline = reportOf(old);
const before = reportOf([...old, failed(red)]);

function judge(tests: readonly TestCase[], more: Partial<TestReport> = {}, facts: Partial<GreenFacts> = {}) {
  return judgeGreen({ report: reportOf(tests, more), mustPass: [red], before, baseline, sameTests: false, ...facts });
}

describe('what is green', () => {
  test('R-004-29: the red test passes and all others do', () => {
    expect(judge([...old, passed(red)])).toEqual({ kind: 'green', summary: '3 tests ran, 3 passed' });
  });

  test('more tests than before are welcome', () => {
    expect(judge([...old, passed(red), passed(`${file} > one more`)])).toMatchObject({ kind: 'green' });
  });

  test('R13: what failed before the step may go on failing, and is said', () => {
    const known = failed('test/other.test.js > is broken', failure('error'));
    const knownFile = { fileFailures: [{ file: 'test/odd.test.js', failure: failure('syntax') }] };
    const finding = judge([...old, known, passed(red)], knownFile, { baseline: reportOf([...old, known], knownFile) });
    expect(finding).toMatchObject({ kind: 'green' });
    expect(finding).toHaveProperty('summary', expect.stringContaining('known from before'));
  });

  test('R13: a known failure that passed once at RED may fail again', () => {
    const known = 'test/other.test.js > is flaky';
    const finding = judge(
      [...old, failed(known), passed(red)],
      {},
      {
        baseline: reportOf([...old, failed(known)]),
        before: reportOf([...old, passed(known), failed(red)]),
      },
    );
    expect(finding).toMatchObject({ kind: 'green' });
  });

  test('F56: one that gave both answers before and fails now is named for people, not called known from before', () => {
    const chance = 'test/other.test.js > by chance';
    const flakyBase = reportOf([...old, passed(chance)], { flaky: [chance] });
    const finding = judge([...old, failed(chance), passed(red)], {}, { baseline: flakyBase });
    expect(finding).toMatchObject({
      kind: 'green',
      summary: `4 tests ran, 3 passed, 1 failed; failed, and gave both answers before: "${chance}"; a person should look`,
    });
    const broken = failed('test/other.test.js > is broken', failure('error'));
    const both = { baseline: reportOf([...flakyBase.tests, broken], { flaky: [chance] }) };
    expect(judge([...old, failed(chance), broken, passed(red)], {}, both)).toHaveProperty(
      'summary',
      expect.stringMatching(/known from before the run; failed, and gave both answers before: "[^"]*by chance";/),
    );
  });

  test('R10e: after a structural red, a new test of the file ran', () => {
    const structural = reportOf([passed('test/other.test.js > works')]);
    const finding = judge([...old, passed(red)], {}, { mustPass: [file], before: structural });
    expect(finding).toMatchObject({ kind: 'green' });
  });

  test('the final check asks for no red test', () => {
    expect(judge(old, {}, { mustPass: [], before: baseline })).toMatchObject({ kind: 'green' });
  });
});

describe('still red', () => {
  test.each([
    ['it still fails', [...old, failed(red)], 'a failure of kind assertion'],
    ['R12a: it was deleted', old, 'did not run'],
    ['R12b: it is skipped', [...old, skipped(red)], 'skipped or marked as to-do'],
    ['R12b: it is a to-do', [...old, todo(red)], 'skipped or marked as to-do'],
  ])('%s', (_story, tests, said) => {
    const finding = judge(tests);
    expect(finding).toMatchObject({ kind: 'not-green', class: 'still-red', failing: [red] });
    expect(finding).toHaveProperty('reason', expect.stringContaining(said));
  });

  test('its file fails as a whole', () => {
    const more = { fileFailures: [{ file, failure: failure('syntax', { message: 'Unexpected token' }) }] };
    const finding = judge([passed('test/other.test.js > works')], more);
    expect(finding).toMatchObject({ class: 'still-red', failing: [red] });
    expect(finding).toHaveProperty('reason', expect.stringContaining('Unexpected token'));
  });

  const structural = { mustPass: [file], before: reportOf([passed('test/other.test.js > works')]) };
  test.each<[string, TestCase[], Partial<TestReport>]>([
    ['the file still fails as a whole', [], { fileFailures: [{ file, failure: failure('missing-module') }] }],
    ['none of its tests ran', [], {}],
    ['only its old tests ran: the body of the new one is not proven', [passed(`${file} > adds an item`)], {}],
    ['the new test is skipped', [passed(`${file} > adds an item`), skipped(red)], {}],
    ['the new test fails', [passed(`${file} > adds an item`), failed(red)], {}],
  ])('R10e: after a structural red, %s', (_story, tests, more) => {
    const finding = judge([passed('test/other.test.js > works'), ...tests], more, structural);
    expect(finding).toMatchObject({ kind: 'not-green', class: 'still-red', failing: [file] });
  });
});

describe('spoilt beside the red test', () => {
  test.each<[string, TestCase[], Partial<TestReport>, string[]]>([
    ['another test fails', [failed(old[0]!.id), old[1]!, passed(red)], {}, [old[0]!.id]],
    ['a new test fails', [...old, passed(red), failed(`${file} > extra`)], {}, [`${file} > extra`]],
    [
      'a file fails outside its tests',
      [...old, passed(red)],
      { fileFailures: [{ file, failure: failure('error') }] },
      [file],
    ],
  ])('R-004-29: %s', (_story, tests, more, failing) => {
    expect(judge(tests, more)).toMatchObject({ kind: 'not-green', class: 'regression', failing });
  });

  test.each([
    ['R12a: a test that passed before is gone', [old[0]!, passed(red)]],
    ['R12b: a test that passed before is skipped', [old[0]!, skipped(old[1]!.id), passed(red)]],
  ])('%s', (_story, tests) => {
    expect(judge(tests)).toMatchObject({ class: 'fewer-tests', failing: [old[1]!.id] });
  });

  test('R11b: fewer tests ran than before, although none that passed is missing', () => {
    const known = failed('test/other.test.js > is broken');
    const facts = { baseline: reportOf([...old, known]), before: reportOf([...old, known, failed(red)]) };
    const finding = judge([...old, passed(red)], {}, facts);
    expect(finding).toMatchObject({
      class: 'fewer-tests',
      reason: 'only 3 tests ran, 4 before; expected at least as many',
    });
  });

  test.each<[string, TestCase[]]>([
    ['R11a: exit code 0 and no test', []],
    ['all tests are skipped', [skipped(red), todo(old[0]!.id)]],
  ])('%s', (_story, tests) => {
    expect(judge(tests)).toMatchObject({ kind: 'not-green', class: 'no-tests' });
  });

  test.each([
    [{ end: 'timeout' as const }, 'did-not-end'],
    [{ problem: 'broke', problemKind: 'framework' as const }, 'framework'],
    [{ problem: 'tests failed, but exit code 0', problemKind: 'cannot-tell' as const }, 'cannot-tell'],
  ])('the run itself proves nothing: %p', (more, refusal) => {
    expect(judge([...old, passed(red)], more)).toMatchObject({ kind: 'not-green', class: refusal, failing: [] });
  });

  test('a long list of failing tests is cut at 50 ids', () => {
    const many = Array.from({ length: 80 }, (_, number) => failed(`${file} > test ${number}`));
    const finding = judge([...old, passed(red), ...many]) as { failing: readonly string[]; reason: string };
    expect(finding.failing).toHaveLength(50);
    expect(finding.reason).toContain('79 more');
  });
});

describe('a refactor keeps ids and counts', () => {
  const facts = { mustPass: [], before: reportOf([...old, passed(red)]), sameTests: true };
  test('the same tests run', () => {
    expect(judge([...old, passed(red)], {}, facts)).toMatchObject({ kind: 'green' });
  });

  test('a test was added', () => {
    const finding = judge([...old, passed(red), passed(`${file} > extra`)], {}, facts);
    expect(finding).toMatchObject({ class: 'regression', failing: [`${file} > extra`] });
  });

  test('a test was renamed', () => {
    expect(judge([...old, passed(`${red}!`)], {}, facts)).toMatchObject({ class: 'fewer-tests', failing: [red] });
  });

  test('a known failure was swapped for another test, the count being the same', () => {
    const known = failed('test/other.test.js > is broken');
    const swapped = { ...facts, baseline: reportOf([...old, known]), before: reportOf([...old, known]) };
    const finding = judge([...old, passed('test/other.test.js > another')], {}, swapped);
    expect(finding).toMatchObject({ class: 'fewer-tests', failing: [known.id] });
  });
});
