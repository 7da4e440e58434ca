import { troubleOf } from './evidence-faults.js';
import { rightlyRed, type RedFacts } from './red-failures.js';
import { countOf, describeFailure, nameSome } from './report-facts.js';
import { fileOfId } from './test-ids.js';
import { isUnbuilt } from './unbuilt.js';

export type TakenBackFinding =
  { readonly kind: 'fails-again'; readonly summary: string } | { readonly kind: 'refused'; readonly reason: string };

/**
 * A test that changed after RED proves something only when it fails again, for a right reason, with the production
 * change taken back. A file that can't be loaded without that change stands for all of its tests.
 */
export function judgeTakenBack(facts: RedFacts & { readonly mustFail: readonly string[] }): TakenBackFinding {
  const { report, mustFail } = facts;
  const trouble = troubleOf(report);
  if (trouble !== null) return refused(`without the change, the tests can't be judged: ${trouble.reason}`);
  if (mustFail.length === 0) return refused('no test is named that has to fail without the change');
  const red = rightlyRed(facts);
  const isRed = (id: string): boolean => red.has(id) || (report.exitOnly !== true && isFileRed(id, red, facts));
  const held = report.exitOnly === true ? (red.size > 0 ? [] : mustFail) : mustFail.filter((id) => !isRed(id));
  const [first] = held;
  if (first === undefined) {
    const verb = mustFail.length === 1 ? 'fails' : 'fail';
    return { kind: 'fails-again', summary: `${countOf(mustFail.length, 'test')} ${verb} again without the change` };
  }
  const more = held.length === 1 ? '' : ` (and ${held.length - 1} more)`;
  return refused(
    `without the change of production code ${seenOf(first, facts)}${more}; the test must ask for what this step writes`,
  );
}

function refused(reason: string): TakenBackFinding {
  return { kind: 'refused', reason };
}

function isFileRed(id: string, red: ReadonlySet<string>, { report, testFiles }: RedFacts): boolean {
  const file = fileOfId(id);
  if (red.has(file)) return true;
  // A test of that file by another title than RED's: only where the file itself was named.
  if (id === file) return [...red].some((one) => fileOfId(one) === file);
  // In a language that compiles as a whole, another test file of this step keeps this one from being built.
  return isUnbuilt(report, file) && testFiles.some((one) => red.has(one));
}

function seenOf(id: string, { report }: RedFacts): string {
  const test = report.tests.find((one) => one.id === id);
  if (test?.state === 'passed') return `${nameSome([id])} passes as well`;
  if (test?.state === 'failed') return `the test fails for another reason: ${describeFailure(id, test.failure)}`;
  const broken = report.fileFailures.find(({ file }) => file === fileOfId(id));
  if (broken !== undefined) {
    return `the test file fails for another reason: ${describeFailure(broken.file, broken.failure)}`;
  }
  return `${nameSome([id])} does not run`;
}
