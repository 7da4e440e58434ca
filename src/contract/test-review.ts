import { z } from 'zod';

/** Who saw a step's test before its code: of `TestReview` in the domain. */
export const TestReview = z.object({
  step: z.string(),
  test: z.string(),
  how: z.enum(['approved', 'edited', 'unseen']),
  by: z.string().nullable(),
  atMs: z.number().nullable(),
});
