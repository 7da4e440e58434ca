import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { createLeafActivities, createQuickActivities } from './activities/create-activities.js';
import { createSharedActivities } from './activities/claim-host.js';
import type { Tools } from './activities/tools.js';
import { hostId } from './adapters/host/host-id.js';
import type { Config } from './config.js';
import { connectionSecurity } from './config/tls.js';
import { hostQueue, quickQueue, sharedQueue } from './contract/queues.js';
import { activityEdges } from './worker/activity-edges.js';
import { watchWork, type AtWork } from './worker/at-work.js';
import { createTools } from './worker/create-tools.js';
import { keepHouse } from './worker/housekeeper.js';
import { deploymentLine, deploymentOptions } from './worker/deployment.js';
import { drainOnSignals } from './worker/drain.js';
import { finishLeavesOnSignal } from './worker/finish-leaves.js';
import { leafSlots, leafSlotsOf, leafTuner, type LeafSlots } from './worker/leaf-slots.js';
import { missingSearchAttributes } from './worker/search-attributes.js';

/** Said while a worker comes up and goes down. */
export interface WorkerVoice {
  say(line: string): void;
  ready(facts: {
    readonly hostId: string;
    readonly address: string;
    readonly jail: string;
    readonly leafSlots: number;
  }): void;
}

const graceMs = 3_000;
const forceMs = 20_000;
const shutdown = { shutdownGraceTime: graceMs, shutdownForceTime: forceMs } as const;

/**
 * The composition root: config -> adapters -> activities -> workers, until it is told to end. Refuses to poll
 * until the search attributes are there with the right types (design 7).
 * @throws when the server can't be reached or lacks what Pawl needs; the message holds the mend
 */
export async function runWorker(config: Config, address: string, voice: WorkerVoice): Promise<void> {
  const id = await hostId(config.home);
  const tools = await createTools(config);
  Runtime.install({
    // Ours stay for good: see drain.ts.
    shutdownSignals: [],
    // A bail is a failed workflow by design and stands in the history: the log is for what went wrong in Pawl itself.
    logger: new DefaultLogger('WARN', (entry) => voice.say(`${entry.level} ${entry.message} ${logFacts(entry.meta)}`)),
  });
  const connection = await NativeConnection.connect({ address, ...connectionSecurity(config.temporal) });
  try {
    const missing = await missingSearchAttributes(connection, config.temporal.namespace);
    if (missing !== null) throw new Error(missing);
    const atWork = watchWork();
    const slotCount = leafSlotsOf(config.leafSlots);
    const slots = leafSlots(slotCount);
    const made = await createWorkers({ connection, config, tools, hostId: id, atWork, slots });
    const { leaves, ...rest } = made;
    const others = Object.values(rest);
    const workers = [leaves, ...others];
    const running = Promise.all(workers.map((worker) => worker.run()));
    const exit = (code: number): void => process.exit(code);
    const say = (line: string): void => voice.say(line);
    const stopListening = drainOnSignals({ workers, graceMs, forceMs, exit, atWork: atWork.lines, say });
    const stopDraining = finishLeavesOnSignal({ leaves, others, slots, atWork, say });
    const version = deploymentLine(config.temporal.deployment, tools.pawlVersion);
    if (version !== null) voice.say(version);
    voice.ready({ hostId: id, address, jail: tools.jail.kind, leafSlots: slotCount });
    const stopKeeping = keepHouse({ connection, config, say });
    await running.finally(() => {
      stopKeeping();
      stopListening();
      stopDraining();
    });
  } finally {
    await connection.close();
  }
}

interface WorkerParts {
  readonly connection: NativeConnection;
  readonly config: Config;
  readonly tools: Tools;
  readonly hostId: string;
  readonly atWork: AtWork;
  readonly slots: LeafSlots;
}

interface Workers {
  readonly shared: Worker;
  readonly leaves: Worker;
  readonly quick: Worker;
}

/** Leaves, quick jobs and workflows apart, so that a commit never waits behind a leaf (design 7). */
async function createWorkers({ connection, config, tools, hostId: id, atWork, slots }: WorkerParts): Promise<Workers> {
  const { namespace, deployment } = config.temporal;
  const versioned = deploymentOptions(deployment, tools.pawlVersion);
  const common = { connection, namespace, identity: config.identity, ...shutdown, ...versioned };
  // Throttled heartbeats are what a stop waits for; the default is 80 % of the timeout (temporal.md 2.4).
  const beats = { maxHeartbeatThrottleInterval: '1s', defaultHeartbeatThrottleInterval: '1s' } as const;
  const edges = tools.passCrashPoint === undefined ? [] : activityEdges(tools.passCrashPoint);
  const watched = { interceptors: { activity: [...atWork.interceptors, ...edges] } };
  const codePath = fileURLToPath(new URL('./workflow-bundle.js', import.meta.url));
  const options: Readonly<Record<keyof Workers, WorkerOptions>> = {
    shared: {
      ...common,
      taskQueue: sharedQueue,
      activities: { ...createSharedActivities(id) },
      workflowBundle: { codePath },
      // After kill -9 the next workflow task waits this long for the dead worker's cache (D8).
      stickyQueueScheduleToStartTimeout: '1s',
      maxCachedWorkflows: 200,
    },
    leaves: {
      ...common,
      ...beats,
      ...watched,
      taskQueue: hostQueue(id),
      activities: { ...createLeafActivities(tools) },
      tuner: leafTuner(slots),
    },
    quick: {
      ...common,
      ...beats,
      ...watched,
      taskQueue: quickQueue(id),
      activities: { ...createQuickActivities(tools) },
      maxConcurrentActivityTaskExecutions: 8,
    },
  };
  const [shared, leaves, quick] = await Promise.all([
    Worker.create(options.shared),
    Worker.create(options.leaves),
    Worker.create(options.quick),
  ]);
  return { shared, leaves, quick };
}

/** What tells one warning from the next: which run, which activity, why. */
function logFacts(meta: Readonly<Record<string, unknown>> | undefined): string {
  const wanted = ['taskQueue', 'workflowId', 'activityType', 'attempt', 'error'];
  return wanted
    .filter((key) => meta?.[key] !== undefined)
    .map((key) => `${key}=${String(meta?.[key])}`)
    .join(' ');
}
