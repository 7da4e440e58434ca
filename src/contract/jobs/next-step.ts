import type { GearShift } from '../../domain/steering/gear.js';
import type { ScopeSight } from '../../domain/steering/gear-scope.js';
import type { Driver } from '../../domain/run/phase.js';
import type { AsideTask, LedgerStep } from '../../domain/plan/plan.js';
import type { RunScope } from '../../domain/run/references.js';

export interface NextStepInput {
  readonly scope: RunScope;
  readonly tip: string;
  readonly refactorSettled: string | null;
  readonly gearFile: GearFileInput;
  /** Steps that a reviewer sent back and that are to be added to the ledger. */
  readonly sentBack: readonly string[];
}

/** The gear file as the run knows it, and the shift that stands: whichever is newer counts (C-15). */
export interface GearFileInput {
  readonly seen: string | null;
  readonly shift: GearShift | null;
  readonly nowMs: number;
  /** Who drives the run; left out: `implement`. */
  readonly driver?: Driver;
}

export interface GearFileReport {
  /** Digest of the file as it is now, after the mirror was written; null when there is none. */
  readonly seen: string | null;
  /** Null when the file changes nothing; else the shift it stands for. */
  readonly shift: GearShift | null;
  /** What a person should hear; empty when there is nothing to say. */
  readonly notes: readonly string[];
}

export interface NextStepReport {
  /** Tree of the tip. */
  readonly tree: string;
  readonly next:
    | { readonly kind: 'step'; readonly step: LedgerStep; readonly criterion: string }
    | { readonly kind: 'refactor'; readonly step: LedgerStep; readonly criterion: string }
    /** Of a spec: its work is committed, its box is not ticked; what a stop or a crash cut off (C-3). */
    | { readonly kind: 'tick'; readonly step: LedgerStep; readonly sha: string }
    | { readonly kind: 'none'; readonly pending: LedgerStep | null };
  readonly total: number;
  readonly done: number;
  readonly window: readonly LedgerStep[];
  readonly before: number;
  readonly after: number;
  readonly gearFile: GearFileReport;
  /** Of a spec: what the scope of the shift that stands now means for this step; null without a scope. */
  readonly scopeSight?: ScopeSight | null;
  /** Of a spec's list: what is for a person, the first 50. */
  readonly aside: readonly AsideTask[];
  /** Of the worker that answers; left out by workers from before versions were noted. */
  readonly pawlVersion?: string;
  /** Those of the input's `sentBack` that are steps of this ledger and done. */
  readonly sentBack: readonly string[];
}
