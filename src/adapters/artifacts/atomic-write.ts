import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file as a whole: whoever reads sees the old bytes or the new ones, also after `kill -9` or a
 * power cut. The folder must exist. A link at `path` is replaced, never followed.
 */
export async function writeAtomically(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const draft = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(draft, 'wx', mode);
    try {
      // The mode at `open` loses what the process's umask takes away.
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes a rename in this folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
