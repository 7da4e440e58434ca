import { z } from 'zod';
import { RoleAgents } from '../domain/leaf/role-agents.js';
import { ClaudeSettings, CommandSettings } from '../domain/leaf/agent-settings.js';
import { CodexSettings } from '../domain/leaf/codex-settings.js';
import { GeminiSettings } from '../domain/leaf/gemini-settings.js';
import { InstructionsRule } from '../domain/leaf/instructions.js';
import { JailSetting } from '../domain/leaf/jails.js';
import { SandboxSettings } from '../domain/leaf/sandbox-settings.js';
import { AgentConfigRule, NetworkRules } from '../domain/leaf/wall-rules.js';
import { OpencodeSettings } from '../domain/leaf/opencode-settings.js';
import { BudgetWish } from '../domain/run/resource-budgets.js';
import { mostRejects } from '../domain/run/budgets.js';
import { Discipline, Isolation } from '../domain/run/discipline.js';
import { parseDuration } from '../domain/steering/duration.js';
import { keysAt, ruleAt, schemaKey, type KeyRule } from '../domain/settings/key-rules.js';
import { CleanWish } from './clean-keys.js';
import { configKeys } from './config-keys.js';

const seconds = z.number().int().min(1).max(86_400);
const text = z.string().min(1).max(4_096);

const Tls = z.union([
  z.boolean(),
  z.strictObject({
    serverCa: text.optional(),
    clientCert: text.optional(),
    clientKey: text.optional(),
    serverName: text.optional(),
  }),
]);

/** What the operator's config.json may hold; every key may be left out. */
export const ConfigFile = z.strictObject({
  [schemaKey]: z.string().max(1_000).optional(),
  agent: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/)
    .optional(),
  agents: RoleAgents.optional(),
  jail: JailSetting.optional(),
  sandboxRuntime: SandboxSettings.optional(),
  network: NetworkRules.optional(),
  agentConfig: AgentConfigRule.optional(),
  maxFiles: z.number().int().min(1).max(1_000).optional(),
  discipline: Discipline.optional(),
  domainReview: z.boolean().optional(),
  isolation: Isolation.optional(),
  instructions: InstructionsRule.optional(),
  leafSlots: z.number().int().min(1).max(64).optional(),
  limits: z
    .strictObject({
      leafTimeoutSeconds: seconds.optional(),
      idleSeconds: seconds.optional(),
      memoryMb: z
        .number()
        .int()
        .max(16 * 1024 * 1024)
        .refine((mebibytes) => mebibytes === 0 || mebibytes >= 64)
        .optional(),
      processes: z
        .number()
        .int()
        .max(4_000_000)
        .refine((number) => number === 0 || number >= 32)
        .optional(),
    })
    .optional(),
  waitForAnswer: z
    .string()
    .refine((text) => parseDuration(text) !== null)
    .optional(),
  downshiftAfterRejects: z.number().int().min(1).max(mostRejects).optional(),
  usageLimitWaitHours: z.number().positive().max(720).optional(),
  budgets: z.strictObject({ run: BudgetWish.optional(), step: BudgetWish.optional() }).optional(),
  budgetWaitHours: z.number().positive().max(720).optional(),
  clean: CleanWish.optional(),
  claude: ClaudeSettings.optional(),
  codex: CodexSettings.optional(),
  gemini: GeminiSettings.optional(),
  opencode: OpencodeSettings.optional(),
  command: CommandSettings.optional(),
  identity: text.max(200).optional(),
  temporal: z
    .strictObject({
      address: text.optional(),
      namespace: text.max(255).optional(),
      apiKey: text.optional(),
      tls: Tls.optional(),
      deployment: z
        .strictObject({
          name: z
            .string()
            .regex(/^[A-Za-z0-9_-]{1,100}$/)
            .optional(),
          build: z
            .string()
            .regex(/^[A-Za-z0-9_+-][A-Za-z0-9_.+-]{0,99}$/)
            .optional(),
          openRuns: z.enum(['keep', 'upgrade']),
        })
        .optional(),
    })
    .optional(),
});
export type ConfigFile = z.infer<typeof ConfigFile>;
export type TlsWish = z.infer<typeof Tls>;

/** The keys that may stand at this place. */
export function knownKeys(at: readonly string[]): readonly string[] {
  return keysAt(configKeys, at);
}

/** What the key at this place takes, with an example. */
export function rule(at: readonly string[]): Pick<KeyRule, 'expected' | 'example'> {
  const found = ruleAt(configKeys, at);
  return { expected: found?.expected ?? 'one JSON object', example: found?.example ?? '{"agent":"claude"}' };
}
