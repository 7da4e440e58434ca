import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeGear, type FoundGear, type GearFile, type GearFileSays } from '../../../src/domain/steering/gear-file.js';
import { gearFolder } from '../../../src/domain/steering/gear-place.js';
import { parseSeen, renderSeen } from '../../../src/domain/steering/gear-seen.js';
import { resolveGear, type GearShift } from '../../../src/domain/steering/gear.js';

const path = '.tdd/issue-42/.current-gear';
const shift = (otherwise: Partial<GearShift> = {}): GearShift => ({
  ...{ gear: 'review-after', because: 'small steps', by: 'ann', atMs: 100, scope: null, untilMs: null },
  ...{ from: 'message', fault: null },
  ...otherwise,
});
const file = (otherwise: Partial<GearFile> = {}): GearFile => ({
  ...{ gear: 'review-after', because: 'the shape is settled', scope: null, driver: null, date: '2026-09-13' },
  untilMs: null,
  ...otherwise,
});
const gear = (otherwise: Partial<GearFile> = {}): GearFileSays => ({ kind: 'gear', file: file(otherwise) });
const fault: GearFileSays = { kind: 'fault', fault: 'unparseable', why: 'line 2: …' };
const present = (says: GearFileSays, otherwise: Partial<Extract<FoundGear, { kind: 'present' }>> = {}): FoundGear => ({
  ...{ kind: 'present', path, digest: 'd1', changedAtMs: 200, tracked: false },
  says,
  ...otherwise,
});
const absent = (goneAtMs: number | null = null): FoundGear => ({ kind: 'absent', path, goneAtMs });
const nothing = { shift: null, write: null, notes: [] };
const known = (seen: string | null, stands: GearShift | null): Parameters<typeof mergeGear>[0] => ({
  seen,
  shift: stands,
  nowMs: 1_000,
});

describe('the gear file against the shift that stands (C-15)', () => {
  test('R-000-30: no file and no shift: nothing happens, none is made', () => {
    expect(mergeGear(known(null, null), absent())).toEqual(nothing);
  });

  test('a file that was there at the start counts as a shift made now', () => {
    const { shift: made, write, notes } = mergeGear(known(null, null), present(gear({ scope: 'tasks 2-3' })));
    expect(made).toMatchObject({ gear: 'review-after', scope: 'tasks 2-3', atMs: 1_000, from: 'file', by: null });
    expect({ write, notes }).toEqual({ write: null, notes: [] });
  });

  test('a file as it was seen changes nothing', () => {
    expect(mergeGear(known('d1', shift({ from: 'file' })), present(gear()))).toEqual(nothing);
    expect(mergeGear(known('d1', null), present(gear()))).toEqual(nothing);
  });

  test('a shift without a file is shown in one', () => {
    expect(mergeGear(known(null, shift()), absent())).toEqual({
      ...nothing,
      write: { shift: shift(), driver: null },
    });
  });

  test('a file that says the same as the shift is left as it is, so that a second try finds what the first one did', () => {
    const same = present(gear({ because: 'small steps' }), { digest: 'd9', changedAtMs: 900 });
    expect(mergeGear(known(null, shift()), same)).toEqual(nothing);
  });

  test('a driver line of a person stays when the file is written back', () => {
    const { write } = mergeGear(known('d1', shift()), present(gear({ driver: 'ralph' })));
    expect(write?.driver).toBe('ralph');
  });

  test('a changed file that is newer than the message counts, said aloud', () => {
    const merged = mergeGear(known('d0', shift({ atMs: 199 })), present(gear({ gear: 'review-before' })));
    expect(merged.shift).toMatchObject({ gear: 'review-before', from: 'file' });
    expect(merged.notes).toEqual([expect.stringContaining('the file counts')]);
  });

  test('a message that is newer than the changed file counts and is shown, said aloud', () => {
    const merged = mergeGear(known('d0', shift({ atMs: 201 })), present(gear({ gear: 'review-before' })));
    expect(merged).toMatchObject({ shift: null, write: { shift: shift({ atMs: 201 }) } });
    expect(merged.notes).toEqual([expect.stringContaining('the later one counts')]);
  });

  test('a shift read from the file gives way to the next version, whatever its date', () => {
    const old = shift({ from: 'file', atMs: 900 });
    expect(mergeGear(known('d0', old), present(gear(), { changedAtMs: 5 })).shift).toMatchObject({ from: 'file' });
  });

  test('R-000-11: one that can not be read means review-before, with its words, and is left for its writer to mend', () => {
    const merged = mergeGear(known('d0', shift({ from: 'file' })), present(fault));
    expect(merged).toMatchObject({ shift: { gear: 'review-before', fault: 'unparseable' }, write: null });
    expect(merged.notes).toEqual(['line 2: …']);
    expect(resolveGear(merged.shift, { nowMs: 0, step: '1', steps: 1 })).toMatchObject({ reason: 'unparseable' });
    expect(mergeGear(known('d1', merged.shift), present(fault))).toEqual(nothing);
  });

  test('R-000-15: deleted while the run went on means review-before, said once, and no file is made', () => {
    for (const stands of [shift({ from: 'file' }), shift(), null]) {
      const merged = mergeGear(known('d1', stands), absent(500));
      expect(merged).toMatchObject({ shift: { gear: 'review-before', fault: 'no-file' }, write: null });
      expect(merged.notes).toHaveLength(1);
      expect(mergeGear(known(null, merged.shift), absent(500))).toEqual(nothing);
    }
  });

  test('a message that is newer than the deletion counts; when nobody can tell, the careful side does', () => {
    expect(mergeGear(known('d1', shift({ atMs: 501 })), absent(500))).toMatchObject({ shift: null, write: {} });
    expect(mergeGear(known('d1', shift({ atMs: 501 })), absent(null))).toMatchObject({ shift: { fault: 'no-file' } });
  });

  test('R-000-65: a file that a branch brought along does not count and is never written to, said once', () => {
    const tracked = present(gear(), { tracked: true });
    expect(mergeGear(known(null, shift()), tracked)).toMatchObject({ shift: null, write: null });
    expect(mergeGear(known(null, null), tracked).notes).toEqual([expect.stringContaining('git rm --cached')]);
    expect(mergeGear(known('d1', shift()), tracked)).toEqual(nothing);
  });

  test('R-000-16: each run has a file of its own, and none of them is the stop file', () => {
    expect(gearFolder('.tdd/issue-42.md')).toBe('.tdd/issue-42');
    expect(gearFolder('.tdd/docs--export.md')).toBe('.tdd/docs--export');
    expect(gearFolder('.tdd/stop.md')).not.toBe('.tdd/stop');
  });

  test('what a run remembers of the file reads back', () => {
    const digest = fc.option(fc.stringMatching(/^[0-9a-f]{8,32}$/));
    fc.assert(
      fc.property(digest, fc.option(fc.integer({ min: 0, max: 4_102_444_800_000 })), (one, unshownAtMs) => {
        expect(parseSeen(renderSeen({ digest: one, unshownAtMs }))).toEqual({ digest: one, unshownAtMs });
      }),
    );
  });
});

describe('any sequence of edits and messages', () => {
  interface Act {
    readonly kind: 'edit' | 'break' | 'delete' | 'message' | 'step';
    readonly gear: GearFile['gear'];
  }
  const act: fc.Arbitrary<Act> = fc.record({
    kind: fc.constantFrom('edit', 'break', 'delete', 'message', 'step'),
    gear: fc.constantFrom('review-before', 'review-after'),
  });

  test('C-15: at each step the latest counts, and asking again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        let nowMs = 0;
        let disk: FoundGear = absent(null);
        let seen: string | null = null;
        let stands: GearShift | null = null;
        // The model: the last thing that anybody did, as the gear it means.
        let latest: GearFile['gear'] = 'review-before';
        let wasThere = false;
        for (const { kind, gear: asked } of [...acts, { kind: 'step', gear: 'review-before' } as const]) {
          nowMs += 10;
          const because = `at ${nowMs}`;
          if (kind === 'edit' || kind === 'break') {
            const says = kind === 'edit' ? gear({ gear: asked, because }) : { ...fault, why: because };
            disk = present(says, { digest: `d${nowMs}`, changedAtMs: nowMs });
            latest = kind === 'edit' ? asked : 'review-before';
          } else if (kind === 'delete') {
            // One that came and went between two steps was never there for the run.
            if (disk.kind === 'absent') continue;
            latest = wasThere ? 'review-before' : (stands?.gear ?? 'review-before');
            disk = absent(nowMs);
          } else if (kind === 'message') {
            stands = shift({ gear: asked, because, atMs: nowMs });
            latest = asked;
          } else {
            const look = (): ReturnType<typeof mergeGear> => mergeGear({ seen, shift: stands, nowMs }, disk);
            const merged = look();
            expect(look()).toEqual(merged);
            if (merged.shift !== null) stands = merged.shift;
            if (merged.write !== null) {
              const { gear: shown, because: why } = merged.write.shift;
              disk = present(gear({ gear: shown, because: why }), { digest: `w${nowMs}`, changedAtMs: nowMs });
              // A try whose answer was lost leaves the old memory: what it wrote is no change.
              expect(mergeGear({ seen, shift: stands, nowMs }, disk)).toMatchObject({ shift: null, write: null });
            }
            seen = disk.kind === 'present' ? disk.digest : null;
            wasThere = disk.kind === 'present';
            expect(resolveGear(stands, { nowMs, step: '1', steps: 1 }).gear).toBe(latest);
            expect(mergeGear({ seen, shift: stands, nowMs }, disk)).toEqual(nothing);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
