import { describe, expect, test } from '@jest/globals';
import { mergeGear, type FoundGear, type GearFile } from '../../../src/domain/steering/gear-file.js';
import { loopEnd, shiftOfDriver } from '../../../src/domain/steering/gear-driver.js';
import { resolveGear, type GearShift } from '../../../src/domain/steering/gear.js';

const path = 'specs/0007-export/.current-gear';
const nowMs = 1_000;
const place = { nowMs, step: '1', steps: 3 };
const shift = (otherwise: Partial<GearShift> = {}): GearShift => ({
  ...{ gear: 'review-before', because: 'look closer', by: 'ann', atMs: 100, scope: null, untilMs: null },
  ...{ from: 'message', fault: null },
  ...otherwise,
});
const ralph = shiftOfDriver('ralph', { named: null, carried: null, nowMs: 500 });
const file = (otherwise: Partial<GearFile> = {}): FoundGear => ({
  ...{ kind: 'present', path, digest: 'd1', changedAtMs: 400, tracked: false },
  says: {
    kind: 'gear',
    file: {
      ...{ gear: 'review-after', because: 'settled', scope: null, driver: null, date: '2026-09-13', untilMs: null },
      ...otherwise,
    },
  },
});
const known = (seen: string | null, stands = ralph): Parameters<typeof mergeGear>[0] => ({
  ...{ seen, shift: stands, nowMs, driver: 'ralph' },
});

describe('driver ralph', () => {
  test('R-000-25: counts as a shift to review-after with the reason "driver ralph"; every step has the code driver', () => {
    expect(ralph).toMatchObject({ gear: 'review-after', because: 'driver ralph', from: 'driver' });
    expect(resolveGear(ralph, place)).toEqual({
      ...{ gear: 'review-after', reason: 'driver' },
      why: 'shifted to review-after by the driver of the run: driver ralph',
    });
    expect(loopEnd(resolveGear(ralph, place))).toBeNull();
  });

  test('R-000-24: driver implement shifts nothing; a gear named at the start, or carried on, goes before the driver', () => {
    expect(shiftOfDriver('implement', { named: null, carried: null, nowMs })).toBeNull();
    const named = shift({ from: 'start' });
    const carried = shift();
    expect(shiftOfDriver('ralph', { named, carried, nowMs })).toBe(named);
    expect(shiftOfDriver('ralph', { named: null, carried, nowMs })).toBe(carried);
  });

  test('C-15: a missing file at the start does not end it, and the file shows the driver from then on', () => {
    const absent: FoundGear = { kind: 'absent', path, goneAtMs: null };
    expect(mergeGear(known(null), absent)).toMatchObject({ shift: null, write: { driver: 'ralph' }, notes: [] });
  });

  test('design 4: a file that is deleted or turns unreadable mid-run ends it', () => {
    const gone = mergeGear(known('d0'), { kind: 'absent', path, goneAtMs: 900 });
    const odd = mergeGear(known('d0'), {
      ...{ kind: 'present', path, digest: 'd1', changedAtMs: 900, tracked: false },
      says: { kind: 'fault', fault: 'unparseable', why: 'line 2: …' },
    });
    expect([gone, odd].map((merged) => resolveGear(merged.shift, place).reason)).toEqual(['no-file', 'unparseable']);
    for (const merged of [gone, odd]) expect(loopEnd(resolveGear(merged.shift, place))).toBe('downshifted');
  });

  test('R-000-13: a file from before the start that shifts up for some steps is not widened by the driver', () => {
    const merged = mergeGear(known(null), file({ scope: 'Phase 5' }));
    expect(merged.shift).toMatchObject({ scope: 'Phase 5', from: 'file' });
    expect(merged.notes).toEqual([expect.stringContaining('not widened')]);
  });

  test('R-000-15: nor is one at the start that nobody understands taken for consent', () => {
    const odd: FoundGear = {
      ...{ kind: 'present', path, digest: 'd1', changedAtMs: 400, tracked: false },
      says: { kind: 'fault', fault: 'unknown-gear', why: 'line 1: …' },
    };
    expect(mergeGear(known(null), odd).shift).toMatchObject({ gear: 'review-before', fault: 'unknown-gear' });
  });

  test('an older review-before, and a shift whose time is over, give way to the start, said aloud', () => {
    for (const otherwise of [{ gear: 'review-before' as const }, { untilMs: 900 }]) {
      const merged = mergeGear(known(null), file(otherwise));
      expect(merged).toMatchObject({ shift: null, write: { shift: ralph, driver: 'ralph' } });
      expect(merged.notes).toEqual([expect.stringContaining('the later one counts')]);
    }
  });

  test('R-000-35: a review-before shift ends it as downshifted; leaving the scope as scope-complete', () => {
    expect(loopEnd(resolveGear(shift(), place))).toBe('downshifted');
    const up = shift({ gear: 'review-after', scope: 'tasks 2-3' });
    expect(loopEnd(resolveGear(up, place))).toBe('scope-complete');
    expect(loopEnd(resolveGear({ ...up, scope: 'Phase 9' }, place))).toBe('downshifted');
    expect(loopEnd(resolveGear({ ...up, untilMs: 1 }, place))).toBe('downshifted');
    expect(loopEnd(resolveGear(up, { ...place, step: '2' }))).toBeNull();
  });

  test('R-000-08: "driver:" in a file is no shift; that it expects another driver is said once', () => {
    const expected = file({ driver: 'ralph', gear: 'review-before' });
    const merged = mergeGear({ seen: null, shift: null, nowMs, driver: 'implement' }, expected);
    expect(merged.shift).toMatchObject({ gear: 'review-before', because: 'settled' });
    expect(merged.notes).toEqual(['the gear file expects driver ralph; this run is driven by implement']);
    expect(mergeGear({ seen: 'd1', shift: merged.shift, nowMs }, expected).notes).toEqual([]);
  });
});
