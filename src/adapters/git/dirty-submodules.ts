import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { RepositoryError } from '../../ports/repository.js';
import { listIndex, readEdits, type IndexEntry } from './checkout-edits.js';
import type { GitOptions } from './git-environment.js';
import { textOf } from './names.js';
import { openCheckout } from './open-checkout.js';

/** Nobody nests deeper; a bound all the same. */
const maxDepth = 10;

export interface Superproject {
  readonly options: GitOptions;
  readonly top: string;
  readonly index: readonly IndexEntry[];
  /** An empty folder of ours. */
  readonly scratch: string;
}

/**
 * Submodules whose tracked content was edited, by their paths. `git diff` would start a git inside each, under
 * that one's settings; here each has a stand-in of its own. Untracked files in them don't count, as in git.
 */
export async function dirtySubmodules(outer: Superproject, depth = 1): Promise<readonly string[]> {
  const { top, index, scratch } = outer;
  const names = index.filter(({ mode }) => mode === '160000').map(({ path }) => textOf(path));
  if (names.length > 0 && depth > maxDepth) {
    throw new RepositoryError('other', `${top}: submodules are nested more than ${String(maxDepth)} deep`);
  }
  const dirty: string[] = [];
  for (const [at, name] of [...new Set(names)].entries()) {
    const inner = { ...outer, top: join(top, name), scratch: join(scratch, `submodule-${String(at)}`) };
    if (await isDirty(inner, depth)) dirty.push(name);
  }
  return dirty;
}

async function isDirty({ options, top, scratch }: Omit<Superproject, 'index'>, depth: number): Promise<boolean> {
  // Not checked out: nothing to look at. Git's discovery would go on to the repository around it.
  if ((await lstat(join(top, '.git')).catch(() => null)) === null) return false;
  const checkout = await openCheckout(options, top, scratch);
  if (checkout.place.top !== top) return false;
  const edits = await readEdits(checkout, 'no');
  if (edits.some(({ isStaged, change }) => isStaged || change !== null)) return true;
  const index = await listIndex(checkout);
  return (await dirtySubmodules({ options, top, index, scratch }, depth + 1)).length > 0;
}
