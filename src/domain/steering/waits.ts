import type { Phase } from '../run/phase.js';

/** A question that nobody has answered yet. */
export interface OpenQuestion {
  readonly step: string;
  readonly phase: Phase;
  readonly question: string;
  /** The answers it takes when they are a closed list, else empty. */
  readonly candidates: readonly string[];
}

/** A wait of the run that costs no attempt; the gate is a wait of its own (design 4). */
export interface Wait {
  readonly kind: 'usage-limit' | 'budget' | 'answer';
  /** One line for people: what is waited for. */
  readonly why: string;
  readonly sinceMs: number;
  /** When it ends by itself, milliseconds since the epoch. */
  readonly untilMs: number;
  /** For `answer`: the whole question, and the answers it takes when they are a closed list. */
  readonly question: string | null;
  readonly candidates: readonly string[];
}

/** What ended a wait before its time. */
export type WaitAnswer =
  | { readonly kind: 'retry' }
  /** Nothing is used up any more. */
  | { readonly kind: 'budget' }
  | { readonly kind: 'answer'; readonly text: string; readonly by: string | null };

/** An answer a person gave to a question of this run; goes into the briefs of planner and developer leaves. */
export interface GivenAnswer {
  /** `-` for a question of preflight or plan. */
  readonly step: string;
  readonly phase: Phase;
  readonly question: string;
  readonly text: string;
}

const minute = 60_000;

/** After the provider's reset, so that clocks that differ a little do not run into the limit again. */
const slackMs = 30_000;

/**
 * When a usage limit is tried again: half a minute after the time the provider named, else after 15, 30, then 60
 * minutes (R26). Null when that is past the cap: waiting makes no sense any more.
 */
export function limitEnd(limit: {
  readonly resetAtMs: number | null;
  readonly nowMs: number;
  /** Waits in a row before this one. */
  readonly earlier: number;
  /** When the first of these waits began. */
  readonly sinceMs: number;
  readonly capMs: number;
}): number | null {
  const pauses = [15 * minute, 30 * minute];
  const pause = pauses[limit.earlier] ?? 60 * minute;
  const named = limit.resetAtMs !== null && limit.resetAtMs > limit.nowMs ? limit.resetAtMs + slackMs : null;
  const end = named ?? limit.nowMs + pause;
  return end - limit.sinceMs > limit.capMs ? null : end;
}
