import type { RedFinding, RefusedRedClass, TestCase, TestFailure } from './evidence.js';
import { troubleOf } from './evidence-faults.js';
import { exitOnlyRed } from './judge-exit-only.js';
import { flakyIn } from './judge-repeat.js';
import { newTestsOf, tooManyTests } from './new-tests.js';
import { isRightly, mayMiss, newFailures, newFileFailures, type Failing, type RedFacts } from './red-failures.js';
import { countOf, describeFailure, failedTests, nameSome, passedIds, sentIds } from './report-facts.js';
import { isUnbuilt } from './unbuilt.js';

export type { RedFacts } from './red-failures.js';
export { failuresElsewhere, redTestIds, rightlyRed } from './red-failures.js';

type Refused = Extract<RedFinding, { kind: 'refused' }>;

/**
 * Is this tree red, for the right reason? Red needs at least one new test, in a test file this step changed, that
 * fails by an assertion or because of what the step is to write, and no other change for the worse (C-6, C-7,
 * R-001-05…08, R-004-27, R-004-28, R10, R14, F58, F59).
 *
 * When a whole test file fails on a missing module or symbol (structural red), its tests are not known: the file's
 * path alone stands among `testIds`, its old tests count as not run, and GREEN asks for them again (R10e).
 */
export function judgeRed(facts: RedFacts): RedFinding {
  const { report, testFiles } = facts;
  const trouble = troubleOf(report);
  if (trouble !== null) return refused(trouble.class, trouble.reason);
  if (testFiles.length === 0) return refused('no-tests', `no test file was changed; ${writeOneTest}`);
  if (report.exitOnly === true) return exitOnlyRed(facts);

  const files = newFileFailures(facts);
  const tests = newFailures(facts);
  const spoilt = refusedFile(files, facts) ?? regression(facts, files) ?? refusedTest(tests, facts);
  if (spoilt !== null) return spoilt;

  const failing = [...tests.map(asFailing), ...files];
  if (failing.length === 0) return nothingFails(facts);
  const several = tooManyTests(facts);
  if (several !== null) return refused('several-tests', `${several}; ${keepOne}`);
  return red(failing, facts);
}

const writeOneTest = 'expected one new test that fails because the behaviour is not there yet';
const stays =
  'It is kept as it is: find out what the criterion wants that the code does not do yet, and let it ask for that';
const keepOne =
  'keep the one that asks for the behaviour of this step and take the others out: each gets a step of its own. ' +
  'Rows of one table count as one test';
const allowedReasons =
  'expected an assertion, or a module, symbol or body that this step is to write; ' +
  'for any other error, let the test assert what it expects (doesNotThrow, pytest.raises, …)';

function refused(refusal: RefusedRedClass, reason: string): Refused {
  return { kind: 'refused', class: refusal, reason };
}

function asFailing(test: TestCase): Failing {
  return { id: test.id, failure: test.failure };
}

/** A file that fails as a whole is allowed only when changed in this step, on something this step is to write. */
function refusedFile(files: readonly Failing[], facts: RedFacts): Refused | null {
  for (const { id, failure } of files) {
    const what = describeFailure(id, failure);
    if (!facts.testFiles.includes(id)) {
      return refused('error', `${what} fails as a whole, and it is no test file of this step; put it right`);
    }
    if (failure?.kind === 'syntax') {
      return refused('syntax', `the test file can't be read: ${what}; mend its syntax`);
    }
    if (!mayMiss(failure, facts)) {
      return refused(
        'error',
        `the test file fails before its tests: ${what}; ${allowedReasons}${planHint(failure, facts)}`,
      );
    }
  }
  return null;
}

/**
 * No test that passed before may fail or be gone; those of a file that is structurally red, or that could not be built
 * because of it, were not run: GREEN asks for them.
 */
function regression(facts: RedFacts, files: readonly Failing[]): Refused | null {
  const notRun = new Set(files.map((file) => file.id));
  const passedBefore = facts.baseline.tests.filter((test) => test.state === 'passed');
  const passNow = passedIds(facts.report);
  const flaky = flakyIn(facts.baseline);
  const failsNow = new Set(failedTests(facts.report).map((test) => test.id));
  const isExcused = ({ id, file }: TestCase): boolean =>
    notRun.has(file) || isUnbuilt(facts.report, file) || flaky.has(file) || (flaky.has(id) && failsNow.has(id));
  const lost = passedBefore.filter((test) => !passNow.has(test.id) && !isExcused(test));
  if (lost.length === 0) return null;
  const names = nameSome(lost.map((test) => test.id));
  return refused(
    'error',
    `${countOf(lost.length, 'test')} that passed before no longer ${lost.length === 1 ? 'passes' : 'pass'}: ${names}; ` +
      'put them back as they were and give the new expectation a test with a title of its own',
  );
}

function refusedTest(tests: readonly TestCase[], facts: RedFacts): Refused | null {
  const stray = tests.find((test) => !facts.testFiles.includes(test.file));
  if (stray !== undefined) {
    const what = describeFailure(stray.id, stray.failure);
    return refused('error', `${what} fails, but ${stray.file} is no test file of this step; put it right`);
  }
  const wrong = tests.filter((test) => !isRightly(test, facts));
  const first = wrong.find((test) => test.failure?.kind === 'syntax') ?? wrong[0];
  if (first === undefined) return null;
  const refusal = first.failure?.kind === 'syntax' ? 'syntax' : 'error';
  const what = describeFailure(first.id, first.failure);
  return refused(
    refusal,
    `the new test fails for a wrong reason: ${what}; ${allowedReasons}${planHint(first.failure, facts)}`,
  );
}

/** A missing name outside the plan is the most common slip: say what is missing and what the plan has. */
function planHint(failure: TestFailure | null, facts: RedFacts): string {
  if (failure === null || failure.missing === null) return '';
  const where = failure.module === null ? '' : ` of ${failure.module}`;
  if (facts.mayCreate === null) {
    return `. Missing is ${nameSome([failure.missing])}; the task names no files: a "Files:" line would say that this step makes it`;
  }
  const planned = facts.mayCreate.length === 0 ? 'no file besides tests' : nameSome(facts.mayCreate, 8);
  return `. Missing is ${nameSome([failure.missing])}${where}; the plan has ${planned}`;
}

function red(failing: readonly Failing[], facts: RedFacts): RedFinding {
  const isAssertion = failing.every(({ failure }) => failure?.kind === 'assertion');
  const passing = newlyPassing(facts).length;
  const [first] = failing;
  const example = first === undefined ? '' : `: ${describeFailure(first.id, first.failure)}`;
  const early = passing === 0 ? '' : `; ${countOf(passing, 'new test')} already ${passing === 1 ? 'passes' : 'pass'}`;
  const hasFiles = failing.some((one) => facts.testFiles.includes(one.id));
  const count = hasFiles
    ? countOf(failing.length, 'test file or test', 'test files or tests')
    : countOf(failing.length, 'new test');
  return {
    kind: 'red',
    class: isAssertion ? 'assertion' : 'missing-under-test',
    testIds: sentIds([...new Set(failing.map((one) => one.id))]),
    summary: `${count} ${failing.length === 1 ? 'fails' : 'fail'} as expected${example}${early}`,
  };
}

function newlyPassing(facts: RedFacts): readonly TestCase[] {
  return newTestsOf(facts).filter((test) => test.state === 'passed');
}

function nothingFails(facts: RedFacts): Refused {
  const passing = newlyPassing(facts);
  if (passing.length > 0) {
    const names = nameSome(passing.map((test) => test.id));
    return refused('passes', `the new test passes at once: ${names}; ${writeOneTest}. ${stays}`);
  }
  const idle = newTestsOf(facts);
  if (idle.length > 0) {
    const names = nameSome(idle.map((test) => test.id));
    return refused(
      'no-tests',
      `the new test is skipped or marked as to-do: ${names}; ${writeOneTest}, and it must run`,
    );
  }
  const files = nameSome(facts.testFiles);
  return refused(
    'no-tests',
    `no new test ran from ${files} (${countOf(facts.report.tests.length, 'test')} in all); ${writeOneTest}, ` +
      'under a title that no other test of the file has. A file that ends the process early reports no test',
  );
}
