import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What was made in a folder that was laid from a tree: the topmost paths that the tree does not have, such as
 * `node_modules` and `packages/a/node_modules`. With `keeps`, only those on whose path one of the names stands.
 */
export async function madeEntries(
  work: string,
  tracked: readonly string[],
  keeps: readonly string[] | null,
): Promise<readonly string[]> {
  const files = new Set(tracked);
  const folders = new Set(tracked.flatMap(parentsOf));
  const kept = new Set(keeps ?? []);
  const made: string[] = [];
  const open = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of await readdir(join(work, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (path === '.git' || files.has(path)) continue;
      if (folders.has(path) && entry.isDirectory()) open.push(path);
      else if (keeps === null || path.split('/').some((part) => kept.has(part))) made.push(path);
    }
  }
  return made.sort();
}

function parentsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}
