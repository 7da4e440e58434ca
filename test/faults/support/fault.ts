import type { Cause } from '../../../src/domain/run/causes.js';
import type { RunOutcome } from '../../../src/domain/run/phase.js';
import type { CrashPoints } from '../../support/crash-points.js';
import type { Rig, Story, Told } from '../../support/rig.js';

/** How a run ended, as its client sees it; `refused`: no run was started, or the message was not taken. */
export type Outcome = RunOutcome | Cause | 'refused' | 'terminated';

/** One fault of the catalogue (faults.md, section 3): what is done to a run, and the one end it may come to. */
export interface Fault {
  /** `F5`; where one number has several forms, `F5 (a second form)`. */
  readonly id: string;
  readonly title: string;
  readonly expected: Outcome;
  /** Says `skipped: <what> not installed` where it can't be played on this machine; null where it can. */
  readonly missing?: () => Promise<string | null>;
  /** Does it, and gives back every run that the oracle is to look at. */
  readonly play: (ground: Ground) => Promise<Played>;
}

export interface Played {
  readonly outcome: Outcome;
  readonly runs: readonly WatchedRun[];
  /** More that must be true of this fault alone, each with the words that are shown when it is not. */
  readonly checks?: readonly { readonly what: string; readonly holds: boolean }[];
}

/** What faults are played on: one server, one home, workers that stop at crash points. */
export interface Ground {
  readonly rig: Rig;
  readonly crash: CrashPoints;
  /** A secret in the worker's environment that may turn up nowhere (I8). */
  readonly canary: string;
  /** Starts a story and keeps an eye on it from outside. */
  tell(story: GroundStory): Promise<WatchedRun>;
}

export interface GroundStory extends Story {
  /** Of the branch, for the oracle; the number of steps when left out. */
  readonly stepsDone?: number;
}

/** A run, and what was seen of it while it went on. */
export interface WatchedRun {
  readonly told: Told;
  readonly story: GroundStory;
  /** Waits for its end, however that looks. */
  outcome(): Promise<Outcome>;
  /** Ends the watching; what was seen that may not be. */
  seen(): Promise<Seen>;
  /** Digest of the origin's checkout before the start. */
  readonly checkout: string;
  /** Where main stood then. */
  readonly base: string;
}

export interface Seen {
  /** Pairs of leaves that lived in one workspace at the same time (I6). */
  readonly crowded: readonly string[];
}
