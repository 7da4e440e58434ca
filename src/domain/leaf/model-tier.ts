import { z } from 'zod';

/** How strong a model a leaf is asked of; what each stands for is the agent's setting (R-001-14, R-001-22). */
export const ModelTier = z.enum(['small', 'standard', 'strong']);
export type ModelTier = z.infer<typeof ModelTier>;

/** From this many changed lines on, a domain review takes the larger model (R-001-22). */
const largeDiff = 50;

/** @param lines added and removed lines of the diff under review */
export function reviewTier(lines: number): ModelTier {
  return lines < largeDiff ? 'small' : 'standard';
}
