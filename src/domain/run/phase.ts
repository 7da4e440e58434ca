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

/** Shape of the commits of a step (C-19). */
export const CommitShape = z.enum(['atomic', 'two-commit', 'red-green']);
export type CommitShape = z.infer<typeof CommitShape>;
