import type { CheckRecords } from '../../ports/checks.js';
import type { ArtifactRef } from '../../domain/run/references.js';

/** More than a run has steps; the oldest go first, and are measured again when they are asked for. */
const most = 1_000;

export function createCheckRecords(): CheckRecords {
  const kept = new Map<string, ArtifactRef>();
  const name = (runKey: string, key: string): string => `${runKey}/${key}`;
  return {
    find: (runKey, key) => kept.get(name(runKey, key)) ?? null,
    keep: (runKey, key, ref) => {
      kept.delete(name(runKey, key));
      kept.set(name(runKey, key), ref);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
