import type { Config } from '../../config.js';
import type { RunReport } from '../../contract/result.js';
import type { ResumeCarry, RunOptionsWish } from '../../contract/run-input.js';
import { amountText, resourceWords } from '../../domain/run/budget-words.js';
import {
  amountRule,
  isAmountOf,
  noBudget,
  nothingAdded,
  plus,
  raised,
  Resource,
  usualBudgets,
  withWish,
  type Added,
  type BudgetWish,
  type Extent,
} from '../../domain/run/resource-budgets.js';
import { CliError } from '../io.js';
import type { RunEnd } from '../runs/end.js';

/** Flags of `pawl run` about budgets: text, nothing checked. */
export interface BudgetFlags {
  readonly maxUsd?: string;
  readonly maxTokens?: string;
  readonly maxLeaves?: string;
  readonly maxMinutes?: string;
  readonly maxStepUsd?: string;
  readonly maxStepTokens?: string;
  readonly maxStepLeaves?: string;
  readonly maxStepMinutes?: string;
}

/** Flags of `pawl budget` and `pawl resume`. */
export interface AddFlags {
  readonly addUsd?: string;
  readonly addTokens?: string;
  readonly addLeaves?: string;
  readonly addMinutes?: string;
  readonly step?: boolean;
}

/** Each with its value, as they were typed. */
export function budgetFlags(flags: BudgetFlags): readonly (readonly [string, string | undefined])[] {
  return [
    ['--max-usd', flags.maxUsd],
    ['--max-tokens', flags.maxTokens],
    ['--max-leaves', flags.maxLeaves],
    ['--max-minutes', flags.maxMinutes],
    ['--max-step-usd', flags.maxStepUsd],
    ['--max-step-tokens', flags.maxStepTokens],
    ['--max-step-leaves', flags.maxStepLeaves],
    ['--max-step-minutes', flags.maxStepMinutes],
  ];
}

/** Flags win over config.json. @throws {CliError} 2 with what was expected and an example */
export function budgetOptions(
  flags: BudgetFlags,
  config: Partial<Pick<Config, 'budgets' | 'budgetCapMs'>>,
): Pick<RunOptionsWish, 'budgets' | 'budgetCapMs'> {
  const { run, step } = config.budgets ?? usualBudgets;
  const typed = (prefix: string, values: readonly (string | undefined)[]): BudgetWish =>
    amounts(Resource.options.map((what, at) => [what, `${prefix}${what}`, values[at]]));
  const { maxUsd, maxTokens, maxLeaves, maxMinutes } = flags;
  const { maxStepUsd, maxStepTokens, maxStepLeaves, maxStepMinutes } = flags;
  return {
    budgets: {
      run: withWish(run, typed('--max-', [maxUsd, maxTokens, maxLeaves, maxMinutes])),
      step: withWish(step, typed('--max-step-', [maxStepUsd, maxStepTokens, maxStepLeaves, maxStepMinutes])),
    },
    ...(config.budgetCapMs === undefined ? {} : { budgetCapMs: config.budgetCapMs }),
  };
}

export interface AddWish {
  readonly add: Partial<Added>;
  readonly of: Extent;
}

/** What is to be added; null when no flag says so. @throws {CliError} 2 with what was expected and an example */
export function addWish(flags: AddFlags): AddWish | null {
  const values = [flags.addUsd, flags.addTokens, flags.addLeaves, flags.addMinutes];
  const add = amounts(Resource.options.map((what, at) => [what, `--add-${what}`, values[at]]));
  if (Object.keys(add).length > 0) return { add, of: flags.step === true ? 'step' : 'run' };
  if (flags.step !== true) return null;
  throw new CliError(2, '--step says whose budget is raised, and needs an amount, for example: --add-leaves 20 --step');
}

const samples: Readonly<Record<Resource, number>> = { usd: 5, tokens: 500_000, leaves: 20, minutes: 60 };

function amounts(
  typed: readonly (readonly [Resource, string, string | undefined])[],
): Partial<Record<Resource, number>> {
  const found: Partial<Record<Resource, number>> = {};
  for (const [what, flag, text] of typed) {
    if (text === undefined) continue;
    const value = /^\d{1,12}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!isAmountOf(what, value)) {
      const rule = amountRule(what).replace(/^expected /, '');
      throw new CliError(2, `${flag} takes ${rule}, got "${text.slice(0, 40)}"; for example: ${flag} ${samples[what]}`);
    }
    found[what] = value;
  }
  return found;
}

/**
 * What the next execution gets besides, and the line that says so.
 * @throws {CliError} 2 when there is no such budget, or nothing is left that could carry it
 */
export function newlyAdded(
  { carry, report }: Pick<RunEnd, 'carry' | 'report'>,
  workflowId: string,
  wish: AddWish | null,
): { readonly carry: ResumeCarry | null; readonly said: readonly string[] } {
  if (wish === null) return { carry, said: [] };
  if (carry === null) {
    throw new CliError(
      2,
      `the last execution of ${workflowId} left nothing that could be added to: its budgets start anew`,
    );
  }
  const { add, of } = wish;
  const step = report?.stepSpent ?? null;
  if (of === 'step' && step === null)
    throw new CliError(2, `no step was under way when ${workflowId} ended; leave out --step`);
  const budget = (of === 'run' ? report?.budget : step?.budget) ?? noBudget;
  const named = Resource.options.filter((what) => add[what] !== undefined);
  const missing = named.filter((what) => budget[what] === null);
  if (missing.length > 0) {
    const words = missing.map((what) => `${resourceWords[what]} budget`).join(' and no ');
    throw new CliError(2, `this ${of} has no ${words}, so there is nothing to add to`);
  }
  const now = raised(budget, plus(nothingAdded, add));
  const said = named.map((what) => `${amountText(what, now[what] ?? 0)} in all`).join(', ');
  return { carry: richer(carry, step, wish), said: [`the ${of}'s budget is raised: ${said}`] };
}

function richer(carry: ResumeCarry, under: RunReport['stepSpent'], { add, of }: AddWish): ResumeCarry {
  if (of === 'run' || under === null) return { ...carry, added: plus(carry.added, add) };
  const { step, spent } = under;
  const purse = carry.stepPurses.find((one) => one.step === step) ?? { step, spent, added: nothingAdded };
  const others = carry.stepPurses.filter((one) => one.step !== step);
  return { ...carry, stepPurses: [...others, { ...purse, added: plus(purse.added, add) }].slice(-12) };
}
