import { ActivityCancellationType, proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { LeafActivities, QuickActivities, SharedActivities } from '../contract/activities.js';
import { hostQueue, quickQueue, sharedQueue } from '../contract/queues.js';
import type { Desk } from './desk.js';

/** Of a queue that leaves wait in: a host may be busy for so long, and is then asked whether it is there at all. */
const leafStartLimits = 5;

/**
 * Leaves and test runs. One attempt: a leaf is not idempotent, so the workflow decides what follows (design 3).
 * Completion of a cancel is awaited, so that no leaf outlives it (D7).
 */
export function leafProxies(desk: Desk, summary: string): LeafActivities {
  const limitMs = desk.state.facts?.leafTimeoutMs ?? 900_000;
  return proxyActivities<LeafActivities>({
    taskQueue: hostQueue(hostOf(desk)),
    ...startLimit(desk, leafStartLimits),
    // The leaf's own clocks are kept by its supervisor; this is the net below them.
    startToCloseTimeout: limitMs + 600_000,
    heartbeatTimeout: desk.input.options.heartbeatMs,
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    summary,
  });
}

/**
 * Trees, commits, the ledger: find, then do, so a few attempts are safe (D2).
 * @param isBrief a mere question, which is answered at once or not at all
 */
export function quickProxies(desk: Desk, summary: string, { isBrief = false } = {}): QuickActivities {
  const { heartbeatMs } = desk.input.options;
  return proxyActivities<QuickActivities>({
    taskQueue: quickQueue(hostOf(desk)),
    ...startLimit(desk, 1),
    ...(isBrief
      ? { startToCloseTimeout: heartbeatMs }
      : { startToCloseTimeout: '5 minutes', heartbeatTimeout: heartbeatMs }),
    retry: { maximumAttempts: 6, initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' },
    summary,
  });
}

/** On the queue of all hosts: waits as long as there is no worker at all. */
export function claimProxies(summary: string): SharedActivities {
  return proxyActivities<SharedActivities>({
    taskQueue: sharedQueue,
    startToCloseTimeout: '10 seconds',
    retry: { initialInterval: '1s', backoffCoefficient: 1 },
    summary,
  });
}

/**
 * A claimed host that takes nothing for so long may be gone (design 7). A local origin is pinned to its host, so a run whose
 * worker is away waits for it and is found by "no poller on its queue".
 */
function startLimit({ state, input }: Desk, times: number): Pick<ActivityOptions, 'scheduleToStartTimeout'> {
  return state.host.isClaimed ? { scheduleToStartTimeout: times * input.options.hostLimitMs } : {};
}

function hostOf({ state }: Desk): string {
  if (state.host.id === null) throw new Error('no host has taken this run yet');
  return state.host.id;
}
