import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Change } from '../../ports/repository.js';
import { removeTree } from '../artifacts/remove-tree.js';
import { findBase, type FoundBase } from './base-ref.js';
import { listIndex, readEdits } from './checkout-edits.js';
import { dirtySubmodules } from './dirty-submodules.js';
import type { GitOptions } from './git-environment.js';
import { objectId, textOf } from './names.js';
import { openCheckout, type OpenCheckout } from './open-checkout.js';
import { parseChanges } from './tree-entries.js';

/** A checkout against the point where its branch left the base (R-004-10), without renames (R-004-11). */
export interface ChangeSet {
  /** Top of the work tree; paths below are relative to it, from wherever one looks (R-004-12). */
  readonly top: string;
  readonly base: FoundBase;
  /** Committed, staged and unstaged changes, one a path. */
  readonly tracked: readonly Change[];
  /** Not ignored ones. */
  readonly untracked: readonly Change[];
  /** Tracked paths that git was told not to look at: their edits can't be seen. */
  readonly hidden: readonly string[];
}

/**
 * Reads a work tree as `git diff` from the merge base to the index and to the files does, and runs nothing that
 * the repository names: no hook, filter, fsmonitor or textconv (D1). Changes nothing there.
 *
 * @throws {NotARepositoryError} @throws {RepositoryError} when nothing can be judged, with what was expected
 */
export async function changesSince(options: GitOptions, folder: string, base: string | null): Promise<ChangeSet> {
  const scratch = join(options.home, 'repositories', '.drafts', randomBytes(8).toString('hex'));
  try {
    const checkout = await openCheckout(options, folder, scratch);
    return await compare(options, checkout, base, scratch);
  } finally {
    await removeTree(scratch);
  }
}

async function compare(
  options: GitOptions,
  checkout: OpenCheckout,
  typed: string | null,
  scratch: string,
): Promise<ChangeSet> {
  const { standIn, place } = checkout;
  const base = await findBase(checkout, typed);
  const args = ['diff-index', '--cached', '-z', '--raw', '--no-renames', '--no-abbrev', '--ignore-submodules=dirty'];
  const [staged, index] = await Promise.all([
    standIn.must([...args, '--end-of-options', objectId(base.mergeBase)]),
    listIndex(checkout),
  ]);
  const edits = await readEdits(checkout, 'all');
  const of = (isTracked: boolean): readonly Change[] =>
    edits.flatMap((edit) => (edit.change !== null && edit.isTracked === isTracked ? [edit.change] : []));
  const dirty = (await dirtySubmodules({ options, top: place.top, index, scratch })).map((path): Change => ({
    kind: 'modified',
    path,
    mode: '160000',
  }));
  return {
    top: place.top,
    base,
    // Merge base to index and index to files: together the paths that differ between merge base and either.
    tracked: together(parseChanges(staged), [...of(true), ...dirty]),
    untracked: of(false),
    hidden: index.filter(({ isHidden }) => isHidden).map(({ path }) => textOf(path)),
  };
}

/** One change a path, told from the merge base: a new file stays new when it is edited again. */
function together(staged: readonly Change[], edited: readonly Change[]): readonly Change[] {
  const all = new Map(edited.map((change) => [change.path, change]));
  for (const change of staged) {
    const later = all.get(change.path);
    const isGone = later?.kind === 'deleted' && change.kind === 'modified';
    all.set(change.path, isGone ? later : { ...change, mode: later?.mode ?? change.mode });
  }
  return [...all.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}
