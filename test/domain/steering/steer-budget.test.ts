import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { budgetOf, usedUp, withSpending } from '../../../src/domain/run/purse.js';
import { noBudget, Resource, type Added, type Budget, type Extent } from '../../../src/domain/run/resource-budgets.js';
import type { RunState } from '../../../src/domain/run/run-state.js';
import { nothingSpent } from '../../../src/domain/run/spend.js';
import type { Message } from '../../../src/domain/steering/messages.js';
import { waitsFor } from '../../../src/domain/steering/steer-budget.js';
import { steer } from '../../../src/domain/steering/steering.js';
import { aRunState } from '../../support/run-state.js';

const by = { by: null, atMs: 7 } as const;
const more = (add: Partial<Added>, of: Extent = 'run'): Message => ({ name: 'addBudget', add, of, ...by });
const retry: Message = { name: 'retry', ...by };
const step: RunState['step'] = { id: '3', title: 't', criterion: 1, done: false, refactorPending: false };
const facts = { budgets: undefined, exitOnly: false } as unknown as RunState['facts'];

function aRun(run: Partial<Budget>, otherwise: Partial<RunState> = {}): RunState {
  return aRunState({ facts, step, budgets: { run: { ...noBudget, ...run }, step: noBudget }, ...otherwise });
}

function waiting(state: RunState): RunState {
  return {
    ...state,
    state: 'waiting',
    wait: { kind: 'budget', why: waitsFor(state), sinceMs: 1, untilMs: 99, question: null, candidates: [] },
  };
}

const spentAll = { ...nothingSpent, leaves: 20, usd: 10 };
const broke = waiting(aRun({ usd: 10, leaves: 20 }, { spent: spentAll }));
const command = `pawl budget ${broke.workflowId}`;

describe('a run that waits for more budget', () => {
  test('goes on as soon as nothing is used up any more; until then it says what is', () => {
    const first = steer(broke, more({ usd: 5 }));
    expect(first).toMatchObject({
      taken: true,
      answer: `added, $10.00 of $15.00; still the run's leaf budget (20 of 20 leaves) is used up: ${command} --add-leaves 20`,
      state: { waitAnswer: null, wait: { why: "for more budget: the run's leaf budget (20 of 20 leaves) is used up" } },
    });
    expect(steer(first.state, more({ leaves: 5 }))).toMatchObject({
      taken: true,
      answer: 'the run goes on: 20 of 25 leaves used',
      state: { waitAnswer: { kind: 'budget' } },
    });
    expect(steer(broke, more({ usd: 5, leaves: 1 })).answer).toBe(
      'the run goes on: $10.00 of $15.00, 20 of 21 leaves used',
    );
  });

  test('"retry" does not help, and says what does; an answer is for a question', () => {
    const answer = `the budget is still used up: ${command} --add-usd 5 --add-leaves 20`;
    expect(steer(broke, retry)).toEqual({ state: broke, taken: false, answer });
    expect(steer(broke, { name: 'answer', text: 'x', ...by }).answer).toMatch(/^nobody asked: .*for more budget: /);
  });

  test('beside a stop it is kept for the resume; the stop ends the run', () => {
    const stopped: RunState = { ...broke, stop: { mode: 'at-ledger', by: null, atMs: 1 } };
    const { state, taken, answer } = steer(stopped, more({ usd: 5, leaves: 5 }));
    expect([taken, state.waitAnswer, state.added.usd]).toEqual([true, null, 5]);
    expect(answer).toBe(
      'added, $10.00 of $15.00, 20 of 25 leaves; the stop "at-ledger" came before it, and a resume takes it along',
    );
  });
});

describe('a run that does not', () => {
  test('has more for later', () => {
    const state = aRun({ usd: 10 }, { spent: { ...nothingSpent, usd: 7.5 } });
    const { taken, answer, state: next } = steer(state, more({ usd: 2.5 }));
    expect([taken, answer]).toEqual([true, "added for later: the run's budget is $12.50, used $7.50 of $12.50"]);
    expect([budgetOf(next, 'run').usd, next.waitAnswer]).toEqual([12.5, null]);
  });

  test('refuses what has no bound, whole: nothing of it is added', () => {
    const state = aRun({ usd: 10 });
    const refused = steer(state, more({ usd: 5, tokens: 5, leaves: 5 }));
    expect(refused).toEqual({
      state,
      taken: false,
      answer: 'this run has no token budget and no leaf budget; nothing was added',
    });
    expect(steer(aRun({}), more({ usd: 5 })).answer).toBe('this run has no money budget; nothing was added');
    expect(steer(aRun({}), more({ minutes: 5 }, 'step')).answer).toBe(
      'this step has no time budget; nothing was added',
    );
    expect(steer(aRun({}, { facts: null }), more({ usd: 5 })).answer).toContain('preflight has not read pawl.json');
  });

  test('a step has one while it is under way, and raises its own alone', () => {
    const budgets = { run: noBudget, step: { ...noBudget, leaves: 2 } };
    expect(steer(aRun({}, { step: null, budgets }), more({ leaves: 1 }, 'step'))).toMatchObject({
      taken: false,
      answer: expect.stringContaining('no step is under way'),
    });
    const state = waiting(withSpending(withSpending(aRun({}, { budgets }), one), one));
    const { answer, state: next } = steer(state, more({ leaves: 3 }, 'step'));
    expect([answer, budgetOf(next, 'step').leaves]).toEqual(['the run goes on: 2 of 5 leaves used', 5]);
    expect(budgetOf({ ...next, step: { ...step, id: '4' } }, 'step').leaves).toBe(2);
  });
});

const one = { leaves: 1, usage: null, workMs: 0 } as const;

/** Money in cents and leaves, of run and step: what is added, what is spent, and when the run waits. */
type Happening =
  | { readonly kind: 'add'; readonly of: Extent; readonly usd: number | null; readonly leaves: number | null }
  | { readonly kind: 'leaf'; readonly usd: number }
  | { readonly kind: 'stop' | 'retry' | 'next-step' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      of: fc.constantFrom<Extent>('run', 'step'),
      usd: fc.option(fc.integer({ min: 1, max: 500 })),
      leaves: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('leaf' as const), usd: fc.integer({ min: 0, max: 300 }) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('stop' as const, 'retry' as const, 'next-step' as const).map((kind) => ({ kind })),
  },
);

describe('F67: any sequence of additions, leaves and stops', () => {
  test('what is taken, and whether the run goes on, is what an independent count says', () => {
    const bound = fc.option(fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(bound, bound, bound, fc.array(happening, { maxLength: 40 }), (usd, leaves, ofStep, happenings) => {
        // The whole list of what happened; each question is answered by looking through it.
        const past: { what: Happening; step: number; taken: boolean }[] = [];
        const start: Readonly<Record<Extent, Partial<Record<'usd' | 'leaves', number | null>>>> = {
          run: { usd: usd === null ? null : usd * 100, leaves },
          step: { usd: null, leaves: ofStep },
        };
        let step = 1;
        const left = (of: Extent, what: 'usd' | 'leaves'): number => {
          const from = start[of][what] ?? null;
          if (from === null) return Number.POSITIVE_INFINITY;
          return past
            .filter((entry) => entry.taken && (of === 'run' || entry.step === step))
            .reduce((rest, { what: that }) => {
              if (that.kind === 'leaf') return rest - (what === 'usd' ? that.usd : 1);
              return that.kind === 'add' && that.of === of ? rest + (that[what] ?? 0) : rest;
            }, from);
        };
        const isBroke = (): boolean =>
          left('run', 'usd') < 1 || left('run', 'leaves') < 1 || left('step', 'leaves') < 1;
        const budgets = { run: { ...noBudget, usd, leaves }, step: { ...noBudget, leaves: ofStep } };
        let state = aRun({}, { budgets, step: { ...aStep, id: '1' } });
        for (const what of happenings) {
          const isStopped = past.some((entry) => entry.what.kind === 'stop');
          const wasBroke = isBroke();
          // What the workflow does before each leaf (wait.ts).
          if (wasBroke && state.wait === null) state = waiting(state);
          let taken = false;
          if (what.kind === 'leaf' && !wasBroke) {
            const usage = { inputTokens: 0, outputTokens: 0, usd: what.usd / 100 };
            state = withSpending({ ...state, wait: null, waitAnswer: null }, { leaves: 1, usage, workMs: 0 });
            taken = true;
          } else if (what.kind === 'next-step' && !wasBroke) {
            step += 1;
            state = { ...state, step: { ...aStep, id: String(step) } };
          } else if (what.kind === 'stop') {
            state = { ...state, stop: { mode: 'at-ledger', by: null, atMs: 1 } };
            taken = true;
          } else if (what.kind === 'retry') {
            expect(steer(state, retry).taken).toBe(
              state.wait !== null && !wasBroke && state.waitAnswer === null && !isStopped,
            );
          } else if (what.kind === 'add' && (what.usd !== null || what.leaves !== null)) {
            const add = {
              ...(what.usd === null ? {} : { usd: what.usd / 100 }),
              ...(what.leaves === null ? {} : { leaves: what.leaves }),
            };
            const steered = steer(state, more(add, what.of));
            taken = Resource.options.every((name) => !(name in add) || start[what.of][name as 'usd'] !== null);
            expect(steered.taken).toBe(taken);
            if (!taken) expect(steered.state).toBe(state);
            state = steered.state;
          }
          past.push({ what, step, taken });
          expect(usedUp(state).length > 0).toBe(isBroke());
          if (what.kind === 'add') expect(state.waitAnswer !== null).toBe(goesOn(state, isBroke(), isStopped));
        }
      }),
      { numRuns: 200 },
    );
  });
});

const aStep = { id: '1', title: 't', criterion: 1, done: false, refactorPending: false };

/** It waited, nothing is used up any more, and no stop came before. */
function goesOn({ wait }: RunState, isBroke: boolean, isStopped: boolean): boolean {
  return wait?.kind === 'budget' && !isBroke && !isStopped;
}
