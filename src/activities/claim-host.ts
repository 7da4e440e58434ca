import { ApplicationFailure, Context } from '@temporalio/activity';
import type { SharedActivities } from '../contract/activities.js';
import { leavesItToOthers } from '../domain/run/host.js';

/** The one activity of the shared queue: the host of the worker that took it has the run from now on (design 7). */
export function createSharedActivities(hostId: string): SharedActivities {
  return {
    claimHost({ lost }) {
      const { attempt } = Context.current().info;
      if (!leavesItToOthers(hostId, lost, attempt)) return Promise.resolve({ hostId });
      const message = `host ${hostId} was lost to this run before; another one is asked first`;
      return Promise.reject(
        ApplicationFailure.create({ type: 'host-was-lost', message, nextRetryDelay: '1s', category: 'BENIGN' }),
      );
    },
  };
}
