import { describe, expect, test } from '@jest/globals';
import { addWish, budgetOptions, newlyAdded, type AddFlags } from '../../src/cli/start/budget-flags.js';
import { startFlags } from '../../src/cli/start/flags.js';
import { budgetLines } from '../../src/cli/render/budget.js';
import { noBudget, usualBudgets } from '../../src/domain/run/resource-budgets.js';
import { nothingSpent } from '../../src/domain/run/spend.js';
import { carry, report } from './support/samples.js';

describe('the budgets of a start', () => {
  test('without flags: those of config.json; without config.json: a bound on the leaves of a step alone', () => {
    expect(budgetOptions({}, {})).toEqual({ budgets: usualBudgets });
    const budgets = { run: { ...noBudget, usd: 10 }, step: noBudget };
    expect(budgetOptions({}, { budgets, budgetCapMs: 5 })).toEqual({ budgets, budgetCapMs: 5 });
  });

  test('flags win, one by one', () => {
    const budgets = { run: { ...noBudget, usd: 10, leaves: 50 }, step: noBudget };
    const flags = { maxUsd: '2.50', maxTokens: '1000000', maxStepLeaves: '20', maxStepMinutes: '0.5' };
    expect(budgetOptions(flags, { budgets }).budgets).toEqual({
      run: { usd: 2.5, tokens: 1_000_000, leaves: 50, minutes: null },
      step: { usd: null, tokens: null, leaves: 20, minutes: 0.5 },
    });
    expect(startFlags(flags)).toEqual(['--max-usd', '--max-tokens', '--max-step-leaves', '--max-step-minutes']);
  });

  test.each([
    [{ maxUsd: '0' }, /--max-usd takes a number from 0.01 to 10000, got "0"; for example: --max-usd 5/],
    [{ maxUsd: '-5' }, /--max-usd takes/],
    [{ maxUsd: 'NaN' }, /--max-usd takes/],
    [{ maxUsd: '1e3' }, /--max-usd takes/],
    [{ maxUsd: '' }, /--max-usd takes/],
    [{ maxUsd: '$5' }, /--max-usd takes/],
    [{ maxUsd: '99999' }, /--max-usd takes/],
    [{ maxLeaves: '1.5' }, /--max-leaves takes a whole number from 1 to 100000, got "1.5"/],
    [{ maxStepTokens: '0.5' }, /--max-step-tokens takes a whole number/],
    [{ maxMinutes: 'an hour' }, /--max-minutes takes a number from 0.1 to 527040/],
  ])('%j is refused by name, with an example', (flags, words) => {
    expect(() => budgetOptions(flags, {})).toThrow(expect.objectContaining({ exitCode: 2 }));
    expect(() => budgetOptions(flags, {})).toThrow(words);
  });
});

describe('more of it', () => {
  test('for the run or for the step; nothing said is nothing added', () => {
    expect(addWish({})).toBeNull();
    expect(addWish({ addUsd: '5', addLeaves: '2' })).toEqual({ add: { usd: 5, leaves: 2 }, of: 'run' });
    expect(addWish({ addMinutes: '60', step: true })).toEqual({ add: { minutes: 60 }, of: 'step' });
    expect(() => addWish({ step: true })).toThrow(/--step .* needs an amount/);
    expect(() => addWish({ addUsd: '-1' })).toThrow(/--add-usd takes .*for example: --add-usd 5/);
  });

  test('goes along with a resume; where there is no such budget, nothing starts', () => {
    const wish = (flags: AddFlags): ReturnType<typeof addWish> => addWish(flags);
    const spent = { ...nothingSpent, leaves: 7 };
    const stepSpent = { step: '2', spent, budget: { ...noBudget, leaves: 7 } };
    const end = { carry, report: { ...report, budget: { ...noBudget, usd: 10 }, stepSpent } };
    expect(newlyAdded(end, 'x', null)).toEqual({ carry, said: [] });
    expect(newlyAdded(end, 'x', wish({ addUsd: '5' }))).toEqual({
      carry: { ...carry, added: { usd: 5, tokens: 0, leaves: 0, minutes: 0 } },
      said: ["the run's budget is raised: $15.00 in all"],
    });
    expect(newlyAdded(end, 'x', wish({ addLeaves: '3', step: true })).carry?.stepPurses).toEqual([
      { step: '2', spent, added: { usd: 0, tokens: 0, leaves: 3, minutes: 0 } },
    ]);
    expect(() => newlyAdded(end, 'x', wish({ addTokens: '5' }))).toThrow('this run has no token budget');
    const early = { ...end, report: { ...end.report, stepSpent: null } };
    expect(() => newlyAdded(early, 'x', wish({ addUsd: '5', step: true }))).toThrow('no step was under way');
    expect(() => newlyAdded({ carry: null, report: null }, 'x', wish({ addUsd: '5' }))).toThrow('start anew');
  });
});

test('pawl budget: what is not known is said, and what has no bound', () => {
  const spent = {
    ...nothingSpent,
    leaves: 7,
    inputTokens: 1_000,
    outputTokens: 200,
    usd: 1.5,
    unmeasured: 1,
    unpriced: 2,
  };
  const budgets = { run: { ...noBudget, usd: 1 }, step: null, addWith: 'pawl budget x --add-usd 5' };
  expect(budgetLines({ spent, budgets, waitUntilMs: 3_600_000 }, 0)).toEqual([
    '  run',
    '    money   at least $1.50 of $1.00',
    '    tokens  at least 1200 tokens, no bound',
    '    leaves  7 leaves, no bound',
    '    work    0s, no bound',
    '  of 1 leaf no usage is known, of 2 leaves no money',
    expect.stringMatching(/^used up: it waits until .*, in 1h, and goes on with: pawl budget x --add-usd 5$/),
  ]);
});
