import type { Dirent } from 'node:fs';
import { chmod, lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { errorCode } from './error-facts.js';

/** Well below PATH_MAX (4096), so that a name more still fits. */
const longPathBytes = 3500;

/** Files of one folder that are removed side by side. */
const atOnce = 200;

interface Removal {
  readonly root: Buffer;
  readonly stuck: string[];
  lifted: number;
}

/**
 * Removes a folder and all in it, whatever a leaf did to it (F39): modes taken away, names that are no
 * UTF-8, paths longer than the system takes. Never follows a link. Resolves with the paths that could not
 * be removed (immutable files, mounts); absent counts as removed.
 */
export async function removeTree(path: string): Promise<readonly string[]> {
  const removal: Removal = { root: Buffer.from(path), stuck: [], lifted: 0 };
  const stats = await lstat(path).catch(absent);
  if (stats === null) return [];
  if (stats.isDirectory()) await emptyAndRemove(removal, removal.root);
  else await attempt(removal, removal.root, () => unlink(removal.root));
  return removal.stuck;
}

async function emptyAndRemove(removal: Removal, top: Buffer): Promise<void> {
  // A list in place of recursion: a leaf can nest folders deeper than a call stack.
  const open = [top];
  const emptied: Buffer[] = [];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    emptied.push(folder);
    const entries = await entriesOf(removal, folder);
    const path = (entry: Dirent<Buffer>) => Buffer.concat([folder, Buffer.from('/'), entry.name]);
    const files = entries.filter((entry) => !entry.isDirectory()).map(path);
    for (let next = 0; next < files.length; next += atOnce) {
      await Promise.all(files.slice(next, next + atOnce).map((file) => attempt(removal, file, () => unlink(file))));
    }
    for (const child of entries.filter((entry) => entry.isDirectory()).map(path)) {
      open.push(child.length < longPathBytes ? child : await lift(removal, child));
    }
  }
  for (const folder of emptied.reverse()) await attempt(removal, folder, () => rmdir(folder));
}

async function entriesOf(removal: Removal, folder: Buffer): Promise<readonly Dirent<Buffer>[]> {
  const read = () => readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  try {
    // Entries can only be unlinked from a folder that may be written to and searched.
    await chmod(folder, 0o700);
    return await read();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') removal.stuck.push(folder.toString());
    return [];
  }
}

/** Moves a folder that lies too deep to the top of the tree, where its path is short again. */
async function lift(removal: Removal, folder: Buffer): Promise<Buffer> {
  const higher = Buffer.concat([
    removal.root,
    Buffer.from(`/.lifted-${String(process.pid)}-${String(removal.lifted++)}`),
  ]);
  try {
    // Renaming a folder writes its `..`, so it must be writable itself.
    await chmod(folder, 0o700);
    await rename(folder, higher);
    return higher;
  } catch {
    return folder;
  }
}

async function attempt(removal: Removal, path: Buffer, remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') removal.stuck.push(path.toString());
  }
}

function absent(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}
