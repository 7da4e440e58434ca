import { describe, expect, test } from '@jest/globals';
import { judgeBaseline } from '../../../src/domain/evidence/judge-baseline.js';
import { judgeGreen } from '../../../src/domain/evidence/judge-green.js';
import { judgeRed, redTestIds } from '../../../src/domain/evidence/judge-red.js';
import { parseTestResults } from '../../../src/domain/evidence/test-results.js';
import { failed, passed, reportOf } from '../../support/test-reports.js';
import { staysBelow } from '../../support/cpu-time.js';

/** What an exit code alone can prove, and how little that is (design 4). */
const suite = (exitCode: number) => reportOf([], { exitOnly: true, exitCode });
const red = (more: Partial<Parameters<typeof judgeRed>[0]> = {}) =>
  judgeRed({
    ...{ report: suite(1), baseline: suite(0), testFiles: ['test/a.sh'], mayCreate: [], gear: 'review-before' },
    ...more,
  });

describe('exit code only', () => {
  test('red is a suite that fails with the test and passes without it', () => {
    expect(red()).toMatchObject({ kind: 'red', class: 'exit-only', testIds: ['test/a.sh'] });
  });

  test.each([
    ['F58: passes with the test', { report: suite(0) }, 'passes', 'exit code 0'],
    ['R13: fails without it as well', { baseline: suite(2) }, 'cannot-tell', 'exit code 2'],
    ['nobody sees the test', { gear: 'review-after' as const }, 'cannot-tell', 'pawl gear review-before'],
    ['nobody said the gear', { gear: undefined }, 'cannot-tell', 'pawl gear review-before'],
    ['no test was changed', { testFiles: [] }, 'no-tests', 'no test file'],
    ['R15: it does not end', { report: { ...suite(1), end: 'timeout' as const } }, 'did-not-end', 'did not end'],
  ])('refused when it %s', (_why, more, refused, said) => {
    expect(red(more)).toMatchObject({ kind: 'refused', class: refused, reason: expect.stringContaining(said) });
  });

  test('green and baseline go by the exit code', () => {
    const facts = { mustPass: ['test/a.sh'], before: suite(1), baseline: suite(0), sameTests: false };
    expect(judgeGreen({ report: suite(0), ...facts })).toMatchObject({ kind: 'green' });
    expect(judgeGreen({ report: suite(1), ...facts })).toMatchObject({ class: 'still-red' });
    expect(judgeGreen({ report: suite(1), ...facts, mustPass: [] })).toMatchObject({ class: 'regression' });
    expect(judgeBaseline(suite(0))).toMatchObject({ kind: 'clean' });
    expect(judgeBaseline(suite(1))).toMatchObject({ kind: 'failing', failing: ['the whole suite'] });
  });
});

describe('D5: a test of very many parameters', () => {
  const many = Array.from({ length: 30_000 }, (_, at) => failed(`test/a.js > case ${at}`));
  const baseline = reportOf([passed('test/b.js > old')]);
  const report = reportOf([passed('test/b.js > old'), ...many]);

  test('its finding stays small, its report has all, and green asks for all', () => {
    const finding = judgeRed({ report, baseline, testFiles: ['test/a.js'], mayCreate: [] });
    expect(finding).toMatchObject({ kind: 'red', class: 'assertion' });
    expect(finding.kind === 'red' ? finding.testIds : []).toHaveLength(200);
    expect(JSON.stringify(finding).length).toBeLessThan(20_000);
    const mustPass = redTestIds({ report, baseline });
    expect(mustPass).toHaveLength(30_000);
    const green = reportOf([
      passed('test/b.js > old'),
      ...many.slice(1).map(({ id }) => passed(id)),
      failed('test/a.js > case 0'),
    ]);
    const judge = (): unknown => judgeGreen({ report: green, mustPass, before: report, baseline, sameTests: false });
    expect(judge()).toMatchObject({ class: 'still-red', failing: ['test/a.js > case 0'] });
    expect(
      staysBelow(
        () => 1_500,
        () => void judge(),
      ),
    ).toBe(true);
  });

  test('long names count by their length, and the first always goes', () => {
    const long = [`test/a.js > ${'x'.repeat(17_000)}`, 'test/a.js > y'].map((id) => failed(id));
    const finding = judgeRed({
      report: reportOf([...long]),
      baseline: reportOf([]),
      testFiles: ['test/a.js'],
      mayCreate: [],
    });
    expect(finding.kind === 'red' ? finding.testIds : []).toEqual([long[0]?.id]);
  });
});

describe('what results can be named', () => {
  test.each([
    ['exit-only', { kind: 'exit-only' }],
    ['junit:reports/junit.xml', { kind: 'junit', globs: ['reports/junit.xml'] }],
    [
      ' junit: ./target/surefire-reports/ ',
      { kind: 'junit', globs: ['target/surefire-reports', 'target/surefire-reports/**/*.xml'] },
    ],
    ['junit:**/TEST-*.xml', { kind: 'junit', globs: ['**/TEST-*.xml'] }],
  ])('%s', (text, wanted) => {
    expect(parseTestResults(text)).toEqual(wanted);
  });

  test.each(['', 'junit', 'junit:', 'tap:x', 'junit:/etc/passwd', 'junit:../x.xml', 'junit:a/{b,c}.xml', 'exit'])(
    '%p is refused with an example',
    (text) => {
      expect(parseTestResults(text)).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining('for example: '),
      });
    },
  );
});
