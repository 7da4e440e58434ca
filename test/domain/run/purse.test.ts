import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { budgetCommand, resumeCommand, spentLine, usedUpText } from '../../../src/domain/run/budget-words.js';
import { handedOver } from '../../../src/domain/run/hand-over.js';
import { stepPurse, usdLeft, usedUp, withAdded, withSpending } from '../../../src/domain/run/purse.js';
import {
  budgetNotes,
  budgetsAt,
  noBudget,
  tightened,
  type Budget,
  type Extent,
  type Resource,
} from '../../../src/domain/run/resource-budgets.js';
import { ResumeCarry } from '../../../src/contract/run-input.js';
import type { RunState } from '../../../src/domain/run/run-state.js';
import { nothingSpent, spend, type Spent } from '../../../src/domain/run/spend.js';
import { carry } from '../../cli/support/samples.js';
import { aRunState } from '../../support/run-state.js';

const step = (id: string): RunState['step'] => ({ id, title: 't', criterion: 1, done: false, refactorPending: false });
const minute = 60_000;

function spending(otherwise: Partial<Spent>): Spent {
  return { ...nothingSpent, ...otherwise };
}

function withRunBudget(budget: Partial<Budget>, spent: Partial<Spent>): RunState {
  return aRunState({ budgets: { run: { ...noBudget, ...budget }, step: noBudget }, spent: spending(spent) });
}

describe('what is used up', () => {
  test.each<readonly [Resource, Partial<Budget>, Partial<Spent>, boolean]>([
    ['usd', {}, { usd: 1_000 }, false],
    ['usd', { usd: 10 }, { usd: null }, false],
    ['usd', { usd: 10 }, { usd: 9.98 }, false],
    ['usd', { usd: 10 }, { usd: 9.99 }, false],
    ['usd', { usd: 10 }, { usd: 9.991 }, true],
    ['usd', { usd: 10 }, { usd: 10 }, true],
    ['usd', { usd: 10 }, { usd: 12.4 }, true],
    ['tokens', { tokens: 100 }, { inputTokens: 60, outputTokens: 39 }, false],
    ['tokens', { tokens: 100 }, { inputTokens: 60, outputTokens: 40 }, true],
    ['leaves', { leaves: 2 }, { leaves: 1 }, false],
    ['leaves', { leaves: 2 }, { leaves: 2 }, true],
    ['minutes', { minutes: 1.5 }, { workMs: 89_999 }, false],
    ['minutes', { minutes: 1.5 }, { workMs: 90_000 }, true],
  ])('%s: %j with %j', (what, budget, spent, isUsedUp) => {
    const found = usedUp(withRunBudget(budget, spent));
    expect(found.map((one) => [one.of, one.what])).toEqual(isUsedUp ? [['run', what]] : []);
  });

  test("each step has its own; one that waits for its pieces goes on with what it had, and no step has the run's", () => {
    const budgets = { run: noBudget, step: { ...noBudget, leaves: 2 } };
    const one = { leaves: 1, usage: null, workMs: 0 } as const;
    let state = aRunState({ budgets, step: step('1') });
    state = withSpending(withSpending(state, one), one);
    expect(usedUp(state).map(({ of }) => of)).toEqual(['step']);
    state = { ...state, step: step('1a') };
    expect(usedUp(state)).toEqual([]);
    state = { ...withSpending(state, one), step: step('1') };
    expect(usedUp(state)).toHaveLength(1);
    state = withSpending({ ...state, step: null }, one);
    expect([usedUp(state), state.spent.leaves]).toEqual([[], 4]);
  });

  test('what is added counts for the run, or for the step under way alone, and makes no bound where there is none', () => {
    const budgets = { run: { ...noBudget, usd: 1 }, step: { ...noBudget, leaves: 1 } };
    const spent = spending({ usd: 1, leaves: 1 });
    const state = aRunState({ budgets, step: step('1'), spent, stepPurses: [{ step: '1', spent, added: zero }] });
    expect(usedUp(state).map(({ of, what }) => `${of} ${what}`)).toEqual(['run usd', 'step leaves']);
    const more = withAdded(withAdded(state, 'run', { usd: 1, tokens: 5 }), 'step', { leaves: 1 });
    expect(usedUp(more)).toEqual([]);
    const next = { ...more, step: step('2'), stepPurses: [...more.stepPurses, { step: '2', spent, added: zero }] };
    expect(usedUp(next).map(({ of }) => of)).toEqual(['step']);
  });

  test('pawl.json may lower a bound or set one, and never raise one', () => {
    const budget = { usd: 10, tokens: null, leaves: 5, minutes: null };
    expect(tightened(budget, { usd: 20, tokens: 7, leaves: 3 })).toEqual({ ...budget, tokens: 7, leaves: 3 });
    expect(tightened(budget, undefined)).toEqual(budget);
    const facts = { budgets: budgetsAt({ run: budget, step: noBudget }, { step: { leaves: 1 } }) } as RunState['facts'];
    const spent = spending({ leaves: 1 });
    const state = aRunState({ facts, step: step('1'), stepPurses: [{ step: '1', spent, added: zero }] });
    expect(usedUp(state).map(({ of, bound }) => [of, bound])).toEqual([['step', 1]]);
  });

  test('money that nobody tells can not bind, which is said once, by the names of the agents', () => {
    const budgets = { run: { ...noBudget, usd: 5 }, step: noBudget };
    expect(budgetNotes(budgets, ['codex', 'gemini', 'codex'])).toEqual([expect.stringContaining('codex, gemini:')]);
    expect(budgetNotes(budgets, [])).toEqual([]);
    expect(budgetNotes({ run: { ...noBudget, tokens: 5 }, step: noBudget }, ['codex'])).toEqual([]);
  });
});

const zero = { usd: 0, tokens: 0, leaves: 0, minutes: 0 };

describe('what a leaf used', () => {
  test('absent or senseless usage is counted as not known, never as nothing', () => {
    const one = { leaves: 1, workMs: 1_000 } as const;
    const good = { inputTokens: 1, outputTokens: 2, usd: 0.1 };
    const sum = [null, good, { ...good, usd: null }, { ...good, inputTokens: Number.NaN }, { ...good, usd: -1 }]
      .map((usage) => ({ ...one, usage }))
      .reduce(spend, nothingSpent);
    expect(sum).toEqual({
      ...{ leaves: 5, inputTokens: 3, outputTokens: 6, usd: 0.1 },
      ...{ workMs: 5_000, unmeasured: 2, unpriced: 2 },
    });
    expect(spentLine(sum, { ...noBudget, usd: 2 })).toBe(
      '5 leaves · at least 9 tokens (3 in, 6 out) · at least $0.10 of $2.00 · 5s of work',
    );
    expect(spend(nothingSpent, { leaves: 0, workMs: Number.NaN })).toEqual(nothingSpent);
  });

  test('the next leaf may use what is left of the tighter budget; nothing below nothing', () => {
    const budgets = { run: { ...noBudget, usd: 10 }, step: { ...noBudget, usd: 2 } };
    const state = aRunState({ budgets, spent: spending({ usd: 9 }) });
    expect(usdLeft(state)).toBe(1);
    expect(usdLeft({ ...state, spent: spending({ usd: 4 }), step: step('1') })).toBe(2);
    expect(usdLeft({ ...state, spent: spending({ usd: 40 }) })).toBe(0);
    expect(usdLeft(aRunState({}))).toBeNull();
  });
});

describe('the words', () => {
  test('which budget, how much, and the whole command; enough to go on also after a leaf that went past the bound', () => {
    const state = withRunBudget({ usd: 10, leaves: 20, minutes: 30 }, { usd: 17.4, leaves: 20, workMs: 31 * minute });
    expect(usedUpText(usedUp(state))).toBe(
      "the run's money budget ($17.40 of $10.00) and the run's leaf budget (20 of 20 leaves) and the run's time budget (31m of 30m) are used up",
    );
    expect(budgetCommand(state)).toBe(`pawl budget ${state.workflowId} --add-usd 10 --add-leaves 20 --add-minutes 60`);
    expect(resumeCommand(state)).toBe(`pawl resume ${state.workflowId} --add-usd 10 --add-leaves 20 --add-minutes 60`);
    expect(usedUp(withAdded(state, 'run', { usd: 10, leaves: 20, minutes: 60 }))).toEqual([]);
    expect(budgetCommand(aRunState({}))).toBeNull();
  });

  test("a step's own names --step", () => {
    const spent = spending({ leaves: 100 });
    const state = aRunState({ step: step('3'), stepPurses: [{ step: '3', spent, added: zero }] });
    expect(budgetCommand(state)).toBe(`pawl budget ${state.workflowId} --add-leaves 20 --step`);
  });
});

type Happening =
  | { readonly kind: 'leaf'; readonly usd: number | null; readonly tokens: number; readonly workMs: number }
  | { readonly kind: 'add'; readonly of: Extent; readonly what: Resource; readonly amount: number }
  | { readonly kind: 'next-step' | 'hand-over' | 'resume' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('leaf' as const),
      usd: fc.option(fc.integer({ min: 0, max: 300 }).map((cents) => cents / 100)),
      tokens: fc.integer({ min: 0, max: 500 }),
      workMs: fc.integer({ min: 0, max: 5 * minute }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      of: fc.constantFrom<Extent>('run', 'step'),
      what: fc.constantFrom<Resource>('usd', 'tokens', 'leaves', 'minutes'),
      amount: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('next-step' as const, 'hand-over' as const, 'resume' as const).map((kind) => ({ kind })),
  },
);

const wholeBudget: fc.Arbitrary<Budget> = fc.record({
  usd: fc.option(fc.integer({ min: 1, max: 10 })),
  tokens: fc.option(fc.integer({ min: 1, max: 2_000 })),
  leaves: fc.option(fc.integer({ min: 1, max: 12 })),
  minutes: fc.option(fc.integer({ min: 1, max: 20 })),
});

describe('any sequence of leaves, additions, continue-as-new and resume', () => {
  test('no leaf starts past a bound, and nothing is lost on the way: an independent count says the same', () => {
    fc.assert(
      fc.property(wholeBudget, wholeBudget, fc.array(happening, { maxLength: 40 }), (run, ofStep, happenings) => {
        const budgets = { run, step: ofStep };
        let state = aRunState({ budgets, step: step('1') });
        let at = 1;
        const started: { readonly step: number; readonly leaf: Extract<Happening, { kind: 'leaf' }> }[] = [];
        const added: { readonly step: number | null; readonly what: Resource; readonly amount: number }[] = [];
        const sum = (what: Resource, of: number | null): number =>
          started
            .filter((one) => of === null || one.step === of)
            .reduce((total, { leaf }) => total + usedBy(leaf, what), 0);
        const boundOf = (what: Resource, of: number | null): number => {
          const bound = (of === null ? run : ofStep)[what];
          if (bound === null) return Number.POSITIVE_INFINITY;
          return added
            .filter((one) => one.step === of && one.what === what)
            .reduce((all, one) => all + one.amount, bound);
        };
        const mayStart = (): boolean =>
          [null, at].every((of) =>
            (['usd', 'tokens', 'leaves', 'minutes'] as const).every((what) => {
              const left = boundOf(what, of) - sum(what, of);
              return what === 'usd' ? Math.round(left * 100) >= 1 : left > 0;
            }),
          );
        for (const what of happenings) {
          expect(usedUp(state).length === 0).toBe(mayStart());
          if (what.kind === 'leaf' && mayStart()) {
            started.push({ step: at, leaf: what });
            const usage = { inputTokens: what.tokens, outputTokens: 0, usd: what.usd };
            state = withSpending(state, { leaves: 1, usage, workMs: what.workMs });
          } else if (what.kind === 'add') {
            added.push({ step: what.of === 'run' ? null : at, what: what.what, amount: what.amount });
            state = withAdded(state, what.of, { [what.what]: what.amount });
          } else if (what.kind === 'next-step') {
            at += 1;
            state = { ...state, step: step(String(at)) };
          } else if (what.kind === 'hand-over') {
            state = JSON.parse(JSON.stringify(handedOver(state))) as RunState;
          } else if (what.kind === 'resume') {
            const { spent, added: more, stepPurses } = resumed(state);
            state = aRunState({ budgets, spent, added: more, stepPurses, step: step(String(at)) });
          }
          expect(state.spent.leaves).toBe(started.length);
          expect(stepPurse(state)?.spent.leaves).toBe(started.filter((one) => one.step === at).length);
        }
        expect(state.stepPurses.length).toBeLessThanOrEqual(12);
      }),
      { numRuns: 200 },
    );
  });
});

function usedBy(leaf: Extract<Happening, { kind: 'leaf' }>, what: Resource): number {
  switch (what) {
    case 'usd':
      return leaf.usd ?? 0;
    case 'tokens':
      return leaf.tokens;
    case 'leaves':
      return 1;
    case 'minutes':
      return leaf.workMs / minute;
  }
}

/** By the contract, as a result or a failure's details carry it. */
function resumed({ spent, added, stepPurses }: RunState): ResumeCarry {
  return ResumeCarry.parse(JSON.parse(JSON.stringify({ ...carry, spent, added, stepPurses })));
}
