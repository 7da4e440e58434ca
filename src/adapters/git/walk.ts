import type { Dirent, Stats } from 'node:fs';
import { chmod, lstat, readdir, readlink } from 'node:fs/promises';
import { errorCode } from '../artifacts/error-facts.js';
import { bytesOf, isDotGit, isUtf8, textOf, type BytePath } from './names.js';

/** A regular file or a link of a workspace. */
export interface Found {
  readonly path: BytePath;
  readonly bytes: number;
  /** Target of a link; null for a file. */
  readonly link: BytePath | null;
}

/** Something git can't or must not carry; `path` decides whether it counts, for ignored paths don't. */
export interface Problem {
  readonly path: BytePath;
  readonly why: string;
}

/** What a walk has seen so far. */
export interface Walked {
  readonly files: Found[];
  readonly problems: Problem[];
  /** Files and folders whose mode hid their content and was changed (F39). */
  readonly opened: BytePath[];
  entries: number;
}

export interface WalkPlan {
  readonly root: string;
  /** Is this file, or a file in this folder, in the base tree? Such a name is taken as it is. */
  knows(path: BytePath): boolean;
  /** Is the folder entered in this walk? */
  enters(folder: BytePath): boolean;
  /** A folder that is not entered. */
  onNewFolder(folder: BytePath): void;
  /** The walk ends early when this many entries were seen. */
  readonly maxEntries: number;
}

/** With the root before it and a name after it, a path must stay below the system's 4096 bytes. */
const maxPathBytes = 4095;
const atOnce = 64;

/**
 * Looks at names and types only, follows no link and opens no file (F40: a FIFO would wait for ever). Bounded
 * in entries and path length.
 */
export async function walk(plan: WalkPlan, from: readonly BytePath[], into: Walked): Promise<void> {
  const root = Buffer.from(plan.root).toString('latin1');
  const open = [...from];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const at = folder === '' ? root : `${root}/${folder}`;
    const entries = await entriesOf(at, folder, into);
    into.entries += entries.length;
    if (into.entries > plan.maxEntries) return;
    const files: BytePath[] = [];
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const why = refusal(entry, folder, root.length + 1 + path.length, plan.knows(path));
      if (folder === '' && entry.name === '.git') continue;
      if (why !== null) into.problems.push({ path, why });
      else if (!entry.isDirectory()) files.push(path);
      else if (plan.enters(path)) open.push(path);
      else plan.onNewFolder(path);
    }
    for (let next = 0; next < files.length; next += atOnce) {
      const looks = files.slice(next, next + atOnce).map((path) => look(`${root}/${path}`, path, into));
      into.files.push(...(await Promise.all(looks)).filter((found) => found !== null));
    }
  }
}

async function entriesOf(at: BytePath, folder: BytePath, into: Walked): Promise<readonly Dirent[]> {
  const bytes = bytesOf(at);
  try {
    const { mode } = await lstat(bytes);
    if ((mode & 0o500) !== 0o500) {
      await chmod(bytes, (mode & 0o777) | 0o700);
      into.opened.push(folder);
    }
    return await readdir(bytes, { withFileTypes: true, encoding: 'latin1' });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') into.problems.push({ path: folder, why: `can't be read (${errorCode(error)})` });
    return [];
  }
}

function refusal(entry: Dirent, folder: BytePath, length: number, known: boolean): string | null {
  if (length > maxPathBytes) return 'is longer than 4096 bytes as a path';
  if (isDotGit(textOf(entry.name)))
    return folder === '' ? 'is another spelling of .git' : 'is a repository inside the tree';
  if (!known && !isUtf8(entry.name)) return 'has a name that is not valid UTF-8';
  if (entry.isFIFO()) return 'is a FIFO';
  if (entry.isSocket()) return 'is a socket';
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return 'is a device';
  return entry.isDirectory() || entry.isFile() || entry.isSymbolicLink() ? null : 'is neither file, link nor folder';
}

async function look(at: BytePath, path: BytePath, into: Walked): Promise<Found | null> {
  const bytes = bytesOf(at);
  try {
    const stats = await lstat(bytes);
    if (stats.isSymbolicLink()) {
      const link = (await readlink(bytes, { encoding: 'buffer' })).toString('latin1');
      return { path, bytes: link.length, link };
    }
    await makeReadable(bytes, stats, path, into);
    return { path, bytes: stats.size, link: null };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') into.problems.push({ path, why: `can't be read (${errorCode(error)})` });
    return null;
  }
}

/** Adds the owner's right to read; what git keeps of a mode, the owner's x, stays. */
async function makeReadable(at: Buffer, stats: Stats, path: BytePath, into: Walked): Promise<void> {
  if ((stats.mode & 0o400) !== 0) return;
  await chmod(at, (stats.mode & 0o777) | 0o400);
  into.opened.push(path);
}

/**
 * Does a link at this path lead out of the tree? Only `../` at its start and then names going down are
 * taken: a `..` further on could pass through another link, so that its end can't be told from the text.
 */
export function leadsOut(path: BytePath, target: BytePath): boolean {
  if (target.startsWith('/')) return true;
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const down = parts.findIndex((part) => part !== '..');
  const up = down < 0 ? parts.length : down;
  const depth = path.split('/').length - 1;
  return up > depth || parts.slice(up).includes('..') || parts.slice(up).some((part) => isDotGit(textOf(part)));
}
