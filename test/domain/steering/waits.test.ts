import { describe, expect, test } from '@jest/globals';
import { limitEnd } from '../../../src/domain/steering/waits.js';

const minute = 60_000;
const hour = 60 * minute;
const now = 1_800_000_000_000;
const first = { resetAtMs: null, nowMs: now, earlier: 0, sinceMs: now, capMs: 24 * hour };

describe('R26: when a usage limit is tried again', () => {
  test('half a minute after the time that is named', () => {
    expect(limitEnd({ ...first, resetAtMs: now + 5 * hour })).toBe(now + 5 * hour + 30_000);
    expect(limitEnd({ ...first, resetAtMs: now + 1, earlier: 7 })).toBe(now + 30_001);
  });

  test.each([null, now, now - 1, now - 400 * 24 * hour, 0, -1, Number.NaN, Number.NEGATIVE_INFINITY])(
    '%p names no time to come: after 15, 30, then 60 minutes',
    (resetAtMs) => {
      const pauses = [0, 1, 2, 3, 9].map((earlier) => (limitEnd({ ...first, resetAtMs, earlier }) ?? 0) - now);
      expect(pauses).toEqual([15 * minute, 30 * minute, hour, hour, hour]);
    },
  );

  test.each([now + 24 * hour, now + 400 * 24 * hour, 9e15, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
    '%p is past the cap: waiting makes no sense',
    (resetAtMs) => expect(limitEnd({ ...first, resetAtMs })).toBeNull(),
  );

  test('the cap counts from the first wait in a row', () => {
    const late = { ...first, nowMs: now + 23 * hour, earlier: 20 };
    expect(limitEnd(late)).toBe(now + 24 * hour);
    expect(limitEnd({ ...late, nowMs: now + 23 * hour + 1 })).toBeNull();
    expect(limitEnd({ ...late, resetAtMs: now + 23.5 * hour })).toBe(now + 23.5 * hour + 30_000);
  });
});
