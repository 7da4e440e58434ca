import { amountOf, isJsonObject, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';

/** What counts of a stream of JSON lines; nothing in it is read from prose. */
export interface ClaudeStream {
  readonly init: JsonObject | null;
  /** Normally one. */
  readonly results: readonly JsonObject[];
  /** The provider refused for an allowance that is used up, and says until when (milliseconds since the epoch). */
  readonly refusedUntil: { readonly resetAtMs: number | null } | null;
  /** Kind of the last error that the CLI put in the place of a model's answer: `authentication_failed`, `rate_limit` … */
  readonly errorKind: string | null;
}

/** Only lines that may matter are parsed: a long leaf prints megabytes of files it has read. */
const markers = ['"subtype":"init"', '"type":"result"', '"type":"rate_limit_event"', '"model":"<synthetic>"'];

export function readStream(text: string): ClaudeStream {
  const records = text.split('\n').filter(mayMatter).map(parseJsonObject);
  // A file the model has read is quoted inside a record; only a record's own type counts.
  const ofType = (type: string): readonly JsonObject[] =>
    records.flatMap((record) => (record?.['type'] === type ? [record] : []));
  return {
    init: ofType('system').find((record) => record['subtype'] === 'init') ?? null,
    results: ofType('result'),
    refusedUntil:
      ofType('rate_limit_event')
        .map(refusalOf)
        .findLast((refusal) => refusal !== null) ?? null,
    errorKind:
      ofType('assistant')
        .flatMap((record) => textOf(record['error']) ?? [])
        .at(-1) ?? null,
  };
}

function mayMatter(line: string): boolean {
  return line.startsWith('{') && markers.some((marker) => line.includes(marker));
}

/** Other states of an allowance, such as `allowed_warning`, come with requests that were served. */
function refusalOf({ rate_limit_info: info }: JsonObject): ClaudeStream['refusedUntil'] {
  if (!isJsonObject(info) || info['status'] !== 'rejected') return null;
  const seconds = amountOf(info['resetsAt']);
  return { resetAtMs: seconds === null || seconds === 0 ? null : Math.round(seconds * 1_000) };
}
