import { expect, test } from '@jest/globals';
import { properties } from '../texts/tasks/task-properties.js';

test.each(properties)(
  '$name',
  ({ check }) => {
    expect(() => check(25_000)).not.toThrow();
  },
  1_800_000,
);
