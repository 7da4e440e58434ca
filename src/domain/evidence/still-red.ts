import type { GreenFinding, NotGreenClass, TestCase, TestReport } from './evidence.js';
import { troubleOf } from './evidence-faults.js';
import { flakyIn } from './judge-repeat.js';
import type { TestSource } from './new-tests.js';
import { capIds, describeFailure, idsWith, nameSome, ran } from './report-facts.js';
import { fileOfId, isFileId } from './test-ids.js';
import { isUnbuilt } from './unbuilt.js';

export interface GreenFacts {
  readonly report: TestReport;
  /**
   * Ids that RED saw failing; empty for refactor and the final check. A test file's path alone stands for a
   * structural red: then a test of that file that is not in `baseline` must have run, and all of them must pass.
   */
  readonly mustPass: readonly string[];
  /** Report to hold counts and passing tests against: RED's for GREEN, GREEN's for REFACTOR. */
  readonly before: TestReport;
  /** Of a tree before the step; only what failed there may fail now. */
  readonly baseline: TestReport;
  /** Tidy and refactor: exactly the tests of `before` run, by id and number. */
  readonly sameTests: boolean;
  /** Test files of the step, and how many new tests the plan asks for: RED could not count those of a structural red. */
  readonly testFiles?: readonly string[];
  readonly newTests?: number;
  readonly sources?: readonly TestSource[];
}

export type NotGreen = Extract<GreenFinding, { kind: 'not-green' }>;

export function notGreen(refusal: NotGreenClass, reason: string, failing: readonly string[] = []): NotGreen {
  return { kind: 'not-green', class: refusal, reason, failing: capIds(failing) };
}

/** Why a red test does not pass. */
interface RedStill {
  readonly id: string;
  readonly reason: string;
  /** It did not run at all: a run of its files alone proves nothing by that. */
  readonly isAbsent: boolean;
}

/** @param isAlone the report is of the red test's files alone: there an old test may miss what others leave behind */
function redStill(facts: GreenFacts, isAlone: boolean): readonly RedStill[] {
  const byId = new Map(facts.report.tests.map((test) => [test.id, test]));
  return facts.mustPass.flatMap((id) => {
    const found = isFileId(id) ? fileStillRed(id, facts, isAlone) : testStillRed(id, byId.get(id), facts.report);
    return found === null ? [] : [{ id, ...found }];
  });
}

/**
 * Of the ids that must pass those that do not fail in this report, which may be one of the red test's files alone: what
 * another run of the same tree is compared by (F56).
 */
export function notFailing(facts: GreenFacts): ReadonlySet<string> {
  if (troubleOf(facts.report) !== null) return new Set();
  if (facts.report.exitOnly === true) return new Set(facts.report.exitCode === 0 ? facts.mustPass : []);
  const failing = new Set(redStill(facts, true).flatMap(({ id, isAbsent }) => (isAbsent ? [] : [id])));
  return new Set(facts.mustPass.filter((id) => !failing.has(id)));
}

/** The red test fails in a run of its files alone: known before the whole suite has run. Null when it does not. */
export function stillRedAlone(facts: GreenFacts): GreenFinding | null {
  if (troubleOf(facts.report) !== null || facts.report.exitOnly === true) return null;
  return asStillRed(redStill(facts, true).filter(({ isAbsent }) => !isAbsent));
}

/** Null when all red tests pass. */
export function stillRed(facts: GreenFacts): NotGreen | null {
  return asStillRed(redStill(facts, false));
}

function asStillRed(why: readonly RedStill[]): NotGreen | null {
  const [first] = why;
  if (first === undefined) return null;
  const more = why.length === 1 ? '' : ` (and ${why.length - 1} more)`;
  return notGreen(
    'still-red',
    `the red test does not pass: ${first.reason}${more}`,
    why.map((one) => one.id),
  );
}

type Why = Pick<RedStill, 'reason' | 'isAbsent'> | null;

function fails(reason: string): Why {
  return { reason, isAbsent: false };
}

function testStillRed(id: string, test: TestCase | undefined, report: TestReport): Why {
  if (test === undefined) return absentTest(id, report);
  switch (test.state) {
    case 'passed':
      return null;
    case 'failed':
      return fails(describeFailure(id, test.failure));
    case 'skipped':
    case 'todo':
      return fails(`${nameSome([id])} is skipped or marked as to-do; expected it to run and pass`);
  }
}

function absentTest(id: string, report: TestReport): Why {
  const file = fileOfId(id);
  const own = report.fileFailures.find((failed) => failed.file === file);
  const broken = own ?? (isUnbuilt(report, file) ? report.fileFailures[0] : undefined);
  if (broken !== undefined) return fails(describeFailure(broken.file, broken.failure));
  const reason = `${nameSome([id])} did not run; expected it to run and pass, under the same title as at RED`;
  return { reason, isAbsent: true };
}

/** The body of a new test must have run: that the file can be imported now is not enough (R10e). */
function fileStillRed(file: string, facts: GreenFacts, isAlone: boolean): Why {
  const { report, baseline } = facts;
  const broken = report.fileFailures.find((failed) => failed.file === file);
  if (broken !== undefined) return fails(describeFailure(file, broken.failure));
  const old = idsWith(baseline, ran);
  const known = new Set([...idsWith(baseline, (test) => test.state === 'failed'), ...flakyIn(baseline)]);
  const tests = report.tests.filter((test) => test.file === file);
  const counts = ({ id }: TestCase): boolean => !known.has(id) && !(isAlone && old.has(id));
  const failing = tests.find((test) => test.state === 'failed' && counts(test));
  if (failing !== undefined) return fails(describeFailure(failing.id, failing.failure));
  if (tests.some((test) => test.state === 'passed' && !old.has(test.id))) return null;
  const reason = `no new test of "${file}" ran; expected the test that was written at RED to run and pass`;
  return { reason, isAbsent: true };
}
