import { expect, test } from '@jest/globals';
import { shippedList } from '../../../src/domain/run/shipped.js';

test('R-004-41, R-004-45: the checklist says what is pushed, and leaves the rest to people', () => {
  const done = shippedList({ pushed: 'pushed', branch: 'tdd/issue-42-x' });
  expect(done.map(({ what, done: isDone }) => [what, isDone])).toEqual([
    ['pushed', true],
    ['deployed', false],
    ['verified live', false],
    ['docs', false],
  ]);
  expect(done[0]?.how).toContain('tdd/issue-42-x');
  const [waiting] = shippedList({ pushed: 'deferred: the branch is checked out', branch: 'tdd/x' });
  expect(waiting).toEqual({ what: 'pushed', done: false, how: 'deferred: the branch is checked out' });
});
