import { z } from 'zod';
import { DisciplineRules, standardRules } from '../domain/run/discipline.js';
import { AllowedPath } from '../domain/files/allowed-path.js';
import { ChecksOfRun, noChecks } from '../domain/checks/checks.js';
import { RoleAgents } from '../domain/leaf/role-agents.js';
import { WallRules } from '../domain/leaf/wall-rules.js';
import { Signing } from '../domain/commit/signing.js';
import { LabelShape } from '../domain/plan/shape.js';
import { ArtifactRef } from '../domain/run/references.js';

/** What preflight established, kept as an artifact so that it is not sent with every activity. */
export const Facts = z.object({
  workflowId: z.string(),
  origin: z.object({ path: z.string(), gitDir: z.string() }),
  title: z.string(),
  issueNumber: z.number().nullable(),
  body: ArtifactRef,
  criteria: z.array(z.string()),
  branch: z.string(),
  /** The issue's ledger, or the spec's own list. */
  ledgerPath: z.string(),
  /** Left out: an issue. The spec's list as it was when the run started, which stays frozen but for its marks (R-000-49). */
  spec: z
    .object({
      folder: z.string(),
      list: ArtifactRef,
      /** What pawl.json adds to the labels of its tasks. */
      labels: z.record(z.string(), LabelShape).default({}),
    })
    .optional(),
  base: z.object({ ref: z.string(), sha: z.string() }),
  author: z.object({ name: z.string(), email: z.string() }),
  testCommand: z.object({
    runner: z.string(),
    argv: z.array(z.string()),
    folder: z.string().optional(),
    source: z.enum(['flag', 'pawl.json', 'detected']),
    results: z.string().optional(),
  }),
  setup: z.array(z.array(z.string())),
  extraTestFiles: z.array(z.string()),
  maxFiles: z.number(),
  leafTimeoutMs: z.number(),
  idleTimeoutMs: z.number(),
  agent: z.string(),
  /** Another agent for single roles. */
  agents: RoleAgents.default({}),
  /** Who has the network, and who the repository's own agent configuration; left out: as `standardWalls` says. */
  walls: WallRules.optional(),
  scenario: ArtifactRef.nullable(),
  allowKnownFailures: z.boolean(),
  checks: ChecksOfRun.default(noChecks),
  discipline: DisciplineRules.default(standardRules),
  /** Steps of a branch that was there already, where its commits say otherwise than the ledger (`provenance.ts`). */
  completion: z.object({ reopened: z.array(z.string()), evidenced: z.array(z.string()) }).optional(),
  /** Besides the plan's files. */
  allowed: z.array(AllowedPath).default([]),
  /** Left out: commits are not signed. */
  signing: Signing.optional(),
  /** Does each commit carry a sign-off of its author? */
  signOff: z.boolean().optional(),
});
export type Facts = z.infer<typeof Facts>;
