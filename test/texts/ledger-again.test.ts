import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Ledger, LedgerStep } from '../../src/domain/plan/plan.js';
import { addAgain } from '../../src/texts/ledger-marks.js';
import { parseLedger, renderLedger } from '../../src/texts/ledger.js';

const step = (id: string, title: string, more: Partial<LedgerStep> = {}): LedgerStep => ({
  ...{ id, title, criterion: 1, done: true, refactorPending: false },
  ...more,
});
const ledgerOf = (steps: readonly LedgerStep[]): Ledger => ({
  title: 'More numbers',
  baseSha: '4f2a9c0d5e6b7a8c9d0e1f2a3b4c5d6e7f8a9b0c',
  criteria: ['one', 'two'],
  files: [{ path: 'src/a.js', isNew: false }],
  steps,
});
const two = renderLedger(
  ledgerOf([step('1', 'n1 is known'), step('2', 'n2 <!-- criterion 2 --> \\', { criterion: 2 })]),
);

describe('C-25: a step comes back as a new line', () => {
  test('at the end, open, with the words and the criterion of the old one; all other bytes stay', () => {
    const { text, added } = addAgain(two, '2');
    expect(added).toBe('3');
    expect(text.startsWith(two)).toBe(true);
    const [, old, again] = parseLedger(text).steps;
    expect(again).toEqual({ ...old, id: '3', done: false });
  });

  test('the same step twice gives two lines with ids of their own', () => {
    const { text, added } = addAgain(addAgain(two, '1').text, '1');
    expect(added).toBe('4');
    expect(parseLedger(text).steps.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  });

  test('CRLF, a missing last line feed and blank lines after the steps', () => {
    const crlf = addAgain(two.replaceAll('\n', '\r\n'), '1').text;
    expect(crlf.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(parseLedger(addAgain(two.trimEnd(), '1').text).steps).toHaveLength(3);
    expect(addAgain(`${two}\n\n`, '1').text).toMatch(/ 3\. n1 is known <!-- criterion 1 -->\n\n\n$/);
  });

  test('the new id is no other step’s, whatever the ids are', () => {
    const id = fc.stringMatching(/^(?:[0-9]{1,9}|[A-Za-z0-9._-]{1,8})$/);
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 8 }), (ids) => {
        const text = renderLedger(ledgerOf(ids.map((one) => step(one, 'a step'))));
        const { text: after, added } = addAgain(text, ids[0] ?? '');
        expect(ids).not.toContain(added);
        expect(parseLedger(after).steps.map((one) => one.id)).toEqual([...ids, added]);
      }),
    );
  });

  test('a step that is not there is refused by its name', () => {
    expect(() => addAgain(two, '9')).toThrow(/no step "9"/);
  });
});
