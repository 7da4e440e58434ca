import { expect, test } from '@jest/globals';
import { createCheckRecords } from '../../../src/adapters/checks/records.js';

const ref = (bytes: number) => ({ sha256: 'a'.repeat(64), bytes });

test('records are found by run and key, the newest of each, and not without bound', () => {
  const records = createCheckRecords();
  records.keep('run-1', 'k', ref(1));
  records.keep('run-1', 'k', ref(2));
  expect(records.find('run-1', 'k')).toEqual(ref(2));
  expect(records.find('run-2', 'k')).toBeNull();
  for (let at = 0; at < 2_000; at += 1) records.keep('run-2', String(at), ref(at));
  expect(records.find('run-1', 'k')).toBeNull();
  expect(records.find('run-2', '0')).toBeNull();
  expect(records.find('run-2', '1999')).toEqual(ref(1999));
});
