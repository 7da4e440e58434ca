import { displayLine } from '../../../domain/sanitise.js';
import type { LeafConclusion, LeafJob } from '../../../ports/agent.js';
import type { ProgramResult } from '../../../ports/program.js';
import { answered, ended, failedAs, howItEnded, noRecord, withEnding } from '../how-it-ended.js';
import { plainAnswer } from '../plain-answer.js';
import { failureOf } from './failures.js';
import { readStream } from './stream.js';
import type { OpencodeStream } from './stream.js';

/**
 * How an opencode leaf ended, by facts alone: how its process ended, its last error event, its last turn (R03, F31–F33).
 * It has no result line: a turn that stopped by itself is its last word. `output` is all it printed.
 */
export function concludeOpencode(job: LeafJob, result: ProgramResult, output: string): LeafConclusion {
  const stream = readStream(output);
  const { usage, error } = stream;
  if (error !== null) {
    const { outcome, message, resetAtMs } = failureOf(error);
    return { ...ended(result, failedAs(outcome), withEnding(message, result, 1)), usage, resetAtMs };
  }
  if (stream.stop === 'length') return { ...ended(result, failedAs('limit'), 'the model ran out of output'), usage };
  if (stream.stop !== 'stop') return { ...withoutLastWord(result, stream), usage };
  const read = plainAnswer(stream.lastMessage, job.schema);
  if ('misfit' in read) return { ...withoutAnswer(result, read.misfit), usage };
  return answered(result, { answer: read.answer, usage, message: doneMessage(stream) });
}

/** Without an answer the last turn may have been followed by another one that hung. */
function withoutAnswer(result: ProgramResult, misfit: string): LeafConclusion {
  return result.end === 'exited'
    ? ended(result, failedAs('contract'), misfit)
    : ended(result, noRecord, `${howItEnded(result)}; ${misfit}`);
}

/** No event at all: it refused its own command line or configuration, and said why on standard error. */
function withoutLastWord(result: ProgramResult, { started }: OpencodeStream): LeafConclusion {
  const { end, signal, exitCode, err } = result;
  const refused = end === 'exited' && signal === null && exitCode !== 0 && !started && err.bytes > 0;
  const words = displayLine(err.tail.trim().split('\n').slice(-3).join(' '), 300);
  const said = words === '' ? '' : `; its last words: ${words}`;
  return ended(
    result,
    refused ? { says: 'refused', as: 'config' } : noRecord,
    `${howItEnded(result)}, no last turn${said}`,
  );
}

function doneMessage({ turns, usage }: OpencodeStream): string {
  const usd = usage?.usd ?? null;
  return `done in ${turns} turns${usd === null ? '' : `, $${usd.toFixed(4)}`}`;
}
