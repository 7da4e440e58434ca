import { displayLine } from '../../../domain/sanitise.js';
import type { LeafConclusion, LeafJob, LeafUsage } from '../../../ports/agent.js';
import type { ProgramResult } from '../../../ports/program.js';
import { answered, ended, failedAs, howItEnded, noRecord } from '../how-it-ended.js';
import { amountOf, isJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';
import { plainAnswer } from '../plain-answer.js';
import { failureOutcome, statusOf } from './failures.js';
import { apiErrorIn, readStream } from './stream.js';
import type { GeminiStream } from './stream.js';

/** The CLI's own exit code for no key, or one of an unknown kind: it says so on standard error alone. */
const noLogin = 41;

/**
 * How a gemini leaf ended, by facts alone: how its process ended, its one result line, its last message (R03, F31–F33).
 * `output` is all it printed.
 */
export function concludeGemini(job: LeafJob, result: ProgramResult, output: string): LeafConclusion {
  const stream = readStream(output);
  const [record, second] = stream.results;
  if (record === undefined) return withoutResult(result, stream);
  // A program the leaf started could have printed one of them into its output.
  if (second !== undefined)
    return ended(result, { says: 'several' }, `${stream.results.length} result lines; expected one`);
  const usage = usageOf(record);
  if (record['status'] === 'error') return { ...failed(record, stream, result), usage };
  if (record['status'] !== 'success') {
    return { ...ended(result, failedAs('contract'), 'a result line that is neither a success nor an error'), usage };
  }
  const read = plainAnswer(stream.lastMessage, job.schema);
  if ('misfit' in read) return { ...ended(result, failedAs('contract'), read.misfit), usage };
  const calls = isJsonObject(record['stats']) ? (amountOf(record['stats']['tool_calls']) ?? 0) : 0;
  return answered(result, { answer: read.answer, usage, message: `done with ${calls} tool calls` });
}

function failed(record: JsonObject, stream: GeminiStream, result: ProgramResult): LeafConclusion {
  const error = isJsonObject(record['error']) ? record['error'] : null;
  // The model answered nothing, or was cut off; the CLI ends with 0 then.
  if (error === null) return ended(result, failedAs('transient'), stream.lastError ?? 'the model gave no answer');
  const said = textOf(error['message']) ?? 'no reason given';
  const apiError = apiErrorIn(said);
  const failure = failureOutcome({
    type: textOf(error['type']) ?? '',
    apiError,
    exitCode: result.exitCode,
    errorClass: errorClassIn(result.err.tail),
  });
  const status = amountOf(apiError?.['code']) ?? statusOf(result.exitCode);
  const why = textOf(apiError?.['message']) ?? said;
  return ended(result, failedAs(failure), `${status === null ? '' : `status ${status}: `}${why}`);
}

/** `… Full report available at: <file>.json ModelNotFoundError: …`, the head of a printed error. */
function errorClassIn(tail: string): string | null {
  return /Full report available at: \S+ ([A-Za-z_]+Error): /.exec(tail)?.[1] ?? null;
}

function withoutResult(result: ProgramResult, { started }: GeminiStream): LeafConclusion {
  const { end, signal, exitCode, err } = result;
  const words = lastWords(err.tail);
  const said = words === '' ? '' : `; its last words: ${words}`;
  const message = `${howItEnded(result)}, no result line${said}`;
  if (end !== 'exited' || signal !== null || exitCode === 0 || started) return ended(result, noRecord, message);
  if (exitCode === noLogin) return ended(result, { says: 'refused', as: 'auth' }, message);
  return ended(result, err.bytes > 0 ? { says: 'refused', as: 'config' } : noRecord, message);
}

function lastWords(tail: string): string {
  const lines = tail
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at /.test(line));
  return displayLine(lines.at(-1) ?? '', 300);
}

/** Tokens, all models together; it knows no prices. */
function usageOf({ stats }: JsonObject): LeafUsage | null {
  if (!isJsonObject(stats)) return null;
  const [input, output] = [amountOf(stats['input_tokens']), amountOf(stats['output_tokens'])];
  return input === null || output === null ? null : { inputTokens: input, outputTokens: output, usd: null };
}
