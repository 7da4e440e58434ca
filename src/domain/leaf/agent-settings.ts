import { z } from 'zod';
import type { CodexSettings } from './codex-settings.js';
import type { GeminiSettings } from './gemini-settings.js';
import type { OpencodeSettings } from './opencode-settings.js';

const text = z.string().min(1).max(4_096);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/);

/** What the operator says about the agent `claude`; every key may be left out. */
export const ClaudeSettings = z.strictObject({
  /** Where the program lies; else it is looked for on PATH. */
  path: text.optional(),
  model: text.max(200).optional(),
  /** Other models than `model`: a smaller one for small domain reviews, a stronger one for debugging (R-001-14, R-001-22). */
  models: z.strictObject({ small: text.max(200).optional(), strong: text.max(200).optional() }).optional(),
  /** Turns of one leaf. */
  maxTurns: z.int().min(1).max(1_000).optional(),
  /** Money of one leaf, US dollars; checked by the agent after each turn. */
  maxUsd: z.number().positive().max(1_000).optional(),
  /** Further variables of the worker's environment that its leaves get. */
  env: z.array(variable).max(50).optional(),
});
export type ClaudeSettings = z.infer<typeof ClaudeSettings>;

/** Any program as an agent: the prompt on its standard input, one JSON object as its answer. */
export const CommandSettings = z.strictObject({
  argv: z.array(text).min(1).max(100),
  /** Where the answer stands: the last line of standard output, or the file named by PAWL_ANSWER_FILE. */
  answer: z.enum(['stdout', 'file']).optional(),
  env: z.array(variable).max(50).optional(),
  /** Paths that a jail must leave readable for it. */
  readable: z.array(text).max(50).optional(),
  /** Do leaves that judge need the network to reach their model? On unless switched off. */
  network: z.boolean().optional(),
});
export type CommandSettings = z.infer<typeof CommandSettings>;

/** All that this host's agents are made from. */
export interface AgentSettings {
  readonly claude: ClaudeSettings;
  readonly codex?: CodexSettings;
  readonly gemini?: GeminiSettings;
  readonly opencode?: OpencodeSettings;
  /** Null when config.json names no command. */
  readonly command: CommandSettings | null;
  /** The worker's own environment, from which an agent takes what its allowlist names (T2). */
  readonly env: Readonly<Record<string, string>>;
  /** PATH on which programs are looked for. */
  readonly path: string;
}
