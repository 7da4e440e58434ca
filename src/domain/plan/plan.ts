import { z } from 'zod';
import { Shape } from './shape.js';

/** Step ids, and the value of the `Task:` trailer (C-10). `task-N` is refused when a plan is validated. */
export const StepId = z.string().regex(/^[A-Za-z0-9._-]{1,40}$/, 'letters, digits, ".", "_" and "-", at most 40');

/** One line of plain text: no line breaks, no control characters. */
export const OneLine = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !/[\u0000-\u001f\u007f\u0085\u2028\u2029]/.test(text), 'one line without control characters');

export const PlannedFile = z.strictObject({ path: z.string().min(1).max(400), isNew: z.boolean().default(false) });
export type PlannedFile = z.infer<typeof PlannedFile>;

/** New tests that one step may ask for. */
export const mostTestsOfStep = 50;

export const PlannedStep = z.strictObject({
  id: StepId,
  title: OneLine,
  /** 1-based number of the criterion it serves. */
  criterion: z.number().int().min(1),
  shape: Shape.default('behaviour'),
  /** New tests the step asks for: one, unless the plan says otherwise (R-001-02). */
  tests: z.number().int().min(1).max(mostTestsOfStep).default(1),
});
export type PlannedStep = z.infer<typeof PlannedStep>;

/** What a planner leaf answers with; Pawl adds the criteria, which are the source's own words. */
export const PlannerAnswer = z.strictObject({
  files: z.array(PlannedFile).min(1).max(200),
  steps: z.array(PlannedStep).min(1).max(2_000),
});
export type PlannerAnswer = z.infer<typeof PlannerAnswer>;

/** Criteria, files and steps made from a source, validated before use. */
export interface Plan {
  readonly criteria: readonly string[];
  readonly files: readonly PlannedFile[];
  readonly steps: readonly PlannedStep[];
}

/** One step as the ledger shows it (R-002-18). */
export interface LedgerStep {
  readonly id: string;
  readonly title: string;
  readonly criterion: number;
  readonly done: boolean;
  readonly refactorPending: boolean;
  /** New tests it asks for, when it is not one. */
  readonly tests?: number;
  /** Left out: behaviour, which all steps of an issue's ledger are. */
  readonly shape?: Shape;
  /**
   * Files of this step alone (C-26). Left out: the plan's, which are every step's. Null: the list names none, and the
   * file gate is off for this step.
   */
  readonly files?: readonly string[] | null;
  /** Of a GENERATE task: the command that makes its files; left out where the list names none. */
  readonly command?: string;
}

/** A line of a list that no run works on, and why: it is left open and named at the end (R-000-53, R07, R08). */
export interface AsideTask {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

/** The checklist that shows which steps are done; `texts/ledger.ts` owns its text. */
export interface Ledger {
  /** `Issue 42: Reject expired tokens`: the heading after `# `. */
  readonly title: string;
  readonly baseSha: string;
  readonly criteria: readonly string[];
  readonly files: readonly PlannedFile[];
  readonly steps: readonly LedgerStep[];
  /** Of a spec's list: what is for a person. */
  readonly aside?: readonly AsideTask[];
}

/** A valid plan that is not committed yet (`--plan-only`), bound to the source and the base it was made from. */
export interface MadePlan {
  /** Ref that keeps its tree in the trusted repository. */
  readonly ref: string;
  readonly tree: string;
  readonly total: number;
  /** The first of its steps, and its files: what a person is shown of it. */
  readonly steps: readonly { readonly id: string; readonly title: string }[];
  readonly files: readonly string[];
  readonly base: string;
  /** SHA-256 of the source's body. */
  readonly body: string;
}
