import { z } from 'zod';

/**
 * Places inside the jobs where a crash leaves something half-done; the fault harness kills there. Beside them each activity has
 * `<activity>-starts` and `<activity>-ends` (done, and not yet reported).
 */
export const InnerCrashPoint = z.enum([
  'leaf-laid',
  'leaf-over',
  'leaf-taken',
  'export-laid',
  'commit-tree-made',
  'commit-written',
  'commit-on-branch',
  'commit-pushed',
]);
export type InnerCrashPoint = z.infer<typeof InnerCrashPoint>;
