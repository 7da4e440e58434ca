import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { removeTree } from '../artifacts/remove-tree.js';
import { listIndex } from './checkout-edits.js';
import type { GitOptions } from './git-environment.js';
import { textOf } from './names.js';
import { openCheckout } from './open-checkout.js';

/**
 * The paths that the index of a checkout holds; changes nothing there and runs nothing of it.
 * @throws {NotARepositoryError} @throws {RepositoryError}
 */
export async function trackedPaths(options: GitOptions, folder: string): Promise<ReadonlySet<string>> {
  const scratch = join(options.home, 'repositories', '.drafts', randomBytes(8).toString('hex'));
  try {
    const index = await listIndex(await openCheckout(options, folder, scratch));
    return new Set(index.map(({ path }) => textOf(path)));
  } finally {
    await removeTree(scratch);
  }
}
