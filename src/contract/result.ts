import { z } from 'zod';
import { AllowedPath } from '../domain/files/allowed-path.js';
import { Cause, CauseClass } from '../domain/run/causes.js';
import { Budget } from '../domain/run/resource-budgets.js';
import { Spent } from '../domain/run/spend.js';
import { RunOutcome } from '../domain/run/phase.js';
import { ResumeCarry } from './run-input.js';
import { TestReview } from './test-review.js';

const ReportedMessage = z.object({
  seq: z.number(),
  name: z.string(),
  way: z.enum(['signal', 'update', 'file', 'cancel']),
  key: z.string().nullable(),
  by: z.string().nullable(),
  taken: z.boolean(),
  answer: z.string(),
  atMs: z.number(),
});

/** The end of a run in numbers and names: part of its result, or of its failure's details (R-004-41, R-004-42). */
export const RunReport = z.object({
  workflowId: z.string(),
  firstRunId: z.string(),
  outcome: z.enum([...RunOutcome.options, 'bailed', 'running']),
  cause: Cause.nullable(),
  causeClass: CauseClass.nullable(),
  message: z.string(),
  tried: z.array(z.string()),
  /** The whole question, for `needs-user` (R-002-30). */
  question: z.string().nullable(),
  /** The next decision for the user, with the command. */
  next: z.string().nullable(),
  origin: z.string(),
  branch: z.string().nullable(),
  base: z.object({ ref: z.string(), sha: z.string() }).nullable(),
  tip: z.string().nullable(),
  /** `pushed`, `deferred: …` or `nothing pushed`. */
  pushed: z.string(),
  steps: z.object({ total: z.number(), done: z.number() }),
  agent: z.string(),
  jail: z.string(),
  /** What it does not hold, and where the operator departs from the standard. */
  jailLimits: z.array(z.string()).default([]),
  blindness: z.string(),
  gear: z.string(),
  /** One line: where the cycle stood when the run stopped (R-001-47, C-20). */
  cycle: z.string(),
  spent: Spent,
  /** What it might spend, with all that people added, and the same of the step under way; null: not told. */
  budget: Budget.nullable().default(null),
  stepSpent: z.object({ step: z.string(), spent: Spent, budget: Budget }).nullable().default(null),
  /** Pawls that worked on it, the one of its start first (R-002-55, 56). */
  versions: z.array(z.object({ version: z.string(), sinceMs: z.number(), step: z.string() })).default([]),
  notes: z.array(z.string()),
  /** Refs of kept attempts in the trusted repository, the last ones. */
  attempts: z.array(z.string()),
  testCommand: z.string().nullable(),
  /** Of the last green suite, and of the critic's last verdict; null when there was none. */
  suite: z.string().nullable().default(null),
  critic: z.string().nullable().default(null),
  /** The run's discipline and what is checked before each commit, in words; null until preflight has run. */
  rules: z.string().nullable().default(null),
  /** What is shipped of it, and what is left to people. */
  shipped: z
    .array(
      z.object({
        what: z.enum(['pushed', 'deployed', 'verified live', 'docs']),
        done: z.boolean(),
        how: z.string(),
      }),
    )
    .default([]),
  /** The plan of `--plan-only`: its first steps and its files. */
  plan: z
    .object({ steps: z.array(z.object({ id: z.string(), title: z.string() })), files: z.array(z.string()) })
    .nullable()
    .default(null),
  /** Besides the files of the plan, with who and why (R-004-20, R-004-21). */
  allowed: z.array(AllowedPath).default([]),
  /** Who saw which test before its code, the newest ones; the commits tell it of all steps. */
  testReviews: z.array(TestReview).default([]),
  /** The last messages and what became of them. */
  messages: z.array(ReportedMessage).default([]),
});
export type RunReport = z.infer<typeof RunReport>;

/** What a run that did not bail returns. */
export const RunResult = z.object({ outcome: RunOutcome, carry: ResumeCarry, report: RunReport });
export type RunResult = z.infer<typeof RunResult>;

/** First element of the details of the failure a bail ends with; the failure's type is the cause. */
export const BailDetails = z.object({ carry: ResumeCarry, report: RunReport });
export type BailDetails = z.infer<typeof BailDetails>;
