import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { hostQueue, quickQueue, sharedQueue } from '../../../src/contract/queues.js';

const workflowsPath = fileURLToPath(new URL('./fixture-run.ts', import.meta.url));

export interface FixtureWorker {
  stop(): Promise<void>;
}

/** A worker for the fixture run, polling the queues that a real one polls. About 6 s, most of it the bundle. */
export async function fixtureWorker(address: string, hostId: string): Promise<FixtureWorker> {
  const quiet = { debug: no, info: no, warn: no, error: no, trace: no, log: no };
  // The tests send Ctrl-C to the client, which lives in the same process.
  Runtime.install({
    shutdownSignals: [],
    logger: quiet,
    telemetryOptions: { logging: { forward: {}, filter: 'OFF' } },
  });
  const connection = await NativeConnection.connect({ address });
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: quiet });
  const activities = { rest: () => Promise.resolve() };
  // What the gate and the endings of the workflow ask for.
  const quickActivities = {
    layReview: () => Promise.resolve({ folder: '/nowhere/review' }),
    tidyUp: () => Promise.resolve({ kept: [], notes: [] }),
  };
  const workers = await Promise.all([
    Worker.create({ connection, taskQueue: sharedQueue, workflowBundle, stickyQueueScheduleToStartTimeout: '100ms' }),
    Worker.create({ connection, taskQueue: hostQueue(hostId), activities }),
    Worker.create({ connection, taskQueue: quickQueue(hostId), activities: quickActivities }),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    stop: async () => {
      for (const worker of workers) worker.shutdown();
      await running;
      await connection.close();
      await Runtime.instance().shutdown();
    },
  };
}

function no(): void {
  // The workers' own words are no part of a test's output.
}
