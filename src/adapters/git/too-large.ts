import type { BytePath } from './names.js';
import type { TreeEntry } from './tree-entries.js';
import type { Trusted } from './trusted.js';
import type { Found, Problem } from './walk.js';

const maxFileBytes = 64 * 1024 * 1024;
const maxTotalBytes = 512 * 1024 * 1024;

/** Sizes beyond what a leaf may add (F40: a sparse file of 4 GB). What the base has already does not count. */
export async function tooLarge(
  trusted: Trusted,
  files: readonly Found[],
  tracked: ReadonlyMap<BytePath, TreeEntry>,
): Promise<readonly Problem[]> {
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const large = files.filter((file) => file.bytes > maxFileBytes);
  if (large.length === 0 && total <= maxTotalBytes) return [];
  const before = await sizesIn(trusted, [...tracked.values()]);
  const grown = large.filter((file) => file.bytes !== before.get(file.path));
  const growth = total - [...before.values()].reduce((sum, bytes) => sum + bytes, 0);
  return [
    ...grown.map(({ path, bytes }) => ({ path, why: `is too large: ${String(bytes)} bytes, at most 64 MiB` })),
    ...(growth > maxTotalBytes ? [{ path: '', why: `${String(growth)} bytes were added, at most 512 MiB` }] : []),
  ];
}

async function sizesIn(trusted: Trusted, entries: readonly TreeEntry[]): Promise<ReadonlyMap<BytePath, number>> {
  const input = entries.map((entry) => `${entry.id}\n`).join('');
  const lines = (await trusted.text(['cat-file', '--batch-check=%(objectsize)'], { input })).split('\n');
  return new Map(entries.map((entry, at) => [entry.path, Number(lines[at] ?? 0)]));
}
