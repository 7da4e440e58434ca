import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import type { LeafActivities, QuickActivities } from '../contract/activities.js';
import { hostQueue, quickQueue } from '../contract/queues.js';

/**
 * Leaves and test runs. One attempt: a leaf is not idempotent, so the workflow decides what follows (design 3).
 * No start limit: a local origin is pinned to its host, so a run whose worker is away waits for it and is found
 * by "no poller on its queue". Completion of a cancel is awaited, so that no leaf outlives it (D7).
 */
export function leafProxies(hostId: string, limitMs: number, summary: string): LeafActivities {
  return proxyActivities<LeafActivities>({
    taskQueue: hostQueue(hostId),
    // The leaf's own clocks are kept by its supervisor; this is the net below them.
    startToCloseTimeout: limitMs + 600_000,
    heartbeatTimeout: '10s',
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    summary,
  });
}

/** Trees, commits, the ledger: find, then do, so a few attempts are safe (D2). */
export function quickProxies(hostId: string, summary: string): QuickActivities {
  return proxyActivities<QuickActivities>({
    taskQueue: quickQueue(hostId),
    startToCloseTimeout: '5 minutes',
    heartbeatTimeout: '10s',
    retry: { maximumAttempts: 6, initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' },
    summary,
  });
}
