import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const maxEntries = 5_000;
/** At most a twentieth of the time goes into walking. */
const restFactor = 20;

/**
 * Tells whether anything below the folders changed since the last time it was asked; the first call only takes
 * the measure. The inode's change time is used, as a program can't set it back; and not the latest of them but all
 * together, as the machine's clock may be set back (F20). The walk is bounded, breadth first, so that in a huge tree
 * changes of directories near the top are still seen; it follows no links.
 */
export function watchFiles(
  folders: readonly string[],
  maxRestMs: number,
  changedAt: ChangedAt = ctimeOf,
): () => Promise<boolean> {
  let measured: bigint | null = null;
  let restUntil = 0;
  return async () => {
    if (folders.length === 0 || performance.now() < restUntil) return false;
    const startedAt = performance.now();
    const found = await allChanges(folders, changedAt);
    const endedAt = performance.now();
    restUntil = endedAt + Math.min((endedAt - startedAt) * restFactor, maxRestMs);
    const changed = measured !== null && found !== measured;
    measured = found;
    return changed;
  };
}

/** The change time of a path, nanoseconds; 0 when it is gone. */
type ChangedAt = (path: string) => Promise<bigint>;

/** The sum of all change times, which no single change leaves as it was. */
async function allChanges(folders: readonly string[], changedAt: ChangedAt): Promise<bigint> {
  let sum = 0n;
  let seen = 0;
  let level = [...folders];
  while (level.length > 0 && seen < maxEntries) {
    const next: string[] = [];
    for (const folder of level) {
      sum += await changedAt(folder);
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if ((seen += 1) > maxEntries) return sum;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) next.push(path);
        else sum += await changedAt(path);
      }
    }
    level = next;
  }
  return sum;
}

async function ctimeOf(path: string): Promise<bigint> {
  try {
    return (await lstat(path, { bigint: true })).ctimeNs;
  } catch {
    return 0n;
  }
}
