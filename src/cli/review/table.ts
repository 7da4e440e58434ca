import type { RunReport } from '../../contract/result.js';
import { parseReview, type ReviewTrailer } from '../../domain/commit/review-trailer.js';
import type { StepCommit } from '../render/report.js';

/** Who read a commit after it was made, and when. */
export interface ReadLater {
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** A step and who saw its test when: R-000 names the step that nobody saw as its own weakness. */
export interface ReviewRow {
  readonly step: string;
  readonly gear: string;
  /** The first characters of its hash; null for a step without a test of its own. */
  readonly test: string | null;
  readonly before: BeforeCode;
  /** Null as long as nobody has. */
  readonly later: ReadLater | null;
}

export type BeforeCode =
  | {
      readonly kind: 'seen';
      readonly how: 'approved' | 'edited';
      readonly by: string | null;
      readonly atMs: number | null;
    }
  | { readonly kind: 'nobody' | 'no-test' | 'not-noted' };

/** Commits that hold a step's work: not its tick, its plan or its mends. */
const work: ReadonlySet<string> = new Set(['red', 'green', 'refactor']);

/**
 * A row for each step that is done, from the commits themselves; where these can't be read, the newest ones that the
 * run itself remembers.
 * @param readLater by full commit name
 */
export function reviewRows(
  { testReviews }: Pick<RunReport, 'testReviews'>,
  commits: readonly StepCommit[],
  readLater: ReadonlyMap<string, ReadLater> = new Map(),
): readonly ReviewRow[] {
  const rows = new Map<string, ReviewRow>();
  for (const { sha, trailers } of commits) {
    const { Task: step, 'Pawl-Phase': phase = '', 'Pawl-Gear': gear = '-' } = trailers;
    if (step === undefined || !work.has(phase)) continue;
    const review = parseReview(trailers['Pawl-Review'] ?? '');
    const later = readLater.get(sha) ?? null;
    const known = rows.get(step);
    // A refactoring belongs to the step; what counts is its test, and who read all of it last.
    const row = known === undefined || review !== null ? rowOf({ step, gear, phase }, review) : known;
    rows.set(step, { ...row, later: known !== undefined && known.later === null ? null : later });
  }
  if (rows.size > 0) return [...rows.values()];
  return testReviews.map((review) => rowOf({ step: review.step, gear: '-', phase: 'green' }, review));
}

function rowOf(
  { step, gear, phase }: { readonly step: string; readonly gear: string; readonly phase: string },
  review: ReviewTrailer | null,
): ReviewRow {
  const before: BeforeCode =
    review === null
      ? { kind: phase === 'refactor' ? 'no-test' : 'not-noted' }
      : review.how === 'unseen'
        ? { kind: 'nobody' }
        : { kind: 'seen', how: review.how, by: review.by, atMs: review.atMs };
  return { step, gear, test: review === null ? null : review.test.slice(0, 12), before, later: null };
}
