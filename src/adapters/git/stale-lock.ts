import { readdir, readFile, readlink, realpath, stat, unlink } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';

/** When this process began; a lock made since then can be a git process of our own. */
const startedAtMs = performance.timeOrigin;

/** A lock as it was seen: another one under the same name is another lock. */
interface SeenLock {
  readonly mtimeMs: number;
  readonly inode: number;
}

/** Git calls of this worker that a signal ended: a lock made in their time is theirs, and nobody's any more. */
const killed: { readonly gitDir: string; readonly fromMs: number; readonly toMs: number }[] = [];
const mostKilled = 50;
/** A file's time comes from another clock than `Date.now`, which knows whole milliseconds only. */
const clockMs = 50;

/** Remembers a git call that was killed (for want of memory, say), so that its lock does not wait for a new worker. */
export function noteKilled(gitDir: string, fromMs: number): void {
  killed.push({ gitDir, fromMs: fromMs - clockMs, toMs: Date.now() + 1 });
  if (killed.length > mostKilled) killed.shift();
}

/**
 * Removes a lock file that a killed git has left in the trusted repository (F47). Only when it is older than this
 * worker, or was made by a git of this worker that was killed, and no living process works on that repository or has the
 * file open. True when it is out of the way.
 */
export async function clearStaleLock(lock: string, gitDir: string): Promise<boolean> {
  const seen = await look(lock);
  if (seen === null) return true;
  const { mtimeMs } = seen;
  const isLeft = killed.some((call) => call.gitDir === gitDir && call.fromMs <= mtimeMs && mtimeMs <= call.toMs);
  if ((mtimeMs >= startedAtMs && !isLeft) || (await hasHolder(lock, gitDir))) return false;
  // Another worker may have cleared it meanwhile, and its git may have made a new one.
  const again = await look(lock);
  if (again !== null && (again.mtimeMs !== mtimeMs || again.inode !== seen.inode)) return false;
  await unlink(lock).catch(() => undefined);
  return true;
}

async function look(lock: string): Promise<SeenLock | null> {
  const stats = await stat(lock).catch(() => null);
  return stats === null ? null : { mtimeMs: stats.mtimeMs, inode: stats.ino };
}

/**
 * Every git command on the trusted repository has GIT_DIR in its environment, so a living one is seen in /proc, also
 * after it has closed its lock file to rename it. A person's own git has not, but has the file open. Where there is no
 * /proc, nobody can be ruled out and the lock stays.
 */
async function hasHolder(lock: string, gitDir: string): Promise<boolean> {
  const pids = await readdir('/proc').catch(() => null);
  if (pids === null) return true;
  const wanted = `GIT_DIR=${gitDir}`;
  const path = await realpath(lock).catch(() => lock);
  for (const pid of pids) {
    if (!/^\d+$/.test(pid)) continue;
    // Processes of other users can't be read; they can't write to Pawl's home either.
    const env = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (env.split('\0').includes(wanted) || (await hasOpen(pid, path))) return true;
  }
  return false;
}

async function hasOpen(pid: string, path: string): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const descriptor of descriptors) {
    if ((await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')) === path) return true;
  }
  return false;
}
