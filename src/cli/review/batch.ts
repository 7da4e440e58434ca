import { readPawlTrailers, type PawlTrailers } from '../../domain/commit/trailers.js';
import type { KnownCommit, ReviewBook } from '../../local/review.js';

/** A step whose test nobody read before its code, with those of its commits that nobody has read since. */
export interface ReviewStep {
  readonly id: string;
  readonly title: string;
  readonly commits: readonly KnownCommit[];
  /** The commit up to which all is read when this step is not: the parent of its first. */
  readonly before: string;
  /** A reviewer sent it back already. */
  readonly isSentBack: boolean;
}

export interface Batch {
  readonly steps: readonly ReviewStep[];
  /** Unread steps whose test a person let through the gate. */
  readonly gated: readonly string[];
  /** Every step that is done, by id: what can be sent back. */
  readonly done: readonly string[];
}

/** Commits that hold a step's work: the critic's mends belong to the step they name. */
const workPhases: ReadonlySet<string> = new Set(['green', 'refactor', 'critic']);

interface OwnCommit {
  readonly commit: KnownCommit;
  readonly pawl: PawlTrailers;
}

/**
 * The ungated steps since the last review, from the run's own commits: the gear stands on the green commit, and the
 * refactoring of a step belongs to it whatever gear it was made under (R-000-02, C-25).
 */
export function batchOf(book: Pick<ReviewBook, 'commits' | 'unread'>, firstRunId: string): Batch {
  const all = book.commits.flatMap((commit): readonly OwnCommit[] => {
    const pawl = readPawlTrailers(commit.trailers);
    return pawl === null || pawl.task === null ? [] : [{ commit, pawl }];
  });
  const own = all.filter(({ pawl }) => pawl.run === firstRunId);
  const greens = new Map(own.filter(isGreen).map((one) => [one.pawl.task ?? '', one]));
  const work = own.filter(({ pawl }) => workPhases.has(pawl.phase));
  const unread = work.filter(({ commit }) => book.unread.has(commit.sha));
  const ids = [...new Set(unread.map(({ pawl }) => pawl.task ?? ''))];
  const isUngated = (id: string): boolean => greens.get(id)?.pawl.gear === 'review-after';
  const steps = ids.filter(isUngated).map((id): ReviewStep => {
    const commits = unread.filter(({ pawl }) => pawl.task === id).map(({ commit }) => commit);
    const [first] = commits;
    return {
      id,
      title: titleOf(greens.get(id)?.commit ?? first),
      commits,
      before: first?.parents[0] ?? '',
      isSentBack: own.some(({ pawl }) => pawl.task === id && pawl.phase === 'plan'),
    };
  });
  const done = [...new Set(all.filter(isGreen).map(({ pawl }) => pawl.task ?? ''))];
  return { steps, gated: ids.filter((id) => !isUngated(id)), done };
}

function isGreen({ pawl }: OwnCommit): boolean {
  return pawl.phase === 'green';
}

function titleOf(commit: KnownCommit | undefined): string {
  return commit?.subject.replace(/^[a-z]+: /, '') ?? '';
}

/** How far the mark may go: to the tip, or up to the first step that is still to be reviewed. */
export function markFor(batch: Batch, tip: string, reviewed: ReadonlySet<string>): string {
  return batch.steps.find((step) => !reviewed.has(step.id))?.before ?? tip;
}
