import type { BaselineFinding, GreenFinding, RedFinding, TestReport } from './evidence.js';
import type { Gear } from '../steering/gear.js';
import { sentIds } from './report-facts.js';

/**
 * What an exit code alone can tell: the suite passes, or it doesn't. So RED is a suite that fails with the test and
 * passes without it, which any slip in the test shows as well: good enough only where a person sees the test before
 * its implementation (design 4).
 */

export interface ExitOnlyRed {
  readonly report: TestReport;
  readonly baseline: TestReport;
  readonly testFiles: readonly string[];
  /** Left out counts as review-after: the stricter one. */
  readonly gear?: Gear | undefined;
}

const remedy =
  'let the command write JUnit XML and name it ({"test":"…","results":"junit:reports/junit.xml"} in pawl.json), or let ' +
  'a person see each test first: pawl gear review-before --because "…", then pawl resume <run>';

export function exitOnlyRed({ report, baseline, testFiles, gear }: ExitOnlyRed): RedFinding {
  if (gear !== 'review-before') {
    const why = 'an exit code tells that the suite fails, and not why; in gear review-after nobody looks at the test';
    return { kind: 'refused', class: 'cannot-tell', reason: `${why}; ${remedy}` };
  }
  if (baseline.exitOnly !== true || baseline.exitCode !== 0) {
    const why = `without the new test the suite ${how(baseline)}, so that its failure with the test proves nothing`;
    return { kind: 'refused', class: 'cannot-tell', reason: `${why}; mend the suite first` };
  }
  if (report.exitCode === 0) {
    const why = 'the suite passes with the new test (exit code 0)';
    return {
      kind: 'refused',
      class: 'passes',
      reason: `${why}; expected the test to fail, and to be found by the suite`,
    };
  }
  return {
    kind: 'red',
    class: 'exit-only',
    testIds: sentIds(testFiles),
    summary: `the suite ${how(report)} with the new test and passes without it; why it fails is for a person to see`,
  };
}

export function exitOnlyGreen(report: TestReport, mustPass: readonly string[]): GreenFinding {
  const summary = 'the suite ends with exit code 0; which tests ran, an exit code does not tell';
  if (report.exitCode === 0) return { kind: 'green', summary };
  const reason = `the suite ${how(report)}; expected exit code 0`;
  return {
    kind: 'not-green',
    class: mustPass.length > 0 ? 'still-red' : 'regression',
    reason,
    failing: mustPass.slice(0, 50),
  };
}

export function exitOnlyBaseline(report: TestReport): BaselineFinding {
  if (report.exitCode === 0) return { kind: 'clean', summary: 'the suite ends with exit code 0 (no result file)' };
  const summary = `the suite ${how(report)} before the run began; with an exit code alone nothing can be told from it`;
  return { kind: 'failing', failing: ['the whole suite'], summary };
}

function how({ exitCode }: TestReport): string {
  return exitCode === null ? 'was ended by a signal' : `ends with exit code ${exitCode}`;
}
