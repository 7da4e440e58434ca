import { describe, expect, test } from '@jest/globals';
import { afterLeaf } from '../../../src/domain/leaf/after-leaf.js';
import { LeafOutcome } from '../../../src/domain/leaf/leaf-outcome.js';

describe('what follows from the way a leaf ended', () => {
  test.each([
    ['done', true, 'judge'],
    ['contract', false, 'judge'],
    ['crashed', true, 'judge'],
  ] as const)('F32, R04: %s (changed: %s) goes to the evidence', (outcome, changedSomething, kind) => {
    expect(afterLeaf({ outcome, changedSomething, stuckLeft: 0 }).kind).toBe(kind);
  });

  test.each([
    ['idle', 'killed-hung'],
    ['timeout', 'killed-hung'],
    ['crashed', 'leaf-crashed'],
    ['out-of-memory', 'out-of-memory'],
    ['transient', 'agent-unavailable'],
  ] as const)('F22, F23, R-002-27: %s is tried again once, then bails %s', (outcome, cause) => {
    expect(afterLeaf({ outcome, changedSomething: false, stuckLeft: 1 }).kind).toBe('again');
    expect(afterLeaf({ outcome, changedSomething: false, stuckLeft: 0 })).toEqual({ kind: 'bail', cause });
  });

  test.each([
    ['killed-external', 'killed-external'],
    ['auth', 'agent-auth'],
    ['config', 'agent-config'],
    ['limit', 'leaf-limit'],
  ] as const)('R-002-31: %s bails at once', (outcome, cause) => {
    expect(afterLeaf({ outcome, changedSomething: false, stuckLeft: 1 })).toEqual({ kind: 'bail', cause });
  });

  test('F44, R26: a question and a usage limit cost no attempt: one is asked, the other waited out', () => {
    for (const stuckLeft of [0, 1]) {
      expect(afterLeaf({ outcome: 'needs-user', changedSomething: true, stuckLeft })).toEqual({ kind: 'ask' });
      expect(afterLeaf({ outcome: 'usage-limit', changedSomething: true, stuckLeft })).toEqual({ kind: 'wait' });
    }
  });

  test('every outcome has an answer', () => {
    for (const outcome of LeafOutcome.options) {
      expect(afterLeaf({ outcome, changedSomething: false, stuckLeft: 0 }).kind).toMatch(/^(judge|bail|ask|wait)$/);
    }
  });
});
