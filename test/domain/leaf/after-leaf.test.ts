import { describe, expect, test } from '@jest/globals';
import { afterLeaf, type AfterLeaf } from '../../../src/domain/leaf/after-leaf.js';
import { LeafOutcome } from '../../../src/domain/leaf/leaf-outcome.js';
import type { Cause } from '../../../src/domain/run/causes.js';

/** What follows: with a retry left and something changed, then nothing changed; with none left, likewise. */
type Row = readonly [changed: string, unchanged: string, changedLast: string, unchangedLast: string];
const always = (what: string): Row => [what, what, what, what];
const twice = (cause: Cause): Row => ['again', 'again', `bail ${cause}`, `bail ${cause}`];

const table: Readonly<Record<LeafOutcome, Row>> = {
  done: always('judge'),
  contract: always('judge, noted'),
  // Whatever it left is judged: only where there is nothing is it the leaf that counts (F32).
  crashed: ['judge, noted', 'again', 'judge, noted', 'bail leaf-crashed'],
  idle: twice('killed-hung'),
  timeout: twice('killed-hung'),
  'out-of-memory': twice('out-of-memory'),
  transient: twice('agent-unavailable'),
  'usage-limit': always('wait'),
  'needs-user': always('ask'),
  limit: always('bail leaf-limit'),
  auth: always('bail agent-auth'),
  config: always('bail agent-config'),
  cancelled: always('bail killed-external'),
  'killed-external': always('bail killed-external'),
};

const told = (after: AfterLeaf): string => {
  if (after.kind === 'bail') return `bail ${after.cause}`;
  return after.kind === 'judge' && after.note !== null ? 'judge, noted' : after.kind;
};

describe('what follows from the way a leaf ended', () => {
  test.each(LeafOutcome.options)('F22, F23, F29, F32, F44, R04, R26, R-002-27, R-002-31: %s', (outcome) => {
    const found = [1, 0].flatMap((stuckLeft) =>
      [true, false].map((changedSomething) => told(afterLeaf({ outcome, changedSomething, stuckLeft }))),
    );
    expect(found).toEqual(table[outcome]);
  });
});
