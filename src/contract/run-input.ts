import { z } from 'zod';
import { AllowedPath } from '../domain/files/allowed-path.js';
import { Discipline, Isolation } from '../domain/run/discipline.js';
import { Gear } from '../domain/steering/gear.js';
import { CommitShape, Phase } from '../domain/run/phase.js';

/** What to work on. Issue numbers of a tracker and spec folders join as further kinds. */
export const SourceInput = z.object({
  kind: z.literal('file'),
  /** Absolute path of the origin. */
  origin: z.string(),
  /** Absolute path of the issue file. */
  file: z.string(),
  /** Slug from the file's path in the repository (design 7). */
  slug: z.string(),
  issueNumber: z.number().int().positive().nullable(),
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
  /** How long the run waits for the answer to a question, milliseconds; null: it bails with the question (C-16). */
  waitForAnswerMs: z.number().int().positive().nullable().default(null),
  /** The longest a usage limit is waited for in a row, milliseconds (R26). */
  usageLimitCapMs: z
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
  from: z.enum(['message', 'start', 'file']).default('message'),
  fault: z.enum(['no-file', 'unparseable', 'unknown-gear']).nullable().default(null),
});

const questionParts = { step: z.string(), phase: Phase, question: z.string() };

/** An answer a person gave, for the next leaf's brief or for preflight. */
export const GivenAnswer = z.object({ ...questionParts, text: z.string().max(4_000) });
export type GivenAnswer = z.infer<typeof GivenAnswer>;

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
  /** Ref of the kept attempt and its step, offered to the step's RED leaf. */
  attempt: z.object({ step: z.string(), ref: z.string() }).nullable(),
  /** Number of attempts kept so far, so that a ref is never reused. */
  attempts: z.number().int(),
  attemptRefs: z.array(z.string()).max(20).default([]),
  spent: z.object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    usd: z.number().nullable(),
    leaves: z.number().int(),
  }),
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
  /** Digest of the gear file as the last execution knew it. */
  gearFile: z.string().nullable().default(null),
});
export type ResumeCarry = z.infer<typeof ResumeCarry>;

export const RunInput = z.object({
  source: SourceInput,
  options: RunOptions,
  /** The host the origin lives on: a local origin is pinned to it (design 5). */
  hostId: z.string(),
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
