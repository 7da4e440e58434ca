import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { levelOf } from '../../src/domain/run/discipline.js';
import type { Ledger, LedgerStep } from '../../src/domain/plan/plan.js';
import { displayLine } from '../../src/domain/sanitise.js';
import { LedgerError } from '../../src/texts/ledger-error.js';
import { addPiece, tick } from '../../src/texts/ledger-marks.js';
import { parseLedger, renderLedger } from '../../src/texts/ledger.js';

const step = (id: string, more: Partial<LedgerStep> = {}): LedgerStep => ({
  ...{ id, title: `step ${id}`, criterion: 1, done: false, refactorPending: false },
  ...more,
});
const ledgerOf = (steps: readonly LedgerStep[]): Ledger => ({
  title: 'More numbers',
  baseSha: '4f2a9c0d5e6b7a8c9d0e1f2a3b4c5d6e7f8a9b0c',
  criteria: ['one', 'two'],
  files: [{ path: 'src/a.js', isNew: false }],
  steps,
});
const two = renderLedger(ledgerOf([step('1', { done: true }), step('2', { criterion: 2 }), step('3')]));
const ids = (text: string): readonly string[] => parseLedger(text).steps.map(({ id }) => id);

describe('R-001-11: a piece stands right before its step', () => {
  test('open, with the criterion of its step; all other bytes stay', () => {
    const { text, added } = addPiece(two, '2', 'the table is read');
    expect(added).toBe('2.1');
    expect(ids(text)).toEqual(['1', '2.1', '2', '3']);
    expect(parseLedger(text).steps[1]).toEqual(step('2.1', { title: 'the table is read', criterion: 2 }));
    expect(
      text
        .split('\n')
        .filter((line) => !line.includes('2.1.'))
        .join('\n'),
    ).toBe(two);
  });

  test('the next number is free, and a piece of a piece is one level deeper', () => {
    const once = addPiece(two, '2', 'a').text;
    const twice = addPiece(once, '2', 'b');
    expect(ids(twice.text)).toEqual(['1', '2.1', '2.2', '2', '3']);
    const deep = addPiece(twice.text, '2.2', 'c');
    expect(deep.added).toBe('2.2.1');
    expect(levelOf('2.2.1', new Set(ids(deep.text)))).toBe(2);
  });

  test('CRLF stays CRLF', () => {
    const { text } = addPiece(two.replaceAll('\n', '\r\n'), '3', 'x');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('no id of more than 40 characters, and no piece of a step that is not there', () => {
    const long = 'x'.repeat(39);
    expect(() => addPiece(renderLedger(ledgerOf([step(long)])), long, 'a')).toThrow(LedgerError);
    expect(() => addPiece(two, '9', 'a')).toThrow(/no step "9"/);
  });

  test('whatever a leaf calls it and however often: it reads back, and no line but its own is new', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.constantFrom('- [x] 9. a <!-- criterion 1 -->', '\n## Steps', ''),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('1', '2', '3'), title), { maxLength: 6 }), (pieces) => {
        let text = two;
        for (const [id, words] of pieces) {
          const before = ids(text);
          const { text: after, added } = addPiece(text, id, words);
          expect(before).not.toContain(added);
          expect(ids(after).filter((one) => one !== added)).toEqual(before);
          const shown = displayLine(words, 500);
          const piece = parseLedger(after).steps.find((one) => one.id === added);
          expect(piece?.title).toBe(shown === '' ? `a piece of step ${id}` : shown);
          expect(ids(after).indexOf(added)).toBe(ids(after).indexOf(id) - 1);
          expect(parseLedger(tick(after, added, { pending: false })).steps.find((one) => one.id === added)?.done).toBe(
            true,
          );
          text = after;
        }
      }),
    );
  });
});
