import type { GreenFinding, TestFailure } from './evidence.js';
import { troubleOf } from './evidence-faults.js';
import { exitOnlyGreen } from './judge-exit-only.js';
import { flakyIn } from './judge-repeat.js';
import { tooManyTests } from './new-tests.js';
import {
  countOf,
  describeFailure,
  failedTests,
  failingIds,
  idsWith,
  nameSome,
  passedIds,
  ran,
  tally,
} from './report-facts.js';
import { notGreen, stillRed, type GreenFacts, type NotGreen } from './still-red.js';
import { fileOfId } from './test-ids.js';

export type { GreenFacts } from './still-red.js';
export { notFailing, stillRedAlone } from './still-red.js';

/**
 * Is this tree green? The red tests pass, at least as many tests ran as before, and no test that passed before
 * fails, is skipped or is gone (R-004-29, R10e, R11, R12, R13). A command that exits 0 proves none of this alone.
 */
export function judgeGreen(facts: GreenFacts): GreenFinding {
  const trouble = troubleOf(facts.report);
  if (trouble !== null) return notGreen(trouble.class, trouble.reason);
  if (facts.report.exitOnly === true) return exitOnlyGreen(facts.report, facts.mustPass);
  if (!facts.report.tests.some(ran) && facts.report.fileFailures.length === 0) {
    return notGreen('no-tests', `no test ran (${tally(facts.report)}); expected the suite to run`);
  }
  return (
    stillRed(facts) ??
    regression(facts) ??
    fewerTests(facts) ??
    otherTests(facts) ??
    severalTests(facts) ?? { kind: 'green', summary: summaryOf(facts) }
  );
}

function summaryOf(facts: GreenFacts): string {
  const { report, baseline, before } = facts;
  const failing = [
    ...new Set([...failedTests(report).map(({ id }) => id), ...report.fileFailures.map(({ file }) => file)]),
  ];
  if (failing.length === 0) return tally(report);
  const red = new Set(failingIds(baseline));
  const flaky = flakyIn(baseline, before);
  const byChance = failing.filter((id) => flaky.has(id) && !red.has(id));
  const known = byChance.length === failing.length ? '' : '; all failures are known from before the run';
  // It may have broken for good since then: nobody is blamed, and it is not passed over either (F56).
  const both =
    byChance.length === 0 ? '' : `; failed, and gave both answers before: ${nameSome(byChance)}; a person should look`;
  return `${tally(report)}${known}${both}`;
}

interface Failing {
  readonly id: string;
  readonly failure: TestFailure | null;
}

/** Only what failed before the step may fail now, and what is known to give both answers (F56). */
function newlyFailing(facts: GreenFacts): readonly Failing[] {
  const flaky = flakyIn(facts.baseline, facts.before);
  const known = new Set([...idsWith(facts.baseline, (test) => test.state === 'failed'), ...flaky]);
  const knownFiles = new Set([...facts.baseline.fileFailures.map((failed) => failed.file), ...flaky]);
  const tests = failedTests(facts.report).filter((test) => !known.has(test.id));
  const files = facts.report.fileFailures.filter((failed) => !knownFiles.has(failed.file));
  return [
    ...tests.map((test) => ({ id: test.id, failure: test.failure })),
    ...files.map((failed) => ({ id: failed.file, failure: failed.failure })),
  ];
}

/**
 * Failures that were not there before, without the step's own new tests: looked at once more before anybody is blamed
 * (F56).
 */
export function failuresElsewhere(facts: GreenFacts): readonly string[] {
  const { mustPass, testFiles = [], baseline } = facts;
  const own = new Set(mustPass);
  const old = idsWith(baseline, ran);
  const isOwn = (id: string): boolean => own.has(id) || (testFiles.includes(fileOfId(id)) && !old.has(id));
  return [...new Set(newlyFailing(facts).map(({ id }) => id))].filter((id) => !isOwn(id));
}

function regression(facts: GreenFacts): NotGreen | null {
  const failing = newlyFailing(facts);
  const [first] = failing;
  if (first === undefined) return null;
  const what = describeFailure(first.id, first.failure);
  const ids = [...new Set(failing.map((one) => one.id))];
  const more = ids.length === 1 ? '' : ` (and ${ids.length - 1} more)`;
  return notGreen('regression', `the suite fails outside the red test: ${what}${more}`, ids);
}

function fewerTests(facts: GreenFacts): NotGreen | null {
  const passNow = passedIds(facts.report);
  const known = idsWith(facts.baseline, (test) => test.state === 'failed');
  const wanted = new Set([...passedIds(facts.baseline), ...passedIds(facts.before)]);
  const flaky = flakyIn(facts.baseline, facts.before);
  // A flaky test may fail; gone or skipped it is a test less all the same.
  const excused = new Set(failingIds(facts.report).filter((id) => flaky.has(id)));
  const isLost = (id: string): boolean =>
    !passNow.has(id) && !known.has(id) && !excused.has(id) && !excused.has(fileOfId(id));
  const lost = [...wanted].filter(isLost);
  if (lost.length > 0) {
    const number = lost.length === 1 ? 'no longer runs' : 'no longer run';
    return notGreen(
      'fewer-tests',
      `${countOf(lost.length, 'test')} that passed before ${number}: ${nameSome(lost)}; a test may not be removed, renamed or skipped`,
      lost,
    );
  }
  const now = facts.report.tests.filter(ran).length;
  const then = facts.before.tests.filter(ran).length;
  if (now >= then) return null;
  return notGreen('fewer-tests', `only ${countOf(now, 'test')} ran, ${then} before; expected at least as many`);
}

/** Tidy and refactor keep ids and counts; fewer were refused above, unless they failed before. */
function otherTests(facts: GreenFacts): NotGreen | null {
  if (!facts.sameTests) return null;
  const now = idsWith(facts.report, ran);
  const then = idsWith(facts.before, ran);
  const gone = [...then].filter((id) => !now.has(id));
  if (gone.length > 0) {
    return notGreen('fewer-tests', `${countOf(gone.length, 'test')} of before did not run: ${nameSome(gone)}`, gone);
  }
  const added = [...now].filter((id) => !then.has(id));
  if (added.length === 0) return null;
  const reason = `${countOf(added.length, 'test')} that did not run before: ${nameSome(added)}`;
  return notGreen('regression', `${reason}; a refactor changes no behaviour and adds no test`, added);
}

/** A structural red could not be counted before its file could be loaded (R-001-02). */
function severalTests({ report, baseline, testFiles = [], newTests, sources }: GreenFacts): NotGreen | null {
  if (testFiles.length === 0) return null;
  const several = tooManyTests({ report, baseline, testFiles, newTests, sources });
  if (several === null) return null;
  return notGreen('several-tests', `${several}; the test is frozen now, so this step needs a fresh red test`);
}
