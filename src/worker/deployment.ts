import type { WorkerOptions } from '@temporalio/worker';
import type { Deployment } from '../config/temporal.js';

type Versioned = Pick<WorkerOptions, 'workerDeploymentOptions'>;

/**
 * What makes a worker one version of a deployment (R-002-56). All queues of a worker carry it: a run that keeps its version
 * keeps the code of its leaves and commits, too.
 * @param version of this Pawl, for an operator who names no build
 */
export function deploymentOptions(deployment: Deployment | null, version: string): Versioned {
  if (deployment === null) return {};
  const { name, build, openRuns } = deployment;
  return {
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: name, buildId: build ?? version },
      defaultVersioningBehavior: openRuns === 'keep' ? 'PINNED' : 'AUTO_UPGRADE',
    },
  };
}

/** Said as the worker comes up: without a current version it would wait for nothing, without a word. */
export function deploymentLine(deployment: Deployment | null, version: string): string | null {
  if (deployment === null) return null;
  const { name, build, openRuns } = deployment;
  const id = build ?? version;
  const fate = openRuns === 'keep' ? 'open runs keep the version they started under' : 'open runs move to it';
  return `Version ${id} of deployment ${name}; new runs come to it once it is current, and ${fate}: temporal worker deployment set-current-version --deployment-name ${name} --build-id ${id}`;
}
