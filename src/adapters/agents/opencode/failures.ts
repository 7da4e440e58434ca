import type { RecordFailure } from '../../../domain/leaf/leaf-record.js';
import { amountOf, isJsonObject, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';

export interface OpencodeFailure {
  readonly outcome: RecordFailure;
  readonly message: string;
  readonly resetAtMs: number | null;
}

/** What an error event means, by its name and fields alone (R03). */
export function failureOf(error: JsonObject): OpencodeFailure {
  const name = textOf(error['name']) ?? '';
  const data = isJsonObject(error['data']) ? error['data'] : {};
  const status = amountOf(data['statusCode']);
  const words = textOf(data['message']) ?? (name === '' ? 'no reason given' : name);
  const message = `${status === null ? '' : `status ${status}: `}${words}`;
  const limit = usageLimit(data);
  if (limit !== null) return { outcome: 'usage-limit', message, resetAtMs: limit.resetAtMs };
  const outcome = byName.get(name) ?? (status === null ? unstated(data) : byStatus(status));
  return { outcome, message, resetAtMs: null };
}

const byName: ReadonlyMap<string, RecordFailure> = new Map([
  ['ProviderAuthError', 'auth'],
  ['ProviderModelNotFoundError', 'config'],
  ['ProviderInitError', 'config'],
  ['ConfigInvalidError', 'config'],
  ['ConfigJsonError', 'config'],
  ['ContextOverflowError', 'limit'],
  ['MessageOutputLengthError', 'limit'],
  ['MessageAbortedError', 'crashed'],
]);

function byStatus(status: number): RecordFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 413) return 'limit';
  if (status === 408 || status === 409 || status === 429 || status >= 500) return 'transient';
  // 400, 402, 404: the same tomorrow, unless a person mends it.
  return 'config';
}

/** A connection that broke has no status; an error of the CLI itself has no word about trying again. */
function unstated({ isRetryable }: JsonObject): RecordFailure {
  return typeof isRetryable === 'boolean' ? 'transient' : 'crashed';
}

const limitKinds = ['GoUsageLimitError', 'FreeUsageLimitError'];

/** A 429 alone is a crowd; with a refused allowance it is a limit, which may say when it ends (R26). */
function usageLimit({
  statusCode,
  responseHeaders,
  responseBody,
}: JsonObject): { readonly resetAtMs: number | null } | null {
  if (statusCode !== 429) return null;
  const headers = isJsonObject(responseHeaders) ? responseHeaders : {};
  if (headers['anthropic-ratelimit-unified-status'] === 'rejected') {
    const seconds = Number(textOf(headers['anthropic-ratelimit-unified-reset']) ?? Number.NaN);
    return { resetAtMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : null };
  }
  const body = parseJsonObject(textOf(responseBody) ?? '');
  const kind = isJsonObject(body?.['error']) ? textOf(body['error']['type']) : null;
  return kind !== null && limitKinds.includes(kind) ? { resetAtMs: null } : null;
}
