import type { RunScope } from '../../domain/run/references.js';

export interface TidyUpInput {
  readonly scope: RunScope;
  /** Nobody will go on with the run, so that its review copies go too. */
  readonly isDone: boolean;
}

export interface TidyUpReport {
  /** Refs of what leaves had written whose worker died, or was told to end. */
  readonly kept: readonly string[];
  readonly notes: readonly string[];
}
