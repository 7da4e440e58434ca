import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HandFile, HandPlace } from '../../ports/hand-files.js';
import { errorCode, errorWords } from '../artifacts/error-facts.js';
import { linkOnTheWay } from './folders.js';

/** Far more than a person writes into such a file. */
export const longestBytes = 64 * 1024;

export async function readHandFile(place: HandPlace): Promise<HandFile> {
  const path = join(place.origin, place.file);
  try {
    const facts = await lstat(path, { bigint: true });
    const link = await linkOnTheWay(place.origin, dirname(place.file));
    if (link !== null) return unreadable(facts, `behind ${link}`, `lies behind the link ${link}`);
    if (facts.isSymbolicLink()) return unreadable(facts, `link ${await readlink(path)}`, 'is a symbolic link');
    if (!facts.isFile()) return unreadable(facts, kindOf(facts), `is ${kindOf(facts)}`);
    return await readContent(path);
  } catch (error) {
    if (isAbsence(error)) return { kind: 'absent', goneAtMs: await goneAt(path) };
    // Nobody knows since when: counted as new, which is the careful way.
    const why = `can't be read (${errorWords(error)})`;
    return { kind: 'unreadable', digest: digestOf(errorCode(error)), changedAtMs: Date.now(), why };
  }
}

/** What was looked at as a file may be a pipe by now: opening and reading must not wait for its other end. */
async function readContent(path: string): Promise<HandFile> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const facts = await handle.stat({ bigint: true });
    if (!facts.isFile()) return unreadable(facts, kindOf(facts), `is ${kindOf(facts)}`);
    const bytes = await readUpTo(handle, longestBytes + 1);
    if (bytes.length > longestBytes) {
      return unreadable(facts, `long ${facts.size} ${facts.mtimeNs}`, `is longer than ${longestBytes} bytes`);
    }
    const digest = digestOf(bytes);
    const changedAtMs = changedAt(facts);
    const text = textOf(bytes);
    if (text === null) return { kind: 'unreadable', digest, changedAtMs, why: 'is not UTF-8' };
    return { kind: 'text', digest, changedAtMs, text };
  } finally {
    await handle.close();
  }
}

async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.alloc(most);
  let filled = 0;
  while (filled < most) {
    const { bytesRead } = await handle.read(buffer, filled, most - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** By inode and time, so that `touch` and a file made anew are another version, whatever it says. */
export async function findHandFile(place: HandPlace): Promise<string | null> {
  try {
    const { ino, mtimeNs, size, mode } = await lstat(join(place.origin, place.file), { bigint: true });
    return digestOf([ino, mtimeNs, size, mode].join(' '));
  } catch {
    return null;
  }
}

/** The time of the inode's last change: a version that was moved or copied here with an older date came here then. */
function changedAt(facts: BigIntStats): number {
  return Number(facts.ctimeMs);
}

/** A folder's own time moves when an entry is taken out of it. */
async function goneAt(path: string): Promise<number | null> {
  const folder = await lstat(dirname(path)).catch(() => null);
  return folder?.isDirectory() === true ? folder.mtimeMs : null;
}

function unreadable(facts: BigIntStats, version: string, why: string): HandFile {
  return { kind: 'unreadable', digest: digestOf(version), changedAtMs: changedAt(facts), why };
}

function kindOf(facts: BigIntStats): string {
  if (facts.isDirectory()) return 'a folder';
  if (facts.isFIFO()) return 'a pipe';
  if (facts.isSocket()) return 'a socket';
  return facts.isSymbolicLink() ? 'a symbolic link' : 'no file';
}

export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}
