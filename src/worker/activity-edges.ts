import type { WorkerOptions } from '@temporalio/worker';
import type { PassCrashPoint } from '../ports/crash-points.js';

type ActivityInterceptors = NonNullable<NonNullable<WorkerOptions['interceptors']>['activity']>;

/** The two points that every activity has: before it does anything, and when all is done but not yet reported. */
export function activityEdges(pass: PassCrashPoint): ActivityInterceptors {
  return [
    ({ info }) => ({
      inbound: {
        execute: async (input, next) => {
          await pass(`${info.activityType}-starts`);
          const output = await next(input);
          await pass(`${info.activityType}-ends`);
          return output;
        },
      },
    }),
  ];
}
