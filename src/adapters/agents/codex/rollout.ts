import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, objectsOf, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';
import { readBounded } from '../read-bounded.js';

/** What the record that the CLI keeps of a thread tells beyond what it prints, which has only words for an error. */
export interface CodexRecord {
  /** `"usage_limit_exceeded"`, or `{"http_connection_failed":{"http_status_code":401}}`; null for no error, or no record. */
  readonly errorInfo: unknown;
  /** What its tools answered. */
  readonly outputs: readonly string[];
  /** Tokens of the whole thread so far, one that failed included. */
  readonly usage: JsonObject | null;
}

export const noRecord: CodexRecord = { errorInfo: null, outputs: [], usage: null };

const maxBytes = 17 * 1024 * 1024;
/** One leaf writes one file, in a folder of its day; a leaf that made many is not followed. */
const maxEntries = 50;
const markers = ['"codex_error_info"', '_output"', '"token_count"'];

/** From the CLI's home, which is the leaf's own: it may have put anything in the record's place. */
export async function readRollout(codexHome: string, threadId: string | null): Promise<CodexRecord> {
  if (threadId === null) return noRecord;
  const path = await findRollout(join(codexHome, 'sessions'), `-${threadId}.jsonl`, 3);
  const text = path === null ? null : await readBounded(path, maxBytes);
  return text === null ? noRecord : parseRollout(text);
}

export function parseRollout(text: string): CodexRecord {
  const records = text
    .split('\n')
    .filter((line) => markers.some((marker) => line.includes(marker)))
    .map(parseJsonObject)
    .filter((record) => record !== null);
  const events = payloads(records, 'event_msg');
  const answers = payloads(records, 'response_item').filter(({ type }) => textOf(type)?.endsWith('_output') === true);
  const counts = events.flatMap(({ type, info }) => (type === 'token_count' && isJsonObject(info) ? [info] : []));
  const usage = counts.at(-1)?.['total_token_usage'];
  return {
    errorInfo: events.map(infoOf).findLast((info) => info !== null) ?? null,
    outputs: answers.map(({ output }) => outputText(output)),
    usage: isJsonObject(usage) ? usage : null,
  };
}

function payloads(records: readonly JsonObject[], type: string): readonly JsonObject[] {
  return records.flatMap((record) =>
    record['type'] === type && isJsonObject(record['payload']) ? [record['payload']] : [],
  );
}

/** In an event of its own, or in what a task ended with: versions differ. */
function infoOf(event: JsonObject): unknown {
  const error = isJsonObject(event['error']) ? event['error'] : event;
  return error['codex_error_info'] ?? null;
}

function outputText(output: unknown): string {
  return (
    textOf(output) ??
    objectsOf(output)
      .map(({ text }) => textOf(text) ?? '')
      .join('\n')
  );
}

/** `sessions/2026/12/01/rollout-….jsonl`. */
async function findRollout(folder: string, ending: string, depth: number): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (depth === 0) {
    const file = entries.find((entry) => entry.isFile() && entry.name.endsWith(ending));
    return file === undefined ? null : join(folder, file.name);
  }
  for (const entry of entries.filter((one) => one.isDirectory()).slice(0, maxEntries)) {
    const found = await findRollout(join(folder, entry.name), ending, depth - 1);
    if (found !== null) return found;
  }
  return null;
}
