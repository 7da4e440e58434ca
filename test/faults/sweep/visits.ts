import { InnerCrashPoint } from '../../../src/domain/run/crash-points.js';
import type { Execution } from '../support/history.js';

const developing = ['develop'];
const leaves = ['plan', 'develop', 'verify', 'domainReview', 'critique'];
const exporting = ['baseline', 'observeRed', 'observeGreen', 'observeTakenBack'];
const committing = ['commit'];

/** Which activities pass each inner point. */
const insideOf: Readonly<Record<InnerCrashPoint, readonly string[]>> = {
  'leaf-laid': leaves,
  'leaf-over': leaves,
  'leaf-taken': developing,
  'export-laid': exporting,
  'commit-tree-made': committing,
  'commit-written': committing,
  'commit-on-branch': committing,
  'commit-pushed': committing,
};

/** Every crash point of a run that nothing happened to, with how often it is passed at least. */
export function visitsOf(executions: readonly Execution[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of executions.flatMap(({ calls }) => calls)) counts.set(type, (counts.get(type) ?? 0) + 1);
  const visits = new Map<string, number>();
  for (const [type, count] of counts) for (const edge of ['starts', 'ends']) visits.set(`${type}-${edge}`, count);
  for (const point of InnerCrashPoint.options) {
    const count = insideOf[point].reduce((sum, type) => sum + (counts.get(type) ?? 0), 0);
    if (count > 0) visits.set(point, count);
  }
  return visits;
}
