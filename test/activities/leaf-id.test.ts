import { expect, test } from '@jest/globals';
import { isLaterStart } from '../../src/activities/leaf-id.js';

const own = '01a2324d-9-develop-red-step-1';

test.each([
  ['pawl/run/01a2324d-10-develop-red-step-1', true],
  ['pawl/run/01a2324d-9-develop-red-step-1', false],
  ['pawl/run/01a2324d-8-plan-step-none', false],
  // Of another execution: it ended before this one began, whatever its numbers are.
  ['pawl/run/01a23999-10-develop-red-step-1', false],
  ['pawl/run/odd', false],
])('F12: %s was started later than serial 9 of its execution: %p', (leafId, later) => {
  expect(isLaterStart(leafId, own)).toBe(later);
});
