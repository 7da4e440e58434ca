import { z } from 'zod';

const text = z.string().min(1).max(4_096);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/);

/** What the operator says about the agent `codex`; every key may be left out. */
export const CodexSettings = z.strictObject({
  /** Where the program lies; else it is looked for on PATH. */
  path: text.optional(),
  model: text.max(200).optional(),
  /** Other models than `model`: a smaller one for small domain reviews, a stronger one for debugging (R-001-14, R-001-22). */
  models: z.strictObject({ small: text.max(200).optional(), strong: text.max(200).optional() }).optional(),
  /** Who answers, over the Responses API; left out, it is OpenAI, or what OPENAI_BASE_URL names. */
  provider: z
    .strictObject({
      name: text.max(200).optional(),
      baseUrl: z.url({ protocol: /^https?$/ }).max(4_096),
      /** The variable of the worker's environment that holds its key. */
      keyVariable: variable.optional(),
    })
    .optional(),
  /** Further variables of the worker's environment that its leaves get. */
  env: z.array(variable).max(50).optional(),
});
export type CodexSettings = z.infer<typeof CodexSettings>;
