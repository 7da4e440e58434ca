import {
  nothingAdded,
  plus,
  raised,
  usedOf,
  usedUpOf,
  type Added,
  type Budget,
  type Extent,
  type UsedUp,
} from './resource-budgets.js';
import type { RunState } from './run-state.js';
import { nothingSpent, spend, type Spending, type Spent } from './spend.js';

/** What one step has used, and what people added for it. */
export interface StepPurse {
  readonly step: string;
  readonly spent: Spent;
  readonly added: Added;
}

/** Steps that wait for their pieces have one, too: as many as can wait at once, and those they wait for. */
const mostPurses = 12;

/** What a rule about budgets has to know of a run. */
export type Purses = Pick<RunState, 'spent' | 'stepPurses' | 'budgets' | 'added' | 'facts' | 'step'>;

/** The purse of the step under way; null while there is none. */
export function stepPurse({ step, stepPurses }: Pick<RunState, 'step' | 'stepPurses'>): StepPurse | null {
  if (step === null) return null;
  return stepPurses.find((one) => one.step === step.id) ?? { step: step.id, spent: nothingSpent, added: nothingAdded };
}

function withPurse(state: RunState, purse: StepPurse): RunState {
  const others = state.stepPurses.filter((one) => one.step !== purse.step);
  return { ...state, stepPurses: [...others, purse].slice(-mostPurses) };
}

/** Counts what one call used, for the run and for the step under way. */
export function withSpending(state: RunState, spending: Spending): RunState {
  const counted = { ...state, spent: spend(state.spent, spending) };
  const purse = stepPurse(state);
  return purse === null ? counted : withPurse(counted, { ...purse, spent: spend(purse.spent, spending) });
}

/** Adds to the run's budgets, or to those of the step under way. */
export function withAdded(state: RunState, extent: Extent, more: Partial<Added>): RunState {
  if (extent === 'run') return { ...state, added: plus(state.added, more) };
  const purse = stepPurse(state);
  return purse === null ? state : withPurse(state, { ...purse, added: plus(purse.added, more) });
}

/** The bounds that hold now: of the start, tightened by pawl.json, with what people added. */
export function budgetOf(state: Purses, extent: Extent): Budget {
  const budgets = state.facts?.budgets ?? state.budgets;
  const added = extent === 'run' ? state.added : (stepPurse(state)?.added ?? nothingAdded);
  return raised(budgets[extent], added);
}

/** Every budget that is used up, the run's first: read before each leaf. */
export function usedUp(state: Purses): readonly UsedUp[] {
  const purse = stepPurse(state);
  return [
    ...usedUpOf('run', budgetOf(state, 'run'), state.spent),
    ...(purse === null ? [] : usedUpOf('step', budgetOf(state, 'step'), purse.spent)),
  ];
}

/** US dollars that the next leaf may use; null where no money budget binds. */
export function usdLeft(state: Purses): number | null {
  const purse = stepPurse(state);
  const left = (budget: Budget, spent: Spent): readonly number[] =>
    budget.usd === null ? [] : [Math.max(0, budget.usd - usedOf(spent).usd)];
  const all = [
    ...left(budgetOf(state, 'run'), state.spent),
    ...(purse === null ? [] : left(budgetOf(state, 'step'), purse.spent)),
  ];
  return all.length === 0 ? null : Math.round(Math.min(...all) * 10_000) / 10_000;
}
