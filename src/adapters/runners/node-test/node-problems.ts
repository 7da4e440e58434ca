import { displayLine } from '../../../domain/sanitise.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { Fields } from '../fields.js';
import { absentProgram, conflict, endOf, type Problem } from '../report.js';
import { hasFailure, type SeenRun } from '../seen-run.js';
import { startCrash } from './node-events.js';

/** What can be wrong with a run of node:test, from its exit code and what its reporter and preload wrote. */

const program = 'node';

interface Clues {
  readonly crashes: readonly Fields[];
  /** What the command asks Node to load before the tests. */
  readonly packages: readonly string[];
}

export function problemWith(
  result: ProgramResult,
  clues: Clues & { readonly seen: SeenRun; readonly isComplete: boolean },
): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, program);
  if (!clues.isComplete) {
    return { kind: 'cannot-tell', text: `the result of node:test ends early (${endOf(result)}); the runner was ended` };
  }
  // Node 20 loads them in the process of each test file, where they fail one by one.
  const lacks = clues.seen.fileFailures.map(({ failure }) => failure.missing);
  const absent = clues.packages.find((name) => lacks.includes(`node_modules/${name}`));
  if (absent !== undefined) return absentPackage(absent);
  if (result.exitCode !== 0 && !hasFailure(clues.seen)) return startProblem(clues) ?? conflict(result, false);
  return conflict(result, hasFailure(clues.seen));
}

/** Node ended, or was ended, before its reporter began. */
export function problemWithout(result: ProgramResult, clues: Clues): Problem | null {
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return null;
  const absent = absentProgram(result, program);
  if (absent !== null) return absent;
  // A folder or file of the command that is not there yet: a repository without tests. Node has no code for it.
  if (result.exitCode === 1 && /^Could not find '/m.test(result.err.tail)) return null;
  const named = /^(?:Error.*: )?Cannot find (?:module|package) '([^']+)'/m.exec(result.err.tail)?.[1];
  const lacking = clues.packages.find((name) => name === named);
  if (lacking !== undefined) return absentPackage(lacking);
  const crash = startProblem(clues);
  if (crash !== null) return crash;
  if (result.exitCode === 0) {
    return { kind: 'cannot-tell', text: 'the test command ended with exit code 0 without a result' };
  }
  return { kind: 'framework', text: `the test command ended before any test began (${endOf(result)})` };
}

function absentPackage(name: string): Problem {
  return { kind: 'runner-missing', text: `"${name}", which the test command loads, is not installed` };
}

function startProblem({ crashes, packages }: Clues): Problem | null {
  const crash = startCrash(crashes);
  if (crash === null) return null;
  const lacking = packages.find((name) => crash.message.startsWith(`Cannot find package '${name}'`));
  if (lacking !== undefined) return absentPackage(lacking);
  return { kind: 'framework', text: `node:test could not start: ${displayLine(crash.message, 300)}` };
}
