import type { RecordFailure } from '../../../domain/leaf/leaf-record.js';
import { amountOf, isJsonObject } from '../json.js';

/** A turn that failed: the CLI's words, and the kind of error that stands in its own record; null where that is missing. */
export interface CodexFailure {
  readonly message: string;
  /** `"usage_limit_exceeded"`, or `{"http_connection_failed":{"http_status_code":401}}`. */
  readonly info: unknown;
}

/**
 * What a failed turn means: by the provider's status, else by the CLI's own kind of error, else by how a sentence of the
 * CLI's own begins (R03). What is left are the provider's words about a request it refuses: the same tomorrow.
 */
export function failureOutcome({ message, info }: CodexFailure): RecordFailure {
  const { kind, status } = readInfo(info);
  const known = status ?? statusIn(message);
  if (known !== null) return byStatus(known);
  if (kind === 'usage_limit_exceeded') return spentOutcome(message);
  return byKind.get(kind ?? '') ?? bySentence(message) ?? 'config';
}

function readInfo(info: unknown): { readonly kind: string | null; readonly status: number | null } {
  if (typeof info === 'string') return { kind: info, status: null };
  const [entry] = isJsonObject(info) ? Object.entries(info) : [];
  if (entry === undefined) return { kind: null, status: null };
  const [kind, facts] = entry;
  return { kind, status: isJsonObject(facts) ? amountOf(facts['http_status_code']) : null };
}

/** The two sentences that the CLI puts a status in, for a record that could not be read. */
function statusIn(message: string): number | null {
  const found = /^(?:unexpected status|exceeded retry limit, last status:) (\d{3})\b/.exec(message);
  return found === null ? null : Number(found[1]);
}

function byStatus(status: number): RecordFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 413) return 'limit';
  if (status === 408 || status === 409 || status === 429 || status >= 500) return 'transient';
  // 400, 402 (no credit), 404 (no such path): the same tomorrow, unless a person mends it.
  return 'config';
}

/** One kind for an allowance that comes back by itself and for money that somebody has to pay. */
function spentOutcome(message: string): RecordFailure {
  return /\btry again\b/i.test(message) ? 'usage-limit' : 'config';
}

const byKind: ReadonlyMap<string, RecordFailure> = new Map([
  ['unauthorized', 'auth'],
  ['model_not_found', 'config'],
  ['bad_request', 'config'],
  ['sandbox_error', 'config'],
  // Too much for one leaf: a fresh one starts with less.
  ['context_window_exceeded', 'limit'],
  ['session_budget_exceeded', 'limit'],
  ['rate_limit_exceeded', 'transient'],
  ['server_overloaded', 'transient'],
  ['internal_server_error', 'transient'],
  ['flex_unavailable', 'transient'],
  ['policy_capacity_unavailable', 'transient'],
  ['http_connection_failed', 'transient'],
  ['response_stream_connection_failed', 'transient'],
  ['response_stream_disconnected', 'transient'],
  ['response_too_many_failed_attempts', 'transient'],
]);

/** The CLI calls a broken connection, a missing key and a refused request alike `other`; its sentences are fixed. */
const sentences: readonly (readonly [RegExp, RecordFailure])[] = [
  [/^Missing environment variable\b/, 'auth'],
  [/^(stream disconnected before completion|Connection failed|Error while reading the server response)\b/, 'transient'],
  [/^(request timed out|We.re currently experiencing high demand|Selected model is at capacity)\b/, 'transient'],
  [/^Codex ran out of room\b/, 'limit'],
  [/^You.ve hit your usage limit\b/, 'usage-limit'],
  [/^(internal error|Fatal error|turn aborted)\b/, 'crashed'],
];

function bySentence(message: string): RecordFailure | null {
  return sentences.find(([sentence]) => sentence.test(message))?.[1] ?? null;
}
