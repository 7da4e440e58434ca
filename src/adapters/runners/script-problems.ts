import { displayLine } from '../../domain/sanitise.js';
import type { ProgramResult } from '../../ports/program.js';
import { absentProgram, conflict, endOf, type Problem } from './report.js';
import { hasFailure, type SeenRun } from './seen-run.js';

/** What can be wrong with a run of jest or vitest, from its exit code and what its reporter wrote. */

/** A file without a test makes the exit code that of a failure, and is none. */
interface ScriptRun extends SeenRun {
  readonly emptyFiles: number;
}

export function problemWith(
  program: string,
  result: ProgramResult,
  seen: ScriptRun,
  isComplete: boolean,
): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, program);
  if (!isComplete) {
    return {
      kind: 'cannot-tell',
      text: `the result of ${program} ends early (${endOf(result)}); the runner was ended`,
    };
  }
  if (result.exitCode === 1 && seen.emptyFiles > 0) return null;
  return conflict(result, hasFailure(seen));
}

/** The runner ended, or was ended, before its reporter began. */
export function problemWithout(program: string, result: ProgramResult): Problem | null {
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return null;
  const absent = absentProgram(result, program) ?? absentPackage(program, result);
  if (absent !== null) return absent;
  if (result.exitCode === 0) {
    return { kind: 'cannot-tell', text: 'the test command ended with exit code 0 without a result' };
  }
  return { kind: 'framework', text: `the test command ended before any test began (${endOf(result)})` };
}

/** What the command or the settings load is not there: no work of a developer (R10b). */
function absentPackage(program: string, result: ProgramResult): Problem | null {
  const said = `${result.err.tail}\n${result.out.tail}`;
  const words =
    /^(?:.*Error.*: )?Cannot find (?:module|package) '(?:[^']*\/node_modules\/[^']*|[^./'][^']*)'.*$/m.exec(said) ??
    /^.*(?:Module \S+ in the \S+ option was not found|Preset \S+ not found|Test environment \S+ cannot be found).*$/m.exec(
      said,
    );
  if (words === null) return null;
  return { kind: 'runner-missing', text: `${program} lacks a package: ${displayLine(words[0].trim(), 300)}` };
}
