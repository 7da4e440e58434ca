import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ordersOf } from '../src/days.js';

const orders = [
  { number: 7, day: '2026-03-01' },
  { number: 8, day: '2026-03-02' },
  { number: 9, day: '2026-03-01' },
];

test('the orders of one day, as they came', () => {
  assert.deepEqual(
    ordersOf('2026-03-01', orders).map(({ number }) => number),
    [7, 9],
  );
});
