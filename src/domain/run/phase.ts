import { z } from 'zod';

export const Phase = z.enum(['preflight', 'plan', 'red', 'gate', 'green', 'commit', 'refactor', 'critic', 'publish']);
export type Phase = z.infer<typeof Phase>;

/** Value of the search attribute `PawlState`. */
export const RunStateName = z.enum([
  'preflight',
  'planning',
  'working',
  'gate',
  'waiting',
  'publishing',
  'done',
  'stopped',
  'downshifted',
  'scope-complete',
  'bound-reached',
  'bailed',
]);
export type RunStateName = z.infer<typeof RunStateName>;

/** How a run that did not bail ended. */
export const RunOutcome = z.enum(['done', 'stopped', 'downshifted', 'scope-complete', 'bound-reached']);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** How the steps of a spec are driven (R-000-24, R-000-25): with the gear read for each, or always review-after. */
export const Driver = z.enum(['implement', 'ralph']);
export type Driver = z.infer<typeof Driver>;

export const RunKind = z.enum(['feature', 'bugfix', 'test-first']);
export type RunKind = z.infer<typeof RunKind>;

/** Shape of the commits of a step (C-19). */
export const CommitShape = z.enum(['atomic', 'two-commit', 'red-green']);
export type CommitShape = z.infer<typeof CommitShape>;
