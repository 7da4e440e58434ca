import type { RedFinding, TestReport } from './evidence.js';
import { troubleOf } from './evidence-faults.js';
import { judgeGreen } from './judge-green.js';
import { newTestsOf, tooManyTests, type TestSource } from './new-tests.js';
import { describeFailure, nameSome, ran } from './report-facts.js';

interface CharacterisedFacts {
  /** On the tree as it is. */
  readonly report: TestReport;
  readonly baseline: TestReport;
  readonly testFiles: readonly string[];
  readonly newTests: number;
  readonly sources: readonly TestSource[];
}

/** On the code as it is the new test passes, and no other test is worse off; null when that holds (R-000-56). */
export function asItIs(facts: CharacterisedFacts): Extract<RedFinding, { kind: 'refused' }> | null {
  const { report, baseline, testFiles } = facts;
  const trouble = troubleOf(report);
  if (trouble !== null) return { kind: 'refused', class: trouble.class, reason: trouble.reason };
  const fresh = newTestsOf({ report, baseline, testFiles });
  if (!fresh.some(ran)) {
    const reason = `no new test ran from ${nameSome(testFiles)}; expected a test of what the code does already`;
    return { kind: 'refused', class: 'no-tests', reason };
  }
  const several = tooManyTests(facts);
  if (several !== null) return { kind: 'refused', class: 'several-tests', reason: several };
  const failing = fresh.find(({ state }) => state === 'failed');
  if (failing !== undefined) {
    const what = describeFailure(failing.id, failing.failure);
    const reason = `the test fails on the code as it is: ${what}; this task records what the code does already`;
    return { kind: 'refused', class: 'error', reason };
  }
  const { kind, ...green } = judgeGreen({ report, baseline, before: baseline, mustPass: [], sameTests: false });
  if (kind === 'green' || !('reason' in green)) return null;
  return { kind: 'refused', class: 'error', reason: green.reason };
}

/**
 * With the code made wrong the new test fails, by its assertion (R-000-57): what does not notice the change records
 * nothing.
 */
export function underMutation(asItWas: TestReport, mutated: TestReport, facts: CharacterisedFacts): RedFinding {
  const trouble = troubleOf(mutated);
  if (trouble !== null)
    return { kind: 'refused', class: trouble.class, reason: `with the code made wrong, ${trouble.reason}` };
  const fresh = newTestsOf({ ...facts, report: asItWas }).filter(ran);
  const now = new Map(mutated.tests.map((test) => [test.id, test]));
  for (const { id } of fresh) {
    const test = now.get(id);
    if (test === undefined || !ran(test)) {
      const reason = `with the code made wrong the test does not run at all: ${id}; the mutation has to leave code that can be loaded`;
      return { kind: 'refused', class: 'error', reason };
    }
    if (test.state === 'passed') {
      const reason = `with the code made wrong the test still passes: ${id}; it does not notice what it is about`;
      return { kind: 'refused', class: 'passes', reason };
    }
    if (test.failure?.kind !== 'assertion') {
      const reason = `with the code made wrong the test fails, but not by its assertion: ${describeFailure(id, test.failure)}`;
      return { kind: 'refused', class: 'error', reason };
    }
  }
  const [first] = fresh;
  const example = first === undefined ? '' : `: ${describeFailure(first.id, now.get(first.id)?.failure ?? null)}`;
  return {
    kind: 'red',
    class: 'assertion',
    testIds: fresh.map(({ id }) => id).slice(0, 200),
    summary: `passes on the code as it is and fails with the code made wrong${example}`,
  };
}
