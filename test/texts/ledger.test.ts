import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Ledger, LedgerStep } from '../../src/domain/plan/plan.js';
import { LedgerError } from '../../src/texts/ledger-error.js';
import { clearPending, tick } from '../../src/texts/ledger-marks.js';
import { ledgerTitle, parseLedger, renderLedger } from '../../src/texts/ledger.js';
import { staysBelow } from '../support/cpu-time.js';

const text = readFileSync(new URL('../fixtures/texts/issue-42.ledger.md', import.meta.url), 'utf8');

const step = (id: string, title: string, criterion: number, more: Partial<LedgerStep> = {}): LedgerStep => ({
  id,
  title,
  criterion,
  done: false,
  refactorPending: false,
  ...more,
});

const ledger: Ledger = {
  title: 'Issue 42: Reject expired tokens: don\'t trust "exp" & `nbf`',
  baseSha: '4f2a9c0d5e6b7a8c9d0e1f2a3b4c5d6e7f8a9b0c',
  criteria: [
    'An expired token gets 401 and says so in `WWW-Authenticate`',
    'A clock skew of 60 s is allowed',
    'not a heading, but text of an item',
    '`#1 first` <b>of</b> a numbered list',
    '-n option',
    'A token without "exp" gets 400',
  ],
  files: [
    { path: 'src/auth.ts', isNew: false },
    { path: 'test/auth.test.ts', isNew: true },
    { path: 'odd (new)', isNew: false },
    { path: 'odd (new)', isNew: true },
  ],
  steps: [
    step('1', 'expired token gets 401', 1, { done: true }),
    step('1.2', '3. is no id, and neither is <!-- criterion 9 -->', 2, { done: true, refactorPending: true }),
    step('T014', '# a heading?', 3),
    step('4', '- [ ] a box in a box, with a\\tb and a \u202e in it', 4),
    step('5', '-n option', 5),
    step('6', ' blanks at both ends ', 6),
  ],
};

/** One line of text as people may write it, with all that could be taken for grammar. */
const words = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          '<!--', '-->', ' <!-- criterion 1 -->', ' · refactor pending', ' · 3 tests', '\\', '`', '```', '#', '# ', '1. ', '12) ', '- ', '[ ] ', '[x]: ', ' (new)', '> ', '~~~', '---', '<b>', 'a', ' ', '\t', '\r', '\n', '\u{2028}', '\ud800', '\\u{20}', '\\<', '\ufeff',
        ), // prettier-ignore
        { minLength: 1, maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((one) => one !== '');

const id = fc.stringMatching(/^[A-Za-z0-9._-]{1,40}$/);

const anyLedger: fc.Arbitrary<Ledger> = fc
  .record({
    title: words,
    baseSha: fc.stringMatching(/^([0-9a-f]{40}|[0-9a-f]{64})$/),
    criteria: fc.array(words, { minLength: 1, maxLength: 4 }),
    files: fc.array(fc.record({ path: words, isNew: fc.boolean() }), { minLength: 1, maxLength: 4 }),
    steps: fc.uniqueArray(
      fc.record({
        id,
        title: words,
        criterion: fc.integer({ min: 1, max: 4 }),
        done: fc.boolean(),
        pending: fc.boolean(),
        tests: fc.option(fc.integer({ min: 2, max: 50 }), { nil: null }),
      }),
      { minLength: 1, maxLength: 6, selector: (one) => one.id },
    ),
  })
  .map(({ steps, ...rest }) => ({
    ...rest,
    steps: steps.map(({ pending, tests, ...one }) => ({
      ...one,
      ...(tests === null ? {} : { tests }),
      criterion: Math.min(one.criterion, rest.criteria.length),
      refactorPending: one.done && pending,
    })),
  }));

describe('the ledger (R-002-14)', () => {
  test('is written as its grammar says', () => {
    expect(renderLedger(ledger)).toBe(text);
    expect(ledgerTitle('Reject', 42)).toBe('Issue 42: Reject');
    expect(ledgerTitle('Reject', null)).toBe('Reject');
  });

  test('R-001-02: says how many new tests a step asks for when it is not one, and reads it back', () => {
    const steps = [
      step('1', 'a table', 1, { tests: 3 }),
      step('2', 'b', 1, { tests: 2, done: true, refactorPending: true }),
      step('3', 'c', 1, { tests: 1 }),
    ];
    const written = renderLedger({ ...ledger, steps });
    expect(written.split('\n').slice(-4, -1)).toEqual([
      '- [ ] 1. a table <!-- criterion 1 · 3 tests -->',
      '- [x] 2. b <!-- criterion 1 · 2 tests · refactor pending -->',
      '- [ ] 3. c <!-- criterion 1 -->',
    ]);
    expect(parseLedger(written).steps).toEqual([steps[0], steps[1], step('3', 'c', 1)]);
    const ticked = clearPending(tick(tick(written, '1', { pending: true }), '1', { pending: true }), '2');
    expect(ticked).toContain('- [x] 1. a table <!-- criterion 1 · 3 tests · refactor pending -->');
    expect(ticked).toContain('- [x] 2. b <!-- criterion 1 · 2 tests -->');
  });

  test.each([
    ['1 test', 1],
    ['1 tests', 1],
    ['2 tests', 2],
  ])('R-001-02: a person may write "%s"', (words, tests) => {
    const read = parseLedger(
      renderLedger({ ...ledger, steps: [step('1', 'a', 1)] }).replace('criterion 1 -->', `criterion 1 · ${words} -->`),
    );
    expect(read.steps[0]).toEqual(step('1', 'a', 1, tests === 1 ? {} : { tests }));
  });

  test.each(['0 tests', '51 tests', '-1 tests', 'two tests', '3'])('R-001-02: "%s" is refused by its line', (words) => {
    const odd = renderLedger({ ...ledger, steps: [step('1', 'a', 1)] }).replace(
      'criterion 1 -->',
      `criterion 1 · ${words} -->`,
    );
    expect(() => parseLedger(odd)).toThrow(LedgerError);
  });

  test('reads back as it was written', () => {
    expect(parseLedger(text)).toEqual(ledger);
  });

  test('reads back whatever the words are', () => {
    fc.assert(
      fc.property(anyLedger, (one) => {
        const written = renderLedger(one);
        expect(parseLedger(written)).toEqual(one);
        expect(Buffer.from(written, 'utf8').toString('utf8')).toBe(written);
        expect(written.split('\n')).toHaveLength(7 + one.criteria.length + one.files.length + one.steps.length);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['CRLF', (one: string) => one.replaceAll('\n', '\r\n')],
    ['blanks at the end of lines', (one: string) => one.replaceAll('\n', ' \t\n')],
    ['blank lines between all lines', (one: string) => one.replaceAll('\n', '\n\n')],
    ['no line feed at the end', (one: string) => one.trimEnd()],
    ['a byte order mark', (one: string) => `\ufeff${one}`],
    ['blank lines in front', (one: string) => `\n\n${one}`],
    ['a capital X', (one: string) => one.replaceAll('[x]', '[X]')],
  ])('a person’s editor leaves %s: that reads the same', (_what, edit) => {
    expect(parseLedger(edit(text))).toEqual(ledger);
  });

  test('a person unticks a step by hand: it is open, whatever mark is left', () => {
    const edited = text.replace('- [x] 1.2.', '- [ ] 1.2.');
    expect(parseLedger(edited).steps[1]).toMatchObject({ done: false, refactorPending: false });
  });
});

describe('a text that is no ledger is refused by line', () => {
  const lineOf = (start: string): number => text.split('\n').findIndex((line) => line.startsWith(start)) + 1;

  test.each([
    ['nothing', () => '', 1, 'the title'],
    ['another heading', () => text.replace('# Issue', '## Issue'), 1, 'the title'],
    ['no version', () => text.replace(/<!-- pawl.*\n/, ''), lineOf('<!--'), 'the version and base'],
    ['a newer version', () => text.replace('ledger v1', 'ledger v2'), lineOf('<!--'), 'a newer Pawl'],
    ['a short base', () => text.replace('8a9b0c -->', ' -->'), lineOf('<!--'), 'the version and base'],
    ['criteria that skip a number', () => text.replace('\n2. ', '\n3. '), lineOf('2. '), 'the number 2'],
    ['a bullet among the criteria', () => text.replace('\n2. ', '\n- '), lineOf('2. '), 'criterion 2'],
    ['no criteria', () => text.replace(/\n\d\. .*/g, ''), 5, 'criterion 1'],
    ['a misspelt heading', () => text.replace('## Files', '## File'), lineOf('## Files'), 'criterion 7'],
    ['a note among the files', () => text.replace('- src', 'Note: src'), lineOf('- src'), 'a file of the plan'],
    ['no steps', () => text.slice(0, text.indexOf('- [x] 1.')), text.split('\n').length - 6, 'a step'],
    ['a step without a criterion', () => text.replace(' <!-- criterion 1 -->', ''), lineOf('- [x] 1. '), 'a step'],
    [
      'a step for no criterion',
      () => text.replace('<!-- criterion 1 -->', '<!-- criterion 7 -->'),
      lineOf('- [x] 1. '),
      'from 1 to 6',
    ],
    [
      'a step for criterion 0',
      () => text.replace('<!-- criterion 1 -->', '<!-- criterion 0 -->'),
      lineOf('- [x] 1. '),
      'from 1 to 6',
    ],
    ['an id twice', () => text.replace('- [x] 1.2. ', '- [x] 1. '), lineOf('- [x] 1.2'), 'one step for each id'],
    ['an unknown box', () => text.replace('- [x] 1. ', '- [~] 1. '), lineOf('- [x] 1. '), 'a step'],
    ['a step without an id', () => text.replace('- [x] 1. ', '- [x] '), lineOf('- [x] 1. '), 'a step'],
    ['words after the steps', () => `${text}\nThanks!\n`, text.split('\n').length + 1, 'a step'],
  ])('%s', (_what, make, line, expected) => {
    let caught: unknown;
    try {
      parseLedger(make());
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(LedgerError);
    expect(caught).toMatchObject({ line, expected: expect.stringContaining(expected) });
    expect(String(caught)).toMatch(/ledger, line \d+: .*; expected .*, for example: \S/);
  });

  test('garbage throws that error and no other', () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(...text.split('\n'), '', '# ', '- ', '1. '), { maxLength: 20 })
        .map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(garbage, (one) => {
        for (const use of [
          () => parseLedger(one),
          () => tick(one, '1', { pending: true }),
          () => clearPending(one, '1'),
        ]) {
          try {
            use();
          } catch (error) {
            expect(error).toBeInstanceOf(LedgerError);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(['# ', '- ', '1. a\n', '\n', ' ', '\t\r', '- [ ] 1. a <!-- criterion 1 -->\n', '\\', '\\u{', '<!--', '`'])(
    'T13: 1 MB of %j is refused in a moment',
    (unit) => {
      const body = unit.repeat(1_000_000 / unit.length);
      const work = (): void => {
        expect(() => parseLedger(`${text}${body}x`)).toThrow(LedgerError);
        expect(() => parseLedger(`# ${body}`)).toThrow(LedgerError);
      };
      expect(staysBelow(() => 500, work)).toBe(true);
    },
  );
});

describe('marks (R-002-17, R-002-18)', () => {
  const lines = text.split('\n');
  const changed = (one: string): readonly string[] => one.split('\n').filter((line, index) => line !== lines[index]);

  test('a tick with the refactor phase still to come', () => {
    const ticked = tick(text, 'T014', { pending: true });
    expect(changed(ticked)).toEqual(['- [x] T014. \\# a heading? <!-- criterion 3 · refactor pending -->']);
    expect(changed(clearPending(ticked, 'T014'))).toEqual(['- [x] T014. \\# a heading? <!-- criterion 3 -->']);
    expect(clearPending(ticked, 'T014')).toBe(tick(text, 'T014', { pending: false }));
  });

  test('R09: a tick without the mark changes one character', () => {
    const ticked = tick(text, '5', { pending: false });
    expect(Array.from(ticked).filter((char, index) => char !== Array.from(text)[index])).toEqual(['x']);
  });

  test('R25: ticking and clearing twice is doing it once', () => {
    const ticked = tick(text, '4', { pending: true });
    expect(tick(ticked, '4', { pending: true })).toBe(ticked);
    const cleared = clearPending(ticked, '4');
    expect(clearPending(cleared, '4')).toBe(cleared);
    expect(clearPending(text, '5')).toBe(text);
  });

  test('CRLF, blanks and a person’s capital X stay byte for byte', () => {
    const edited = text.replaceAll('\n', ' \t\r\n').replace('[x] 1. ', '[X] 1. ');
    const ticked = tick(tick(edited, '1', { pending: true }), '5', { pending: false });
    expect(ticked).toBe(
      edited.replace('criterion 1 -->', 'criterion 1 · refactor pending -->').replace('- [ ] 5.', '- [x] 5.'),
    );
  });

  test('a mark left on a step that a person unticked goes with the next tick', () => {
    const edited = text.replace('- [x] 1.2.', '- [ ] 1.2.');
    expect(tick(edited, '1.2', { pending: true })).toBe(text);
    expect(parseLedger(clearPending(edited, '1.2')).steps[1]).toMatchObject({ done: false });
  });

  test('words that look like a mark are left alone', () => {
    const title = 'x <!-- criterion 1 · refactor pending --> [ ] y';
    const written = renderLedger({ ...ledger, steps: [step('1', title, 1)] });
    const ticked = tick(written, '1', { pending: true });
    expect(parseLedger(ticked).steps).toEqual([step('1', title, 1, { done: true, refactorPending: true })]);
    expect(parseLedger(clearPending(ticked, '1')).steps).toEqual([step('1', title, 1, { done: true })]);
  });

  test('a step that is not there is refused by its name', () => {
    for (const stepId of ['9', '1.', '', 't014', '__proto__', 'constructor']) {
      expect(() => tick(text, stepId, { pending: true })).toThrow(`no step "${stepId}"`);
      expect(() => clearPending(text, stepId)).toThrow(LedgerError);
    }
  });

  test('whatever the ledger, a mark changes its own step’s line and nothing else', () => {
    fc.assert(
      fc.property(anyLedger, fc.nat(), fc.boolean(), (one, pick, pending) => {
        const at = pick % one.steps.length;
        const target = one.steps[at];
        const before = renderLedger(one);
        const after = tick(before, target?.id ?? '', { pending });
        expect(parseLedger(after)).toEqual({
          ...one,
          steps: one.steps.map((each, index) =>
            index === at ? { ...each, done: true, refactorPending: pending } : each,
          ),
        });
        const lineAt = before.split('\n').length - 1 - one.steps.length + at;
        expect(after.split('\n').filter((_line, index) => index !== lineAt)).toEqual(
          before.split('\n').filter((_line, index) => index !== lineAt),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
