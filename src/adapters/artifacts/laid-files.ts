import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaidFile } from '../../domain/leaf/manifest-list.js';
import { errorCode } from './error-facts.js';

/** Files of one folder that are looked at side by side. */
const atOnce = 100;
/** Of files that no tree names: a cache of thousands of files, or one of many MiB, is counted and not read. */
const mostRead = 2_000;
const largestRead = 4 * 1024 * 1024;

/**
 * All files and links below a folder, before a leaf starts in it; empty when it is not there. Content is read only of
 * what `known` does not hold: git laid the others from blobs that the tree names. A `.git` at the top is one entry, since
 * it is thrown away and holds one commit of the same tree.
 */
export async function laidFiles(folder: string, known: ReadonlySet<string>): Promise<readonly LaidFile[]> {
  const found: LaidFile[] = [];
  // Names are bytes, one letter each: one that is no UTF-8 would not be found again by its text (F60).
  const top = Buffer.from(folder).toString('latin1');
  let read = 0;
  const fileAt = async (name: string): Promise<LaidFile> => {
    const path = textOf(name);
    const full = bytesOf(join(top, name));
    const facts = await lstat(full);
    const { size: bytes } = facts;
    const mode = facts.isSymbolicLink()
      ? '120000'
      : facts.isFile()
        ? (facts.mode & 0o100) === 0
          ? '100644'
          : '100755'
        : '000000';
    if (known.has(path) || mode === '000000') return { path, mode, bytes, sha256: null };
    read += 1;
    if (read > mostRead || bytes > largestRead) return { path, mode, bytes, sha256: null };
    return { path, mode, bytes, sha256: sha256(mode === '120000' ? await readlink(full) : await readFile(full)) };
  };
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const files: string[] = [];
    for (const entry of await entriesOf(join(top, at))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (path === '.git' && entry.isDirectory())
        found.push({ path: textOf(path), mode: '040000', bytes: 0, sha256: null });
      else if (entry.isDirectory()) open.push(path);
      else files.push(path);
    }
    for (let next = 0; next < files.length; next += atOnce)
      found.push(...(await Promise.all(files.slice(next, next + atOnce).map(fileAt))));
  }
  return found;
}

function bytesOf(name: string): Buffer {
  return Buffer.from(name, 'latin1');
}

function textOf(name: string): string {
  return bytesOf(name).toString('utf8');
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(bytesOf(folder), { withFileTypes: true, encoding: 'latin1' }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
