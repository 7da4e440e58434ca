import type { TestCase, TestFailure, TestReport } from './evidence.js';
import { troubleOf } from './evidence-faults.js';
import type { Gear } from '../steering/gear.js';
import { flakyIn } from './judge-repeat.js';
import { isUnderTest, type Creatable } from './may-create.js';
import type { NewTestFacts } from './new-tests.js';
import { failedTests } from './report-facts.js';

/** What failed for the first time in a tree with a new test, and whether it failed as it should. */

export interface RedFacts extends NewTestFacts {
  /** Of the tree with the new test. */
  readonly report: TestReport;
  /** Of a tree before it: the base's, or the last green one. What failed there is known and judged by nobody. */
  readonly baseline: TestReport;
  /** Test files this step changed or added. */
  readonly testFiles: readonly string[];
  /** The plan's files without tests: modules and symbols that GREEN may write. */
  readonly mayCreate: Creatable;
  /** The step's gear; asked for when the suite tells its exit code only. */
  readonly gear?: Gear | undefined;
}

export interface Failing {
  readonly id: string;
  readonly failure: TestFailure | null;
}

type Compared = Pick<RedFacts, 'report' | 'baseline'>;

/** All ids that an accepted RED saw failing; its finding holds the first of them. */
export function redTestIds(facts: Compared): readonly string[] {
  const failing = [...newFailures(facts), ...newFileFailures(facts)];
  return [...new Set(failing.map((one) => one.id))];
}

export function newFileFailures(facts: Compared): readonly Failing[] {
  const known = new Set(facts.baseline.fileFailures.map((failed) => failed.file));
  const flaky = flakyIn(facts.baseline);
  return facts.report.fileFailures
    .filter((failed) => !known.has(failed.file) && !flaky.has(failed.file))
    .map((failed) => ({ id: failed.file, failure: failed.failure }));
}

/**
 * Failing tests that did not fail before. One that was skipped before and runs now is as good as new; one that is known
 * to give both answers tells nothing (F56).
 */
export function newFailures(facts: Compared): readonly TestCase[] {
  const known = new Set([...failedTests(facts.baseline).map((test) => test.id), ...flakyIn(facts.baseline)]);
  return failedTests(facts.report).filter((test) => !known.has(test.id));
}

/**
 * Ids of the step's test files that fail for a right reason in this report, which may be one of those files alone: what
 * another run of the same tree is compared by (F56).
 */
export function rightlyRed(facts: RedFacts): ReadonlySet<string> {
  const { report, testFiles } = facts;
  if (troubleOf(report) !== null) return new Set();
  if (report.exitOnly === true) return new Set(report.exitCode === 0 ? [] : testFiles);
  const files = newFileFailures(facts).filter(({ id, failure }) => testFiles.includes(id) && mayMiss(failure, facts));
  const tests = newFailures(facts).filter((test) => testFiles.includes(test.file) && isRightly(test, facts));
  return new Set([...files, ...tests].map(({ id }) => id));
}

/**
 * Failures outside of the step's test files that were not there before: looked at once more before anybody is blamed
 * (F56).
 */
export function failuresElsewhere(facts: RedFacts): readonly string[] {
  const failing = [...newFailures(facts).map(({ id, file }) => ({ id, file })), ...newFileFailures(facts).map(ofFile)];
  return [...new Set(failing.filter(({ file }) => !facts.testFiles.includes(file)).map(({ id }) => id))];
}

function ofFile({ id }: Failing): { readonly id: string; readonly file: string } {
  return { id, file: id };
}

/** By an assertion, or because of what the step is to write (C-6). */
export function isRightly({ failure }: TestCase, facts: RedFacts): boolean {
  return failure?.kind === 'assertion' || mayMiss(failure, facts);
}

export function mayMiss(failure: TestFailure | null, facts: RedFacts): boolean {
  return failure !== null && isUnderTest(failure, facts.mayCreate);
}
