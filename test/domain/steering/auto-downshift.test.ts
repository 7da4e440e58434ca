import { describe, expect, test } from '@jest/globals';
import { afterVerdict, type Judged } from '../../../src/domain/steering/auto-downshift.js';
import { resolveGear, type GearShift } from '../../../src/domain/steering/gear.js';
import type { RunState } from '../../../src/domain/run/run-state.js';
import { aRunState } from '../../support/run-state.js';

const up: GearShift = {
  ...{ gear: 'review-after', because: 'settled', by: 'ann', atMs: 1, scope: null, untilMs: null },
  ...{ from: 'message', fault: null },
};
const place = { nowMs: 9, step: '2', steps: 3 };
const inGear = (shift: GearShift | null): RunState => aRunState({ shift, gear: resolveGear(shift, place) });

function after(
  state: RunState,
  limit: number | null,
  ...verdicts: readonly Judged[]
): RunState & { readonly said: readonly string[] } {
  const said: string[] = [];
  let now = state;
  verdicts.forEach((judged, at) => {
    const next = afterVerdict(now, judged, limit, 10 + at);
    now = next.state;
    if (next.note !== null) said.push(next.note);
  });
  return { ...now, said };
}

describe('the automatic downshift', () => {
  test('after N rejects in a row a shift to review-before stands, with the code named and its reason, said once', () => {
    const { shift, said, gear } = after(inGear(up), 2, 'rejected', 'rejected');
    expect(shift).toMatchObject({
      gear: 'review-before',
      because: 'automatic: 2 rejects in a row',
      from: 'automatic',
      scope: null,
    });
    expect(resolveGear(shift, place)).toEqual({
      ...{ gear: 'review-before', reason: 'named' },
      why: 'shifted to review-before by Pawl itself: automatic: 2 rejects in a row',
    });
    expect(said).toEqual([
      expect.stringMatching(/^gear: review-before: takes effect at .*; automatic: 2 rejects in a row$/),
    ]);
    // R-000-33: the step under way keeps its gear.
    expect(gear.gear).toBe('review-after');
  });

  test('off by default; one reject too few, or a phase accepted between, shifts nothing', () => {
    expect(after(inGear(up), null, 'rejected', 'rejected', 'rejected').shift).toBe(up);
    expect(after(inGear(up), 3, 'rejected', 'rejected').shift).toBe(up);
    expect(after(inGear(up), 2, 'rejected', 'accepted', 'rejected').shift).toBe(up);
  });

  test('in a gated step nothing is shifted: a shift for other steps stays', () => {
    const scoped = { ...up, scope: 'tasks 3-3' };
    expect(after(inGear(scoped), 1, 'rejected').shift).toBe(scoped);
    expect(after(inGear(null), 1, 'rejected')).toMatchObject({ shift: null, said: [] });
  });

  test('a person who shifts up again starts the count anew', () => {
    const down = after(inGear(up), 2, 'rejected', 'rejected');
    const again = { ...down, shift: { ...up, atMs: 5 }, gear: resolveGear(up, place) };
    expect(after(again, 2, 'rejected').shift).toMatchObject({ gear: 'review-after' });
    expect(after(again, 2, 'rejected', 'rejected').shift).toMatchObject({ from: 'automatic' });
  });
});
