import { z } from 'zod';
import { EditPhase } from '../domain/leaf/roles.js';

/** What must be known to take a workspace whose worker is gone: it stands beside it from before the leaf starts. */
export const EditRecord = z.object({
  step: z.string(),
  role: z.enum(['developer', 'debugger']),
  phase: EditPhase,
  /** Tree the leaf started from. */
  from: z.string(),
  /** Tree that its changes are counted from. */
  base: z.string(),
  /** The plan's files; null: all that the base does not ignore. */
  wanted: z.array(z.string()).nullable(),
});
export type EditRecord = z.infer<typeof EditRecord>;
