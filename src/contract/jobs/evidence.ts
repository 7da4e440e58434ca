import type { GreenFinding, RedFinding } from '../../domain/evidence/evidence.js';
import type { Gear } from '../../domain/steering/gear.js';
import type { Mutation } from '../../domain/evidence/mutation.js';
import type { ArtifactRef, RunScope } from '../../domain/run/references.js';
import type { EditPhase } from '../../domain/leaf/roles.js';
import type { Verdict } from '../../domain/review/verdict.js';
import type { LeafLabel, LeafReport } from './leaf.js';

export interface RedInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly tree: string;
  readonly base: string;
  readonly testFiles: readonly string[];
  readonly baseline: ArtifactRef;
  /** How many new tests the plan asks of this step (R-001-02). */
  readonly newTests: number;
  /** Of the step: with an exit code alone RED counts in review-before only. Left out: refused. */
  readonly gear?: Gear;
}

export interface RedReport {
  readonly finding: RedFinding;
  readonly report: ArtifactRef;
  /** Hash of the test files in this tree: what an approval is bound to. */
  readonly testHash: string;
  /** For the gate: the test's diff and the failing output, capped. */
  readonly testText: string;
  readonly output: string;
  readonly durationMs: number;
}

export interface GreenInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly tree: string;
  /** Test ids that RED saw failing and that must pass; empty for refactor and the final check. */
  readonly mustPass: readonly string[];
  /** Files of those tests: run first, so that a failure is known early, and again, so that a flake shows (F56). */
  readonly testFiles: readonly string[];
  /** How many new tests the plan asks of this step; a structural red could not count them. */
  readonly newTests: number;
  /** Report to hold counts against: RED's for GREEN, GREEN's for REFACTOR. */
  readonly before: ArtifactRef;
  readonly baseline: ArtifactRef;
  /** Test ids and counts must stay the same (tidy, refactor). A critic's mend may add tests. */
  readonly sameTests: boolean;
}

export interface GreenReport {
  readonly finding: GreenFinding;
  readonly report: ArtifactRef;
  readonly output: string;
  readonly durationMs: number;
}

/** A new test of what is there already, seen on the tree and on the tree with one place made wrong (R-000-56). */
export interface CharacteriseInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly tree: string;
  readonly base: string;
  readonly testFiles: readonly string[];
  readonly baseline: ArtifactRef;
  readonly newTests: number;
  /** Null when the leaf named none: then it is refused. */
  readonly mutation: Mutation | null;
}

/**
 * When a test changed after RED, it has to fail again with the production diff taken back: the tree's test files on
 * top of the tree before the step.
 */
export interface TakenBackInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly tree: string;
  /** Tree before the step: its production files are put back. */
  readonly base: string;
  readonly testFiles: readonly string[];
  /** Ids that must fail. */
  readonly mustFail: readonly string[];
  readonly baseline: ArtifactRef;
}

export interface TakenBackReport {
  readonly finding:
    { readonly kind: 'fails-again'; readonly summary: string } | { readonly kind: 'refused'; readonly reason: string };
  readonly output: string;
}

/**
 * What a blind verifier is given: closed on purpose. There is no field that could carry a developer's
 * words; trees and report references are hashes (R-002-08, R-002-09, T12).
 */
export interface VerifyInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly phase: EditPhase;
  readonly criterionNumber: number;
  readonly tree: string;
  /** Tree before the phase: laid beside the export for a verdict on RED or on a refactoring (R-002-11). */
  readonly base: string;
  readonly testFiles: readonly string[];
  readonly evidence: ArtifactRef;
}

export interface VerifyReport {
  readonly leaf: LeafReport;
  readonly verdict: Verdict;
  /** `shell` in bubblewrap, `handed-over` in the process jail (design 6). */
  readonly testAccess: 'shell' | 'handed-over';
}
