import { branchOf } from './branch.js';
import type { Ground, WatchedRun } from './fault.js';

/** The first step's commit is never lost, whatever becomes of the push. */
export async function kept(run: WatchedRun, ground: Ground): Promise<Record<string, boolean>> {
  const commits = (await branchOf(ground, run))?.commits ?? [];
  return {
    'the commit of the step stands in Pawl’s own copy': commits.some(({ subject }) => subject.startsWith('feat: n1')),
  };
}

/** What is refused at the start costs nothing: no leaf was started. */
export async function noLeaf({ told }: WatchedRun): Promise<Record<string, boolean>> {
  return { 'no leaf was started': (await told.status()).spent.leaves === 0 };
}
