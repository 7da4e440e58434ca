import { createRepositories } from '../adapters/git/repositories.js';
import type { Config } from '../config.js';
import { runKey } from '../domain/run/names.js';
import { NotARepositoryError, RepositoryError, type Repository } from '../ports/repository.js';

/** Somebody read a run's commits up to this one. */
export interface ReviewEntry {
  readonly upTo: string;
  /** As that person's `pawl` calls itself. */
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/**
 * Beside the mark, which knows only how far a review went: a chain of commits on the run's base, one for each review,
 * that tells who made it and when. It lies where the mark lies, and is never pushed.
 */
const logKey = (firstRunId: string): string => `${runKey(firstRunId)}-log`;

const keys = { upTo: 'Pawl-Reviewed', by: 'Pawl-Reviewer', at: 'Pawl-Reviewed-At' } as const;

export interface ReviewedRun {
  readonly firstRunId: string;
  readonly base: string;
}

export async function noteReview(
  repository: Repository,
  { firstRunId, base }: ReviewedRun,
  { upTo, by, atMs }: ReviewEntry,
): Promise<void> {
  const key = logKey(firstRunId);
  const name = by.replace(/\s+/g, ' ').trim().slice(0, 200);
  const trailers = `${keys.upTo}: ${upTo}\n${keys.by}: ${name}\n${keys.at}: ${new Date(atMs).toISOString()}`;
  // Two reviewers at once: the second one's entry goes on top of the first one's.
  for (let tries = 0; tries < 5; tries += 1) {
    const last = await repository.reviewMark(key);
    const sha = await repository.writeCommit({
      tree: await repository.treeOf(upTo),
      parent: last ?? base,
      message: `reviewed up to ${upTo.slice(0, 12)}\n\n${trailers}\n`,
      author: { name: 'Pawl', email: 'pawl@localhost' },
      atMs,
    });
    if ((await repository.moveReviewMark(key, sha, last)).kind !== 'moved-by-others') return;
  }
}

/** By commit: who was the first to read it, as far as it was read; empty where this host knows nothing of it. */
export async function readersOf(
  config: Config,
  { firstRunId, base, origin }: ReviewedRun & { readonly origin: string },
): Promise<ReadonlyMap<string, Omit<ReviewEntry, 'upTo'>>> {
  const { home, path, gitGlobalConfig, gitPeople, userHome } = config;
  const readers = new Map<string, Omit<ReviewEntry, 'upTo'>>();
  try {
    const all = createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome });
    const repository = await all.open(await all.inspect(origin));
    for (const { upTo, by, atMs } of await entriesOf(repository, { firstRunId, base })) {
      if ((await repository.commitAt(upTo)) === null) continue;
      for (const { sha } of await repository.log(base, upTo)) if (!readers.has(sha)) readers.set(sha, { by, atMs });
    }
  } catch (error) {
    if (!(error instanceof NotARepositoryError) && !(error instanceof RepositoryError)) throw error;
  }
  return readers;
}

/** Oldest first. */
async function entriesOf(repository: Repository, { firstRunId, base }: ReviewedRun): Promise<readonly ReviewEntry[]> {
  const tip = await repository.reviewMark(logKey(firstRunId));
  if (tip === null) return [];
  return (await repository.log(base, tip)).flatMap(({ trailers }) => {
    const value = (key: string): string => trailers.findLast((one) => one.key === key)?.value ?? '';
    const atMs = Date.parse(value(keys.at));
    if (!/^[0-9a-f]{40,64}$/.test(value(keys.upTo)) || Number.isNaN(atMs)) return [];
    return [{ upTo: value(keys.upTo), by: value(keys.by), atMs }];
  });
}
