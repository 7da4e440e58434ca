import { describe, expect, test } from '@jest/globals';
import { foundLines } from '../../../src/domain/run/found-branch.js';

const tip = 'a'.repeat(40);
const found = { branch: 'tdd/x', tip, originTip: tip, ledger: '.tdd/x.md', isCarried: true, offered: null };

describe('R-002-20, F17, F18: what a run that goes on has found', () => {
  test('from history: the branch, what was taken over, the half-done work', () => {
    const ref = 'refs/pawl/attempts/run-1/2/1';
    expect(foundLines({ ...found, offered: { step: '2', ref } })).toEqual([
      'found the branch tdd/x at aaaaaaaaaa (as pushed) with .tdd/x.md: its first open step is next',
      'gear, budgets, answers and approvals come from the last execution',
      `half-done work of step 2 is offered to it again: ${ref}`,
    ]);
  });

  test('with the history gone: what starts anew', () => {
    expect(foundLines({ ...found, isCarried: false })[1]).toBe(
      'nothing of an earlier execution is left: gear (review-before unless asked for), budgets, answers and approvals start anew',
    );
  });

  test.each([
    [null, 'in no origin yet'],
    ['b'.repeat(40), 'with commits not pushed yet'],
  ])('an origin at %s', (originTip, words) => {
    expect(foundLines({ ...found, originTip })[0]).toContain(`(${words})`);
  });
});
