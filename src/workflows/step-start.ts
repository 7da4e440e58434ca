import type { ArtifactRef, RunScope } from '../domain/run/references.js';
import type { Desk } from './desk.js';

/** Where a step begins: its recorded start commit and the suite as it was there (R06, R24). */
export interface StepStart {
  readonly commit: string;
  readonly tree: string;
  readonly suite: ArtifactRef;
}

/** What every activity of a step needs to find the run's files. */
export function placesOf(desk: Desk): { readonly scope: RunScope; readonly store: string | null } {
  const { scope, store } = desk.state;
  if (scope === null) throw new Error('preflight has not run');
  return { scope, store };
}
