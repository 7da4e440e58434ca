import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from '../src/csv.js';

const order = { number: 7, day: '2026-03-01', customer: 'Ada', items: [{ count: 2, priceCents: 450 }] };

test('one line an order stands below a header', () => {
  assert.equal(csvOf([order]), 'number,day,customer,total\n7,2026-03-01,Ada,9.00\n');
});

test('a customer with a comma stands in quotes', () => {
  assert.match(csvOf([{ ...order, customer: 'Lovelace, Ada' }]), /,"Lovelace, Ada",/);
});
