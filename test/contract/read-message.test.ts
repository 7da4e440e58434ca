import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { examples } from '../../src/contract/payloads.js';
import { readMessage } from '../../src/contract/read-message.js';
import { MessageName } from '../../src/domain/steering/messages.js';

const atMs = 7;
const none = { by: null, atMs } as const;
const long = (length: number): string => 'x'.repeat(length);

describe('what is understood', () => {
  test.each<readonly [MessageName, unknown, Readonly<Record<string, unknown>>]>([
    ['shiftGear', { gear: 'review-before' }, { gear: 'review-before', because: '', scope: null, forMs: null }],
    ['shiftGear', { gear: 'review-after', because: ' a spike ' }, { gear: 'review-after', because: 'a spike' }],
    [
      'shiftGear',
      { gear: 'review-after', because: 'x', scope: 'tasks 3-5', for: '2h' },
      { scope: 'tasks 3-5', forMs: 7_200_000 },
    ],
    ['requestStop', { mode: 'now' }, { mode: 'now' }],
    ['approve', { test: 'abcdef01' }, { test: 'abcdef01', edited: false }],
    ['approve', { test: 'ABCDEF0123', edited: true }, { test: 'abcdef0123', edited: true }],
    ['reject', { because: 'no' }, { because: 'no', step: null }],
    ['reject', { because: 'no', step: '3' }, { because: 'no', step: '3' }],
    ['answer', { text: ' both ' }, { text: 'both' }],
    ['withdrawStop', undefined, {}],
    ['withdrawStop', null, {}],
    ['retry', {}, {}],
    ['addBudget', { usd: 5 }, { add: { usd: 5 }, of: 'run' }],
    ['addBudget', { usd: 0.01, leaves: 20, step: false }, { add: { usd: 0.01, leaves: 20 }, of: 'run' }],
    ['addBudget', { tokens: 1, minutes: 0.5, step: true }, { add: { tokens: 1, minutes: 0.5 }, of: 'step' }],
  ])('%s %j', (name, payload, message) => {
    expect(readMessage(name, payload, atMs)).toMatchObject({
      ok: true,
      note: null,
      message: { name, ...none, ...message },
    });
  });

  test.each<readonly [MessageName, Readonly<Record<string, unknown>>]>([
    ['shiftGear', { gear: 'review-before' }],
    ['requestStop', { mode: 'now' }],
    ['approve', { test: 'abcdef01' }],
    ['reject', { because: 'no' }],
    ['answer', { text: 'both' }],
    ['withdrawStop', {}],
    ['retry', {}],
    ['addBudget', { usd: 5 }],
  ])('%s takes by whom, and the id of the sender', (name, payload) => {
    const read = readMessage(name, { ...payload, by: 'ann', id: '12345678' }, atMs);
    expect(read).toMatchObject({ ok: true, id: '12345678', message: { by: 'ann' } });
    expect(readMessage(name, payload, atMs)).toMatchObject({ ok: true, id: null });
  });
});

describe('what is not: the place, what was expected there, and an example', () => {
  const odd: readonly unknown[] = [undefined, null, '"sprint"', 'x', 3, [], [{}], { wrong: 1 }, true];
  const cases: readonly (readonly [MessageName, unknown, RegExp])[] = [
    ...(['shiftGear', 'approve', 'reject', 'answer', 'addBudget'] as const).flatMap((name) =>
      odd.map((payload) => [name, payload, /expected/] as const),
    ),
    ['shiftGear', { gear: 'review-after' }, /because: a shift to review-after needs a reason/],
    ['shiftGear', { gear: 'Review-After', because: 'x' }, /gear: .*"review-before"\|"review-after"/],
    ['shiftGear', { gear: 'review-before', for: 'soon' }, /for: expected a duration.*"2h"/],
    ['shiftGear', { gear: 'review-before', scope: ' ' }, /scope: /],
    ['shiftGear', { gear: 'review-before', gaer: 1 }, /"gaer"/],
    ['shiftGear', { gear: 'review-after', because: long(1_001) }, /because: /],
    ['approve', { test: 'a' }, /test: 8 to 64 hexadecimal characters of the test hash/],
    ['approve', { test: 'abcdefg8' }, /test: 8 to 64/],
    ['approve', { test: 'a'.repeat(65) }, /test: 8 to 64/],
    ['approve', { test: 'abcdef01', edited: 'yes' }, /edited: /],
    ['reject', { because: '  ' }, /because: /],
    ['reject', { because: 'x', step: '' }, /step: /],
    ['answer', { text: long(4_001) }, /text: /],
    ['addBudget', {}, /^expected at least one of usd, tokens, leaves, minutes;/],
    ['addBudget', { step: true, by: 'ann' }, /at least one of usd/],
    ['addBudget', { usd: 0 }, /^usd: expected a number from 0.01 to 10000;/],
    ['addBudget', { usd: -5 }, /^usd: expected a number from 0.01 to 10000;/],
    ['addBudget', { usd: Number.NaN }, /^usd: expected a number from 0.01 to 10000;/],
    ['addBudget', { usd: Number.POSITIVE_INFINITY }, /^usd: expected a number from/],
    ['addBudget', { usd: 1e9 }, /^usd: expected a number from 0.01 to 10000;/],
    ['addBudget', { usd: '5' }, /^usd: expected a number from 0.01 to 10000;/],
    ['addBudget', { usd: null }, /^usd: expected a number from/],
    ['addBudget', { leaves: 1.5 }, /^leaves: expected a whole number from 1 to 100000;/],
    ['addBudget', { tokens: 0 }, /^tokens: expected a whole number from 1 to 10000000000;/],
    ['addBudget', { minutes: 0 }, /^minutes: expected a number from 0.1 to 527040;/],
    ['addBudget', { usd: 5, step: 'yes' }, /^step: /],
    ['addBudget', { usd: 5, eur: 5 }, /"eur"/],
    ['retry', 'now', /expected no payload/],
    ['withdrawStop', { mode: 'now' }, /"mode".*expected no payload/],
  ];
  test.each(cases)('%s %j', (name, payload, words) => {
    const read = readMessage(name, payload, atMs);
    if (read.ok) throw new Error('it was understood');
    expect(read.why).toMatch(words);
    expect(read.why).toContain(`expected ${examples[name]}`);
  });

  test('a payload full of keys is not told back key by key', () => {
    const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, 1]));
    const read = readMessage('approve', { ...keys, test: 'abcdef01' }, atMs);
    expect(read.ok || read.why.length).toBeLessThan(500);
  });
});

describe('a stop is never lost (R-002-51)', () => {
  test.each([[undefined], [null], ['now'], [{ mode: 'whenever' }], [{}], [[1]], [7]])(
    '%j counts as at-ledger, and says so',
    (payload) => {
      const read = readMessage('requestStop', payload, atMs);
      expect(read).toMatchObject({
        ok: true,
        message: { mode: 'at-ledger' },
        note: expect.stringContaining('"at-ledger"'),
      });
    },
  );

  test('what can be read of the sender is kept', () => {
    const read = readMessage('requestStop', { mode: 'whenever', by: 'ann', id: '12345678' }, atMs);
    expect(read).toMatchObject({ ok: true, id: '12345678', message: { by: 'ann' } });
    expect(readMessage('requestStop', { by: 7, id: 'short' }, atMs)).toMatchObject({ ok: true, id: null });
  });
});

test('whatever is sent, reading it never throws; every refusal fits a line of the list of messages', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MessageName.options), fc.anything(), (name, payload) => {
      const read = readMessage(name, payload, atMs);
      if (!read.ok) expect(read.why.length).toBeGreaterThan(0);
    }),
  );
});
