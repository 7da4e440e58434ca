import type { CriticFinding } from '../../domain/review/critique.js';
import type { EditScope } from '../../domain/run/discipline.js';
import type { Gear } from '../../domain/steering/gear.js';
import type { Mutation } from '../../domain/evidence/mutation.js';
import type { LedgerStep } from '../../domain/plan/plan.js';
import type { RunScope } from '../../domain/run/references.js';
import type { EditPhase } from '../../domain/leaf/roles.js';
import type { GivenAnswer } from '../../domain/steering/waits.js';
import type { LeafLabel, LeafReport } from './leaf.js';

export interface DevelopInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly phase: EditPhase;
  /** The debugger edits as GREEN may, on the stronger model (R-001-14). */
  readonly role: 'developer' | 'debugger';
  readonly step: LedgerStep;
  readonly criterion: string;
  /** Tree the leaf starts from: the step's start, or RED's tree, or the last attempt's tree for a revise leaf. */
  readonly from: string;
  /** Tree that policy and file gate judge against: the phase's base. */
  readonly base: string;
  /** Why the last attempt was sent back; the verifier's, the evidence's or a person's words. */
  readonly feedback: readonly string[];
  readonly gear: Gear;
  /** Why it is this one: code and sentence, for the brief. */
  readonly gearWhy?: string;
  /** Frozen tests: paths that may not differ from `base` (empty in RED). */
  readonly frozen: readonly string[];
  /** Ids of the red tests GREEN has to turn; empty otherwise. */
  readonly redTests: readonly string[];
  /** Ref of a kept attempt offered to a fresh RED leaf, or null. */
  readonly offered: string | null;
  readonly answers: readonly GivenAnswer[];
  /** What the critic wants mended: an edit phase of its own kind, in which tests may be added; empty otherwise. */
  readonly findings: readonly CriticFinding[];
  /** For the debugger: the failures of every earlier edit of this phase, oldest first, each capped (R-004-30, 31). */
  readonly failures: readonly string[];
}

export interface DevelopReport extends TakenReport {
  readonly leaf: LeafReport;
  /** A debugger's; null when it named no root cause with evidence, and for a developer. */
  readonly diagnosis: { readonly rootCause: string; readonly evidence: string } | null;
  /** What it changed outside of tests, against the phase's base. */
  readonly scope: EditScope;
  /** For a test of what is there already: the change that makes the code wrong; null when the leaf named none. */
  readonly mutation: Mutation | null;
  /** Title of a smaller piece that a leaf asks to build first (R-001-10, 11); null when it did the step itself. */
  readonly piece: string | null;
  /** Gotchas and patterns it proposes to remember (R-001-43). */
  readonly remember: readonly string[];
  /** Refs of attempts of earlier tries whose worker died, or was told to end: kept before this leaf began. */
  readonly kept: readonly string[];
}

/** Runs a task's own generator in an export of the tree; what it leaves there is taken as a leaf's work is (R-000-60). */
export interface GenerateInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly step: LedgerStep;
  readonly tree: string;
}

export interface GenerateReport extends TakenReport {
  /** Why the command did not end well; null when it did. */
  readonly problem: string | null;
  readonly output: string;
}

/** What stands in a folder that a leaf or a person worked in, as a tree. */
export interface TakenReport {
  /** The tree taken from the workspace; null when it could not be taken. */
  readonly tree: string | null;
  readonly changed: readonly string[];
  readonly testFiles: readonly string[];
  /** Reasons of file policy and walk for which this tree is refused; empty when it may go on. */
  readonly refusals: readonly string[];
  readonly notes: readonly string[];
}

/** Lays the copy of RED's tree in which a person may read, try and edit the test. */
export interface LayReviewInput {
  readonly scope: RunScope;
  readonly step: string;
  readonly testHash: string;
  readonly tree: string;
}

/** Takes the copy's tree as it is now, edited or not. */
export interface TakeReviewInput {
  readonly scope: RunScope;
  readonly step: string;
  readonly folder: string;
  /** Tree before the step: what policy and file gate judge against. */
  readonly base: string;
}
