import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { leafMayStart, StopMode, tighten, type StopRequest } from '../../../src/domain/steering/stop.js';

const request = (mode: StopMode): StopRequest => ({ mode, by: null, atMs: 0 });

describe('a stop (C-20)', () => {
  test('is sticky and may only tighten, whatever the order', () => {
    const order = StopMode.options;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...order), { minLength: 1 }), (modes) => {
        const folded = modes.map(request).reduce<StopRequest | null>(tighten, null);
        const tightest = Math.max(...modes.map((mode) => order.indexOf(mode)));
        expect(folded?.mode).toBe(order[tightest]);
      }),
    );
  });

  test('R-002-48…50: leaves still start under at-ledger, and under no other mode', () => {
    expect(leafMayStart(null)).toBe(true);
    expect(leafMayStart(request('at-ledger'))).toBe(true);
    expect(leafMayStart(request('at-leaf'))).toBe(false);
    expect(leafMayStart(request('now'))).toBe(false);
  });
});
