import { describe, expect, test } from '@jest/globals';
import { Gear, resolveGear, type GearShift } from '../../../src/domain/steering/gear.js';

const place = { nowMs: 1_000, step: '2', steps: 3 };
const shift = (otherwise: Partial<GearShift>): GearShift => ({
  gear: 'review-after',
  because: 'small steps',
  by: null,
  atMs: 1,
  scope: null,
  untilMs: null,
  from: 'message',
  fault: null,
  ...otherwise,
});

describe('the gear of a step, by the rules in their order', () => {
  test('R-000-04, R-000-10: nobody shifted means review-before, and says so', () => {
    expect(resolveGear(null, place)).toMatchObject({ gear: 'review-before', reason: 'no-file' });
  });

  test.each(['no-file', 'unparseable', 'unknown-gear'] as const)(
    'R-000-11: a gear file with the fault %s means review-before, with its words',
    (fault) => {
      const resolved = resolveGear(shift({ fault, because: 'line 2 …', from: 'file' }), place);
      expect(resolved).toEqual({ gear: 'review-before', reason: fault, why: 'line 2 …' });
    },
  );

  test('a shift for a time that is over means review-before; to the millisecond', () => {
    expect(resolveGear(shift({ untilMs: 1_001 }), place).gear).toBe('review-after');
    expect(resolveGear(shift({ untilMs: 1_000 }), place)).toMatchObject({ gear: 'review-before', reason: 'expired' });
  });

  test.each([
    ['tasks 2-3', '1', 'review-before', 'outside-scope'],
    ['tasks 2-3', '2', 'review-after', 'named'],
    ['tasks 2-3', '3', 'review-after', 'named'],
    ['Tasks 2 – 2', '2', 'review-after', 'named'],
    ['task 2', '2', 'review-after', 'named'],
    ['task 2', '3', 'review-before', 'outside-scope'],
    ['tasks 2-4', '2', 'review-before', 'scope-no-match'],
    ['tasks 3-2', '2', 'review-before', 'scope-no-match'],
    ['tasks 0-2', '2', 'review-before', 'scope-no-match'],
    ['Phase 5', '2', 'review-before', 'scope-no-match'],
    ['tasks 1-99999999999', '2', 'review-before', 'scope-no-match'],
    ['tasks 1-3', '2a', 'review-before', 'outside-scope'],
  ])('R-000-12, R-000-13, R-000-17, R-000-22: scope "%s" at step %s: %s (%s)', (scope, step, gear, reason) => {
    expect(resolveGear(shift({ scope }), { ...place, step })).toMatchObject({ gear, reason });
  });

  test('before there is a plan no scope widens to everything', () => {
    expect(resolveGear(shift({ scope: 'tasks 1-9' }), { nowMs: 0, step: '-', steps: 0 }).gear).toBe('review-before');
  });

  test('R-000-14: the last shift names it, with reason and sender as claimed', () => {
    const resolved = resolveGear(shift({ by: 'ann' }), place);
    expect(resolved).toMatchObject({ gear: 'review-after', reason: 'named' });
    expect(resolved.why).toContain('small steps');
    expect(resolved.why).toContain('ann (as claimed)');
  });

  test('a gear file names itself as the one who shifted', () => {
    expect(resolveGear(shift({ from: 'file' }), place).why).toBe(
      'shifted to review-after by the gear file: small steps',
    );
  });

  test.each(['pre-approve', 'Review-Before', '', 'review_after'])('R-000-05: %j is not a gear', (word) => {
    expect(Gear.safeParse(word).success).toBe(false);
  });

  test.each(['bugfix', 'test-first'] as const)(
    'R-000-26, R-000-27: a run of kind %s is gated, whatever was shifted',
    (kind) => {
      expect(resolveGear(shift({}), { ...place, kind })).toMatchObject({
        gear: 'review-before',
        reason: 'always-gated',
      });
      expect(resolveGear(shift({}), { ...place, kind: 'feature' })).toMatchObject({ gear: 'review-after' });
    },
  );

  test('a reason on several lines, or one that would close a comment, is said on one line', () => {
    const because = 'a -->\n# gear: review-after\r\n\u001b[31mb';
    expect(resolveGear(shift({ because }), place).why).toBe('shifted to review-after: a --> # gear: review-after b');
    expect(resolveGear(shift({ because, scope: 'x\ny' }), place).why).not.toContain('\n');
  });

  test('R-000-65: what a gear is resolved from has no branch: the same shift gives the same gear everywhere', () => {
    const keys: Record<keyof Parameters<typeof resolveGear>[1], true> = {
      ...{ nowMs: true, step: true, steps: true, isSpec: true, sight: true, exitOnly: true, kind: true },
    };
    expect(Object.keys(keys).filter((key) => /branch|ref|head/i.test(key))).toEqual([]);
  });
});

describe("a scope in a spec's list is told by what was seen of the list", () => {
  const seen = (hold: 'inside' | 'outside-scope' | 'scope-no-match' | 'scope-ambiguous', more = {}): object => ({
    ...place,
    isSpec: true,
    sight: {
      scope: 'MSSQL',
      step: '2',
      hold,
      fits: ['line 12, "2.1 MSSQL"', 'line 40, "4.1 MSSQL"'],
      firstOpen: '2',
      ...more,
    },
  });
  const resolved = (at: object): ReturnType<typeof resolveGear> =>
    resolveGear(shift({ scope: 'MSSQL' }), at as Parameters<typeof resolveGear>[1]);

  test.each([
    ['inside', 'review-after', 'named'],
    ['outside-scope', 'review-before', 'outside-scope'],
    ['scope-no-match', 'review-before', 'scope-no-match'],
    ['scope-ambiguous', 'review-before', 'scope-ambiguous'],
  ] as const)('R-000-12, R-000-13, C-1, C-22: %s is %s (%s)', (hold, gear, reason) => {
    expect(resolved(seen(hold))).toMatchObject({ gear, reason });
  });

  test('C-22: what it fits is listed; R-000-23: a scope whose tasks are all done says so', () => {
    expect(resolved(seen('scope-ambiguous')).why).toContain('line 12, "2.1 MSSQL"; line 40, "4.1 MSSQL"');
    expect(resolved(seen('outside-scope', { firstOpen: null })).why).toBe(
      'every task of the scope "MSSQL" of the shift is done',
    );
  });

  test('what was seen of another scope, of another step, or never, counts as not understood: review-before', () => {
    for (const at of [
      seen('inside', { scope: 'tasks 1-9' }),
      seen('inside', { step: '1' }),
      { ...place, isSpec: true },
    ]) {
      expect(resolved(at)).toMatchObject({
        gear: 'review-before',
        reason: 'outside-scope',
        why: expect.stringContaining('next step'),
      });
    }
  });

  test("an issue's numbers never stand for a spec's ids", () => {
    expect(resolveGear(shift({ scope: 'tasks 1-3' }), { ...place, isSpec: true }).gear).toBe('review-before');
    expect(resolveGear(shift({ scope: 'tasks 1-3' }), place).gear).toBe('review-after');
  });
});
