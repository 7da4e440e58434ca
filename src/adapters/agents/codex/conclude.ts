import { answerMisfit } from '../../../domain/leaf/answer-misfit.js';
import { traitsOf } from '../../../domain/leaf/jails.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { LeafConclusion, LeafJob, LeafUsage } from '../../../ports/agent.js';
import type { ProgramResult } from '../../../ports/program.js';
import { answered, ended, failedAs, howItEnded, noRecord, withEnding } from '../how-it-ended.js';
import { amountOf, isJsonObject, parseJsonObject } from '../json.js';
import { failureOutcome } from './failures.js';

import { resetTime } from './reset-time.js';
import type { CodexRecord } from './rollout.js';
import { sandboxOf } from './sandbox.js';
import type { CodexStream } from './stream.js';

/** All that is known besides how its process ended. */
export interface CodexTold {
  readonly stream: CodexStream;
  readonly record: CodexRecord;
  readonly nowMs: number;
}

/**
 * How a codex leaf ended, by facts alone: how its process ended, whether its one turn was completed or failed, and
 * whether its last message is the answer that was asked for, which the CLI does not look at (R03, R17, F31–F33).
 */
export function concludeCodex(job: LeafJob, result: ProgramResult, told: CodexTold): LeafConclusion {
  const { stream, record, nowMs } = told;
  const { completed, failure } = stream;
  if (failure !== null) {
    const kind = failureOutcome({ message: failure, info: record.errorInfo });
    const resetAtMs = kind === 'usage-limit' ? resetTime(failure, nowMs) : null;
    return {
      ...ended(result, failedAs(kind), withEnding(failure, result, 1)),
      usage: usageOf(record.usage),
      resetAtMs,
    };
  }
  const [turn, second] = completed;
  if (turn === undefined) return withoutTurn(result);
  // A program the leaf started could have printed one of them into its output.
  if (second !== undefined)
    return ended(result, { says: 'several' }, `${completed.length} completed turns; expected one`);
  const usage = usageOf(turn['usage']);
  const broken = brokenSandbox(job, record);
  if (broken !== null) return { ...ended(result, failedAs('config'), broken), usage };
  const answer = parseJsonObject(stream.lastMessage ?? '');
  if (answer === null) {
    const message = `no structured answer; it said: ${stream.lastMessage ?? 'nothing'}`;
    return { ...ended(result, failedAs('contract'), message), usage };
  }
  const wrong = answerMisfit(answer, job.schema);
  if (wrong !== null) {
    return { ...ended(result, failedAs('contract'), `an answer that does not fit its schema: ${wrong}`), usage };
  }
  return answered(result, { answer, usage, message: doneMessage(job, usage) });
}

/** Nothing on standard output at all: it refused its own command line, and said why on standard error. */
function withoutTurn(result: ProgramResult): LeafConclusion {
  const { end, signal, out, err } = result;
  const refused = end === 'exited' && signal === null && result.exitCode !== 0 && out.bytes === 0 && err.bytes > 0;
  const said = firstWords(err.tail);
  const record = refused ? ({ says: 'refused', as: 'config' } as const) : noRecord;
  return ended(result, record, `${howItEnded(result)}, no completed turn${said === '' ? '' : `; it said: ${said}`}`);
}

/** A refusal begins with its reason and goes on with advice. */
function firstWords(tail: string): string {
  const line = tail.split('\n').find((one) => one.trim() !== '') ?? '';
  return displayLine(line, 300);
}

/** Where it can't make its sandbox every command fails, every edit too, and the turn is completed all the same. */
function brokenSandbox(job: LeafJob, { outputs }: CodexRecord): string | null {
  if (job.jail !== undefined && traitsOf(job.jail).holdsFiles) return null;
  const commands = outputs.filter((output) => !output.includes('Failed to write file'));
  const words = commands.map((output) => /(?:^|[\n"])(bwrap: [^\n"]*)/.exec(output)?.[1] ?? null);
  const [first = null] = words;
  if (first === null || words.includes(null)) return null;
  return (
    `it could not make its own sandbox, and no command of it ran: ${displayLine(first, 200)}; ` +
    'mend: allow user namespaces on this machine, as pawl doctor says for bubblewrap, or use another agent'
  );
}

function doneMessage(job: LeafJob, usage: LeafUsage | null): string {
  const { note } = sandboxOf(job, []);
  const tokens = usage === null ? 'done' : `done: ${usage.inputTokens} tokens in, ${usage.outputTokens} out`;
  return note === null ? tokens : `${tokens}; ${note}`;
}

/** Cached input is counted within input; it tells no money. */
function usageOf(usage: unknown): LeafUsage | null {
  if (!isJsonObject(usage)) return null;
  const [inputTokens, outputTokens] = [amountOf(usage['input_tokens']), amountOf(usage['output_tokens'])];
  return { inputTokens: Math.round(inputTokens ?? 0), outputTokens: Math.round(outputTokens ?? 0), usd: null };
}
