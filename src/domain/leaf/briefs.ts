import type { CallSites } from '../review/call-sites.js';
import type { CriticFinding } from '../review/critique.js';
import type { LeftOut } from '../review/diff-text.js';
import type { Shape } from '../plan/shape.js';
import type { DisciplineRules } from '../run/discipline.js';
import type { Gear } from '../steering/gear.js';
import type { ProjectInstruction } from './instructions.js';
import type { EditPhase } from './roles.js';

/** The issue in its own words: data for a leaf, never instructions to Pawl. */
export interface IssueText {
  readonly title: string;
  readonly body: string;
}

/** What a person answered to a question of this run. Never shown to a verifier: the question is a developer's words. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
}

export interface PlannerBrief {
  readonly issue: IssueText;
  readonly criteria: readonly string[];
  /** Repository-relative paths at the base, capped. */
  readonly repositoryFiles: readonly string[];
  readonly maxFiles: number;
  readonly testCommand: string;
  /** Why an earlier plan was refused. */
  readonly feedback: readonly string[];
  readonly answers: readonly AnsweredQuestion[];
}

export interface DeveloperBrief {
  readonly phase: EditPhase;
  readonly issue: IssueText;
  readonly criterion: string;
  readonly step: { readonly id: string; readonly title: string };
  /** Left out: behaviour. */
  readonly shape?: Shape;
  /** The only files that may change; null: the task names none (C-26). */
  readonly files: readonly string[] | null;
  /** Passed in resolved; a leaf never resolves it (R-000-28). */
  readonly gear: Gear;
  /** The rule that decided and its sentence, on one line: `named: shifted to …` (R-000-38, R-000-39). */
  readonly gearWhy?: string;
  readonly testCommand: string;
  /** Why the last attempt was sent back; empty for a first one. */
  readonly feedback: readonly string[];
  /** The red tests GREEN has to turn, by id. */
  readonly redTests: readonly string[];
  readonly answers: readonly AnsweredQuestion[];
  /** A test kept from an earlier execution, as a diff, or null. */
  readonly offeredTest: string | null;
  /** RED under `isolation: split`: files that were left out, with what can be called in them (C-9). */
  readonly signatures?: string | null;
  /** New tests that the plan asks of the step (R-001-02). */
  readonly newTests: number;
  /** RED: which test file each source file must have, in words; empty when the repository asks for none (R-001-49). */
  readonly specs: readonly string[];
  /** GREEN: the one or two files that the plan means for it; empty when it doesn't show them (R-001-21). */
  readonly targets: readonly string[];
  /** Is an edit beyond the limits refused (R-001-10)? */
  readonly scopeCheck: DisciplineRules['scopeCheck'];
  /** What the critic wants mended; empty in a step's own phases (R-004-37). */
  readonly findings: readonly CriticFinding[];
  /** Gotchas and patterns that earlier leaves of this origin noted (R-001-43). */
  readonly memory: readonly string[];
  /** AGENTS.md, CLAUDE.md and their kin at the base commit; never in a reviewer's brief. */
  readonly instructions: readonly ProjectInstruction[];
}

/** A fresh session that finds out why two edits did not go green (R-001-14, R-004-31). */
export interface DebuggerBrief {
  readonly phase: EditPhase;
  readonly issue: IssueText;
  readonly criterion: string;
  readonly step: { readonly id: string; readonly title: string };
  readonly files: readonly string[] | null;
  readonly redTests: readonly string[];
  /** As for a developer. */
  readonly gear: Gear;
  readonly gearWhy?: string;
  /** What has been changed since the red test, and does not work. */
  readonly diff: string;
  /** What each earlier edit failed with, output included, oldest first. */
  readonly failures: readonly string[];
  readonly answers: readonly AnsweredQuestion[];
  readonly memory: readonly string[];
  readonly instructions: readonly ProjectInstruction[];
}

/**
 * All a blind verifier is told. Closed on purpose (R-002-08, R-002-09): each field is the source's words,
 * Pawl's own measurement, or a name out of the tree; none can carry what a developer leaf said.
 */
export interface VerifierBrief {
  readonly phase: EditPhase;
  /** Of the task, as the list has it; left out: behaviour. */
  readonly shape?: Shape;
  readonly issue: IssueText;
  readonly criterion: string;
  readonly testFiles: readonly string[];
  /** Pawl's own structured result, rendered by `prompts/`. */
  readonly evidence: EvidenceSummary;
  /** With `shell` it may run `$PAWL_TEST_CMD` itself; otherwise the evidence is all there is. */
  readonly testAccess: 'shell' | 'handed-over';
  /** A verdict on RED or on a refactoring has the tree before it beside the export (R-002-11). */
  readonly hasBaseTree: boolean;
}

export interface EvidenceSummary {
  readonly runner: string;
  readonly exitCode: number | null;
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number };
  /** Failing tests by id, with the runner's own message, capped. */
  readonly failing: readonly { readonly id: string; readonly message: string }[];
}

/**
 * All a domain reviewer is told: the diff, and names that Pawl found in the tree (R-001-19). Closed on purpose, like
 * the verifier's: no issue, no whole file, no tree, no field for a developer's words.
 */
export interface DomainBrief {
  readonly phase: 'red' | 'green';
  readonly diff: string;
  /** Files whose diff is too large to be shown. */
  readonly leftOut: readonly LeftOut[];
  /** GREEN: the test it satisfies. Null in RED, where the test is the diff. */
  readonly test: string | null;
  /** Names of types that exist near the step's files. */
  readonly domainTypes: readonly string[];
  /** Where derivations that the change touches are used in production (R-001-09). */
  readonly callSites: readonly CallSites[];
}

/** All the critic is told: spec, whole diff, test output, allowlist (R-004-34). */
export interface CriticBrief {
  readonly issue: IssueText;
  readonly criteria: readonly string[];
  /** So that a finding can name the step it belongs to. */
  readonly steps: readonly { readonly id: string; readonly title: string }[];
  /** Files of the plan and those that a person allowed. */
  /** Null: some task of a spec names no files. */
  readonly allowlist: readonly string[] | null;
  /** From the base commit to the tip of the branch. */
  readonly diff: string;
  readonly leftOut: readonly LeftOut[];
  /** Pawl's own structured result at the tip. */
  readonly evidence: EvidenceSummary;
}
