import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shownOf } from '../../src/domain/steering/gear-file.js';
import type { GearShift } from '../../src/domain/steering/gear.js';
import { gearAuthor, parseGearFile, renderGearFile } from '../../src/texts/gear-file.js';
import { staysBelow } from '../support/cpu-time.js';

const path = '.tdd/issue-42/.current-gear';
const seed = [
  '# Working state — untracked. Shift with /spec:gear.',
  'gear: review-after',
  'scope: Phase 5 — Provider rejection tests',
  'driver: ralph',
  "shifted: 2026-09-13 — Phase 4's six tests were all approved unchanged; the shape is settled",
  '',
].join('\n');
const seedFile = {
  gear: 'review-after',
  scope: 'Phase 5 — Provider rejection tests',
  driver: 'ralph',
  date: '2026-09-13',
  because: "Phase 4's six tests were all approved unchanged; the shape is settled",
  untilMs: null,
};

describe('the gear file as people write it (R-000-08, R-000-09)', () => {
  test('the example of the seed', () => {
    expect(parseGearFile(seed, path)).toEqual({ kind: 'gear', file: seedFile });
  });

  test.each([
    ['CRLF', seed.replaceAll('\n', '\r\n')],
    ['a bare carriage return', seed.replaceAll('\n', '\r')],
    ['a byte order mark', `\ufeff${seed}`],
    ['blanks around', seed.replaceAll('\n', ' \t\n').replaceAll(': ', ' :  ')],
    ['no last line feed', seed.trimEnd()],
    ['another order', seed.split('\n').reverse().join('\n')],
    ['two hyphens', seed.replace('13 —', '13 --')],
    ['a time beside the date', seed.replace('13 —', '13T10:00:00Z —')],
  ])('%s does no harm', (_name, text) => {
    expect(parseGearFile(text, path)).toMatchObject({ kind: 'gear', file: { ...seedFile } });
  });

  test('R-000-33: a shift back needs no reason', () => {
    expect(parseGearFile('gear: review-before', path)).toMatchObject({
      kind: 'gear',
      file: { gear: 'review-before', date: null, because: '', scope: null },
    });
  });

  test.each([
    ['', 'has no line "gear:"'],
    ['# only a comment', 'has no line "gear:"'],
    ['gear review-after', 'line 1: found "gear review-after"'],
    ['gear: review-after', 'has no line "shifted:"'],
    ['gear: review-after\nshifted: 2026-09-13', 'line 2'],
    ['gear: review-after\nshifted: 2026-09-13 —', 'line 2'],
    ['gear: review-after\nshifted: the shape is settled', 'line 2'],
    ['gear: review-after\nshifted: 2026-13-13 — x', 'line 2'],
    ['gear: review-after\nshifted: 2026-09-13x — y', 'line 2'],
    ['gear: review-after\nscop: tasks 3-5\nshifted: 2026-09-13 — x', 'line 2: found "scop: tasks 3-5"'],
    ['gear: review-after\nscope:\nshifted: 2026-09-13 — x', 'line 2'],
    ['gear: review-after\ngear: review-before\nshifted: 2026-09-13 — x', 'line 2'],
    ['gear: review-after\ndriver: bob\nshifted: 2026-09-13 — x', 'line 2'],
    ['gear: review-after\nuntil: tomorrow\nshifted: 2026-09-13 — x', 'line 2'],
    ['gear: review-after\nuntil: 2026-09-13T18:00:00\nshifted: 2026-09-13 — x', 'line 2'],
    ['gear: review-after\nuntil: 2026-99-13T18:00:00Z\nshifted: 2026-09-13 — x', 'line 2'],
    ['constructor: x', 'line 1'],
    [`gear: review-after\nshifted: 2026-09-13 — ${'x'.repeat(1_001)}`, 'line 2'],
    [`gear: review-after\nscope: ${'x'.repeat(201)}\nshifted: 2026-09-13 — x`, 'line 2'],
  ])('R-000-11: %j is unparseable; the line, what was expected and an example are said', (text, place) => {
    const says = parseGearFile(text, path);
    expect(says).toMatchObject({ kind: 'fault', fault: 'unparseable' });
    expect(says).toMatchObject({ why: expect.stringContaining(place) });
    expect(says).toMatchObject({ why: expect.stringMatching(/expected .*, for example: /) });
    expect(says).toMatchObject({ why: expect.stringContaining(path) });
  });

  test.each(['Review-After', 'pre-approve', '', 'review-after # now'])(
    'R-000-05: "gear: %s" is an unknown gear',
    (word) => {
      const says = parseGearFile(`gear: ${word}\nshifted: 2026-09-13 — x`, path);
      expect(says).toMatchObject({ kind: 'fault', fault: 'unknown-gear', why: expect.stringContaining('line 1') });
    },
  );

  test('whatever stands there, it is read as something, and only a known gear can come of it', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('gear: review-after', 'scope: tasks 1-2', 'shifted: 2026-09-13 — x', 'until: 2026-09-13', '#'),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const says = parseGearFile(lines.join(end), path);
        if (says.kind === 'gear' && says.file.gear === 'review-after') expect(says.file.because).not.toBe('');
        expect(says.kind === 'gear' || says.why.length < 400).toBe(true);
      }),
    );
  });

  test('a reason of a hundred thousand blanks and dashes takes no time', () => {
    const text = `gear: review-after\nshifted: 2026-09-13${' -'.repeat(30_000)}`;
    expect(
      staysBelow(
        () => 500,
        () => void parseGearFile(text, path),
      ),
    ).toBe(true);
  });
});

describe('the gear file as Pawl writes it', () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1_000 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('— x', '- x', '-- x', '# x', 'gear: review-before', 'a\nb', '😀'.repeat(500), '\ud800'),
  );
  const timeMs = fc.integer({ min: 0, max: 253_402_300_799_999 });
  const shift: fc.Arbitrary<GearShift> = fc.record({
    gear: fc.constantFrom('review-before', 'review-after'),
    because: words.map((text) => `because ${text}`),
    by: fc.option(words),
    atMs: timeMs,
    scope: fc.option(words.map((text) => text.slice(0, 200))),
    untilMs: fc.option(timeMs),
    from: fc.constantFrom('message', 'start'),
    fault: fc.constant(null),
  });
  const driver = fc.constantFrom(null, 'implement' as const, 'ralph' as const);

  test('R-000-09: reads back as what it was made from, whatever the words', () => {
    fc.assert(
      fc.property(shift, driver, (made, drives) => {
        const text = renderGearFile({ shift: made, driver: drives });
        expect(parseGearFile(text, path)).toEqual({
          kind: 'gear',
          file: {
            gear: made.gear,
            ...shownOf(made),
            driver: drives,
            date: new Date(made.atMs).toISOString().slice(0, 10),
            untilMs: made.untilMs,
          },
        });
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
      }),
    );
  });

  test('shows who, when, why and until when to whoever opens it', () => {
    const made: GearShift = {
      ...{ gear: 'review-after', because: 'small steps', by: 'ann', scope: 'tasks 3-5', from: 'message', fault: null },
      atMs: Date.UTC(2026, 8, 13, 10),
      untilMs: Date.UTC(2026, 8, 13, 12),
    };
    const text = renderGearFile({ shift: made, driver: null });
    expect(text.replace(/\[[a-z0-9]{11}\]/, '[MARK]')).toBe(
      [
        '# Working state, untracked. Shift with: pawl gear',
        '# Written by Pawl: shifted by ann (as claimed) at 2026-09-13T10:00:00.000Z, by a message [MARK]',
        'gear: review-after',
        'scope: tasks 3-5',
        'shifted: 2026-09-13 — small steps',
        'until: 2026-09-13T12:00:00.000Z',
        '',
      ].join('\n'),
    );
  });

  test('who wrote it reads back, whatever the reason; after any edit nobody is named', () => {
    const froms = fc.constantFrom('message', 'start', 'file', 'driver', 'automatic' as const);
    fc.assert(
      fc.property(shift, froms, fc.nat(), (made, from, spot) => {
        const sent = { ...made, from, by: 'ann (as claimed) at', fault: null };
        const text = renderGearFile({ shift: sent, driver: 'ralph' });
        expect(gearAuthor(text)).toEqual({ by: 'ann (as claimed) at', atMs: made.atMs, from });
        const at = text.indexOf('gear:') + (spot % (text.length - text.indexOf('gear:')));
        const edited = `${text.slice(0, at)}x${text.slice(at)}`;
        expect(gearAuthor(edited)).toBeNull();
      }),
    );
    expect(gearAuthor(seed)).toBeNull();
    expect(gearAuthor('')).toBeNull();
  });

  test.each(['done --> now', '<!-- done -->', '--> x', 'a\nscope: tasks 1-9\ngear: review-after', '# x'])(
    'a reason such as %j stays one line of its own and reads back as no other key',
    (because) => {
      const made: GearShift = {
        gear: 'review-before',
        because,
        by: null,
        scope: null,
        from: 'message',
        fault: null,
        atMs: 0,
        untilMs: null,
      };
      const says = parseGearFile(renderGearFile({ shift: made, driver: null }), path);
      expect(says).toMatchObject({
        kind: 'gear',
        file: { gear: 'review-before', scope: null, because: because.replaceAll('\n', ' ') },
      });
    },
  );
});
