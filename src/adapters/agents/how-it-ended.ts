import { judgeEnding } from '../../domain/leaf/judge-ending.js';
import type { LeafOutcome } from '../../domain/leaf/leaf-outcome.js';
import { maxAnswerBytes, type RecordFailure, type RecordWord } from '../../domain/leaf/leaf-record.js';
import { displayLine } from '../../domain/sanitise.js';
import type { LeafConclusion } from '../../ports/agent.js';
import type { ProgramResult } from '../../ports/program.js';

export const noRecord: RecordWord = { says: 'nothing' };

export function failedAs(as: RecordFailure): RecordWord {
  return { says: 'failed', as };
}

/** The outcome of a leaf of any agent: what its record says and how its process ended go through one rule (R03). */
export function outcomeOf(result: ProgramResult, record: RecordWord): LeafOutcome {
  const { end, exitCode, signal, outOfMemory } = result;
  return judgeEnding({ record, end, exitCode, signal, outOfMemory });
}

/** The conclusion of a leaf without an answer. */
export function ended(result: ProgramResult, record: RecordWord, message: string): LeafConclusion {
  const said = displayLine(message, 1_000);
  return { outcome: outcomeOf(result, record), answer: null, usage: null, message: said, resetAtMs: null };
}

/** The conclusion of a leaf whose record holds an answer of the agreed form. One that is too long is none (D5). */
export function answered(
  result: ProgramResult,
  { answer, usage, message }: Pick<LeafConclusion, 'answer' | 'usage' | 'message'>,
): LeafConclusion {
  const answerBytes = bytesOf(answer);
  if (answerBytes === null) return { ...ended(result, failedAs('contract'), 'its answer is nested too deeply'), usage };
  const conclusion = ended(result, { says: 'done', answerBytes }, withEnding(message, result));
  if (conclusion.outcome === 'done') return { ...conclusion, answer, usage };
  const size = `${(answerBytes / 1_048_576).toFixed(1)} MiB; at most ${maxAnswerBytes / 1_048_576} MiB is taken`;
  return { ...conclusion, usage, message: `its answer has ${size}` };
}

/** As JSON; null for one that is nested so deeply that it can't be written, though it could be read. */
function bytesOf(answer: unknown): number | null {
  try {
    return Buffer.byteLength(JSON.stringify(answer));
  } catch {
    return null;
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
