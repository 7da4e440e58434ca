/** Workflows, the tracker and the claim of a host. */
export const sharedQueue = 'pawl';

/** Leaves and test runs of one host: long, few at a time. */
export function hostQueue(hostId: string): string {
  return `pawl-host-${hostId}`;
}

/** Trees and commits of one host: short, many at a time, never behind a leaf. */
export function quickQueue(hostId: string): string {
  return `pawl-host-${hostId}-quick`;
}

/** The workflow type of a run. */
export const runWorkflowType = 'tddRun';
