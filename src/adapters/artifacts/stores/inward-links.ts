import { readdir, readlink, symlink, unlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * The links in an entry that lead into the tree and not into what was made, as the links of a workspace to its own
 * packages do. Links that name the setup's folder are made relative on the way: that folder goes away.
 */
export async function inwardLinks(
  { work, made }: { readonly work: string; readonly made: readonly string[] },
  entry: string,
): Promise<readonly string[]> {
  const inward: string[] = [];
  const top = join(work, entry);
  const open = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    // What is no folder has no links in it.
    for (const child of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, child.name);
      if (child.isDirectory()) open.push(path);
      if (!child.isSymbolicLink()) continue;
      const target = await relativeTarget(work, path);
      const inTree = relative(work, resolve(dirname(path), target));
      const leadsOut = inTree === '..' || inTree.startsWith(`..${sep}`);
      const isMade = made.some((one) => inTree === one || inTree.startsWith(`${one}/`));
      if (!leadsOut && !isMade && !isAbsolute(target)) inward.push(relative(top, path));
    }
  }
  return inward.sort();
}

async function relativeTarget(work: string, path: string): Promise<string> {
  const target = await readlink(path);
  if (target !== work && !target.startsWith(`${work}/`)) return target;
  const shorter = relative(dirname(path), target) || '.';
  await unlink(path);
  await symlink(shorter, path);
  return shorter;
}

/** Links of a folder that lead out of it by a relative way lead to the same place from anywhere: the programs of a HOME do. */
export async function fixLinks(home: string, folder: string): Promise<void> {
  for (const child of await readdir(join(home, folder), { withFileTypes: true })) {
    if (!child.isSymbolicLink()) continue;
    const path = join(home, folder, child.name);
    const target = resolve(dirname(path), await readlink(path));
    if (target.startsWith(`${home}/`)) continue;
    await unlink(path);
    await symlink(target, path);
  }
}
