import { Context } from '@temporalio/activity';
import { causeFailure, faultFailure, isSaidAlready, retryableCauseFailure } from '../contract/failures.js';
import { hostFault, type FaultFact } from '../domain/run/host-faults.js';
import { codeOf, reasonOf } from '../domain/thrown.js';
import { RepositoryError } from '../ports/repository.js';

type Work<I, O> = (input: I) => Promise<O>;

/**
 * Wraps an activity: heartbeats from a timer, so that a lost worker is noticed within the heartbeat timeout and
 * a busy activity never is (R24), and one place where troubles of this
 * host, its disk and its git get their cause (`domain/run/host-faults.ts`).
 */
export function pulsing<I, O>(work: Work<I, O>): Work<I, O> {
  return async (input) => {
    const context = Context.current();
    context.heartbeat();
    const timer = setInterval(() => context.heartbeat(), 1_000);
    try {
      return await work(input);
    } catch (error) {
      throw named(error);
    } finally {
      clearInterval(timer);
    }
  };
}

function named(error: unknown): unknown {
  if (isSaidAlready(error)) return error;
  const fault = hostFault(factsOf(error));
  if (fault !== null) return (fault.passes ? retryableCauseFailure : causeFailure)(fault.cause, fault.message);
  return error instanceof RepositoryError ? faultFailure('RepositoryError', error) : error;
}

/** Deeper than any error of ours wraps another. */
const mostFacts = 10;

function factsOf(error: unknown): readonly FaultFact[] {
  const facts: FaultFact[] = [];
  for (let at: unknown = error; at !== undefined && at !== null && facts.length < mostFacts;) {
    const repository = at instanceof RepositoryError ? at.kind : null;
    facts.push({ code: codeOf(at), repository, message: reasonOf(at).slice(0, 2_000) });
    at = typeof at === 'object' && 'cause' in at ? at.cause : null;
  }
  return facts;
}

/** Was this activity cancelled by the run, rather than by a worker that shuts down (R06)? */
export function cancelledByRun(context: Context): boolean {
  return context.cancellationSignal.aborted && context.cancellationDetails?.workerShutdown !== true;
}

/** Throws what the server expects when the activity was cancelled for whatever reason. */
export function throwIfCancelled(context: Context): void {
  context.cancellationSignal.throwIfAborted();
}
