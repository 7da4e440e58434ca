import type { BaselineFinding, TestReport } from './evidence.js';
import { troubleOf } from './evidence-faults.js';
import { exitOnlyBaseline } from './judge-exit-only.js';
import { capIds, countOf, failingIds, nameSome, ran, tally } from './report-facts.js';

/**
 * What the base looks like before anything is touched (R13, F55). A repository with a runner and no test yet is
 * clean. `failing` holds at most 50 ids of tests and files.
 */
export function judgeBaseline(report: TestReport): BaselineFinding {
  const trouble = troubleOf(report);
  if (trouble !== null) return { kind: 'unusable', ...trouble };
  if (report.exitOnly === true) return exitOnlyBaseline(report);
  const failing = failingIds(report);
  if (failing.length > 0) {
    return {
      kind: 'failing',
      failing: capIds(failing),
      summary: `${countOf(failing.length, 'test or file', 'tests or files')} failed before the run began: ${nameSome(failing)} (${tally(report)})${flakyWords(report)}`,
    };
  }
  if (!report.tests.some(ran)) {
    const idle = report.tests.length === 0 ? 'there is no test yet' : 'all tests are skipped';
    return { kind: 'clean', summary: `${report.runner} runs; ${idle}`, untested: true };
  }
  return { kind: 'clean', summary: `${tally(report)}${flakyWords(report)}` };
}

/** A test that gave both answers makes no base red, and is named (F56). */
function flakyWords({ flaky = [] }: TestReport): string {
  return flaky.length === 0 ? '' : `; flaky at the base: ${nameSome(flaky, 10)}`;
}
