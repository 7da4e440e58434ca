import type { ReviewTrailer } from '../commit/review-trailer.js';
import type { RunState } from './run-state.js';

/** Who saw a step's test before its code. */
export interface TestReview {
  readonly step: string;
  /** SHA-256 of the test's files: what an approval is bound to. */
  readonly test: string;
  /** `unseen`: the code was written before anybody saw the test. `edited`: a person's own version of it. */
  readonly how: 'approved' | 'edited' | 'unseen';
  /** As claimed; null when nobody gave a name, and for `unseen`. */
  readonly by: string | null;
  /** When the answer came, milliseconds since the epoch; null for `unseen`. */
  readonly atMs: number | null;
}

/** The newest ones alone are kept: the table of all steps is read from the commits, where each stands. */
const most = 20;

export function withTestReview(state: RunState, review: TestReview): RunState {
  return { ...state, testReviews: [...state.testReviews, review].slice(-most) };
}

/** A test that was approved before, in this execution or the one before it, keeps its reviewer. */
export function seenBefore({ testReviews }: Pick<RunState, 'testReviews'>, test: string): TestReview | null {
  return testReviews.findLast((one) => one.test === test && one.how !== 'unseen') ?? null;
}

/** What the commit of a step says of its test; null for a step that wrote none. */
export function reviewTrailer(state: Pick<RunState, 'testReviews'>, step: string | null): ReviewTrailer | null {
  const review = state.testReviews.findLast((one) => one.step === step);
  if (review === undefined) return null;
  const { test, how, by, atMs } = review;
  return { test: test.slice(0, 12), how, by, atMs };
}
