import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import { z } from 'zod';
import type { Cause } from '../domain/run/causes.js';

/** Details of a failure that carries a cause: what the workflow and `pawl` show. */
export interface CauseDetails {
  readonly message: string;
  readonly question: string | null;
  /** For a question with a closed list of answers. */
  readonly candidates?: readonly string[];
}

/**
 * An activity can't go on for a reason on the closed list (design 9). Never retried by the server: the
 * workflow decides.
 */
export function causeFailure(
  cause: Cause,
  message: string,
  question: string | null = null,
  candidates: readonly string[] = [],
): ApplicationFailure {
  const details: CauseDetails = { message, question, ...(candidates.length === 0 ? {} : { candidates }) };
  return ApplicationFailure.create({ type: cause, message, nonRetryable: true, details: [details] });
}

/** The same, but worth another try by the server first (network, lock): the last try's cause stands. */
export function retryableCauseFailure(cause: Cause, message: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: cause,
    message,
    nonRetryable: false,
    details: [{ message, question: null }],
  });
}

/** Type of the failure with which a leaf is not started: a stop file in the origin asks for it. */
export const stopFileType = 'stop-file';

/** What a stop file stands for. */
export interface StopFileFound {
  /** `gone`: it was there when the run last looked; that withdraws nothing, but is said. */
  readonly kind: 'asked' | 'gone';
  /** Repository-relative. */
  readonly file: string;
  /** As written there; null when it says nothing that could be read: counts as `at-ledger`. */
  readonly mode: string | null;
  /** Digest of all stop files: the same files are not reported twice. Null when none is there any more. */
  readonly seen: string | null;
}

export function stopFileFailure(found: StopFileFound): ApplicationFailure {
  const message = `${found.file} in the origin ${found.kind === 'asked' ? 'asks for a stop' : 'is gone'}`;
  return ApplicationFailure.create({ type: stopFileType, message, nonRetryable: true, details: [found] });
}

/** A fault of this host's own git or disk that is on no list; worth another try by the server. */
export function faultFailure(type: string, cause: Error): ApplicationFailure {
  return ApplicationFailure.create({ type, message: cause.message, cause });
}

/** Made by Pawl or by Temporal itself: it says what it is, and is passed on as it is. */
export function isSaidAlready(error: unknown): boolean {
  return error instanceof TemporalFailure;
}

/** How the details of these failures are read back. */
export const Question = z.object({ question: z.string(), candidates: z.array(z.string()).default([]) });
export const StopFile = z.object({
  kind: z.enum(['asked', 'gone']),
  file: z.string(),
  mode: z.string().nullable(),
  seen: z.string().nullable(),
});
