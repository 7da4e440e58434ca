import { z } from 'zod';

/** What kind of work a step is; decides its path in `workflows/cycle.ts` (R-000-50, R-000-56, R-000-60). */
export const Shape = z.enum([
  'behaviour',
  'tidy',
  'implement',
  'test',
  'verify',
  'document',
  'setup',
  'characterise',
  'generate',
  'unknown',
]);
export type Shape = z.infer<typeof Shape>;

/** What a repository's own label may stand for: every shape that does something. */
export const LabelShape = Shape.exclude(['unknown']);
export type LabelShape = z.infer<typeof LabelShape>;
