import { displayLine } from '../../../domain/sanitise.js';
import type { LeafEvent } from '../../../ports/agent.js';
import { amountOf, isJsonObject, objectsOf, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';

const shownChars = 300;

/** One line of claude's stream as a person reads it; null for one that tells them nothing. */
export function claudeEvent(line: string): LeafEvent | null {
  if (line.trim() === '') return null;
  const record = parseJsonObject(line);
  if (record === null) return event('other', line);
  switch (record['type']) {
    case 'system':
      return systemEvent(record);
    case 'assistant':
      return progressEvent(record);
    case 'user':
      return refusalEvent(record);
    case 'rate_limit_event':
      return limitEvent(record);
    case 'result':
      return resultEvent(record);
    default:
      return null;
  }
}

function systemEvent(record: JsonObject): LeafEvent | null {
  if (record['subtype'] === 'init') {
    const version = textOf(record['claude_code_version']) ?? 'of unknown version';
    return event('started', `claude ${version}, model ${textOf(record['model']) ?? 'unknown'}`);
  }
  if (record['subtype'] !== 'api_retry') return null;
  const { attempt, max_retries: retries, error_status: status, retry_delay_ms: delay } = record;
  const why = amountOf(status) === null ? (textOf(record['error']) ?? 'no answer') : `status ${String(status)}`;
  const seconds = ((amountOf(delay) ?? 0) / 1_000).toFixed(1);
  return event('retry', `${why}: try ${amountOf(attempt) ?? '?'} of ${amountOf(retries) ?? '?'} in ${seconds} s`);
}

function progressEvent({ message }: JsonObject): LeafEvent | null {
  const parts = isJsonObject(message) ? objectsOf(message['content']) : [];
  const said = parts.map(partText).filter((text) => text !== '');
  return said.length === 0 ? null : event('progress', said.join(' · '));
}

function partText(part: JsonObject): string {
  if (part['type'] === 'text') return textOf(part['text'])?.trim() ?? '';
  if (part['type'] !== 'tool_use') return '';
  const input = isJsonObject(part['input']) ? part['input'] : {};
  // The argument that tells most, by the names the file and shell tools use.
  const [about] = ['file_path', 'command', 'pattern', 'path'].flatMap((key) => textOf(input[key]) ?? []);
  const name = textOf(part['name']) ?? 'a tool';
  return about === undefined ? name : `${name} ${about}`;
}

/** What tools answered is long and mostly files; only what went wrong is shown. */
function refusalEvent({ message }: JsonObject): LeafEvent | null {
  const parts = isJsonObject(message) ? objectsOf(message['content']) : [];
  const wrong = parts.find((part) => part['is_error'] === true);
  return wrong === undefined ? null : event('progress', `refused: ${textOf(wrong['content']) ?? 'a tool call'}`);
}

function limitEvent({ rate_limit_info: info }: JsonObject): LeafEvent | null {
  if (!isJsonObject(info) || info['status'] === 'allowed') return null;
  const seconds = amountOf(info['resetsAt']);
  const until = seconds === null ? '' : ` until ${isoTime(seconds * 1_000)}`;
  return event('usage', `allowance ${textOf(info['status']) ?? 'unknown'}${until}`);
}

function isoTime(atMs: number): string {
  const date = new Date(atMs);
  return Number.isNaN(date.getTime()) ? 'an unknown time' : date.toISOString();
}

function resultEvent(record: JsonObject): LeafEvent {
  const usd = amountOf(record['total_cost_usd']);
  const cost = usd === null ? '' : `, $${usd.toFixed(4)}`;
  const turns = `${amountOf(record['num_turns']) ?? 0} turns${cost}`;
  const text = textOf(record['result']) ?? textOf(record['subtype']) ?? '';
  return event('result', record['is_error'] === false ? `done in ${turns}: ${text}` : `failed after ${turns}: ${text}`);
}

function event(kind: LeafEvent['kind'], text: string): LeafEvent {
  return { kind, text: displayLine(text, shownChars) };
}
