import { hostQueue, quickQueue, sharedQueue } from '../../contract/queues.js';
import { within, type Server } from './server.js';

export interface QueueLook {
  readonly queue: string;
  readonly kind: 'workflow' | 'activity';
  /** Identities of workers that asked for work in the last minute. */
  readonly pollers: readonly string[];
}

const queueTypes = { workflow: 1, activity: 2 } as const;
// A worker's long poll comes back at least once a minute; the server itself forgets after five minutes.
const freshMs = 70_000;

/** Looks at every queue that a run of this host needs; null: one that no host has taken yet. */
export async function lookAtQueues(server: Server, hostId: string | null): Promise<readonly QueueLook[]> {
  if (hostId === null) {
    return Promise.all([lookAtQueue(server, sharedQueue, 'workflow'), lookAtQueue(server, sharedQueue, 'activity')]);
  }
  return Promise.all([
    lookAtQueue(server, sharedQueue, 'workflow'),
    lookAtQueue(server, hostQueue(hostId), 'activity'),
    lookAtQueue(server, quickQueue(hostId), 'activity'),
  ]);
}

export async function lookAtQueue(server: Server, queue: string, kind: QueueLook['kind']): Promise<QueueLook> {
  const answer = await within(server, 5_000, () =>
    server.client.workflowService.describeTaskQueue({
      namespace: server.operator.temporal.namespace,
      taskQueue: { name: queue },
      taskQueueType: queueTypes[kind],
    }),
  );
  const pollers = answer.pollers
    .filter((poller) => Date.now() - millis(poller.lastAccessTime) < freshMs)
    .map((poller) => poller.identity ?? 'unknown');
  return { queue, kind, pollers };
}

interface Timestamp {
  readonly seconds?: { toNumber(): number } | null;
  readonly nanos?: number | null;
}

function millis(at: Timestamp | null | undefined): number {
  return (at?.seconds?.toNumber() ?? 0) * 1_000 + (at?.nanos ?? 0) / 1_000_000;
}

/** What is said when nobody works; null when every queue is polled. */
export function workerProblem(looks: readonly QueueLook[]): string | null {
  const silent = looks.filter((look) => look.pollers.length === 0).map((look) => look.queue);
  if (silent.length === 0) return null;
  return `No worker polls ${silent.join(', ')}: nothing moves until one does. Start it with: pawl worker`;
}
