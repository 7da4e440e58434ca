/** How the scope of a shift stands to a step. */
export type ScopeHold = 'inside' | 'outside-scope' | 'scope-no-match' | 'scope-ambiguous';

/**
 * What a scope means for one step of a spec's list, told by whoever has that list at hand: the workflow never holds it,
 * so it keeps this. Small and capped (`sightLimits`).
 */
export interface ScopeSight {
  /** The scope as the shift names it: what is seen of one is nothing about another. */
  readonly scope: string;
  /** Id of the step it was held against; `-` when no step is left. */
  readonly step: string;
  readonly hold: ScopeHold;
  /** What it fits, in words: the range or the heading; every one of them when it fits several (C-22). */
  readonly fits: readonly string[];
  /** Id of its first open task; null when every one is done, so that the scope ended by itself (R-000-23). */
  readonly firstOpen: string | null;
}

export const sightLimits = { fits: 5, fitChars: 100 } as const;

/** What a scope is held against. */
export interface ScopePlace {
  /** Id of the step, and the highest number among the steps of an issue's plan. */
  readonly step: string;
  readonly steps: number;
  /** The steps are a spec's tasks, with ids and headings of their own: only its sight tells about them. */
  readonly isSpec?: boolean;
  readonly sight?: ScopeSight | null;
}

/** What is known of a scope at a step. `unread`: the list was not looked at with it yet. */
export type ScopeKnown =
  | { readonly kind: 'unread' }
  | { readonly kind: 'held'; readonly hold: ScopeHold; readonly fits: readonly string[]; readonly isDone: boolean };

export function knownScope(scope: string, place: ScopePlace): ScopeKnown {
  const { sight = null } = place;
  if (sight !== null && sight.scope === scope && sight.step === place.step) {
    return { kind: 'held', hold: sight.hold, fits: sight.fits, isDone: sight.firstOpen === null };
  }
  if (place.isSpec === true) return { kind: 'unread' };
  return { kind: 'held', hold: scopeHolds(scope, place), fits: [], isDone: false };
}

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
