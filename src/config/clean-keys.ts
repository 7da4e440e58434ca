import { z } from 'zod';
import { usualAges, usualDiskBudgetBytes, type CleanRules } from '../domain/run/housekeeping.js';
import { parseSize, sizeRule } from '../domain/settings/byte-size.js';
import type { KeyRules } from '../domain/settings/key-rules.js';
import { durationRule, parseDuration } from '../domain/steering/duration.js';

/** What the operator decides of housekeeping. */
export interface CleanSettings extends Pick<CleanRules, 'ages' | 'diskBudgetBytes'> {
  /** Does a worker clean at its start and once a day? */
  readonly daily: boolean;
}

const age = z
  .string()
  .refine((text) => parseDuration(text) !== null)
  .optional();

/** `clean` in config.json. */
export const CleanWish = z.strictObject({
  daily: z.boolean().optional(),
  workspaces: age,
  logs: age,
  stores: age,
  reviewCopies: age,
  attempts: age,
  mirrors: age,
  diskBudget: z.union([z.literal('none'), z.string().refine((text) => parseSize(text) !== null)]).optional(),
});
export type CleanWish = z.infer<typeof CleanWish>;

export function cleanSettings(wish: CleanWish | undefined): CleanSettings {
  const { daily = false, diskBudget, ...ages } = wish ?? {};
  const of = (text: string | undefined, usual: number): number =>
    text === undefined ? usual : (parseDuration(text) ?? usual);
  return {
    daily,
    diskBudgetBytes: diskBudget === 'none' ? null : (parseSize(diskBudget ?? '') ?? usualDiskBudgetBytes),
    ages: {
      ...usualAges,
      workspace: of(ages.workspaces, usualAges.workspace),
      log: of(ages.logs, usualAges.log),
      store: of(ages.stores, usualAges.store),
      'review-copy': of(ages.reviewCopies, usualAges['review-copy']),
      attempt: of(ages.attempts, usualAges.attempt),
      mirror: of(ages.mirrors, usualAges.mirror),
    },
  };
}

const ageKey = (name: string, what: string, usual: string, example: string): KeyRules => ({
  [`clean.${name}`]: {
    says: `How long ${what} stay after their last use, when no run in progress needs them; ${usual} when left out`,
    expected: durationRule.expected,
    example: `{"clean":{"${name}":"${example}"}}`,
  },
});

/** Words of these keys, for errors and the published schema. */
export const cleanKeys: KeyRules = {
  clean: {
    says: "How old what lies in Pawl's home may get, and how much of it there may be; for `pawl clean` and for the worker",
    expected: 'an object with ages, diskBudget, daily or some of them',
    example: '{"clean":{"logs":"60d","diskBudget":"50GB"}}',
  },
  'clean.daily': {
    says: 'Does a worker clean a minute after its start and once a day? Only when this says so: it deletes by itself',
    expected: 'true or false',
    example: '{"clean":{"daily":true}}',
  },
  ...ageKey('workspaces', 'workspaces and exports', '1d', '12h'),
  ...ageKey('logs', 'logs and artifacts of a run', '30d', '60d'),
  ...ageKey('stores', 'installed dependencies', '30d', '7d'),
  ...ageKey('reviewCopies', 'copies of tests at the gate', '14d', '30d'),
  ...ageKey('attempts', 'kept attempts with their logs', '90d', '30d'),
  ...ageKey('mirrors', 'trusted repositories whose origin is gone', '30d', '90d'),
  'clean.diskBudget': {
    says: 'What workspaces, logs, dependencies and repositories may take together before the oldest go; 20GB when left out',
    expected: `${sizeRule.expected}, or "none"`,
    example: `{"clean":{"diskBudget":"${sizeRule.example}"}}`,
  },
};
