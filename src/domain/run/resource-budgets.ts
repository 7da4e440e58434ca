import { z } from 'zod';
import { cents, type Spent } from './spend.js';

/** What a run may use up, each its own counter (design 4, Budgets). */
export const Resource = z.enum(['usd', 'tokens', 'leaves', 'minutes']);
export type Resource = z.infer<typeof Resource>;

/** The most that any of them takes: more is a slip of the keyboard, and sums stay exact. */
export const mostOf: Readonly<Record<Resource, number>> = {
  usd: 10_000,
  tokens: 10_000_000_000,
  leaves: 100_000,
  minutes: 527_040,
};

/** A cent is the least that money is bound by; the others are counted in whole ones, but for minutes. */
export const leastOf: Readonly<Record<Resource, number>> = { usd: 0.01, tokens: 1, leaves: 1, minutes: 0.1 };

const bound = {
  usd: z.number().min(leastOf.usd).max(mostOf.usd),
  tokens: z.int().min(leastOf.tokens).max(mostOf.tokens),
  leaves: z.int().min(leastOf.leaves).max(mostOf.leaves),
  minutes: z.number().min(leastOf.minutes).max(mostOf.minutes),
} as const;

const wholeOnes: readonly Resource[] = ['tokens', 'leaves'];

/** What an amount of it may be, to stand in an error. */
export function amountRule(what: Resource): string {
  const number = wholeOnes.includes(what) ? 'a whole number' : 'a number';
  return `expected ${number} from ${leastOf[what]} to ${mostOf[what]}`;
}

export function isAmountOf(what: Resource, value: number): boolean {
  const isNumber = wholeOnes.includes(what) ? Number.isInteger(value) : Number.isFinite(value);
  return isNumber && value >= leastOf[what] && value <= mostOf[what];
}

/** As settings files spell them: what is left out has no bound. */
export const BudgetWish = z.strictObject({
  usd: bound.usd.optional(),
  tokens: bound.tokens.optional(),
  leaves: bound.leaves.optional(),
  minutes: bound.minutes.optional(),
});
export type BudgetWish = z.infer<typeof BudgetWish>;

const held = z.number().min(0).nullable().default(null);

/** Null: no bound. What people added may go past the most that a wish takes. */
export const Budget = z.object({ usd: held, tokens: held, leaves: held, minutes: held });
export type Budget = z.infer<typeof Budget>;

/** Whose budget it is: the whole run's, or the one that each of its steps has. */
export const Extent = z.enum(['run', 'step']);
export type Extent = z.infer<typeof Extent>;

export const Budgets = z.object({ run: Budget, step: Budget });
export type Budgets = z.infer<typeof Budgets>;

export const noBudget: Budget = { usd: null, tokens: null, leaves: null, minutes: null };

/**
 * No bound of money, tokens and time: nobody knows what a run is worth to its operator. The leaves of a step are a net
 * below the budgets of tries, for what costs none of them: a test that a person rejects again and again.
 */
export const usualBudgets: Budgets = { run: noBudget, step: { ...noBudget, leaves: 100 } };

/** What people added to a budget. */
export const Added = z.object({
  usd: z.number().min(0).default(0),
  tokens: z.number().min(0).default(0),
  leaves: z.number().min(0).default(0),
  minutes: z.number().min(0).default(0),
});
export type Added = z.infer<typeof Added>;

export const nothingAdded: Added = { usd: 0, tokens: 0, leaves: 0, minutes: 0 };

export function plus(added: Added, more: Partial<Added>): Added {
  const { usd = 0, tokens = 0, leaves = 0, minutes = 0 } = more;
  return {
    usd: cents(added.usd + usd),
    tokens: added.tokens + tokens,
    leaves: added.leaves + leaves,
    minutes: added.minutes + minutes,
  };
}

/** The budget with what was added; where there is no bound, adding makes none. */
export function raised(budget: Budget, added: Added): Budget {
  const sum = (name: Resource): number | null => {
    const at = budget[name];
    return at === null ? null : name === 'usd' ? cents(at + added.usd) : at + added[name];
  };
  return { usd: sum('usd'), tokens: sum('tokens'), leaves: sum('leaves'), minutes: sum('minutes') };
}

/** The usual one, where a person wishes nothing else. */
export function withWish(usual: Budget, wish: BudgetWish = {}): Budget {
  return {
    usd: wish.usd ?? usual.usd,
    tokens: wish.tokens ?? usual.tokens,
    leaves: wish.leaves ?? usual.leaves,
    minutes: wish.minutes ?? usual.minutes,
  };
}

/** The lower of both: pawl.json may only tighten (design 3). */
export function tightened(budget: Budget, wish: BudgetWish | undefined): Budget {
  const lower = (name: Resource): number | null => {
    const wished = wish?.[name];
    return wished === undefined ? budget[name] : Math.min(budget[name] ?? wished, wished);
  };
  return { usd: lower('usd'), tokens: lower('tokens'), leaves: lower('leaves'), minutes: lower('minutes') };
}

/** The budgets of a run, with what its repository's pawl.json asks for. */
export function budgetsAt(budgets: Budgets, wish: { readonly run?: BudgetWish; readonly step?: BudgetWish }): Budgets {
  return { run: tightened(budgets.run, wish.run), step: tightened(budgets.step, wish.step) };
}

/** What can't bind is said aloud once, before anything is spent. */
export function budgetNotes({ run, step }: Budgets, silentOnMoney: readonly string[]): readonly string[] {
  if ((run.usd === null && step.usd === null) || silentOnMoney.length === 0) return [];
  const agents = [...new Set(silentOnMoney)].join(', ');
  return [
    `the money budget does not bind leaves of ${agents}: no money is reported there; tokens, leaves and minutes do`,
  ];
}

/** How much of each is used: money that nobody told counts as none, so it can't bind. */
export function usedOf({ usd, inputTokens, outputTokens, leaves, workMs }: Spent): Readonly<Record<Resource, number>> {
  return { usd: usd ?? 0, tokens: inputTokens + outputTokens, leaves, minutes: workMs / 60_000 };
}

/** One budget that is used up. */
export interface UsedUp {
  readonly of: Extent;
  readonly what: Resource;
  readonly used: number;
  readonly bound: number;
}

/**
 * Which of these are used up: no leaf starts while one is. Each was at most one leaf away from its bound before, so
 * that is how far it can be past it. Less than a cent buys nothing: it counts as no money.
 */
export function usedUpOf(of: Extent, budget: Budget, spent: Spent): readonly UsedUp[] {
  const used = usedOf(spent);
  return Resource.options.flatMap((what) => {
    const at = budget[what];
    if (at === null || isLeft(what, at, used[what])) return [];
    return [{ of, what, used: used[what], bound: at }];
  });
}

function isLeft(what: Resource, at: number, used: number): boolean {
  return what === 'usd' ? cents(at - used) >= leastOf.usd : used < at;
}
