import { isJsonObject, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';

/** What counts of a stream of JSON lines. */
export interface GeminiStream {
  readonly started: boolean;
  /** Normally one. */
  readonly results: readonly JsonObject[];
  /** What the model said after its last tool call; null when it said nothing. */
  readonly lastMessage: string | null;
  /** The last error that the CLI told of on its way. */
  readonly lastError: string | null;
}

export function readStream(output: string): GeminiStream {
  const records = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parseJsonObject)
    .filter((record) => record !== null);
  const lastTool = records.findLastIndex(({ type }) => type === 'tool_use' || type === 'tool_result');
  // It comes in pieces, and only the pieces together are a message.
  const said = records
    .slice(lastTool + 1)
    .flatMap((record) =>
      record['type'] === 'message' && record['role'] === 'assistant' ? (textOf(record['content']) ?? []) : [],
    )
    .join('');
  const errors = records.filter((record) => record['type'] === 'error' && record['severity'] === 'error');
  return {
    started: records.some(({ type }) => type === 'init'),
    results: records.filter(({ type }) => type === 'result'),
    lastMessage: said === '' ? null : said,
    lastError: errors.flatMap((record) => textOf(record['message']) ?? []).at(-1) ?? null,
  };
}

/** The provider's own words inside the CLI's: `[API Error: {"error":{…}}]`; null when it passed on a sentence only. */
export function apiErrorIn(message: string): JsonObject | null {
  const [from, to] = [message.indexOf('{'), message.lastIndexOf('}')];
  const body = message.startsWith('[API Error: {') ? parseJsonObject(message.slice(from, to + 1)) : null;
  return body !== null && isJsonObject(body['error']) ? body['error'] : null;
}
