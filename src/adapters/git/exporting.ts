import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RepositoryError, type ObjectId } from '../../ports/repository.js';
import { objectId } from './names.js';
import { atOrBelow, byText } from './path-rules.js';
import { layThrowAwayGit } from './throw-away-git.js';
import { listTree } from './tree-entries.js';
import type { Trusted } from './trusted.js';

type Except = readonly string[] | ((path: string) => boolean);

/** By read-tree and checkout-index: `git archive` would obey export-ignore and export-subst (D10). */
export async function exportTree(trusted: Trusted, tree: ObjectId, folder: string, except: Except = []): Promise<void> {
  await makeEmpty(folder);
  await trusted.withTemporary(async (own) => {
    const index = join(own, 'index');
    const call = { index, workTree: folder };
    const reading = trusted.must(['read-tree', '--end-of-options', objectId(tree)], { index });
    if (typeof except !== 'function' && except.length === 0) {
      await reading;
      await trusted.must(['checkout-index', '--all', '--force', '--quiet'], call);
      return;
    }
    const [entries] = await Promise.all([listTree(trusted, tree), reading]);
    const isLeft = typeof except === 'function' ? byText(except) : atOrBelow(except);
    const kept = entries.filter((entry) => !isLeft(entry.path));
    const input = Buffer.from(kept.map((entry) => `${entry.path}\0`).join(''), 'latin1');
    await trusted.must(['checkout-index', '--force', '--quiet', '-z', '--stdin'], { ...call, input });
  });
}

/**
 * The workspace's own index knows the files as they lie there, so that the leaf's `git status` is clean, or shows
 * what was staged since `head`.
 */
export async function layWorkspace(
  trusted: Trusted,
  tree: ObjectId,
  folder: string,
  head: ObjectId = tree,
): Promise<void> {
  await makeEmpty(folder);
  await trusted.withTemporary(async (own) => {
    const index = join(own, 'index');
    const checkOut = async () => {
      await trusted.must(['read-tree', '--end-of-options', objectId(tree)], { index });
      await trusted.must(['checkout-index', '--all', '--force', '--quiet', '--index'], { index, workTree: folder });
    };
    await Promise.all([checkOut(), layThrowAwayGit(trusted, { tree: objectId(tree), head: objectId(head) }, folder)]);
    await copyFile(index, join(folder, '.git/index'));
  });
}

async function makeEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const present = await readdir(folder);
  if (present.length === 0) return;
  const expected = 'Expected an empty folder, or none.';
  throw new RepositoryError('other', `${folder} is not empty: ${present.slice(0, 5).join(', ')}. ${expected}`);
}
