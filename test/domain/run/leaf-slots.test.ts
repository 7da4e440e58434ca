import { expect, test } from '@jest/globals';
import { usualLeafSlots } from '../../../src/domain/run/leaf-slots.js';

const gib = 1024 ** 3;

test.each([
  // cores, GiB, slots
  [1, 1, 1],
  [1, 64, 1],
  [2, 2, 1],
  [2, 4, 2],
  [4, 4, 2],
  [4, 8, 4],
  [8, 8, 4],
  [8, 16, 8],
  [64, 256, 8],
  [64, 0.5, 1],
])('%d cores and %d GiB: %d leaves at once', (cores, memory, slots) => {
  expect(usualLeafSlots({ cores, memoryBytes: memory * gib })).toBe(slots);
});
