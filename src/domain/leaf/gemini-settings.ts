import { z } from 'zod';

const text = z.string().min(1).max(4_096);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/);

/** What the operator says about the agent `gemini`; every key may be left out. */
export const GeminiSettings = z.strictObject({
  /** Where the program lies; else it is looked for on PATH. */
  path: text.optional(),
  model: text.max(200).optional(),
  /** Another model than `model` for debugging (R-001-14). */
  models: z.strictObject({ strong: text.max(200).optional() }).optional(),
  /** Turns of one leaf. */
  maxTurns: z.int().min(1).max(1_000).optional(),
  /** Further variables of the worker's environment that its leaves get. */
  env: z.array(variable).max(50).optional(),
});
export type GeminiSettings = z.infer<typeof GeminiSettings>;
