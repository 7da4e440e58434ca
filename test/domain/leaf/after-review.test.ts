import { expect, test } from '@jest/globals';
import { afterReview } from '../../../src/domain/leaf/after-review.js';
import { LeafOutcome } from '../../../src/domain/leaf/leaf-outcome.js';

/** What follows with both budgets left, and with both used up. */
const table: Readonly<Record<LeafOutcome, readonly [string, string]>> = {
  done: ['verdict', 'verdict'],
  contract: ['again malformed', 'bail verdict-malformed'],
  crashed: ['again malformed', 'bail verdict-malformed'],
  limit: ['again malformed', 'bail verdict-malformed'],
  'needs-user': ['again malformed', 'bail verdict-malformed'],
  idle: ['again stuck', 'bail killed-hung'],
  timeout: ['again stuck', 'bail killed-hung'],
  transient: ['again stuck', 'bail agent-unavailable'],
  'out-of-memory': ['again stuck', 'bail out-of-memory'],
  'usage-limit': ['wait', 'wait'],
  auth: ['bail agent-auth', 'bail agent-auth'],
  config: ['bail agent-config', 'bail agent-config'],
  cancelled: ['bail killed-external', 'bail killed-external'],
  'killed-external': ['bail killed-external', 'bail killed-external'],
};

function told(outcome: LeafOutcome, left: { malformed: number; stuck: number }, malformed: boolean): string {
  const after = afterReview({ outcome, malformed, malformedLeft: left.malformed, stuckLeft: left.stuck });
  if (after.kind === 'again') return `again ${after.spends}`;
  return after.kind === 'bail' ? `bail ${after.cause}` : after.kind;
}

test.each(LeafOutcome.options)('F45, F22, F29, R17, R26: a reviewer that ended as %s', (outcome) => {
  for (const malformed of outcome === 'done' ? [false] : [false, true]) {
    const found = [1, 0].map((count) => told(outcome, { malformed: count, stuck: count }, malformed));
    expect(found).toEqual(table[outcome]);
  }
});

test('F45: an answer that is no verdict is asked for once more, and never a PASS; the budgets are apart (C-8)', () => {
  expect(told('done', { malformed: 1, stuck: 0 }, true)).toBe('again malformed');
  expect(told('done', { malformed: 0, stuck: 1 }, true)).toBe('bail verdict-malformed');
  expect(told('contract', { malformed: 0, stuck: 1 }, true)).toBe('bail verdict-malformed');
  expect(told('idle', { malformed: 1, stuck: 0 }, true)).toBe('bail killed-hung');
});
