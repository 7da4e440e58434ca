import { createRepositories } from '../adapters/git/repositories.js';
import { createRunners } from '../adapters/runners/runners.js';
import type { Config } from '../config.js';
import { runKey } from '../domain/run/names.js';
import { withTestGlobs } from '../domain/files/path-globs.js';
import { looksLikeTest } from '../domain/evidence/test-names.js';
import { parseTestCommand } from '../domain/evidence/test-command.js';
import { NotARepositoryError, RepositoryError, type Repository } from '../ports/repository.js';
import { noteReview } from './review-log.js';
import { readPawlJson } from '../texts/pawl-json.js';

/** What one diff shows at most; the commit itself holds the rest. */
const maxDiffBytes = 512 * 1024;

export interface ReviewPlace {
  readonly origin: string;
  readonly firstRunId: string;
  readonly base: string;
  /** The newest commit that is looked at: later ones are neither shown nor marked. */
  readonly tip: string;
  /** As the run's report shows it; null when unknown. */
  readonly testCommand: string | null;
}

export interface CommitDiff {
  readonly tests: string;
  readonly code: string;
  /** Files that are in neither, since their names are no text. */
  readonly unnamed: number;
}

export interface KnownCommit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly subject: string;
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
}

export type MarkMove =
  | { readonly kind: 'moved' | 'already' }
  /** Somebody else's mark stands where this one can't follow. */
  | { readonly kind: 'elsewhere'; readonly at: string };

/** The commits of a run, and how far a person has read them. */
export interface ReviewBook {
  /** The trusted repository: `git --git-dir <repository> show <sha>`. */
  readonly repository: string;
  /** Null when nobody has reviewed, or when the branch went another way since. */
  readonly mark: string | null;
  /** A mark that is not on this branch any more. */
  readonly lostMark: string | null;
  /** Base to tip, oldest first. */
  readonly commits: readonly KnownCommit[];
  /** Those of them that came after the mark. */
  readonly unread: ReadonlySet<string>;
  diff(commit: KnownCommit): Promise<CommitDiff>;
  /** Moves the mark forward, never back. */
  moveMark(to: string): Promise<MarkMove>;
}

export type ReviewOpening =
  { readonly kind: 'open'; readonly book: ReviewBook } | { readonly kind: 'absent'; readonly why: string };

/** Opens the trusted repository of a run's origin on this machine. */
export async function openReview(config: Config, place: ReviewPlace): Promise<ReviewOpening> {
  const { home, path, gitGlobalConfig, gitPeople, userHome } = config;
  try {
    const all = createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome });
    const repository = await all.open(await all.inspect(place.origin));
    return { kind: 'open', book: await bookOf(repository, place, config.identity) };
  } catch (error) {
    if (error instanceof NotARepositoryError || error instanceof RepositoryError) {
      return { kind: 'absent', why: error.message };
    }
    throw error;
  }
}

async function bookOf(repository: Repository, place: ReviewPlace, by: string): Promise<ReviewBook> {
  const { base, tip } = place;
  const key = runKey(place.firstRunId);
  const seen = await repository.reviewMark(key);
  const isHere = seen !== null && (await repository.isAncestor(seen, tip));
  const commits = await repository.log(base, tip);
  const unread = isHere ? await repository.log(seen, tip) : commits;
  const isTest = await testRule(repository, place);
  return {
    repository: repository.path,
    mark: isHere ? seen : null,
    lostMark: isHere ? null : seen,
    commits,
    unread: new Set(unread.map((commit) => commit.sha)),
    diff: (commit) => diffOf(repository, commit, isTest),
    moveMark: async (to) => {
      const moved = await moveMark(repository, key, to, seen);
      if (moved.kind === 'moved') await noteReview(repository, place, { upTo: to, by, atMs: Date.now() });
      return moved;
    },
  };
}

/** The runner's own rule and pawl.json's patterns, as the run judged its files by; by names alone where no runner is known. */
async function testRule(repository: Repository, place: ReviewPlace): Promise<(path: string) => boolean> {
  const parsed = place.testCommand === null ? null : parseTestCommand(place.testCommand);
  const argv = parsed?.kind === 'command' ? parsed.argv : null;
  const runner = argv === null ? undefined : createRunners().find((one) => one.accepts(argv));
  const read = readPawlJson(await repository.readFile(place.base, 'pawl.json'));
  const globs = read.kind === 'ok' ? read.rules.testFiles : [];
  return withTestGlobs((path) => runner?.isTestFile(path) ?? looksLikeTest(path), globs);
}

async function diffOf(
  repository: Repository,
  { sha, parents }: KnownCommit,
  isTest: (path: string) => boolean,
): Promise<CommitDiff> {
  const [parent] = parents;
  if (parent === undefined) return { tests: '', code: '', unnamed: 0 };
  // Pawl's own marks in the ledger are no part of the work.
  const changed = (await repository.changes(parent, sha))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('.tdd/'));
  const named = changed.filter((path) => !path.includes('\ufffd'));
  const of = (paths: readonly string[]): Promise<string> => repository.diffText(parent, sha, maxDiffBytes, paths);
  const [tests, code] = await Promise.all([of(named.filter(isTest)), of(named.filter((path) => !isTest(path)))]);
  return { tests, code, unnamed: changed.length - named.length };
}

/** Compare-and-swap: two reviewers at once leave the mark where the one who read further put it. */
async function moveMark(repository: Repository, key: string, to: string, seen: string | null): Promise<MarkMove> {
  let from = await repository.reviewMark(key);
  for (;;) {
    if (from !== null && (await repository.isAncestor(to, from))) return { kind: 'already' };
    const follows = from === null || from === seen || (await repository.isAncestor(from, to));
    if (!follows) return { kind: 'elsewhere', at: from ?? '-' };
    const moved = await repository.moveReviewMark(key, to, from);
    if (moved.kind !== 'moved-by-others') return { kind: moved.kind };
    from = moved.actual;
  }
}
