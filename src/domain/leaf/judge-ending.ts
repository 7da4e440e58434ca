import type { LeafOutcome } from './leaf-outcome.js';
import { maxAnswerBytes, type RecordWord } from './leaf-record.js';

/** All that is known of how a leaf ended; no prose is among it (R03, R17). */
export interface LeafFacts {
  readonly record: RecordWord;
  /** Who ended the program: it itself, a clock or request of ours, somebody else; or that it never ran. */
  readonly end: 'exited' | 'timeout' | 'idle' | 'cancelled' | 'killed-external' | 'failed-to-start';
  readonly exitCode: number | null;
  /** Name of the signal that ended it, such as `SIGSEGV`. */
  readonly signal: string | null;
  /** A cgroup says that its memory ran out: the only word that counts for that (design 9). */
  readonly outOfMemory: boolean;
}

/** Signals that somebody else sends; any other is a program's own fault, such as SIGSEGV and SIGABRT. */
const sentFromOutside: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/**
 * How a leaf ended, for every agent alike: its record counts first, also when the process ended badly or was ended after
 * it (R02, F32, F33); without one, how the process ended. An exit code alone never makes a success (R03).
 */
export function judgeEnding(facts: LeafFacts): LeafOutcome {
  const { record } = facts;
  switch (record.says) {
    case 'done':
      return (record.answerBytes ?? 0) > maxAnswerBytes ? 'contract' : 'done';
    case 'several':
      return 'contract';
    case 'failed':
      return record.as === 'crashed' ? crashOnRecord(facts) : record.as;
    case 'refused':
      return isFailedExit(facts) ? record.as : withoutRecord(facts);
    case 'unreadable':
    case 'nothing':
      return withoutRecord(facts);
  }
}

/** An agent that is told to end may call that a crash of its own. */
function crashOnRecord({ end, outOfMemory }: LeafFacts): LeafOutcome {
  if (end === 'timeout' || end === 'cancelled') return end;
  return outOfMemory ? 'out-of-memory' : 'crashed';
}

function withoutRecord(facts: LeafFacts): LeafOutcome {
  const { end, exitCode, signal, outOfMemory } = facts;
  switch (end) {
    case 'failed-to-start':
      return 'config';
    case 'timeout':
    case 'idle':
    case 'cancelled':
      return end;
    case 'killed-external':
      return outOfMemory ? 'out-of-memory' : 'killed-external';
    case 'exited':
      if (outOfMemory && exitCode !== 0) return 'out-of-memory';
      if (signal !== null) return sentFromOutside.has(signal) ? 'killed-external' : 'crashed';
      return exitCode === 0 ? 'contract' : 'crashed';
  }
}

function isFailedExit({ end, exitCode, signal }: LeafFacts): boolean {
  return end === 'exited' && signal === null && exitCode !== null && exitCode !== 0;
}
