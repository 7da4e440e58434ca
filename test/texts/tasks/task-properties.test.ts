import { expect, test } from '@jest/globals';
import { properties } from './task-properties.js';

test.each(properties)('$name', ({ check }) => {
  expect(() => check(1_250)).not.toThrow();
});
