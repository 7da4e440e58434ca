import type { RecordFailure } from '../../../domain/leaf/leaf-record.js';
import { amountOf, textOf } from '../json.js';
import type { JsonObject } from '../json.js';
import type { ClaudeStream } from './stream.js';

/** What a result with `is_error` means, by its fields alone: `subtype` says "success" for a refused request too (R03). */
export function failureOutcome(result: JsonObject, stream: ClaudeStream): RecordFailure {
  const ownLimit = bySubtype.get(textOf(result['subtype']) ?? '');
  if (ownLimit !== undefined) return ownLimit;
  const status = amountOf(result['api_error_status']);
  if (isUsageLimit(result, stream, status)) return 'usage-limit';
  const reason = textOf(result['terminal_reason']) ?? '';
  return (
    byReason.get(reason) ??
    (status === null ? null : byStatus(status)) ??
    byKind.get(stream.errorKind ?? '') ??
    byText(result)
  );
}

/** A 429 alone is a crowd; with a refused allowance it is a limit that ends at a known time (R26). */
function isUsageLimit(result: JsonObject, { refusedUntil }: ClaudeStream, status: number | null): boolean {
  if (result['api_error'] === 'usage_limit_reached') return true;
  return refusedUntil !== null && (status === 429 || status === null);
}

const bySubtype: ReadonlyMap<string, RecordFailure> = new Map([
  ['error_max_turns', 'limit'],
  ['error_max_budget_usd', 'limit'],
  ['error_max_structured_output_retries', 'contract'],
  ['error_during_execution', 'crashed'],
]);

/** Too much for one leaf: a fresh one starts with less. */
const byReason: ReadonlyMap<string, RecordFailure> = new Map([
  ['prompt_too_long', 'limit'],
  ['image_error', 'limit'],
]);

function byStatus(status: number): RecordFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 408 || status === 409 || status === 429 || status >= 500) return 'transient';
  // 400, 402 (no credit), 404 (no such model): the same tomorrow, unless a person mends it.
  return 'config';
}

/** The CLI's own names for what it could not get past. */
const byKind: ReadonlyMap<string, RecordFailure> = new Map([
  ['authentication_failed', 'auth'],
  ['oauth_org_not_allowed', 'auth'],
  ['account_on_hold', 'auth'],
  ['verification_required', 'auth'],
  ['cloud_credential_error', 'auth'],
  ['billing_error', 'config'],
  ['invalid_request', 'config'],
  ['model_not_found', 'config'],
  ['max_output_tokens', 'limit'],
]);

/** Without a key there is neither status nor kind in some versions: this one sentence is all they say. */
function byText({ result }: JsonObject): RecordFailure {
  return textOf(result)?.startsWith('Not logged in') === true ? 'auth' : 'transient';
}
