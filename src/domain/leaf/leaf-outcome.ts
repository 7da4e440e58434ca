import { z } from 'zod';

/** How a leaf ended: closed, and never taken from prose or from an exit code alone (design 9, R03). */
export const LeafOutcome = z.enum([
  'done',
  'limit',
  'contract',
  'auth',
  'config',
  'transient',
  'usage-limit',
  'needs-user',
  'idle',
  'timeout',
  'cancelled',
  'crashed',
  'killed-external',
  'out-of-memory',
]);
export type LeafOutcome = z.infer<typeof LeafOutcome>;
