import type { BudgetFacts } from '../actions/budget.js';
import { ofText } from '../../domain/run/budget-words.js';
import { Resource, usedOf, type Budget } from '../../domain/run/resource-budgets.js';
import type { Spent } from '../../domain/run/spend.js';
import { plainLine } from './plain.js';
import { untilWhen } from './when.js';

const names: Readonly<Record<Resource, string>> = { usd: 'money', tokens: 'tokens', leaves: 'leaves', minutes: 'work' };

/** What was spent and what may be, of the run and of the step under way, and the command where one is needed. */
export function budgetLines({ spent, budgets, waitUntilMs }: BudgetFacts, nowMs: number): readonly string[] {
  const { run, step, addWith } = budgets;
  const silent = silentText(spent);
  return [
    ...table('run', spent, run),
    ...(step === null ? [] : table(`step ${plainLine(step.id)}`, step.spent, step.budget)),
    ...(silent === null ? [] : [`  ${silent}`]),
    ...(addWith === null || waitUntilMs === null
      ? []
      : [`used up: it waits ${untilWhen(waitUntilMs, nowMs)}, and goes on with: ${plainLine(addWith)}`]),
  ];
}

function table(title: string, spent: Spent, budget: Budget): readonly string[] {
  const used = usedOf(spent);
  const rows = Resource.options.map((what) => {
    const bound = budget[what];
    const none = what === 'usd' && spent.usd === null && bound === null;
    const atLeast = isPartly(what, spent) ? 'at least ' : '';
    const amount = none ? 'not told' : `${atLeast}${ofText(what, used[what], bound)}`;
    return `    ${names[what].padEnd(7)} ${amount}${bound === null ? ', no bound' : ''}`;
  });
  return [`  ${title}`, ...rows];
}

/** Is there more of it than is known? */
function isPartly(what: Resource, { unmeasured, unpriced }: Spent): boolean {
  if (what === 'usd') return unmeasured + unpriced > 0;
  return what === 'tokens' && unmeasured > 0;
}

function silentText({ unmeasured, unpriced }: Spent): string | null {
  const leaves = (count: number): string => (count === 1 ? '1 leaf' : `${count} leaves`);
  const parts = [
    ...(unmeasured > 0 ? [`of ${leaves(unmeasured)} no usage is known`] : []),
    ...(unpriced > 0 ? [`of ${leaves(unpriced)} no money`] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
