import { ApplicationFailure } from '@temporalio/common';
import type { WorkerOptions } from '@temporalio/worker';

type ActivityInterceptors = NonNullable<NonNullable<WorkerOptions['interceptors']>['activity']>;

/** What this worker is doing, for the one who waits for its end. */
export interface AtWork {
  /** One line a job, oldest first: `develop of tdd/local/shop-1a2b3c/file-issue, for 12 s`. */
  lines(): readonly string[];
  /** From now on what still arrives, by a poll that was open, is given back as a worker that shuts down does. */
  refuseMore(): void;
  readonly interceptors: ActivityInterceptors;
}

export function watchWork(): AtWork {
  const running = new Map<object, { readonly what: string; readonly since: number }>();
  let isRefusing = false;
  return {
    lines: () =>
      [...running.values()].map(
        ({ what, since }) => `${what}, for ${Math.round((performance.now() - since) / 1_000)} s`,
      ),
    refuseMore() {
      isRefusing = true;
    },
    interceptors: [
      ({ info }) => ({
        inbound: {
          execute: async (input, next) => {
            if (isRefusing) throw ApplicationFailure.create({ type: 'WorkerShutdown', message: 'this worker drains' });
            const job = {};
            const run = info.workflowExecution?.workflowId ?? 'no run';
            running.set(job, { what: `${info.activityType} of ${run}`, since: performance.now() });
            try {
              return await next(input);
            } finally {
              running.delete(job);
            }
          },
        },
      }),
    ],
  };
}
