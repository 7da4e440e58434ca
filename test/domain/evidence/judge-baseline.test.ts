import { describe, expect, test } from '@jest/globals';
import { setupProblem } from '../../../src/domain/evidence/evidence-faults.js';
import { judgeBaseline } from '../../../src/domain/evidence/judge-baseline.js';
import { failed, failure, passed, reportOf, skipped } from '../../support/test-reports.js';

describe('the base before it is touched', () => {
  test('all tests pass', () => {
    const finding = judgeBaseline(reportOf([passed('test/a.js > one'), skipped('test/a.js > two')]));
    expect(finding).toEqual({ kind: 'clean', summary: '1 test ran, 1 passed, 1 skipped' });
  });

  test('R13, F55: failing tests and files are named', () => {
    const broken = { fileFailures: [{ file: 'test/b.js', failure: failure('syntax') }] };
    const finding = judgeBaseline(reportOf([passed('test/a.js > one'), failed('test/a.js > two')], broken));
    expect(finding).toMatchObject({ kind: 'failing', failing: ['test/a.js > two', 'test/b.js'] });
    expect(finding).toHaveProperty('summary', expect.stringContaining('2 tests or files failed before the run began'));
  });

  test('at most 50 are listed, all are counted', () => {
    const finding = judgeBaseline(reportOf(Array.from({ length: 70 }, (_, at) => failed(`test/a.js > test ${at}`))));
    expect(finding).toHaveProperty('failing.length', 50);
    expect(finding).toHaveProperty('summary', expect.stringContaining('70 tests or files'));
  });

  test.each([
    ['there is no test yet', reportOf([])],
    ['all tests are skipped', reportOf([skipped('test/a.js > one')])],
  ])('a repository with a runner where %s is clean', (said, report) => {
    expect(judgeBaseline(report)).toEqual({ kind: 'clean', summary: `node:test runs; ${said}`, untested: true });
  });

  test.each([
    [{ end: 'timeout' as const }, 'did-not-end'],
    [{ problem: 'x', problemKind: 'framework' as const }, 'framework'],
    [{ problem: 'x', problemKind: 'cannot-tell' as const }, 'cannot-tell'],
  ])('it can not be measured: %p', (more, refusal) => {
    expect(judgeBaseline(reportOf([passed('test/a.js > one')], more))).toMatchObject({
      kind: 'unusable',
      class: refusal,
    });
  });
});

describe('whose fault it is', () => {
  test('R10b: a runner that is not installed is the machine’s, with the reason', () => {
    expect(setupProblem(reportOf([], { problem: 'pytest is not installed', problemKind: 'runner-missing' }))).toBe(
      'pytest is not installed',
    );
  });

  test.each([
    ['a runner that broke', { problem: 'x', problemKind: 'framework' as const }],
    ['a result that proves nothing', { problem: 'x', problemKind: 'cannot-tell' as const }],
    ['tests that do not end', { end: 'timeout' as const }],
    ['a failing test', {}],
  ])('%s is not', (_story, more) => {
    expect(setupProblem(reportOf([failed('test/a.js > one')], more))).toBeNull();
  });
});
