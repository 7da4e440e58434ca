import { describe, expect, test } from '@jest/globals';
import { rulesOf } from '../../src/cli/actions/clean.js';
import { cleanLines, cleanValue } from '../../src/cli/render/clean.js';
import { cleanSettings } from '../../src/config/clean-keys.js';
import type { CleanPlan, Removal } from '../../src/domain/run/housekeeping.js';

const dayMs = 86_400_000;

describe('pawl clean: its flags', () => {
  test('left out, config.json or the usual decides', () => {
    const rules = rulesOf({}, cleanSettings({ logs: '60d', diskBudget: 'none' }), 5);
    expect(rules).toMatchObject({ diskBudgetBytes: null, nowMs: 5 });
    expect([rules.ages.log, rules.ages.store]).toEqual([60 * dayMs, 30 * dayMs]);
  });

  test('one age for all of it, and another budget', () => {
    const rules = rulesOf({ olderThan: '7d', diskBudget: '10GB' }, cleanSettings(undefined), 5);
    expect(new Set(Object.values(rules.ages))).toEqual(new Set([7 * dayMs]));
    expect(rules.diskBudgetBytes).toBe(10e9);
  });

  test.each([
    [{ olderThan: 'soon' }, /--older-than takes .*got "soon"; for example: --older-than 7d/],
    [{ olderThan: '5m' }, /at least 1h/],
    [{ diskBudget: 'lots' }, /--disk-budget takes .*got "lots"; for example: --disk-budget 20GB/],
  ])('%j is refused', (flags, words) => {
    expect(() => rulesOf(flags, cleanSettings(undefined), 5)).toThrow(words);
  });
});

describe('pawl clean: what it says', () => {
  const one = (kind: Removal['thing']['kind'], id: string, why: string): Removal => ({
    thing: { kind, id, run: 'a', isDone: false, bytes: 2e6, usedAtMs: 0 },
    why,
  });
  const plan: CleanPlan = {
    remove: [one('workspace', '/home/runs/a/work/1', 'not used for 2d')],
    kept: [one('log', '/home/runs/b', 'its run is in progress')],
    totalBytes: 5e6,
    overBytes: 1e6,
  };

  test('what would go with its size, what stays and why, the sum', () => {
    expect(cleanLines(plan, null, '/home')).toEqual([
      'would remove workspace 2 MB: runs/a/work/1 (not used for 2d)',
      'kept logs of a run 2 MB: runs/b (its run is in progress)',
      'would remove 1 thing, 2 MB; all of it takes 5 MB',
      "still 1 MB above the disk budget: what is left is needed, or is nobody else's to remove",
    ]);
  });

  test('what went is what could be removed', () => {
    const lines = cleanLines({ ...plan, kept: [], overBytes: 0 }, { removed: [], stuck: ['/home/x'] }, '/home');
    expect(lines).toEqual(['removed nothing; all of it takes 5 MB']);
    expect(cleanValue(plan, null)).toMatchObject({ dryRun: true, bytes: 2e6, removed: [{ kind: 'workspace' }] });
  });
});
