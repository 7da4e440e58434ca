import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface TreeSize {
  /** What it takes on the disk; a file under several names counts once. */
  readonly bytes: number;
  /** The newest time in it, milliseconds since the epoch; 0 when it is not there. */
  readonly changedAtMs: number;
}

const atOnce = 64;

/** Size and newest time of a file or a folder. Follows no link; a folder that can't be read counts as empty. */
export async function treeSize(top: string): Promise<TreeSize> {
  const seen = new Set<string>();
  let bytes = 0;
  let changedAtMs = 0;
  const open = [top];
  const look = async (path: string): Promise<void> => {
    const stats = await lstat(path).catch(() => null);
    if (stats === null) return;
    const name = `${stats.dev}:${stats.ino}`;
    if (stats.nlink > 1 && !stats.isDirectory()) {
      if (seen.has(name)) return;
      seen.add(name);
    }
    bytes += stats.blocks * 512;
    changedAtMs = Math.max(changedAtMs, stats.mtimeMs);
    if (!stats.isDirectory()) return;
    for (const child of await readdir(path).catch((): string[] => [])) open.push(join(path, child));
  };
  while (open.length > 0) await Promise.all(open.splice(-atOnce).map(look));
  return { bytes, changedAtMs };
}
