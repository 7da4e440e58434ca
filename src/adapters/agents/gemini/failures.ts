import type { RecordFailure } from '../../../domain/leaf/leaf-record.js';
import { amountOf, objectsOf, textOf } from '../json.js';
import type { JsonObject } from '../json.js';

/** What is known of a request that failed; the CLI's exit code is the status modulo 256, or one of its own. */
export interface GeminiFailure {
  readonly type: string;
  readonly apiError: JsonObject | null;
  readonly exitCode: number | null;
  /** The class of the error, as the CLI prints it on standard error; null when it prints none. */
  readonly errorClass: string | null;
}

/** By fields, exit code and the CLI's own names of errors; never by what a sentence says (R03). */
export function failureOutcome({ type, apiError, exitCode, errorClass }: GeminiFailure): RecordFailure {
  const own = byType.get(type) ?? byClass.get(errorClass ?? '');
  if (own !== undefined) return own;
  if (apiError !== null && reasonsOf(apiError).includes('API_KEY_INVALID')) return 'auth';
  const status = amountOf(apiError?.['code']) ?? statusOf(exitCode);
  if (status !== null) return byStatus(status);
  return byExit.get(exitCode ?? -1) ?? 'transient';
}

const byType: ReadonlyMap<string, RecordFailure> = new Map([
  ['FatalTurnLimitedError', 'limit'],
  ['FatalAuthenticationError', 'auth'],
  ['FatalInputError', 'config'],
  ['FatalConfigError', 'config'],
  ['FatalSandboxError', 'config'],
  ['FatalUntrustedWorkspaceError', 'config'],
  ['FatalToolExecutionError', 'crashed'],
]);

const byClass: ReadonlyMap<string, RecordFailure> = new Map([
  ['TerminalQuotaError', 'usage-limit'],
  ['RetryableQuotaError', 'transient'],
  ['ModelNotFoundError', 'config'],
]);

const byExit: ReadonlyMap<number, RecordFailure> = new Map([
  [41, 'auth'],
  [42, 'config'],
  [44, 'config'],
  [52, 'config'],
  [53, 'limit'],
  [54, 'crashed'],
  [55, 'config'],
]);

const statuses = [400, 401, 402, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504, 529];

/** 145 was 401; 17 was 529. The CLI's own codes are others than all of these. */
export function statusOf(exitCode: number | null): number | null {
  return statuses.find((status) => status % 256 === exitCode) ?? null;
}

function byStatus(status: number): RecordFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 413) return 'limit';
  if (status === 408 || status === 409 || status === 429 || status >= 500) return 'transient';
  // 400, 402, 404: the same tomorrow, unless a person mends it.
  return 'config';
}

function reasonsOf({ details }: JsonObject): readonly string[] {
  return objectsOf(details).flatMap((detail) => textOf(detail['reason']) ?? []);
}
