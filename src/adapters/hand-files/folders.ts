import { chown, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../artifacts/error-facts.js';

/** The folders from the origin's top down to `folder`, repository-relative, the outermost first. */
function foldersOn(folder: string): readonly string[] {
  const parts = folder.split('/').filter((part) => part !== '' && part !== '.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The first folder on the way that is a link, repository-relative; null when none is. */
export async function linkOnTheWay(origin: string, folder: string): Promise<string | null> {
  for (const step of foldersOn(folder)) {
    const facts = await lstat(join(origin, step));
    if (facts.isSymbolicLink()) return step;
  }
  return null;
}

/**
 * Makes the folders on the way that are missing, for the owner of the checkout.
 * @throws an error with words for people when something else stands there
 */
export async function makeFolders(origin: string, folder: string): Promise<void> {
  for (const step of foldersOn(folder)) {
    const path = join(origin, step);
    try {
      await mkdir(path, { mode: 0o755 });
      const { uid, gid } = await lstat(origin);
      await chown(path, uid, gid).catch(() => undefined);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const facts = await lstat(path);
    if (facts.isSymbolicLink()) throw new Error(`${step} is a symbolic link, expected a folder`);
    if (!facts.isDirectory()) throw new Error(`${step} is no folder`);
  }
}
