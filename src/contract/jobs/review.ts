import type { CriticFinding } from '../../domain/review/critique.js';
import type { LedgerStep } from '../../domain/plan/plan.js';
import type { ArtifactRef, RunScope } from '../../domain/run/references.js';
import type { Verdict } from '../../domain/review/verdict.js';
import type { LeafLabel, LeafReport } from './leaf.js';

/**
 * What the domain reviewer is given: the diff alone, with names Pawl found (R-001-08, 09, 17, 19). Closed like the
 * verifier's: there is no field that could carry a developer's words.
 */
export interface DomainReviewInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly phase: 'red' | 'green';
  readonly step: LedgerStep;
  readonly tree: string;
  /** Tree before the phase: the diff is taken against it. */
  readonly base: string;
  readonly testFiles: readonly string[];
}

export interface DomainReviewReport {
  readonly leaf: LeafReport;
  /** REJECT is the reviewer's veto. */
  readonly verdict: Verdict;
  /** What it noticed and did not veto: said, and sent back to nobody. */
  readonly advice: readonly string[];
}

/** What the critic is given at the end: spec, whole diff, test output, allowlist (R-004-34). */
export interface CritiqueInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  /** 1-based (R-004-38). */
  readonly round: number;
  /** Tip of the branch and its tree; the diff is taken from the base commit. */
  readonly tip: string;
  readonly tree: string;
  /** Report of the suite as it is at the tip. */
  readonly evidence: ArtifactRef;
}

export interface CritiqueReport {
  readonly leaf: LeafReport;
  /** REJECT is the critic's NEEDS WORK. */
  readonly verdict: Verdict;
  /** Findings of a NEEDS WORK by the step they belong to (`mendsOf`); empty otherwise. */
  readonly mends: readonly {
    readonly step: LedgerStep;
    readonly criterion: string;
    readonly findings: readonly CriticFinding[];
  }[];
}
