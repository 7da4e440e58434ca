import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  cleanPlan,
  StoredKind,
  usualAges,
  type CleanRules,
  type OpenRuns,
  type StoredThing,
} from '../../../src/domain/run/housekeeping.js';
import { parseSize, showSize } from '../../../src/domain/settings/byte-size.js';

const nowMs = Date.UTC(2026, 11, 1);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const none: OpenRuns = { kind: 'known', keys: [], sinceMs: null };
const rules: CleanRules = { ages: usualAges, diskBudgetBytes: null, nowMs };

function thing(kind: StoredKind, days: number, wish: Partial<StoredThing> = {}): StoredThing {
  const run = ['store', 'mirror', 'draft'].includes(kind) ? null : 'run-1';
  return { kind, id: `${kind}-${days}`, run, isDone: false, bytes: 100, usedAtMs: nowMs - days * dayMs, ...wish };
}

function removed(things: readonly StoredThing[], open: OpenRuns = none, more: Partial<CleanRules> = {}): string[] {
  return cleanPlan(things, open, { ...rules, ...more }).remove.map((one) => one.thing.id);
}

describe('housekeeping: what goes', () => {
  test.each(StoredKind.options)('a %s goes when it is past its age, and not before', (kind) => {
    const days = usualAges[kind] / dayMs;
    expect(removed([thing(kind, days + 1), thing(kind, days - 0.5)])).toEqual([`${kind}-${days + 1}`]);
  });

  test('a run in progress keeps all that is its own, however old, and the budget changes nothing', () => {
    const things = StoredKind.options.map((kind) => thing(kind, 300, { run: 'run-1' }));
    const open: OpenRuns = { kind: 'known', keys: ['run-1'], sinceMs: nowMs - dayMs };
    expect(removed(things, open, { diskBudgetBytes: 1 })).toEqual(['draft-300']);
  });

  test('what runs share stays when it was used since the oldest run in progress began', () => {
    const open: OpenRuns = { kind: 'known', keys: ['other'], sinceMs: nowMs - 50 * dayMs };
    expect(removed([thing('store', 40), thing('store', 60), thing('mirror', 40)], open)).toEqual(['store-60']);
  });

  test('without a server only what is certainly unused: drafts, and what belongs to runs that said that they are done', () => {
    const open: OpenRuns = { kind: 'unknown', why: 'no server answers' };
    const all = StoredKind.options.map((kind) => thing(kind, 300));
    expect(removed([...all, thing('log', 299, { isDone: true })], open)).toEqual(['draft-300', 'log-299']);
    const { kept } = cleanPlan(all, open, rules);
    expect(kept.find((one) => one.thing.kind === 'workspace')?.why).toContain('no server answers');
  });

  test('for the budget the oldest goes first, by what costs least to lose; no attempt, mirror or review copy', () => {
    const things = [
      ...[thing('attempt', 10), thing('mirror', 10), thing('review-copy', 10)],
      ...[thing('store', 9), thing('log', 2), thing('log', 5), thing('workspace', 0.5)],
    ];
    expect(removed(things, none, { diskBudgetBytes: 500 })).toEqual(['workspace-0.5', 'log-5']);
    const plan = cleanPlan(things, none, { ...rules, diskBudgetBytes: 50 });
    expect(plan).toMatchObject({ totalBytes: 700, overBytes: 250 });
    expect(plan.remove).toHaveLength(4);
  });

  test('nothing that was used within the last hour, nothing of a run in progress, nothing twice: whatever there is', () => {
    const any = fc.record({
      kind: fc.constantFrom(...StoredKind.options),
      run: fc.constantFrom('a', 'b', null),
      isDone: fc.boolean(),
      bytes: fc.nat(1_000),
      usedAtMs: fc.integer({ min: nowMs - 400 * dayMs, max: nowMs }),
    });
    const open = fc.constantFrom<OpenRuns>(
      none,
      { kind: 'known', keys: ['a'], sinceMs: nowMs - 20 * dayMs },
      { kind: 'unknown', why: 'no server' },
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), open, fc.nat(5_000), (list, runs, budget) => {
        const things = list.map((one, at) => ({ ...one, id: String(at) }));
        const { remove } = cleanPlan(things, runs, { ...rules, diskBudgetBytes: budget });
        const ids = remove.map((one) => one.thing.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { thing: one } of remove) {
          expect(nowMs - one.usedAtMs).toBeGreaterThanOrEqual(hourMs);
          if (one.kind === 'draft') continue;
          if (runs.kind === 'known') expect(runs.keys).not.toContain(one.run);
          else expect(one.isDone && one.run !== null).toBe(true);
        }
      }),
    );
  });
});

describe('sizes', () => {
  test.each([
    ['20GB', 20e9],
    ['1.5 tb', 1.5e12],
    ['500mb', 500e6],
  ])('%s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  test.each(['', '20', 'GB', '-1GB', '0GB', '1kB', '9999TB', '20GiB', '1e3GB'])('%j is none', (text) => {
    expect(parseSize(text)).toBeNull();
  });

  test('are shown short', () => {
    expect([0, 999, 1_500, 12e6, 1.54e9, 20e9].map(showSize)).toEqual([
      ...['0 B', '999 B', '1.5 kB', '12 MB', '1.5 GB', '20 GB'],
    ]);
  });
});
