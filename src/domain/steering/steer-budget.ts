import { amountText, budgetCommand, ofText, resourceWords, usedUpText } from '../run/budget-words.js';
import { Resource, usedOf, type Extent } from '../run/resource-budgets.js';
import { budgetOf, stepPurse, usedUp, withAdded } from '../run/purse.js';
import type { RunState } from '../run/run-state.js';
import type { Message } from './messages.js';
import { ignored, taken, type Steered } from './steered.js';

type Add = Extract<Message, { name: 'addBudget' }>;

/**
 * More money, tokens, leaves or time: all of it or nothing. It counts at once for a run that waits for it, for later when
 * it does not, and goes along with a resume, so that it is taken beside a stop, too.
 */
export function steerBudget(state: RunState, { add, of }: Add): Steered {
  const named = Resource.options.filter((what) => add[what] !== undefined);
  if (of === 'step' && state.step === null) {
    return ignored(state, 'no step is under way, so there is none whose budget could be raised');
  }
  const before = budgetOf(state, of);
  const missing = named.filter((what) => before[what] === null);
  if (missing.length > 0) return ignored(state, noBudget(state, of, missing));
  const more = withAdded(state, of, add);
  const left = usedUp(more);
  const now = named.map((what) => ofText(what, usedBy(more, of)[what], budgetOf(more, of)[what])).join(', ');
  if (left.length > 0) {
    const why = waitsFor(more);
    const wait = more.wait?.kind === 'budget' ? { ...more.wait, why } : more.wait;
    const still = `${usedUpText(left)}: ${budgetCommand(more) ?? ''}`;
    return taken({ ...more, wait }, `added, ${now}; still ${still}`);
  }
  if (more.wait?.kind !== 'budget')
    return taken(more, `added for later: the ${of}'s budget is ${budgetText(more, of, named)}, used ${now}`);
  if (more.stop !== null)
    return taken(more, `added, ${now}; the stop "${more.stop.mode}" came before it, and a resume takes it along`);
  return taken({ ...more, waitAnswer: { kind: 'budget' } }, `the run goes on: ${now} used`);
}

/** What a run that is out of budget waits for, in words. */
export function waitsFor(state: RunState): string {
  return `for more budget: ${usedUpText(usedUp(state))}`;
}

function usedBy(state: RunState, of: Extent): Readonly<Record<Resource, number>> {
  const purse = stepPurse(state);
  return usedOf(of === 'run' || purse === null ? state.spent : purse.spent);
}

function budgetText(state: RunState, of: Extent, named: readonly Resource[]): string {
  const budget = budgetOf(state, of);
  return named.map((what) => amountText(what, budget[what] ?? 0)).join(', ');
}

function noBudget(state: RunState, of: Extent, missing: readonly Resource[]): string {
  const words = missing.map((what) => `${resourceWords[what]} budget`).join(' and no ');
  // pawl.json may still set one.
  const yet = state.facts === null ? ' yet: preflight has not read pawl.json' : '';
  return `this ${of} has no ${words}${yet}; nothing was added`;
}
