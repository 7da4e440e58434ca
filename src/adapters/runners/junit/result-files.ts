import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { matchesGlob } from '../../../domain/files/path-globs.js';
import { filesBelow } from './walk.js';

/** Parsing takes a second for each 5 MiB, in which this worker does nothing else. */
const mostFileBytes = 16 * 1024 * 1024;
const mostBytes = 64 * 1024 * 1024;
const mostFiles = 5_000;

export type ResultFiles =
  | { readonly kind: 'files'; readonly files: readonly { readonly path: string; readonly text: string }[] }
  | { readonly kind: 'none'; readonly old: readonly string[] }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * The result files that this run wrote. One that lay in the tree before is no result of it: its status was changed
 * before the command was started, which no program can make undone.
 * @param startedNs time of the file system, nanoseconds
 */
export async function readResultFiles(root: string, globs: readonly string[], startedNs: bigint): Promise<ResultFiles> {
  const paths = await matching(root, globs);
  if (paths.length > mostFiles) return { kind: 'refused', why: `there are more than ${mostFiles} result files` };
  const files: { path: string; text: string }[] = [];
  const old: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const read = await readPlain(join(root, path), startedNs);
    if (read.kind === 'old') old.push(path);
    if (read.kind === 'refused') return { kind: 'refused', why: `${path} ${read.why}` };
    if (read.kind !== 'text') continue;
    bytes += read.text.length;
    if (bytes > mostBytes) return { kind: 'refused', why: `they are larger than ${mostBytes / 1024 / 1024} MiB` };
    files.push({ path, text: read.text });
  }
  return files.length === 0 ? { kind: 'none', old } : { kind: 'files', files };
}

async function matching(root: string, globs: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(globs.map((glob) => filesBelow(root, fixedPart(glob))));
  return [...new Set(found.flatMap((paths, at) => paths.filter((path) => matchesGlob(path, globs[at] ?? ''))))];
}

/** The folders of a glob before its first star. */
function fixedPart(glob: string): string {
  const parts = glob.split('/').slice(0, -1);
  const star = parts.findIndex((part) => part.includes('*'));
  return (star === -1 ? parts : parts.slice(0, star)).join('/');
}

type PlainText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'old' | 'gone' }
  | { readonly kind: 'refused'; readonly why: string };

async function readPlain(path: string, startedNs: bigint): Promise<PlainText> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return { kind: 'gone' };
  }
  try {
    const facts = await handle.stat({ bigint: true });
    if (!facts.isFile()) return { kind: 'gone' };
    if (facts.ctimeNs <= startedNs) return { kind: 'old' };
    if (facts.size > BigInt(mostFileBytes)) {
      return { kind: 'refused', why: `is larger than ${mostFileBytes / 1024 / 1024} MiB` };
    }
    return { kind: 'text', text: await handle.readFile('utf8') };
  } finally {
    await handle.close();
  }
}
