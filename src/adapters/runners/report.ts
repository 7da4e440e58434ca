import type { ProblemKind, TestReport } from '../../domain/evidence/evidence.js';
import { displayLine } from '../../domain/sanitise.js';
import type { ProgramResult } from '../../ports/program.js';
import { withIds } from './test-list.js';
import type { SeenRun } from './seen-run.js';

export interface Problem {
  readonly kind: ProblemKind;
  readonly text: string;
}

export const nothingSeen: SeenRun = { tests: [], fileFailures: [] };

/** The report as the domain judges it. */
export function reportOf(runner: string, result: ProgramResult, seen: SeenRun, problem: Problem | null): TestReport {
  return {
    runner,
    end: result.end,
    exitCode: result.exitCode,
    tests: withIds(seen.tests),
    fileFailures: seen.fileFailures,
    problem: problem?.text ?? null,
    ...(problem === null ? {} : { problemKind: problem.kind }),
    durationMs: result.durationMs,
  };
}

/** The command itself is not there, or not executable: a fault of the machine (R10b). Shells say so by 126 and 127. */
export function absentProgram(result: ProgramResult, program: string): Problem | null {
  if (result.end === 'failed-to-start') {
    const why = result.problem ?? 'no reason given';
    return {
      kind: 'runner-missing',
      text: `${program} could not be started; is it installed? (${displayLine(why, 300)})`,
    };
  }
  if (result.exitCode !== 127 && result.exitCode !== 126) return null;
  return { kind: 'runner-missing', text: `${program} is not installed, or can't be started: ${lastWords(result)}` };
}

/** How the run ended, with its last line of error output: for problems that have no structured result. */
export function endOf(result: ProgramResult): string {
  const how = result.signal === null ? `exit code ${result.exitCode ?? 'unknown'}` : `signal ${result.signal}`;
  const words = lastWords(result);
  return words === '' ? how : `${how}: ${words}`;
}

/** The last line that speaks of an error, else the last two lines. */
export function lastWords(result: ProgramResult): string {
  const lines = `${result.out.tail}\n${result.err.tail}`.split('\n').filter((line) => line.trim() !== '');
  const error = result.err.tail.split('\n').findLast((line) => /error\b/i.test(line));
  return displayLine(error ?? lines.slice(-2).join(' '), 300);
}

/** Exit code and result must tell the same story, or neither is believed (T11). */
export function conflict(result: ProgramResult, hasFailure: boolean): Problem | null {
  if (result.exitCode === 0 && hasFailure) {
    return { kind: 'cannot-tell', text: 'tests failed, but the test command ended with exit code 0' };
  }
  if (result.exitCode !== 0 && !hasFailure) {
    const text = `no test failed, but the test command ended with ${endOf(result)}`;
    return { kind: 'cannot-tell', text: `${text}; does it check more than tests, a coverage limit for example?` };
  }
  return null;
}
