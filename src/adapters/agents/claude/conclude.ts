import { displayLine } from '../../../domain/sanitise.js';
import type { LeafConclusion, LeafJob } from '../../../ports/agent.js';
import type { ProgramResult } from '../../../ports/program.js';
import { answered, ended, failedAs, howItEnded, noRecord, withEnding } from '../how-it-ended.js';
import { amountOf, isJsonObject, objectsOf, textOf, textsOf } from '../json.js';
import type { JsonObject } from '../json.js';
import { failureOutcome } from './failures.js';
import { answerTool, rightsOf } from './rights.js';
import { readStream } from './stream.js';
import type { ClaudeStream } from './stream.js';
import { usageOf } from './usage.js';

/**
 * How a claude leaf ended, by facts alone: how its process ended, the fields of its one result line, and what its
 * first line says it was given (R03, R17, F31–F33). `output` is all it printed.
 */
export function concludeClaude(job: LeafJob, result: ProgramResult, output: string): LeafConclusion {
  const stream = readStream(output);
  const [record, second] = stream.results;
  const breach = stream.init === null ? null : initBreach(job, stream.init);
  if (breach !== null) return ended(result, failedAs('config'), breach);
  if (record === undefined) return withoutResult(result);
  // A program the leaf started could have printed one of them into its output.
  if (second !== undefined)
    return ended(result, { says: 'several' }, `${stream.results.length} result lines; expected one`);
  const usage = usageOf(record);
  if (record['is_error'] !== false || record['subtype'] !== 'success') {
    return { ...failed(record, stream, result), usage };
  }
  if (stream.init === null)
    return { ...ended(result, failedAs('config'), 'it did not say which tools it was given'), usage };
  const answer = record['structured_output'];
  if (!isJsonObject(answer)) {
    const message = `no structured answer; it said: ${textOf(record['result']) ?? 'nothing'}`;
    return { ...ended(result, failedAs('contract'), message), usage };
  }
  return answered(result, { answer, usage, message: doneMessage(record) });
}

/** A leaf with more than it was given is not the leaf that was asked for: a setting crept in. */
function initBreach(job: LeafJob, { tools, mcp_servers: servers }: JsonObject): string | null {
  const expected = [...rightsOf(job).tools, answerTool];
  const given = textsOf(tools);
  if (given === null) return 'it did not say which tools it was given';
  const extra = given.filter((tool) => !expected.includes(tool));
  if (extra.length > 0)
    return `it had tools nobody gave it: ${extra.join(', ')}; expected at most ${expected.join(', ')}`;
  if (!Array.isArray(servers) || servers.length > 0) {
    return `it had MCP servers: ${JSON.stringify(servers ?? null)}; expected none`;
  }
  return null;
}

/** Nothing on standard output at all: it refused its own command line, and said why on standard error. */
function withoutResult(result: ProgramResult): LeafConclusion {
  const { end, signal, out, err } = result;
  const refused = end === 'exited' && signal === null && result.exitCode !== 0 && out.bytes === 0 && err.bytes > 0;
  const words = lastWords(refused || out.tail.trim() === '' ? err.tail : out.tail);
  const said = words === '' ? '' : `; its last words: ${words}`;
  return ended(
    result,
    refused ? { says: 'refused', as: 'config' } : noRecord,
    `${howItEnded(result)}, no result line${said}`,
  );
}

function lastWords(tail: string): string {
  const line = tail.trimEnd().split('\n').at(-1) ?? '';
  return displayLine(line, 300);
}

function failed(record: JsonObject, stream: ClaudeStream, result: ProgramResult): LeafConclusion {
  // Neither an error nor a success: a form this version of Pawl does not know.
  if (record['is_error'] !== true && !textOf(record['subtype'])?.startsWith('error_')) {
    return ended(result, failedAs('contract'), 'a result line that is neither a success nor an error');
  }
  const failure = failureOutcome(record, stream);
  const status = amountOf(record['api_error_status']);
  const why = textsOf(record['errors'])?.[0] ?? textOf(record['result']) ?? 'no reason given';
  const message = withEnding(`${status === null ? '' : `status ${status}: `}${why}`, result, 1);
  const resetAtMs = failure === 'usage-limit' ? (stream.refusedUntil?.resetAtMs ?? null) : null;
  return { ...ended(result, failedAs(failure), message), resetAtMs };
}

function doneMessage(record: JsonObject): string {
  const turns = amountOf(record['num_turns']) ?? 0;
  const usd = amountOf(record['total_cost_usd']);
  const denials = objectsOf(record['permission_denials']).length;
  return [
    `done in ${turns} turns`,
    ...(usd === null ? [] : [`$${usd.toFixed(4)}`]),
    ...(denials === 0 ? [] : [`${denials} tool calls denied`]),
  ].join(', ');
}
