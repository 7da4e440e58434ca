import type { CriticBrief } from '../domain/leaf/briefs.js';
import { boundedDiff, type BoundedDiff, type LeftOut } from '../domain/review/diff-text.js';
import type { Repository } from '../ports/repository.js';

type Reading = Pick<Repository, 'changes' | 'diffText'>;

const maxRawBytes = 8 * 1024 * 1024;
/** What of the diff stands in the prompt; the critic can read the rest in its folder. */
const maxDiffChars = 200_000;
/** More would not fit a command line. */
const mostPaths = 1_000;

/**
 * The whole diff from the base commit to the tip, Pawl's own ledger left out (R-004-34): whole files as long as they
 * fit, all others by name and line counts.
 */
export async function wholeDiff(
  repository: Reading,
  { base, tree, ledgerPath }: { readonly base: string; readonly tree: string; readonly ledgerPath: string },
): Promise<Pick<CriticBrief, 'diff' | 'leftOut'>> {
  const changes = await repository.changes(base, tree);
  const paths = changes.map(({ path }) => path).filter((path) => path !== ledgerPath);
  const asked = paths.slice(0, mostPaths);
  const bounded = boundedDiff(await repository.diffText(base, tree, maxRawBytes, asked), maxDiffChars);
  return { diff: bounded.diff, leftOut: [...bounded.leftOut, ...unseen(bounded, paths)] };
}

/** Past the first 8 MiB, or the first 1,000 files: named all the same, without counts that nobody took. */
function unseen({ files, leftOut }: BoundedDiff, paths: readonly string[]): readonly LeftOut[] {
  if (files === paths.length) return [];
  const named = new Set(leftOut.map(({ path }) => path));
  return paths.slice(files).flatMap((path) => (named.has(path) ? [] : [{ path, added: null, removed: null }]));
}
