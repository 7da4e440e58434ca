import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { Question, StopFile, stopFileType, type StopFileFound } from '../contract/failures.js';
import { Cause } from '../domain/run/causes.js';

export type ReadFailure =
  /** The worker went away or was shut down: the same again, outside every budget. */
  | { readonly kind: 'worker-lost'; readonly why: string }
  /** A stop file in the origin: the leaf was not started. */
  | { readonly kind: 'stop-file'; readonly found: StopFileFound }
  | {
      readonly kind: 'cause';
      readonly cause: Cause;
      readonly message: string;
      readonly question: string | null;
      readonly candidates: readonly string[];
    };

type ReadCause = Extract<ReadFailure, { kind: 'cause' }>;

function causeOf(cause: Cause, failure: ApplicationFailure): ReadCause {
  const { message } = failure;
  const asked = Question.safeParse(failure.details?.[0]);
  const { question, candidates } = asked.success ? asked.data : { question: null, candidates: [] };
  return { kind: 'cause', cause, message, question, candidates };
}

function broken(message: string): ReadCause {
  return { kind: 'cause', cause: 'contract-broken', message, question: null, candidates: [] };
}

/** From an activity's failure chain to what it means; facts only, never message text (F11, R-002-29). */
export function readFailure(error: unknown): ReadFailure {
  const inner = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  if (inner instanceof TimeoutFailure) {
    return { kind: 'worker-lost', why: `the worker was lost (${inner.timeoutType})` };
  }
  if (inner instanceof ApplicationFailure) {
    if (inner.type === 'WorkerShutdown') return { kind: 'worker-lost', why: 'the worker was shut down' };
    const stopFile = inner.type === stopFileType ? StopFile.safeParse(inner.details?.[0]) : null;
    if (stopFile?.success === true) return { kind: 'stop-file', found: stopFile.data };
    const cause = Cause.safeParse(inner.type);
    return cause.success ? causeOf(cause.data, inner) : broken(`${inner.type ?? 'Error'}: ${inner.message}`);
  }
  return broken(String(inner));
}
