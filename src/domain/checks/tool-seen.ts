import { z } from 'zod';

/** What a type-check or linter said of a tree, as it is kept to be compared with. */
export const ToolSeen = z.object({
  passed: z.boolean(),
  output: z.string(),
  /** False when only the end of the output is known. */
  whole: z.boolean(),
  durationMs: z.number(),
});
export type ToolSeen = z.infer<typeof ToolSeen>;
