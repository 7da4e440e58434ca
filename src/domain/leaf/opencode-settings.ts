import { z } from 'zod';

const text = z.string().min(1).max(4_096);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/);
/** Provider and model, as opencode itself spells them. */
const model = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9._-]*\/\S+$/i);

/** What the operator says about the agent `opencode`; every key but `model` may be left out. */
export const OpencodeSettings = z.strictObject({
  /** Where the program lies; else it is looked for on PATH. */
  path: text.optional(),
  model: model.optional(),
  /** Another model than `model` for debugging, of the same provider (R-001-14). */
  models: z.strictObject({ strong: model.optional() }).optional(),
  /** How the provider of `model` is reached, where opencode does not know it by itself. */
  provider: z
    .strictObject({
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(4_096)
        .optional(),
      /** The variable of the worker's environment that holds its key. */
      keyVariable: variable.optional(),
      /** The package that speaks its API, of those that opencode bundles. */
      npm: text.max(200).optional(),
    })
    .optional(),
  /** Further variables of the worker's environment that its leaves get. */
  env: z.array(variable).max(50).optional(),
});
export type OpencodeSettings = z.infer<typeof OpencodeSettings>;
