import { z } from 'zod';
import { AllowedPath } from '../domain/files/allowed-path.js';
import { Added, Budgets, nothingAdded, usualBudgets } from '../domain/run/resource-budgets.js';
import { Spent } from '../domain/run/spend.js';
import { mostRejects } from '../domain/run/budgets.js';
import { Discipline, Isolation } from '../domain/run/discipline.js';
import { Gear, ShiftFrom } from '../domain/steering/gear.js';
import { CommitShape, Driver, Phase, RunKind } from '../domain/run/phase.js';
import { TestReview } from './test-review.js';

/** What to work on. Issue numbers of a tracker join as a further kind. */
export const SourceInput = z.object({
  kind: z.enum(['file', 'spec']),
  /** Absolute path of the origin, or the URL of a remote. */
  origin: z.string(),
  /** Absolute path of the issue file, or of the spec's `tasks.md`; of a remote, the path in the repository. */
  file: z.string(),
  /** Slug from the file's path in the repository, or from the spec's folder (design 7). */
  slug: z.string(),
  issueNumber: z.number().int().positive().nullable(),
  /** The spec's folder in the repository, such as `specs/0007-export`; left out for an issue file. */
  folder: z.string().optional(),
});
export type SourceInput = z.infer<typeof SourceInput>;

/** What `pawl run` was told; fixed for the run, resume included. */
export const RunOptions = z.object({
  agent: z.string(),
  /** Whole text of the scenario, for agent `scripted` only. */
  scenario: z.string().nullable(),
  base: z.string().nullable(),
  testCommand: z.string().nullable(),
  /** Where a command of no known runner leaves its results: `junit:<path>` or `exit-only`; null when not told. */
  testResults: z.string().nullable().default(null),
  maxFiles: z.number().int().positive().nullable(),
  allowDirty: z.boolean(),
  allowKnownFailures: z.boolean(),
  commits: CommitShape,
  /** `strict` adds domain reviews, split isolation and an enforced scope check; each can be set alone (C-4). */
  discipline: Discipline.nullable().default(null),
  domainReview: z.boolean().nullable().default(null),
  isolation: Isolation.nullable().default(null),
  leafTimeoutMs: z.number().int().positive().nullable(),
  idleTimeoutMs: z.number().int().positive().nullable(),
  /** Without a heartbeat for so long, milliseconds, a job's worker counts as lost. */
  heartbeatMs: z.number().int().min(2_000).default(10_000),
  /** A job that no worker of a claimed host has taken after so long, milliseconds, makes the run ask for the host (design 7). */
  hostLimitMs: z.number().int().min(2_000).default(60_000),
  /** How a spec is driven: `ralph` counts as a shift to review-after, and ends at a downshift (R-000-24, R-000-25). */
  driver: Driver.default('implement'),
  /** The most tasks that are done, and the most leaves of tasks that are tried, in this execution; null: no bound. */
  bounds: z
    .object({ tasks: z.number().int().positive().nullable(), turns: z.number().int().positive().nullable() })
    .default({ tasks: null, turns: null }),
  /** A bug fix and a single test-first job are always gated, whatever the gear (R-000-26, R-000-27). */
  kind: RunKind.default('feature'),
  /** So many REJECTs of reviewers in a row shift to review-before by themselves; null: none do. */
  downshiftAfterRejects: z.number().int().min(1).max(mostRejects).nullable().default(null),
  /** How long the run waits for the answer to a question, milliseconds; null: it bails with the question (C-16). */
  waitForAnswerMs: z.number().int().positive().nullable().default(null),
  /** The longest a usage limit is waited for in a row, milliseconds (R26). */
  usageLimitCapMs: z
    .number()
    .int()
    .positive()
    .default(24 * 3_600_000),
  /** What the run and each of its steps may use up before it waits for more; pawl.json may tighten it. */
  budgets: Budgets.default(usualBudgets),
  /** How long it waits for more before it bails, milliseconds. */
  budgetCapMs: z
    .number()
    .int()
    .positive()
    .default(24 * 3_600_000),
});
export type RunOptions = z.infer<typeof RunOptions>;

export const GearCarry = z.object({
  gear: Gear,
  because: z.string(),
  by: z.string().nullable(),
  atMs: z.number(),
  scope: z.string().nullable().default(null),
  untilMs: z.number().nullable().default(null),
  from: ShiftFrom.default('message'),
  fault: z.enum(['no-file', 'unparseable', 'unknown-gear']).nullable().default(null),
});

const questionParts = { step: z.string(), phase: Phase, question: z.string() };

/** An answer a person gave, for the next leaf's brief or for preflight. */
export const GivenAnswer = z.object({ ...questionParts, text: z.string().max(4_000) });
export type GivenAnswer = z.infer<typeof GivenAnswer>;

/** Failing tests that a TEST step committed: exempt until the IMPLEMENT step that turns exactly these green (C-27). */
export const DeclaredRed = z.object({
  step: z.string(),
  testFiles: z.array(z.string()).max(200),
  testIds: z.array(z.string()).max(200),
});

/** A plan made by `--plan-only`, used by the next run while source and base are what they were. */
export const MadePlan = z.object({
  /** Ref that keeps its tree in the trusted repository. */
  ref: z.string(),
  tree: z.string(),
  total: z.number().int(),
  steps: z
    .array(z.object({ id: z.string(), title: z.string() }))
    .max(200)
    .default([]),
  files: z.array(z.string()).max(1_000).default([]),
  base: z.string(),
  /** SHA-256 of the source's body. */
  body: z.string(),
});

/** What the next execution takes over from the last one's result or failure details (design 4, Resume). */
export const ResumeCarry = z.object({
  firstRunId: z.string(),
  /** The run's branch, kept although the issue's title may be edited since; null when there was none yet. */
  branch: z.string().nullable(),
  gear: GearCarry.nullable(),
  /** Steps whose test a person approved, by hash: counts again only for the same hash. */
  approvedTests: z.array(z.string()).max(20),
  /** Who saw which test before its code, the newest ones. */
  testReviews: z.array(TestReview).max(20).default([]),
  /** Ref of the kept attempt and its step, offered to the step's RED leaf. */
  attempt: z.object({ step: z.string(), ref: z.string() }).nullable(),
  /** Number of attempts kept so far, so that a ref is never reused. */
  attempts: z.number().int(),
  attemptRefs: z.array(z.string()).max(20).default([]),
  spent: Spent,
  /** What the newest steps spent, and what people added for them. */
  stepPurses: z
    .array(z.object({ step: z.string(), spent: Spent, added: Added }))
    .max(12)
    .default([]),
  /** What people added to the run's budgets. */
  added: Added.default(nothingAdded),
  /** Step whose refactor phase is settled although its pending mark still stands. */
  refactorSettled: z.string().nullable(),
  answers: z.array(GivenAnswer).max(10).default([]),
  /** The question that the last execution ended with. */
  asked: z
    .object({ ...questionParts, candidates: z.array(z.string()) })
    .nullable()
    .default(null),
  sentBack: z
    .array(
      z.object({
        step: z.string(),
        because: z.string(),
        by: z.string().nullable(),
        again: z.string().nullable().default(null),
      }),
    )
    .max(20)
    .default([]),
  plan: MadePlan.nullable().default(null),
  /** Paths a person allowed besides the plan's, with who and why (R-004-20, 21). */
  allowed: z.array(AllowedPath).max(50).default([]),
  /** Tip that the critic approved; null when it has not. */
  criticApproved: z.string().nullable().default(null),
  /** Red tests of steps that wait for their pieces (R-001-11). */
  parked: z
    .array(z.object({ step: z.string(), ref: z.string() }))
    .max(10)
    .default([]),
  /** Failing tests that TEST steps committed for IMPLEMENT steps to come (C-27). */
  declaredRed: z.array(DeclaredRed).max(50).default([]),
  /** Pawls that worked on the run so far, the first one first (R-002-55). */
  versions: z
    .array(z.object({ version: z.string().max(200), sinceMs: z.number(), step: z.string() }))
    .max(10)
    .default([]),
  /** Digest of the gear file as the last execution knew it. */
  gearFile: z.string().nullable().default(null),
});
export type ResumeCarry = z.infer<typeof ResumeCarry>;

export const RunInput = z.object({
  source: SourceInput,
  options: RunOptions,
  /** The host that a local origin lives on, and the run is pinned to (design 5); null: a remote, a host is claimed. */
  hostId: z.string().nullable(),
  /** A gear asked for at the start (R-000-34), null for the default. */
  gear: z
    .object({
      gear: Gear,
      because: z.string(),
      by: z.string().nullable(),
      scope: z.string().nullable().default(null),
      forMs: z.number().int().positive().nullable().default(null),
    })
    .nullable(),
  /** Make and validate the plan, commit nothing, end as bound-reached. */
  planOnly: z.boolean().default(false),
  resume: ResumeCarry.nullable(),
});
export type RunInput = z.infer<typeof RunInput>;
/** As a client may give it: what has a default may be left out. */
export type RunInputWish = z.input<typeof RunInput>;
export type RunOptionsWish = z.input<typeof RunOptions>;
