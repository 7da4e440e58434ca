import { nameSome } from '../../../domain/evidence/report-facts.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { Fields } from '../fields.js';
import { absentProgram, conflict, endOf, lastWords, type Problem } from '../report.js';
import { hasFailure, type SeenRun } from '../seen-run.js';
import { unfinished } from './unittest-events.js';

/** What can be wrong with a run of unittest, from its exit code and what its runner wrote. */

const program = 'unittest';

/** Exit codes: 0 all passed, 1 some failed, 5 none was found (Python 3.12 and later). */
export function problemWith(
  isComplete: boolean,
  records: readonly Fields[],
  seen: SeenRun,
  result: ProgramResult,
): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, program);
  if (!isComplete) {
    return { kind: 'cannot-tell', text: `the result of unittest ends early (${endOf(result)}); the runner was ended` };
  }
  const open = unfinished(records);
  if (open.length > 0) return { kind: 'cannot-tell', text: `tests began and did not end: ${nameSome(open)}` };
  // Python 3.12 and later count only tests that were not skipped.
  if (result.exitCode === 5 && !hasFailure(seen) && seen.tests.every((test) => test.state === 'skipped')) return null;
  return conflict(result, hasFailure(seen));
}

/** unittest ended before its first test: it refused its arguments, or a test file ended the process. */
export function problemWithout(result: ProgramResult): Problem | null {
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return null;
  const absent = absentProgram(result, 'Python');
  if (absent !== null) return absent;
  // `uv run` and its like, coverage: they tell by words what they can't find.
  if (/No module named '?(?:unittest|coverage)\b/.test(result.err.tail)) {
    return { kind: 'runner-missing', text: `a module of the test command is not installed: ${lastWords(result)}` };
  }
  if (result.exitCode === 0) {
    return { kind: 'cannot-tell', text: 'the test command ended with exit code 0 without a result' };
  }
  return { kind: 'framework', text: `unittest ended before any test began (${endOf(result)})` };
}
