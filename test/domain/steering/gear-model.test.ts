import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ScopedList } from '../../../src/domain/plan/task-scope.js';
import { mergeGear, type FoundGear } from '../../../src/domain/steering/gear-file.js';
import { resolveGear, type Gear, type GearReason, type GearShift } from '../../../src/domain/steering/gear.js';
import { sightOf } from '../../../src/domain/steering/scope-sight.js';

/**
 * The gear of a spec's steps against a model that shares no code with it: it keeps what happened as a list and looks back,
 * and reads a scope by walking down the lines with the headings that are open there.
 */
type Line = { readonly kind: 'heading'; readonly depth: number; readonly text: string } | { readonly kind: 'task' };

const texts = ['Phase 5', '2.1 MSSQL', '4.1 MSSQL', 'MSSQL', 'Phase 50'] as const;
const lines: fc.Arbitrary<readonly Line[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('heading' as const),
        depth: fc.integer({ min: 1, max: 3 }),
        text: fc.constantFrom(...texts),
      }),
    },
    { weight: 3, arbitrary: fc.constant({ kind: 'task' as const }) },
  ),
  { minLength: 1, maxLength: 14 },
);

type Scope = readonly [number, number] | (typeof texts)[number] | '# Phase 5' | 'No such heading' | null;
const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant(null),
  fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })),
  fc.constantFrom(...texts, '# Phase 5' as const, 'No such heading' as const),
);
const gear = fc.constantFrom<Gear>('review-before', 'review-after');

type Act =
  | { readonly kind: 'edit' | 'signal'; readonly gear: Gear; readonly scope: Scope; readonly hours: number | null }
  | { readonly kind: 'garble' | 'delete' | 'step' };
const hours = fc.option(fc.integer({ min: 1, max: 5 }));
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'signal' as const), gear, scope, hours }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('step' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('garble' as const, 'delete' as const) }) },
);

const hourMs = 3_600_000;
const wordsOf = (one: Scope): string | null =>
  one === null || typeof one === 'string' ? one : `tasks ${one[0]}-${one[1]}`;

/** The numbers of the tasks it means, or why it means none. */
function modelScope(
  one: Exclude<Scope, null>,
  list: readonly Line[],
): readonly number[] | 'scope-no-match' | 'scope-ambiguous' {
  const count = list.filter((line) => line.kind === 'task').length;
  if (typeof one !== 'string') {
    const [from, to] = one;
    if (from < 1 || to > count || from > to) return 'scope-no-match';
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  }
  const wanted = one.replace('# ', '');
  const bare = (text: string): string => text.replace(/^\d\.\d /, '');
  const at = (same: (text: string) => boolean): readonly number[] =>
    list.flatMap((line, index) => (line.kind === 'heading' && same(line.text) ? [index] : []));
  const exact = at((text) => text === wanted);
  const hits = exact.length > 0 ? exact : at((text) => bare(text) === bare(wanted));
  if (hits.length > 1) return 'scope-ambiguous';
  if (hits[0] === undefined) return 'scope-no-match';
  const open: number[] = [];
  const inside: number[] = [];
  let number = 0;
  list.forEach((line, index) => {
    if (line.kind === 'heading') {
      while (open.length > 0 && depthOf(list[open.at(-1) ?? 0]) >= line.depth) open.pop();
      open.push(index);
      return;
    }
    number += 1;
    if (open.includes(hits[0] ?? -1)) inside.push(number);
  });
  return inside.length === 0 ? 'scope-no-match' : inside;
}

const depthOf = (line: Line | undefined): number => (line?.kind === 'heading' ? line.depth : 0);

interface Meant {
  readonly gear: Gear;
  readonly scope: Scope;
  readonly untilHour: number | null;
  readonly fault: GearReason | null;
}

function modelGear(
  latest: Meant | null,
  at: { readonly hour: number; readonly step: number; readonly list: readonly Line[] },
): readonly [Gear, GearReason] {
  if (latest === null) return ['review-before', 'no-file'];
  if (latest.fault !== null) return ['review-before', latest.fault];
  if (latest.untilHour !== null && at.hour >= latest.untilHour) return ['review-before', 'expired'];
  if (latest.scope !== null) {
    const meant = modelScope(latest.scope, at.list);
    if (typeof meant === 'string') return ['review-before', meant];
    if (!meant.includes(at.step)) return ['review-before', 'outside-scope'];
  }
  return [latest.gear, 'named'];
}

function listOf(all: readonly Line[], hasIds: boolean): ScopedList {
  let number = 0;
  const tasks: ScopedList['tasks'][number][] = [];
  const headings: ScopedList['headings'][number][] = [];
  all.forEach((line, index) => {
    if (line.kind === 'heading') return void headings.push({ line: index + 1, depth: line.depth, text: line.text });
    number += 1;
    // What is written may be spelled `T2`; what a person types as a range is the number.
    tasks.push({
      line: index + 1,
      id: String(number),
      writtenId: hasIds ? `T${number}` : null,
      title: 't',
      parent: null,
    });
  });
  return { tasks, headings };
}

describe("a spec's gear over random lists, files, signals and edits", () => {
  test('C-15, R-000-10…23: at each step it is what the model says, with its reason', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(lines, fc.boolean(), fc.array(act, { maxLength: 20 }), (all, hasIds, acts) => {
        const list = listOf(all, hasIds);
        const count = list.tasks.length;
        let shift: GearShift | null = null;
        let digest: string | null = null;
        let disk: FoundGear = { kind: 'absent', path: 'p', goneAtMs: null };
        let latest: Meant | null = null;
        // What the shift that stands meant, by the model's own words.
        let signalled: Meant | null = null;
        let wasThere = false;
        let step = 0;
        acts.forEach((one, hour) => {
          const nowMs = hour * hourMs;
          if (one.kind === 'edit') {
            const untilHour = one.hours === null ? null : hour + one.hours;
            const file = {
              ...{ gear: one.gear, scope: wordsOf(one.scope), driver: null, date: '2026-09-13', because: `at ${hour}` },
              untilMs: untilHour === null ? null : untilHour * hourMs,
            };
            disk = {
              ...{ kind: 'present', path: 'p', digest: `e${hour}`, changedAtMs: nowMs, tracked: false },
              says: { kind: 'gear', file },
            };
            latest = { gear: one.gear, scope: one.scope, untilHour, fault: null };
          } else if (one.kind === 'garble') {
            const says = { kind: 'fault', fault: 'unparseable', why: `at ${hour}` } as const;
            disk = { ...{ kind: 'present', path: 'p', digest: `g${hour}`, changedAtMs: nowMs, tracked: false }, says };
            latest = { gear: 'review-before', scope: null, untilHour: null, fault: 'unparseable' };
          } else if (one.kind === 'delete') {
            if (disk.kind === 'absent') return;
            disk = { kind: 'absent', path: 'p', goneAtMs: nowMs };
            // One that came and went between two steps was never there for the run.
            latest = wasThere ? { gear: 'review-before', scope: null, untilHour: null, fault: 'no-file' } : signalled;
          } else if (one.kind === 'signal') {
            const untilHour = one.hours === null ? null : hour + one.hours;
            shift = {
              ...{ gear: one.gear, because: `at ${hour}`, by: null, atMs: nowMs, scope: wordsOf(one.scope) },
              ...{ untilMs: untilHour === null ? null : untilHour * hourMs, from: 'message', fault: null },
            };
            signalled = { gear: one.gear, scope: one.scope, untilHour, fault: null };
            latest = signalled;
          } else {
            step += 1;
            const merged = mergeGear({ seen: digest, shift, nowMs }, disk);
            shift = merged.shift ?? shift;
            if (merged.write !== null) {
              const { gear: shown, scope: where, because, untilMs } = merged.write.shift;
              const file = { gear: shown, scope: where, driver: null, date: '2026-09-13', because, untilMs };
              disk = {
                ...{ kind: 'present', path: 'p', digest: `w${hour}`, changedAtMs: nowMs, tracked: false },
                says: { kind: 'gear', file },
              };
            }
            digest = disk.kind === 'present' ? disk.digest : null;
            wasThere = disk.kind === 'present';
            if (merged.shift !== null) signalled = latest;
            if (step > count) return;
            const steps = list.tasks.map(({ id }, index) => ({ id, done: index + 1 < step }));
            const sight = sightOf(shift, { list, steps, step: String(step) });
            const now = resolveGear(shift, { nowMs, step: String(step), steps: count, isSpec: true, sight });
            const expected = modelGear(latest, { hour, step, list: all });
            seen.set(expected[1], (seen.get(expected[1]) ?? 0) + 1);
            expect([now.gear, now.reason]).toEqual(expected);
          }
        });
      }),
      { numRuns: 3_000 },
    );
    // Every rule was met, so that none is only believed.
    expect([...seen.keys()].sort()).toEqual(
      ['expired', 'named', 'no-file', 'outside-scope', 'scope-ambiguous', 'scope-no-match', 'unparseable'].sort(),
    );
  });
});
