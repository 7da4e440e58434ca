import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hookOutcome, saysTheSame, type HookRun } from '../../../src/domain/checks/hook-outcome.js';
import { hookedMessage } from '../../../src/domain/checks/hooked-message.js';
import { compareOutputs, toolMessages } from '../../../src/domain/checks/tool-messages.js';

describe('what a tool says', () => {
  test.each([
    ['tsc', "src/a.ts(3,5): error TS2322: Type 'x'.\n  Types differ.\n", ["src/a.ts: error TS2322: Type 'x'."]],
    ['tsc, of no file', 'error TS18003: No inputs were found.\n', [': error TS18003: No inputs were found.']],
    ['mypy', 'a.py:3: error: Bad [x]\na.py:4: note: see\nFound 1 error\n', ['a.py: error: Bad [x]']],
    ['ruff', 'a b.py:1:8: F401 [*] `os` unused\nFound 1 error.\n', ['a b.py: F401 [*] `os` unused']],
    ['golangci-lint', 'x/a.go:3:2: unused (deadcode)\n\tvar a int\n', ['x/a.go: unused (deadcode)']],
    ['clippy', 'src/a.rs:3:5: error[E0308]: mismatched\nsrc/a.rs:4:1: warning: unused\n', ['src/a.rs: error[E0308]: mismatched']],
    ['eslint', '\nsrc/a b.js\n  1:11  error    Empty block  no-empty\n  2:1   warning  x  y\n\n✖ 2 problems\n', ['src/a b.js: Empty block no-empty']],
    ['nothing that is known', 'oh no\n1 problem\n', []],
  ])('by %s', (_tool, output, keys) => {
    expect(toolMessages(output).map(({ key }) => key)).toEqual(keys);
  }); // prettier-ignore

  const whole = (text: string) => ({ text, whole: true });
  const [one, two] = ['a.ts(1,1): error TS1: x', 'b.ts(1,1): error TS2: y'];

  test('only what is new counts, and each as often as it is there', () => {
    expect(compareOutputs(whole(`\n${one.replace('1,1', '9,9')}`), whole(one))).toEqual({
      kind: 'none-new',
      before: 1,
    });
    expect(compareOutputs(whole(`${one}\n${two}`), whole(one))).toEqual({ kind: 'new', lines: [two], before: 1 });
    expect(compareOutputs(whole(`${one}\n${one}`), whole(one))).toMatchObject({ kind: 'new', lines: [one] });
    expect(compareOutputs(whole(one), whole(`${one}\n${two}`))).toMatchObject({ kind: 'none-new' });
  });

  test('where it can not be told nobody is blamed; a new way to fail is new', () => {
    expect(compareOutputs(whole('oh no'), whole('oh'))).toEqual({ kind: 'cannot-tell' });
    expect(compareOutputs({ text: two, whole: false }, whole(one))).toEqual({ kind: 'cannot-tell' });
    expect(compareOutputs(whole(two), { text: one, whole: false })).toEqual({ kind: 'cannot-tell' });
    expect(compareOutputs(whole('settings broken'), whole(one))).toMatchObject({
      kind: 'new',
      lines: ['settings broken'],
    });
  });

  test('any output at all is compared with itself as nothing new', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000, unit: 'binary' }), (text) => {
        expect(compareOutputs(whole(text), whole(text)).kind).not.toBe('new');
      }),
    );
    expect(toolMessages(`${'a:('.repeat(300_000)}\n`)).toEqual([]);
  });
});

describe('R19: how a hook ended', () => {
  const run = (exitCode: number | null, output = '', end = 'exited'): HookRun => ({
    end,
    exitCode,
    output,
    problem: null,
  });

  test.each([
    [run(0), 'passed'],
    [run(1), 'refused'],
    [run(2), 'refused'],
    [run(254), 'refused'],
    [run(126), 'broken'],
    [run(127), 'broken'],
    [run(137), 'broken'],
    [run(null, '', 'timeout'), 'broken'],
    [run(null, '', 'idle'), 'broken'],
    [run(null, '', 'failed-to-start'), 'broken'],
  ])('%j is %s', (given, kind) => {
    expect(hookOutcome(given, 'sh').kind).toBe(kind);
  });

  test('pre-commit’s own failures are no refusal', () => {
    expect(hookOutcome(run(3), 'pre-commit').kind).toBe('broken');
    expect(hookOutcome(run(1), 'pre-commit').kind).toBe('refused');
    expect(hookOutcome(run(3), 'sh').kind).toBe('refused');
  });

  test('the same words with nothing staged: the work is not to blame', () => {
    expect(saysTheSame(run(1, 'x: not found (1.2 s)'), run(1, 'x: not found (1.3 s)\nmore'))).toBe(true);
    expect(saysTheSame(run(1), run(127))).toBe(true);
    expect(saysTheSame(run(1, 'a.js: bad'), run(1, 'x'))).toBe(false);
    expect(saysTheSame(run(1, 'a.js: bad'), run(0, 'a.js: bad'))).toBe(false);
    expect(saysTheSame(run(1), run(null, '', 'timeout'))).toBe(false);
  });
});

describe('R-001-40: a message after its hook', () => {
  const before = 'feat: x\n\nwhy\n\nTask: 1\nPawl-Run: r\nPawl-Phase: green\nPawl-Gear: review-before\n';

  test.each([
    ['feat(shop): x', before.replace('feat', 'feat(shop)')],
    ['more trailers', `${before}Change-Id: I1\nSigned-off-by: A <a@b>\n`],
    ['another order', before.replace('Task: 1\nPawl-Run: r\n', 'Pawl-Run: r\nTask: 1\n')],
    ['another body', before.replace('why', 'because\n\nof it')],
  ])('%s may be', (_what, after) => {
    expect(hookedMessage(before, after)).toEqual({ kind: 'changed', message: after });
  });

  test('the same is the same, and a last line feed is put back', () => {
    expect(hookedMessage(before, before)).toEqual({ kind: 'same' });
    expect(hookedMessage(before, `${before}A: b`)).toEqual({ kind: 'changed', message: `${before}A: b\n` });
  });

  test.each([
    ['a lost trailer', before.replace('Task: 1\n', ''), 'the trailers Task as they were'],
    ['another task', before.replace('Task: 1', 'Task: 2'), 'the trailers Task as they were'],
    ['a second task', `${before}Task: 2\n`, 'as they were'],
    ['a paragraph behind', `${before}\nthe end\n`, 'as they were'],
    ['a hole in the paragraph', before.replace('Pawl-Run', '\nPawl-Run'), 'the trailers Task as they were'],
    ['nothing', ' \n', 'an empty message'],
    ['no subject', `\n\n${before}`, 'without a subject'],
    ['bytes', `${before}\0`, 'no message'],
    ['a book', `${before}X: ${'y'.repeat(40_000)}\n`, 'no message'],
  ])('%s may not', (_what, after, why) => {
    expect(hookedMessage(before, after)).toEqual({ kind: 'broken', why: expect.stringContaining(why) });
  });
});
