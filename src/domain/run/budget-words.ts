import { countOf } from '../evidence/report-facts.js';
import { showDuration } from '../steering/duration.js';
import { usedOf, type Budget, type Resource, type UsedUp } from './resource-budgets.js';
import { usedUp, type Purses } from './purse.js';
import type { Spent } from './spend.js';

/** How each is called in "this run has no … budget". */
export const resourceWords: Readonly<Record<Resource, string>> = {
  usd: 'money',
  tokens: 'token',
  leaves: 'leaf',
  minutes: 'time',
};

/** What a command suggests to add: as much again as a small run uses. */
const portions: Readonly<Record<Resource, number>> = { usd: 5, tokens: 500_000, leaves: 20, minutes: 60 };

export function amountText(what: Resource, amount: number): string {
  switch (what) {
    case 'usd':
      return `$${amount.toFixed(2)}`;
    case 'tokens':
      return countOf(Math.round(amount), 'token');
    case 'leaves':
      return amount === 1 ? '1 leaf' : `${amount} leaves`;
    case 'minutes':
      return showDuration(amount * 60_000);
  }
}

/** `$7.50 of $10.00`, `7 of 20 leaves`. */
export function ofText(what: Resource, used: number, bound: number | null): string {
  if (bound === null) return amountText(what, used);
  const isCounted = what === 'tokens' || what === 'leaves';
  return `${isCounted ? String(Math.round(used)) : amountText(what, used)} of ${amountText(what, bound)}`;
}

/** `the run's money budget ($10.12 of $10.00)`, several joined by "and". */
export function usedUpText(budgets: readonly UsedUp[]): string {
  const one = ({ of, what, used, bound }: UsedUp): string =>
    `the ${of}'s ${resourceWords[what]} budget (${ofText(what, used, bound)})`;
  return `${budgets.map(one).join(' and ')} ${budgets.length === 1 ? 'is' : 'are'} used up`;
}

/** Of the run's own, or else of its step's: one message adds to one of both. */
function flagsFor(budgets: readonly UsedUp[]): string {
  const of = budgets.some((one) => one.of === 'run') ? 'run' : 'step';
  const flags = budgets
    .filter((one) => one.of === of)
    .map(({ what, used, bound }) => `--add-${what} ${portionFor(what, used - bound)}`);
  return [...flags, ...(of === 'step' ? ['--step'] : [])].join(' ');
}

/** Enough to go on with, also after a leaf that went past the bound. */
function portionFor(what: Resource, beyond: number): number {
  const portion = portions[what];
  return portion * (Math.floor(Math.max(0, beyond) / portion) + 1);
}

/** The whole command that lets an open run go on; null while nothing is used up. */
export function budgetCommand(state: Purses & { readonly workflowId: string }): string | null {
  const now = usedUp(state);
  return now.length === 0 ? null : `pawl budget ${state.workflowId} ${flagsFor(now)}`;
}

/** The same for a run that has ended with `budget`. */
export function resumeCommand(state: Purses & { readonly workflowId: string }): string | null {
  const now = usedUp(state);
  return now.length === 0 ? null : `pawl resume ${state.workflowId} ${flagsFor(now)}`;
}

/** What was used, with its bounds as far as there are some: one line of status and report. */
export function spentLine(spent: Spent, budget: Budget): string {
  const used = usedOf(spent);
  const atLeast = spent.unmeasured > 0 ? 'at least ' : '';
  const dollars = atLeast !== '' || spent.unpriced > 0 ? 'at least ' : '';
  const tokens = `${atLeast}${ofText('tokens', used.tokens, budget.tokens)} (${spent.inputTokens} in, ${spent.outputTokens} out)`;
  const money = spent.usd === null && budget.usd === null ? [] : [`${dollars}${ofText('usd', used.usd, budget.usd)}`];
  return [
    ofText('leaves', used.leaves, budget.leaves),
    tokens,
    ...money,
    `${ofText('minutes', used.minutes, budget.minutes)} of work`,
  ].join(' · ');
}
