/** How the scope of a shift stands to a step. */
export type ScopeHold = 'inside' | 'outside-scope' | 'scope-no-match';

const range = /^tasks?\s+(\d{1,6})\s*(?:-|–|to)\s*(\d{1,6})$/i;
const single = /^tasks?\s+(\d{1,6})$/i;

/**
 * `tasks N-M` is an inclusive range over the plan's own numbering (R-000-17); one that reaches past the end matches
 * nothing (R-000-22), and so does whatever else is written: the steps of an issue have no headings (R-000-13).
 */
export function scopeHolds(scope: string, place: { readonly step: string; readonly steps: number }): ScopeHold {
  // Before there is a plan nothing can be told apart yet.
  if (place.steps === 0) return 'outside-scope';
  const limits = readRange(scope);
  if (limits === null || limits.from < 1 || limits.from > limits.to || limits.to > place.steps) return 'scope-no-match';
  const number = /^\d{1,6}$/.test(place.step) ? Number(place.step) : null;
  if (number === null) return 'outside-scope';
  return number >= limits.from && number <= limits.to ? 'inside' : 'outside-scope';
}

function readRange(scope: string): { readonly from: number; readonly to: number } | null {
  const text = scope.trim();
  const pair = range.exec(text);
  if (pair !== null) return { from: Number(pair[1]), to: Number(pair[2]) };
  const one = single.exec(text);
  return one === null ? null : { from: Number(one[1]), to: Number(one[1]) };
}
