import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const maxEntries = 5_000;
/** At most a twentieth of the time goes into walking. */
const restFactor = 20;

/**
 * Tells whether anything below the folders changed since the last time it was asked; the first call only takes
 * the measure. The inode's change time
 * is used: a program can't set it back. The walk is bounded, breadth first, so that in a huge tree changes of
 * directories near the top are still seen; it follows no links.
 */
export function watchFiles(folders: readonly string[], maxRestMs: number): () => Promise<boolean> {
  let newestMs: number | null = null;
  let restUntil = 0;
  return async () => {
    if (folders.length === 0 || performance.now() < restUntil) return false;
    const startedAt = performance.now();
    const found = await newestChange(folders);
    const endedAt = performance.now();
    restUntil = endedAt + Math.min((endedAt - startedAt) * restFactor, maxRestMs);
    const changed = newestMs !== null && found !== newestMs;
    newestMs = found;
    return changed;
  };
}

async function newestChange(folders: readonly string[]): Promise<number> {
  let newestMs = 0;
  let seen = 0;
  let level = [...folders];
  while (level.length > 0 && seen < maxEntries) {
    const next: string[] = [];
    for (const folder of level) {
      newestMs = Math.max(newestMs, await changedAt(folder));
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if ((seen += 1) > maxEntries) return newestMs;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) next.push(path);
        else newestMs = Math.max(newestMs, await changedAt(path));
      }
    }
    level = next;
  }
  return newestMs;
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await lstat(path)).ctimeMs;
  } catch {
    return 0;
  }
}
