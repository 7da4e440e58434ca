import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../embedded/atomic-file.js';
import { identify, isAlive, ProcessIdentity } from '../../embedded/process-identity.js';

export interface WorkerFiles {
  readonly folder: string;
  /** Holds pid and start time, because a pid alone may be somebody else's by now. */
  readonly pidFile: string;
  readonly log: string;
  readonly lock: string;
}

export function workerFiles(home: string): WorkerFiles {
  const folder = join(home, 'worker');
  const file = (name: string): string => join(folder, name);
  return { folder, pidFile: file('worker.json'), log: file('worker.log'), lock: file('lock') };
}

/** The worker in the background of this home; null when there is none, and a stale file is taken away. */
export async function backgroundWorker(home: string): Promise<ProcessIdentity | null> {
  const { pidFile } = workerFiles(home);
  const text = await readFile(pidFile, 'utf8').catch(() => null);
  if (text === null) return null;
  const known = parse(text);
  if (known !== null && (await isAlive(known))) return known;
  await rm(pidFile, { force: true });
  return null;
}

export async function keepWorker(home: string, pid: number): Promise<void> {
  const { folder, pidFile } = workerFiles(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await identify(pid);
  if (known !== null) await writeFileAtomic(pidFile, `${JSON.stringify(known)}\n`);
}

function parse(text: string): ProcessIdentity | null {
  try {
    return ProcessIdentity.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
