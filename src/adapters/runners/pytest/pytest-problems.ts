import { nameSome } from '../../../domain/evidence/report-facts.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { ProgramResult } from '../../../ports/program.js';
import { textOf, type Fields } from '../fields.js';
import { absentProgram, conflict, endOf, lastWords, type Problem } from '../report.js';
import { hasFailure, type SeenRun } from '../seen-run.js';
import { unfinished } from './pytest-events.js';

/** What can be wrong with a run of pytest, from its exit code and its plugin's records. */

const program = 'pytest';

/** Exit codes: 0 all passed, 1 some failed, 2 interrupted, 3 broke inside, 4 wrong use, 5 nothing collected. */
export function problemWith(
  isComplete: boolean,
  records: readonly Fields[],
  seen: SeenRun,
  result: ProgramResult,
): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, program);
  const broken = brokenInside(records, result);
  if (broken !== null) return broken;
  if (result.exitCode === 4) return wrongUse(isComplete, result);
  if (!isComplete) {
    return { kind: 'cannot-tell', text: `the result of pytest ends early (${endOf(result)}); the runner was ended` };
  }
  const early = endedEarly(records, result);
  if (early !== null) return early;
  if (result.exitCode === 5 && seen.tests.length === 0 && !hasFailure(seen)) return null;
  return conflict(result, hasFailure(seen));
}

function brokenInside(records: readonly Fields[], result: ProgramResult): Problem | null {
  const broken = records.find((record) => record['type'] === 'internal');
  if (broken === undefined && result.exitCode !== 3) return null;
  const words = (textOf(broken?.['text']) ?? lastWords(result)).slice(-600);
  return { kind: 'framework', text: `pytest broke inside: ${displayLine(words, 400)}` };
}

function wrongUse(isComplete: boolean, result: ProgramResult): Problem | null {
  // A folder or file of the command that is not there yet: a repository without tests.
  if (isComplete && /^ERROR: (?:file or directory )?not found: /m.test(result.err.tail)) return null;
  return { kind: 'framework', text: `pytest refused its settings: ${lastWords(result)}` };
}

/** `pytest.exit` in a test may end the session with any exit code, 0 too. */
function endedEarly(records: readonly Fields[], result: ProgramResult): Problem | null {
  const interrupt = records.find((record) => record['type'] === 'interrupt');
  if (interrupt !== undefined || result.exitCode === 2) {
    const words = displayLine(textOf(interrupt?.['text']) ?? lastWords(result), 300);
    return { kind: 'cannot-tell', text: `pytest was interrupted before all tests ran: ${words}` };
  }
  const open = unfinished(records);
  return open.length === 0 ? null : { kind: 'cannot-tell', text: `tests began and did not end: ${nameSome(open)}` };
}

/** pytest ended before its plugin began. */
export function problemWithout(result: ProgramResult): Problem | null {
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return null;
  const absent = absentProgram(result, program);
  if (absent !== null) return absent;
  // `python -m` has no exit code of its own for this.
  if (result.exitCode === 1 && /No module named '?pytest\b/.test(result.err.tail)) {
    return { kind: 'runner-missing', text: `pytest is not installed: ${lastWords(result)}` };
  }
  if (result.exitCode === 0) {
    return { kind: 'cannot-tell', text: 'the test command ended with exit code 0 without a result' };
  }
  return { kind: 'framework', text: `pytest ended before any test began (${endOf(result)})` };
}
