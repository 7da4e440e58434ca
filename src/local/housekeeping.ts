import { removeThing, storedThings } from '../adapters/artifacts/stored-things.js';
import { packRepositories, removeStored, storedInRepositories } from '../adapters/git/stored-repositories.js';
import type { Config } from '../config.js';
import { cleanPlan, type CleanPlan, type CleanRules, type OpenRuns, type Removal } from '../domain/run/housekeeping.js';

type Place = Pick<Config, 'home' | 'path'>;

/** Looks at all that lies in Pawl's home and decides what goes; changes nothing. */
export async function planCleaning(config: Place, open: OpenRuns, rules: CleanRules): Promise<CleanPlan> {
  const { home, path } = config;
  const things = [
    ...(await storedThings(home, rules.nowMs)),
    ...(await storedInRepositories({ home, path }, rules.nowMs)),
  ];
  return cleanPlan(things, open, rules);
}

export interface Cleaned {
  readonly removed: readonly Removal[];
  /** Paths that could not be removed: immutable, or mounted. */
  readonly stuck: readonly string[];
}

/** Does what a plan says. */
export async function clean(config: Place, open: OpenRuns, { remove }: CleanPlan): Promise<Cleaned> {
  const { home, path } = config;
  const removed: Removal[] = [];
  const stuck: string[] = [];
  for (const one of remove) {
    const isInGit = one.thing.kind === 'attempt' || one.thing.kind === 'mirror';
    const left = isInGit ? await removeStored({ home, path }, one.thing) : await removeThing(one.thing);
    stuck.push(...left);
    if (left.length === 0) removed.push(one);
  }
  const attempts = removed.filter(({ thing }) => thing.kind === 'attempt').map(({ thing }) => thing.id);
  if (open.kind === 'known' && open.keys.length === 0) await packRepositories({ home, path }, attempts);
  return { removed, stuck };
}
