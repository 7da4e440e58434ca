/** `Pawl-Review:` of the commit that brings a step's test: who saw it before its code, or that nobody did. */
export interface ReviewTrailer {
  /** The first 12 characters of the test's hash. */
  readonly test: string;
  readonly how: 'approved' | 'edited' | 'unseen';
  /** As claimed; null when nobody gave a name. */
  readonly by: string | null;
  /** Milliseconds since the epoch. */
  readonly atMs: number | null;
}

const unseen = 'seen by nobody before its code';
const nobodyNamed = 'somebody';

/** `1f0c9a77e2b4 approved by ann (as claimed) at 2026-12-01T16:00:00.000Z`, on one line. */
export function renderReview({ test, how, by, atMs }: ReviewTrailer): string {
  if (how === 'unseen') return `${test} ${unseen}`;
  const who = by === null || by.trim() === '' ? nobodyNamed : `${by.slice(0, 200)} (as claimed)`;
  // eslint-disable-next-line no-restricted-globals -- of a given time: the same text wherever it runs
  return `${test} ${how} by ${who}${atMs === null ? '' : ` at ${new Date(atMs).toISOString()}`}`;
}

const seen = /^([0-9a-f]{8,64}) (approved|edited) by (.{1,220}?)(?: at (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z))?$/;

/** Null for words that Pawl did not write: then nothing is known of who saw the test. */
export function parseReview(text: string): ReviewTrailer | null {
  const nobody = /^([0-9a-f]{8,64}) seen by nobody before its code$/.exec(text);
  if (nobody !== null) return { test: nobody[1] ?? '', how: 'unseen', by: null, atMs: null };
  const found = seen.exec(text);
  if (found === null) return null;
  const [, test = '', how, who = '', at] = found;
  const claimed = / \(as claimed\)$/.test(who) ? who.slice(0, -' (as claimed)'.length) : null;
  if (claimed === null && who !== nobodyNamed) return null;
  // eslint-disable-next-line no-restricted-globals -- of a text that names its zone: the same time wherever it runs
  const atMs = at === undefined ? Number.NaN : Date.parse(at);
  return {
    test,
    how: how === 'edited' ? 'edited' : 'approved',
    by: claimed,
    atMs: Number.isNaN(atMs) ? null : atMs,
  };
}
