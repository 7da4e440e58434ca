import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PassCrashPoint } from '../../ports/crash-points.js';

const lookEveryMs = 20;

/**
 * The switchboard of the fault harness: a folder. `<point>.armed` there holds how often the point is still passed; at none
 * left it becomes `<point>.reached`, and whoever is at it waits until that file is gone. The harness kills meanwhile what it
 * likes: this worker, the server, or both. Without a folder every point is a no-op.
 */
export function createCrashPoints(folder: string | null): PassCrashPoint {
  if (folder === null) return () => Promise.resolve();
  return async (point) => {
    const armed = join(folder, `${point}.armed`);
    const reached = join(folder, `${point}.reached`);
    const left = await readFile(armed, 'utf8').catch(() => null);
    if (left === null) return;
    if (Number(left) > 0) return writeFile(armed, String(Number(left) - 1));
    // Two may be at the same point: one of them takes the file.
    const mine = await rename(armed, reached).then(
      () => true,
      () => false,
    );
    if (!mine) return;
    while (await exists(reached)) await sleep(lookEveryMs);
  };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
