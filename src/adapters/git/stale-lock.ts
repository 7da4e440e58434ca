import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';

/** When this process began; a lock made since then can be a git process of our own. */
const startedAtMs = performance.timeOrigin;

/**
 * Removes a lock file that a killed worker's git has left in the trusted repository (F47). Only when it is
 * older than this process and no living process works on that repository; true when it is out of the way.
 */
export async function clearStaleLock(lock: string, gitDir: string): Promise<boolean> {
  const stats = await stat(lock).catch(() => null);
  if (stats === null) return true;
  if (stats.mtimeMs >= startedAtMs || (await hasWorker(gitDir))) return false;
  // Another worker may have cleared it meanwhile, and its git may have made a new one.
  const again = await stat(lock).catch(() => null);
  if (again !== null && again.mtimeMs !== stats.mtimeMs) return false;
  await unlink(lock).catch(() => undefined);
  return true;
}

/**
 * Every git command on the trusted repository has GIT_DIR in its environment, so a living one is seen in
 * /proc. (An open file says less: git closes a lock file before it renames it.) Where there is no /proc,
 * nobody can be ruled out and the lock stays.
 */
async function hasWorker(gitDir: string): Promise<boolean> {
  const pids = await readdir('/proc').catch(() => null);
  if (pids === null) return true;
  const wanted = `GIT_DIR=${gitDir}`;
  for (const pid of pids) {
    if (!/^\d+$/.test(pid)) continue;
    // Processes of other users can't be read; they can't write to Pawl's home either.
    const env = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (env.split('\0').includes(wanted)) return true;
  }
  return false;
}
