import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A tree that tests have run in may hold anything: links are not followed, and both counts have an end. */
const mostEntries = 100_000;
const mostDepth = 40;
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Repository-relative paths of plain files below `start` (`''` is the top), sorted. */
export async function filesBelow(root: string, start: string): Promise<readonly string[]> {
  const found: string[] = [];
  let entries = 0;
  const visit = async (folder: string, depth: number): Promise<void> => {
    const list = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of list.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      entries += 1;
      if (entries > mostEntries) return;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && depth < mostDepth && !skipped.has(entry.name)) await visit(path, depth + 1);
    }
  };
  if (await isOwnFolder(root, start)) await visit(start, 0);
  return found;
}

/** No part of the path leads out of the tree by a link. */
async function isOwnFolder(root: string, path: string): Promise<boolean> {
  let at = root;
  for (const part of path === '' ? [] : path.split('/')) {
    at = join(at, part);
    const facts = await lstat(at).catch(() => null);
    if (facts === null || !facts.isDirectory()) return false;
  }
  return true;
}
