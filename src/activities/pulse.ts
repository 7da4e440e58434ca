import { Context } from '@temporalio/activity';
import { causeFailure, faultFailure, retryableCauseFailure } from '../contract/failures.js';
import { RepositoryError } from '../ports/repository.js';

type Work<I, O> = (input: I) => Promise<O>;

/**
 * Wraps an activity: heartbeats from a timer, so that a lost worker is noticed within the heartbeat timeout and
 * a busy activity never is (R24), and one place where a repository's troubles get their cause.
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
  if (!(error instanceof RepositoryError)) return error;
  switch (error.kind) {
    case 'disk-full':
      return causeFailure('disk-full', error.message);
    case 'locked':
      return retryableCauseFailure('git-locked', error.message);
    case 'unreachable':
      return retryableCauseFailure('push-failed', error.message);
    case 'other':
      return faultFailure('RepositoryError', error);
  }
}

/** Was this activity cancelled by the run, rather than by a worker that shuts down (R06)? */
export function cancelledByRun(context: Context): boolean {
  return context.cancellationSignal.aborted && context.cancellationDetails?.workerShutdown !== true;
}

/** Throws what the server expects when the activity was cancelled for whatever reason. */
export function throwIfCancelled(context: Context): void {
  context.cancellationSignal.throwIfAborted();
}
