import type { Cause } from '../../domain/run/causes.js';
import type { BaselineFinding } from '../../domain/evidence/evidence.js';
import type { LedgerStep } from '../../domain/plan/plan.js';
import type { ArtifactRef, RunScope } from '../../domain/run/references.js';
import type { DeclaredRed, RunFacts } from '../../domain/run/run-state.js';
import type { GivenAnswer } from '../../domain/steering/waits.js';
import type { ResumeCarry, RunOptions, SourceInput } from '../run-input.js';
import type { LeafLabel, LeafReport } from './leaf.js';

export interface PreflightInput {
  readonly runKey: string;
  readonly workflowId: string;
  readonly source: SourceInput;
  readonly options: RunOptions;
  readonly resume: ResumeCarry | null;
  /** Answers to questions of an earlier preflight, oldest first. */
  readonly answers: readonly GivenAnswer[];
}

export interface PreflightReport extends RunFacts {
  readonly scope: RunScope;
  /** Tip of the run's branch when it exists already, with a readable ledger. */
  readonly tip: string | null;
  /** Where the origin's branch stands; null when it is not there. */
  readonly originTip: string | null;
  /** The plan of an earlier `--plan-only`, when source and base are unchanged. */
  readonly plan: { readonly tree: string; readonly total: number } | null;
  readonly notes: readonly string[];
}

export interface SetupReport {
  readonly store: string | null;
  readonly notes: readonly string[];
}

export interface BaselineInput {
  readonly scope: RunScope;
  /** Measured at the branch's tip when there is one, else at the base. */
  readonly tip: string | null;
  readonly store: string | null;
  readonly label: LeafLabel;
}

export interface BaselineReport {
  readonly finding: BaselineFinding;
  readonly report: ArtifactRef;
  /** Failing tests that a half-done list says are to fail. */
  readonly declared?: readonly DeclaredRed[];
}

export interface PlanInput {
  readonly scope: RunScope;
  readonly label: LeafLabel;
  readonly feedback: readonly string[];
  readonly answers: readonly GivenAnswer[];
}

export interface PlanReport {
  readonly leaf: LeafReport;
  /** Problems of the plan the leaf made, and the cause they would bail with; empty and null when it is valid. */
  readonly problems: readonly string[];
  readonly cause: Cause | null;
  /** The tree with the ledger, when the plan is valid. */
  readonly tree: string | null;
  readonly total: number;
  /** The first steps of the plan, at most 50, and its files, at most 50: for `--plan-only`. */
  readonly steps: readonly LedgerStep[];
  readonly files: readonly string[];
}
