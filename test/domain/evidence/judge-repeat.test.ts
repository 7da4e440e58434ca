import { describe, expect, test } from '@jest/globals';
import type { GreenFinding, RedFinding, TestReport } from '../../../src/domain/evidence/evidence.js';
import { judgeBaseline } from '../../../src/domain/evidence/judge-baseline.js';
import { failuresElsewhere, judgeGreen, notFailing, stillRedAlone } from '../../../src/domain/evidence/judge-green.js';
import { failuresElsewhere as elsewhereAtRed, judgeRed, rightlyRed } from '../../../src/domain/evidence/judge-red.js';
import {
  greenAfterRepeats,
  redAfterRepeats,
  settle,
  settleBothWays,
  withFlaky,
} from '../../../src/domain/evidence/judge-repeat.js';
import { judgeTakenBack } from '../../../src/domain/evidence/judge-taken-back.js';
import { failed, failure, passed, reportOf, skipped } from '../../support/test-reports.js';

/** F56: what several runs of one tree say. */
const file = 'test/cart.test.js';
const id = `${file} > totals`;
const other = 'test/old.test.js > adds';
const baseline = reportOf([passed(other)]);
const redFacts = { baseline, testFiles: [file], mayCreate: ['src/cart.js'] };
const isRed: RedFinding = { kind: 'red', class: 'assertion', testIds: [id], summary: 'fails' };
const isGreen: GreenFinding = { kind: 'green', summary: '2 tests ran' };
const hung = reportOf([], { end: 'timeout', exitCode: null });

const redIn = (report: TestReport) => rightlyRed({ ...redFacts, report });

function afterRed(reports: readonly TestReport[], finding = isRed, skipped: string | null = null) {
  return redAfterRepeats(finding, { reports, runs: reports.map(redIn), skipped });
}

describe('F56: a new test, several times', () => {
  const fails = reportOf([failed(id)]);

  test('the same each time is red, and how often it ran is said', () => {
    expect(afterRed([fails, fails, fails])).toEqual({ ...isRed, summary: 'fails; the same in 3 of 3 runs' });
    const skipped = "the suite takes 75 s and the test files can't be run alone";
    expect(afterRed([fails], isRed, skipped)).toHaveProperty('summary', `fails; 1 run only: ${skipped}`);
  });

  test.each([
    ['passes', passed(id)],
    ['is skipped', skipped(id)],
    ['fails for a wrong reason', failed(id, failure('error'))],
    ['is not there', passed(other)],
  ])('one that once %s is flaky, with the counts', (_what, once) => {
    const finding = afterRed([fails, reportOf([once]), fails]);
    expect(finding).toMatchObject({ kind: 'refused', class: 'flaky' });
    expect(finding).toHaveProperty('reason', expect.stringContaining(`"${id}" fails as it should in 2 of 3 runs`));
  });

  test('one whose title differs from run to run is told so', () => {
    const reports = ['a 1', 'a 2', 'a 3'].map((title) => reportOf([failed(`${file} > ${title}`)]));
    expect(afterRed(reports)).toEqual({
      ...{ kind: 'refused', class: 'flaky' },
      reason: expect.stringMatching(
        /^flaky: a test has another title in each run: "test\/cart[^]* expected the same title/,
      ),
    });
  });

  test('F58: one that passed first and fails later is flaky, not passing on arrival', () => {
    const arrival: RedFinding = { kind: 'refused', class: 'passes', reason: 'passes at once' };
    expect(afterRed([reportOf([passed(id)]), fails, fails], arrival)).toMatchObject({ class: 'flaky' });
    const passes = reportOf([passed(id)]);
    expect(afterRed([passes, passes, passes], arrival)).toBe(arrival);
  });

  test('F57: one that does not end every time is flaky; a run that broke is told as what it is', () => {
    expect(afterRed([fails, hung])).toMatchObject({
      class: 'flaky',
      reason: expect.stringMatching(/^run 2 of 2 of the same tree: the test command did not end/),
    });
    const broken = reportOf([], { problem: 'cut short', problemKind: 'cannot-tell' });
    expect(afterRed([fails, broken])).toMatchObject({ class: 'cannot-tell' });
  });

  test('a structural red is compared by its file, an exit code by itself', () => {
    const missing = { file, failure: failure('missing-module', { missing: 'src/cart.js' }) };
    const whole = reportOf([], { fileFailures: [missing] });
    expect([...redIn(whole)]).toEqual([file]);
    expect([...redIn(reportOf([], { exitOnly: true, exitCode: 1 }))]).toEqual([file]);
    expect([...redIn(reportOf([], { exitOnly: true, exitCode: 0 }))]).toEqual([]);
  });

  test('a run of the files alone is no witness for the tests of others', () => {
    expect([...redIn(reportOf([failed(id), failed(other)]))]).toEqual([id]);
  });
});

describe('F56: GREEN, several times', () => {
  const before = reportOf([passed(other), failed(id)]);
  const facts = { mustPass: [id], before, baseline, sameTests: false, testFiles: [file] };
  const passes = reportOf([passed(other), passed(id)]);
  const runsOf = (reports: readonly TestReport[]) => ({
    reports,
    runs: reports.map((report) => notFailing({ ...facts, report })),
    skipped: null,
  });

  test('mixed is flaky, with the counts; the same each time is said', () => {
    expect(greenAfterRepeats(isGreen, runsOf([passes, passes, before]))).toMatchObject({
      ...{ kind: 'not-green', class: 'flaky', failing: [id] },
      reason: expect.stringContaining('passes in 2 of 3 runs of the same tree'),
    });
    expect(greenAfterRepeats(isGreen, runsOf([passes, passes, passes]))).toHaveProperty(
      'summary',
      '2 tests ran; the same in 3 of 3 runs',
    );
    expect(greenAfterRepeats(isGreen, runsOf([passes, hung]))).toMatchObject({ kind: 'not-green', class: 'flaky' });
  });

  test('R-001-13: alone, a failing red test is still red; one that did not run there tells nothing', () => {
    expect(stillRedAlone({ ...facts, report: reportOf([failed(id)]) })).toMatchObject({ class: 'still-red' });
    expect(stillRedAlone({ ...facts, report: reportOf([skipped(id)]) })).toMatchObject({ class: 'still-red' });
    for (const report of [reportOf([]), reportOf([failed(other)]), hung]) {
      expect(stillRedAlone({ ...facts, report })).toBeNull();
    }
    expect([...notFailing({ ...facts, report: reportOf([]) })]).toEqual([id]);
    expect([...notFailing({ ...facts, report: hung })]).toEqual([]);
  });

  test('alone, an old test of the file that needs others proves nothing against a structural red', () => {
    const old = `${file} > needs others`;
    const known = reportOf([passed(other), passed(old)]);
    const structural = { ...facts, mustPass: [file], baseline: known };
    expect(stillRedAlone({ ...structural, report: reportOf([failed(old), passed(id)]) })).toBeNull();
    expect(stillRedAlone({ ...structural, report: reportOf([passed(old), failed(id)]) })).not.toBeNull();
    expect(judgeGreen({ ...structural, report: reportOf([passed(other), failed(old), passed(id)]) })).toMatchObject({
      class: 'still-red',
    });
  });
});

describe('F56: others’ tests, looked at once more', () => {
  const first = reportOf([failed(other), failed(id)]);

  test('what passes then is flaky and counts as passed; what fails again is real', () => {
    const { report, flaky } = settle(first, reportOf([passed(other), failed(id)]), [other, id]);
    expect(flaky).toEqual([other]);
    expect(report.tests).toEqual([passed(other), failed(id)]);
    expect(report.flaky).toEqual([other]);
    expect(settle(first, first, [other])).toEqual({ report: first, flaky: [] });
  });

  test.each([
    ['skipped', reportOf([skipped(other)])],
    ['gone', reportOf([])],
    ['not judged', hung],
  ])('one that is %s then is no flake', (_what, second) => {
    expect(settle(first, second, [other]).flaky).toEqual([]);
  });

  test('a file that failed as a whole comes with the tests it has', () => {
    const broken = reportOf([], { fileFailures: [{ file: 'test/old.test.js', failure: failure('error') }] });
    const { report, flaky } = settle(broken, reportOf([passed(other)]), ['test/old.test.js']);
    expect(flaky).toEqual(['test/old.test.js']);
    expect(report).toMatchObject({ tests: [passed(other)], fileFailures: [] });
    expect(settle(broken, reportOf([]), ['test/old.test.js']).flaky).toEqual([]);
  });

  test('only failures that nobody expected are suspects: not the red test, not what failed before', () => {
    const known = reportOf([failed('test/known.test.js > a'), passed(other)], {
      fileFailures: [{ file: 'test/odd.test.js', failure: failure('syntax') }],
    });
    const report = reportOf([failed('test/known.test.js > a'), failed(other), failed(id), failed(`${file} > new`)], {
      fileFailures: known.fileFailures,
    });
    expect(elsewhereAtRed({ ...redFacts, baseline: known, report })).toEqual([other]);
    const green = { before: known, baseline: known, sameTests: false, testFiles: [file], mustPass: [id] };
    expect(failuresElsewhere({ ...green, report })).toEqual([other]);
  });

  test('known flakes are nobody’s fault at RED and at GREEN, but must still be there', () => {
    const flaky = withFlaky(reportOf([passed(other), passed('test/x.test.js > x')]), [other]);
    const red = { ...redFacts, baseline: flaky };
    const x = passed('test/x.test.js > x');
    expect(judgeRed({ ...red, report: reportOf([failed(other), x, failed(id)]) })).toMatchObject({ testIds: [id] });
    expect(judgeRed({ ...red, report: reportOf([x, failed(id)]) })).toMatchObject({ class: 'error' });
    const green = { mustPass: [id], before: flaky, baseline: flaky, sameTests: false };
    expect(judgeGreen({ ...green, report: reportOf([failed(other), x, passed(id)]) })).toMatchObject({ kind: 'green' });
    expect(judgeGreen({ ...green, report: reportOf([skipped(other), x, passed(id)]) })).toMatchObject({
      class: 'fewer-tests',
    });
  });

  test('a red test that is known to be flaky is still asked for', () => {
    const flaky = withFlaky(baseline, [id]);
    const green = { mustPass: [id], before: flaky, baseline: flaky, sameTests: false };
    expect(judgeGreen({ ...green, report: reportOf([passed(other), failed(id)]) })).toMatchObject({
      class: 'still-red',
    });
  });
});

describe('F56: the base', () => {
  test('whatever gave both answers is named, whichever came first, and makes no base red', () => {
    const a = 'test/a.test.js > a';
    const first = reportOf([failed(a), passed(other)]);
    const second = reportOf([passed(a), failed(other)]);
    const report = settleBothWays(first, second);
    expect(report.flaky).toEqual([a, other]);
    expect(judgeBaseline(report)).toEqual({
      kind: 'clean',
      summary: `2 tests ran, 2 passed; flaky at the base: "${a}", "${other}"`,
    });
  });

  test('R13: one real failure beside a flake is a failing base', () => {
    const real = 'test/real.test.js > r';
    const report = settleBothWays(reportOf([failed(other), failed(real)]), reportOf([passed(other), failed(real)]));
    expect(judgeBaseline(report)).toMatchObject({ kind: 'failing', failing: [real] });
    expect(judgeBaseline(report)).toHaveProperty('summary', expect.stringContaining(`flaky at the base: "${other}"`));
  });

  test('a second run that did not end changes nothing', () => {
    const first = reportOf([failed(other)]);
    expect(settleBothWays(first, hung)).toBe(first);
  });
});

describe('R12: the production change taken back', () => {
  const back = (report: TestReport, mustFail: readonly string[] = [id]) =>
    judgeTakenBack({ ...redFacts, report, mustFail });

  test('the test fails again for a right reason, or its file can not be loaded without the change', () => {
    expect(back(reportOf([failed(id)]))).toEqual({
      kind: 'fails-again',
      summary: '1 test fails again without the change',
    });
    const missing = { file, failure: failure('missing-module', { missing: 'src/cart.js' }) };
    expect(back(reportOf([], { fileFailures: [missing] }))).toMatchObject({ kind: 'fails-again' });
    expect(back(reportOf([failed(id)]), [file])).toMatchObject({ kind: 'fails-again' });
    expect(back(reportOf([], { exitOnly: true, exitCode: 1 }))).toMatchObject({ kind: 'fails-again' });
  });

  test.each([
    ['passes', reportOf([passed(id)]), 'passes as well'],
    ['fails for a wrong reason', reportOf([failed(id, failure('error'))]), 'for another reason'],
    ['is skipped', reportOf([skipped(id)]), 'does not run'],
    ['can not be read', reportOf([], { fileFailures: [{ file, failure: failure('syntax') }] }), 'for another reason'],
    ['does not end', hung, 'did not end'],
    ['is one of a passing suite', reportOf([], { exitOnly: true, exitCode: 0 }), 'does not run'],
  ])('one that %s is refused', (_what, report, words) => {
    expect(back(report)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(words) });
  });

  test('every one of them has to fail, and at least one is named', () => {
    expect(back(reportOf([failed(id), passed(`${file} > b`)]), [id, `${file} > b`])).toMatchObject({ kind: 'refused' });
    expect(back(reportOf([failed(id)]), [])).toMatchObject({ kind: 'refused' });
  });
});
