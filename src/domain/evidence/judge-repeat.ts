import type { GreenFinding, RedFinding, TestCase, TestReport } from './evidence.js';
import { troubleOf } from './evidence-faults.js';
import { countOf, failingIds, nameSome, passedIds } from './report-facts.js';

/** A new test runs this often before a verdict (F56). */
export const runsOfNewTest = 3;

/** What several runs of one tree said of its new tests. */
export interface Repeats {
  readonly reports: readonly TestReport[];
  /** One entry a report: the ids that were as they should be in it. */
  readonly runs: readonly ReadonlySet<string>[];
  /** Why there were fewer runs than wanted; null when there were not. */
  readonly skipped: string | null;
}

/** Ids that were as they should be in some runs and not in others, with how often they were. */
export function mixedIds(
  runs: readonly ReadonlySet<string>[],
): readonly { readonly id: string; readonly times: number }[] {
  const all = new Set(runs.flatMap((run) => [...run]));
  return [...all].flatMap((id) => {
    const times = runs.filter((run) => run.has(id)).length;
    return times === runs.length ? [] : [{ id, times }];
  });
}

const mendFlake =
  'a test must tell the same on every run: take out what it leaves to time, chance, order or to what other tests leave behind';

const mendTitle = 'expected the same title on every run: take out times, random values and paths of temporary folders';

/** Each run has one that no other run knows of: not the answer differs, but what the test is called. */
function changesName(ids: readonly string[], reports: readonly TestReport[], runs: Repeats['runs']): boolean {
  const there = reports.map((report) => new Set(report.tests.map((test) => test.id)));
  const isOnce = (id: string): boolean => there.filter((tests) => tests.has(id)).length === 1;
  return runs.length > 1 && runs.every((run) => ids.some((id) => run.has(id))) && ids.every(isOnce);
}

/** RED after all runs: the same in each, or `flaky`. `runs` hold the ids that fail for a right reason. */
export function redAfterRepeats(finding: RedFinding, { reports, runs, skipped }: Repeats): RedFinding {
  const trouble = troubleAmong(reports);
  if (trouble !== null) return { kind: 'refused', ...trouble };
  const mixed = mixedIds(runs);
  const [first] = mixed;
  if (first !== undefined) {
    const names = nameSome(mixed.map(({ id }) => id));
    if (
      changesName(
        mixed.map(({ id }) => id),
        reports,
        runs,
      )
    ) {
      return {
        kind: 'refused',
        class: 'flaky',
        reason: `flaky: a test has another title in each run: ${names}; ${mendTitle}`,
      };
    }
    const counts = `fails as it should in ${first.times} of ${runs.length} runs of the same tree`;
    return { kind: 'refused', class: 'flaky', reason: `flaky: ${names} ${counts}; ${mendFlake}` };
  }
  if (finding.kind === 'refused') return finding;
  return { ...finding, summary: `${finding.summary}; ${saidOf(runs.length, skipped)}` };
}

/** GREEN after all runs. `runs` hold the ids that did not fail, of `wanted`. */
export function greenAfterRepeats(finding: GreenFinding, { reports, runs, skipped }: Repeats): GreenFinding {
  const trouble = troubleAmong(reports);
  if (trouble !== null) return { kind: 'not-green', ...trouble, failing: [] };
  const mixed = mixedIds(runs);
  const [first] = mixed;
  if (first !== undefined) {
    const ids = mixed.map(({ id }) => id);
    const counts = `passes in ${first.times} of ${runs.length} runs of the same tree`;
    const mend = 'the code must make it pass every time, alone and among all others';
    const reason = `flaky: ${nameSome(ids)} ${counts}; ${mend}`;
    return { kind: 'not-green', class: 'flaky', reason, failing: ids.slice(0, 50) };
  }
  if (finding.kind === 'not-green') return finding;
  return { ...finding, summary: `${finding.summary}; ${saidOf(runs.length, skipped)}` };
}

/** One run of several could not be judged: a tree that does not end every time is as good as flaky. */
function troubleAmong(
  reports: readonly TestReport[],
): { class: 'flaky' | 'framework' | 'cannot-tell'; reason: string } | null {
  for (const [at, report] of reports.entries()) {
    const trouble = troubleOf(report);
    if (trouble === null) continue;
    const which = `run ${at + 1} of ${reports.length} of the same tree`;
    return { class: trouble.class === 'did-not-end' ? 'flaky' : trouble.class, reason: `${which}: ${trouble.reason}` };
  }
  return null;
}

function saidOf(runs: number, skipped: string | null): string {
  if (skipped === null) return `the same in ${runs} of ${runs} runs`;
  return `${countOf(runs, 'run')} only: ${skipped}`;
}

/** The same failing tests in another run of the same tree: what passes there is flaky, the rest is real (F56). */
export interface Settled {
  readonly report: TestReport;
  /** Ids, or paths of files, that gave both answers. */
  readonly flaky: readonly string[];
}

/**
 * Puts a second run of the same tree beside the first, for ids of the first that nobody expected to fail. One that
 * passes there counts as passed, and is named in the report's `flaky`; nobody is blamed for it. A second run that
 * can't be judged changes nothing.
 */
export function settle(first: TestReport, second: TestReport, suspects: readonly string[]): Settled {
  if (troubleOf(second) !== null) return { report: first, flaky: [] };
  const again = new Map(second.tests.map((test) => [test.id, test]));
  const brokenAgain = new Set(second.fileFailures.map(({ file }) => file));
  const brokenFirst = new Set(first.fileFailures.map(({ file }) => file));
  const flaky = suspects.filter((id) =>
    brokenFirst.has(id) ? !brokenAgain.has(id) && ranIn(second, id) : again.get(id)?.state === 'passed',
  );
  if (flaky.length === 0) return { report: first, flaky };
  const named = new Set(flaky);
  const known = new Set(first.tests.map((test) => test.id));
  const tests: TestCase[] = first.tests.map((test) => (named.has(test.id) ? (again.get(test.id) ?? test) : test));
  tests.push(...second.tests.filter((test) => named.has(test.file) && !known.has(test.id)));
  const fileFailures = first.fileFailures.filter(({ file }) => !named.has(file));
  return { report: withFlaky({ ...first, tests, fileFailures }, flaky), flaky };
}

/** For a base, of which nobody has changed anything yet: whatever gave both answers is flaky, whichever came first. */
export function settleBothWays(first: TestReport, second: TestReport): TestReport {
  const { report } = settle(first, second, failingIds(first));
  if (troubleOf(second) !== null) return report;
  const passed = passedIds(first);
  return withFlaky(
    report,
    failingIds(second).filter((id) => passed.has(id)),
  );
}

function ranIn(report: TestReport, file: string): boolean {
  return report.tests.some((test) => test.file === file);
}

const mostFlaky = 200;

/** The report with these ids among its flaky ones; those of earlier reports of the run are carried on. */
export function withFlaky(report: TestReport, ids: readonly string[]): TestReport {
  const flaky = [...new Set([...(report.flaky ?? []), ...ids])].slice(0, mostFlaky);
  return flaky.length === 0 ? report : { ...report, flaky };
}

/** All that is known to be flaky from these reports. */
export function flakyIn(...reports: readonly TestReport[]): ReadonlySet<string> {
  return new Set(reports.flatMap((report) => report.flaky ?? []));
}
