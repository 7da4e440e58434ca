import { safeName } from '../artifacts/safe-name.js';

/** Where a run's review mark stands: in the trusted repository alone, never pushed. */
export function reviewRef(runKey: string): string {
  return `refs/pawl/reviewed/${safeName('run key', runKey)}`;
}
