import type { TestCase, TestReport } from './evidence.js';
import { countOf, nameSome, ran } from './report-facts.js';
import { noTitles, testsApart, titlesIn } from './test-tables.js';
import { isUnbuilt } from './unbuilt.js';
import { testsAdded } from './written-tests.js';

/** A test file as text, before and with this step; null before: it is new. */
export interface TestSource {
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
}

export interface NewTestFacts {
  readonly report: TestReport;
  readonly baseline: TestReport;
  readonly testFiles: readonly string[];
  /** New tests that the plan asks of the step; left out: nobody counts. */
  readonly newTests?: number | undefined;
  /** Texts of the test files, where they are known: rows of a table show there. */
  readonly sources?: readonly TestSource[] | undefined;
}

/** Tests of the step's test files that did not run before, whatever became of them. */
export function newTestsOf({ report, baseline, testFiles }: NewTestFacts): readonly TestCase[] {
  const before = new Set(baseline.tests.filter(ran).map((test) => test.id));
  return report.tests.filter((test) => testFiles.includes(test.file) && !before.has(test.id));
}

/**
 * More new tests than the plan asks of the step, in words; null when there are not (R-001-02). Rows of one table and
 * the parts of one test count once. A file that could not be run is counted by its text: what really runs there is
 * counted at GREEN.
 */
export function tooManyTests(facts: NewTestFacts): string | null {
  const { newTests, report } = facts;
  if (newTests === undefined) return null;
  const seen = seenApart(facts);
  const broken = new Set(report.fileFailures.map(({ file }) => file));
  const written = (facts.sources ?? [])
    .filter(({ file }) => broken.has(file))
    .map(({ file, before, after }) => ({ file, count: testsAdded(file, before, after) }))
    .filter(({ count }) => count > 0);
  const count = written.reduce((sum, one) => sum + one.count, seen.length);
  if (count <= newTests) return null;
  const names = [...seen, ...written.map((one) => one.file)];
  const asked = newTests === 1 ? 'exactly one' : `at most ${newTests}`;
  return `${countOf(count, 'new test')} in ${nameSome(names, 6)}; this step asks for ${asked}`;
}

function seenApart(facts: NewTestFacts): readonly string[] {
  const { report, baseline, sources = [] } = facts;
  // Which tests a file had that could not be run before, nobody knows.
  const unknown = new Set(baseline.fileFailures.map(({ file }) => file));
  const idleBefore = new Set(baseline.tests.filter((test) => !ran(test)).map((test) => test.id));
  const fresh = newTestsOf(facts).filter(
    (test) => !unknown.has(test.file) && !isUnbuilt(baseline, test.file) && (ran(test) || !idleBefore.has(test.id)),
  );
  const titles = new Map(sources.map(({ file, after }) => [file, titlesIn(file, after)]));
  const all = new Set(report.tests.map((test) => test.id));
  return testsApart(fresh, all, (file) => titles.get(file) ?? noTitles);
}
