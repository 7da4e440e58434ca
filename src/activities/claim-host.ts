import { ApplicationFailure, Context } from '@temporalio/activity';
import type { SharedActivities } from '../contract/activities.js';

/** So often is a claim handed back by a host that the run has lost before; another one that answers gets it meanwhile. */
const handedBack = 5;

/** The one activity of the shared queue: the host of the worker that took it has the run from now on (design 7). */
export function createSharedActivities(hostId: string): SharedActivities {
  return {
    claimHost({ lost }) {
      const { attempt } = Context.current().info;
      if (!lost.includes(hostId) || attempt > handedBack) return Promise.resolve({ hostId });
      const message = `host ${hostId} was lost to this run before; another one is asked first`;
      return Promise.reject(
        ApplicationFailure.create({ type: 'host-was-lost', message, nextRetryDelay: '1s', category: 'BENIGN' }),
      );
    },
  };
}
