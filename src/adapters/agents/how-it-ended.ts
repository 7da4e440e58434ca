import type { LeafConclusion } from '../../ports/agent.js';
import type { ProgramResult } from '../../ports/program.js';

/** The outcome of a leaf that left no record, by how its process ended alone (R03). */
export function outcomeWithoutRecord({ end, exitCode }: ProgramResult): LeafConclusion['outcome'] {
  switch (end) {
    case 'exited':
      return exitCode === 0 ? 'contract' : 'crashed';
    case 'failed-to-start':
      return 'config';
    case 'timeout':
    case 'idle':
    case 'cancelled':
    case 'killed-external':
      return end;
  }
}

export function howItEnded({ end, exitCode, signal, durationMs, problem }: ProgramResult): string {
  const seconds = (durationMs / 1_000).toFixed(1);
  switch (end) {
    case 'exited':
      return signal === null ? `exit code ${exitCode ?? 'unknown'}` : `ended by ${signal}`;
    case 'failed-to-start':
      return `could not be started: ${problem ?? 'unknown'}`;
    case 'timeout':
      return `ended at its time limit after ${seconds} s`;
    case 'idle':
      return `ended after ${seconds} s, as nothing happened any more`;
    case 'cancelled':
      return `ended on request after ${seconds} s`;
    case 'killed-external':
      return `killed from outside: ${problem ?? 'by a signal that was not ours'}`;
  }
}

/** A record counts however the process ended after it (R02, F32); that is said, not judged. */
export function withEnding(message: string, result: ProgramResult, fineExit = 0): string {
  const asExpected = result.end === 'exited' && result.exitCode === fineExit;
  return asExpected ? message : `${message} (after its report: ${howItEnded(result)})`;
}
