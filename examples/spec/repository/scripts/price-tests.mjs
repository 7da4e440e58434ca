// Makes test/prices.test.js of the table below: `node scripts/price-tests.mjs`.
import { writeFileSync } from 'node:fs';

const prices = [
  [0, '0.00'],
  [5, '0.05'],
  [1999, '19.99'],
];

const head = [
  '// Made by scripts/price-tests.mjs; changes by hand are lost.',
  "import assert from 'node:assert/strict';",
  "import { test } from 'node:test';",
  "import { csvOf } from '../src/csv.js';",
  '',
];
const tests = prices.map(
  ([cents, text]) =>
    `test('${cents} cents are ${text}', () => assert.match(csvOf([{ number: 1, day: '', customer: '', items: [{ count: 1, priceCents: ${cents} }] }]), /,${text}\\n$/));`,
);
writeFileSync('test/prices.test.js', `${[...head, ...tests].join('\n')}\n`);
