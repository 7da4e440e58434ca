import type { ProblemKind, TestReport } from './evidence.js';

/** Why a report can be judged neither red nor green, before any of its tests is looked at. */
export interface Trouble {
  readonly class: 'framework' | 'did-not-end' | 'cannot-tell';
  readonly reason: string;
}

/** Null for a report whose tests may be judged. How the command ended counts before what its result says (R15, F57). */
export function troubleOf(report: TestReport): Trouble | null {
  switch (report.end) {
    case 'timeout':
    case 'idle':
      return { class: 'did-not-end', reason: didNotEnd(report.end) };
    case 'cancelled':
      return { class: 'cannot-tell', reason: 'the test run was cancelled before it ended; run it again' };
    case 'killed-external':
      return { class: 'cannot-tell', reason: 'the test run was killed from outside before it ended; run it again' };
    case 'failed-to-start':
      return { class: 'framework', reason: report.problem ?? 'the test command could not be started' };
    case 'exited':
      return problemOf(report);
  }
}

function didNotEnd(end: 'timeout' | 'idle'): string {
  const how =
    end === 'timeout'
      ? 'within its time (--leaf-timeout)'
      : 'and went silent, without output, CPU time or a changed file (--idle-timeout; two minutes at least),';
  return (
    `the test command did not end ${how} and was ended; expected it to end by itself: ` +
    'look for a test that waits for ever, or a timer, server or watcher that stays open'
  );
}

function problemOf(report: TestReport): Trouble | null {
  if (report.problem === null) return null;
  const kind: ProblemKind = report.problemKind ?? 'cannot-tell';
  return { class: kind === 'cannot-tell' ? 'cannot-tell' : 'framework', reason: report.problem };
}

/**
 * A fault of the machine and not of the developer's work: the runner is not installed (R10b). The text for the
 * bail `runner-missing`, else null. A command that does not end is told by its own class.
 */
export function setupProblem(report: TestReport): string | null {
  return report.problemKind === 'runner-missing' ? (report.problem ?? 'the test runner is not installed') : null;
}
