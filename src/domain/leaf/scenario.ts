import { z } from 'zod';
import { Phase } from '../run/phase.js';
import { PlannerAnswer } from '../plan/plan.js';
import { RecordFailure } from './leaf-record.js';
import { Role } from './roles.js';
import { Op } from './scenario-ops.js';

const Usage = z.strictObject({
  inputTokens: z.number().int().min(0),
  outputTokens: z.number().int().min(0),
  usd: z.number().min(0).nullable(),
});

/** What one leaf does; `*` stands for every step or attempt that has no line of its own. */
export const ScenarioLeaf = z.strictObject({
  role: Role,
  phase: Phase,
  step: z.string().min(1).max(40).default('*'),
  attempt: z.union([z.number().int().min(1), z.literal('*')]).default('*'),
  do: z.array(Op).max(1_000).default([]),
  /** Whatever a leaf of that role answers; not held to its schema, so that a bad answer can be scripted. */
  answer: z.json().optional(),
  /** Ends the leaf as `needs-user` with this question (F44). */
  question: z.string().min(1).max(4_000).optional(),
  /**
   * Ends the leaf as `usage-limit` (R26), over after this long, counted from the leaf's start; null: it does not say
   * when; below zero: in the past. The next attempt is another line.
   */
  usageLimit: z
    .strictObject({ resetInMs: z.number().int().min(-2_592_000_000).max(2_592_000_000).nullable() })
    .optional(),
  /** Ends the leaf with a record that says this went wrong. */
  failure: RecordFailure.optional(),
  usage: Usage.optional(),
});
export type ScenarioLeaf = z.infer<typeof ScenarioLeaf>;

/** The file that a scripted agent plays. */
export const Scenario = z.strictObject({
  version: z.literal(1),
  plan: PlannerAnswer,
  leaves: z.array(ScenarioLeaf).max(5_000),
});
export type Scenario = z.infer<typeof Scenario>;

export interface LeafCall {
  readonly role: Role;
  readonly phase: Phase;
  readonly step: string;
  readonly attempt: number;
}

/** What a scripted leaf is to do, complete. */
export interface Script {
  readonly do: readonly Op[];
  readonly answer: unknown;
  /** Nobody wrote the answer down: what the leaf finds out may change it. */
  readonly answerIsDefault: boolean;
  readonly question: string | null;
  readonly usageLimit: { readonly resetInMs: number | null } | null;
  readonly failure: RecordFailure | null;
  readonly usage: z.infer<typeof Usage> | null;
}

export type ScriptLookup =
  | { readonly kind: 'script'; readonly script: Script }
  /** The scenario has nothing for this leaf and there is no sensible default. */
  | { readonly kind: 'missing'; readonly message: string };

/** The most exact line wins: step and attempt, then step, then attempt, then `*` for both. */
export function findScript(scenario: Scenario, call: LeafCall): ScriptLookup {
  const fitting = scenario.leaves
    .filter((leaf) => fits(leaf, call))
    .sort((one, other) => exactness(other) - exactness(one));
  const [leaf] = fitting;
  if (leaf !== undefined) return { kind: 'script', script: scriptOf(leaf, scenario) };
  // A refactoring may find nothing to do, and so may a critic's mend or a debugger: all others write something.
  const needsLine = call.role === 'developer' && (call.phase === 'red' || call.phase === 'green');
  if (needsLine) return { kind: 'missing', message: missingMessage(call) };
  return { kind: 'script', script: scriptOf({ role: call.role, do: [] }, scenario) };
}

function fits(leaf: ScenarioLeaf, call: LeafCall): boolean {
  return (
    leaf.role === call.role &&
    leaf.phase === call.phase &&
    (leaf.step === '*' || leaf.step === call.step) &&
    (leaf.attempt === '*' || leaf.attempt === call.attempt)
  );
}

function exactness(leaf: ScenarioLeaf): number {
  return (leaf.step === '*' ? 0 : 2) + (leaf.attempt === '*' ? 0 : 1);
}

function scriptOf(
  leaf: Pick<ScenarioLeaf, 'role' | 'do' | 'answer' | 'question' | 'usageLimit' | 'failure' | 'usage'>,
  scenario: Scenario,
): Script {
  return {
    do: leaf.do,
    answer: leaf.answer === undefined ? defaultAnswer(leaf.role, scenario) : leaf.answer,
    answerIsDefault: leaf.answer === undefined,
    question: leaf.question ?? null,
    usageLimit: leaf.usageLimit ?? null,
    failure: leaf.failure ?? null,
    usage: leaf.usage ?? null,
  };
}

function defaultAnswer(role: Role, scenario: Scenario): unknown {
  switch (role) {
    case 'planner':
      return scenario.plan;
    case 'verifier':
      return { verdict: 'PASS', reasons: [] };
    case 'domain-reviewer':
      return { verdict: 'PASS', reasons: [], advice: [] };
    case 'critic':
      return { verdict: 'PASS', findings: [] };
    case 'developer':
      return { summary: 'Done as scripted.' };
    case 'debugger':
      // Without a diagnosis: an attempt that failed (R-001-15).
      return { status: 'done', note: 'Done as scripted.', rootCause: '', evidence: '' };
  }
}

function missingMessage({ role, phase, step, attempt }: LeafCall): string {
  const example = { role, phase, step, attempt, do: [{ write: 'test/example.test.js', lines: ['…'] }] };
  return (
    `the scenario has no line for the ${role} in phase ${phase} of step ${step}, attempt ${attempt}; ` +
    `add one to "leaves", for example ${JSON.stringify(example)}`
  );
}
