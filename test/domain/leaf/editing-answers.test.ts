import { describe, expect, test } from '@jest/globals';
import { DebuggerAnswer, diagnosisOf } from '../../../src/domain/leaf/debugger-answer.js';
import { DeveloperAnswer } from '../../../src/domain/leaf/developer-answer.js';
import { greenTargets } from '../../../src/domain/leaf/green-targets.js';
import { notesOf } from '../../../src/domain/leaf/note-proposals.js';

describe('R-001-43: what a leaf proposes to remember', () => {
  test('an answer without proposals is one; with too many it is read all the same', () => {
    const answer = { status: 'done', note: '' };
    expect(DeveloperAnswer.parse(answer)).toEqual({ ...answer, remember: [] });
    const many = { ...answer, status: 'needs-user', remember: Array.from({ length: 9 }, () => 'gotcha: x'.repeat(90)) };
    expect(DeveloperAnswer.safeParse(many).success).toBe(true);
    expect(DeveloperAnswer.safeParse({ ...answer, summary: 'x' }).success).toBe(false);
  });

  test('two notes of the right form are kept as one line each; all others are dropped and named', () => {
    const notes = ['gotcha: the clock\nis UTC', 'Remember me', 'pattern: builders', 'gotcha: one more', ' '];
    expect(notesOf(notes)).toEqual({
      kept: ['gotcha: the clock is UTC', 'pattern: builders'],
      dropped: [
        'not remembered (it begins with neither "gotcha: " nor "pattern: "): Remember me',
        'not remembered (more than 2): gotcha: one more',
      ],
    });
    const long = notesOf([`gotcha: ${'x'.repeat(500)}`, 'gotcha:x', 'pattern: ']);
    expect(long.kept).toEqual([]);
    expect(long.dropped[0]).toContain('longer than 500 characters');
    expect(notesOf([])).toEqual({ kept: [], dropped: [] });
  });
});

describe('R-001-15: the debugger’s diagnosis', () => {
  const answer = { status: 'done', note: '', rootCause: 'the sum starts at 1', evidence: 'cart.js:3 logs 1' };

  test('is a root cause with evidence, capped', () => {
    expect(diagnosisOf(DebuggerAnswer.parse(answer))).toEqual({
      rootCause: 'the sum starts at 1',
      evidence: 'cart.js:3 logs 1',
    });
    expect(diagnosisOf({ ...answer, rootCause: 'x'.repeat(9_000) })?.rootCause).toHaveLength(2_000);
  });

  test.each([{ rootCause: ' \n' }, { evidence: '' }])('is none with %p', (more) => {
    expect(diagnosisOf({ ...answer, ...more })).toBeNull();
  });

  test('an answer of another form is none at all', () => {
    for (const odd of [
      { status: 'done', note: '' },
      { ...answer, status: 'too-big' },
      { ...answer, cause: 'x' },
      null,
    ]) {
      expect(DebuggerAnswer.safeParse(odd).success).toBe(false);
    }
  });
});

describe('R-001-21: the one or two files that GREEN is told to change', () => {
  test.each([
    ['all code of a small plan', ['src/a.js', 'src/b.js'], ['test/x.test.js'], ['src/a.js', 'src/b.js']],
    ['the twin of a test', ['src/a.ts', 'src/cart.ts', 'src/b.ts'], ['test/cart.test.ts'], ['src/cart.ts']],
    ['in Python', ['a.py', 'shop/cart.py', 'b.py'], ['tests/test_cart.py'], ['shop/cart.py']],
    ['in Go', ['a.go', 'cart/cart.go', 'b.go'], ['cart/cart_test.go'], ['cart/cart.go']],
    ['in Java', ['A.java', 'src/Cart.java', 'B.java'], ['test/CartTest.java'], ['src/Cart.java']],
    ['in Ruby', ['a.rb', 'lib/cart.rb', 'b.rb'], ['spec/cart_spec.rb'], ['lib/cart.rb']],
    ['nothing that the plan does not show', ['a.js', 'b.js', 'c.js'], ['test/cart.test.js'], []],
    ['nor more than two', ['a/cart.js', 'b/cart.js', 'c/cart.js'], ['test/cart.test.js'], []],
  ])('%s', (_what, code, tests, expected) => {
    expect(greenTargets(code, tests)).toEqual(expected);
  });
});
