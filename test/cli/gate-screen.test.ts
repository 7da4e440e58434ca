import { describe, expect, test } from '@jest/globals';
import type { GateView } from '../../src/contract/views.js';
import { leadOf, withoutGate } from '../../src/cli/actions/decide.js';
import { editorCommand } from '../../src/cli/editor/editor-command.js';
import {
  editKeys,
  editQuestion,
  gateKeys,
  gateQuestion,
  readChoice,
  readEditChoice,
} from '../../src/cli/follow/answer.js';
import { changesText } from '../../src/cli/render/changes.js';
import { paint } from '../../src/cli/render/colour.js';
import { diffLines, outputLines } from '../../src/cli/render/gate-lines.js';
import { gateCommands, gateText } from '../../src/cli/render/gate.js';
import { wrapped } from '../../src/cli/render/wrap.js';
import { gate as sample, status } from './support/samples.js';

const plain = paint(false);
const coloured = paint(true);
const green = (text: string): string => `\u001b[32m${text}\u001b[39m`;
const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;
const faint = (text: string): string => `\u001b[2m${text}\u001b[22m`;
const hostile = '\u001b]0;owned\u0007\u001b[31mred\u202e\r\nnext';

const gate: GateView = { ...sample, review: '/home/ada/.local/share/pawl/runs/0b5a8a52/review/step-1-0123456789ab' };

describe('the gate on the screen', () => {
  test('R28: step, criterion, title letter for letter, diff, output, copy, how to try it, hash', () => {
    const title = 'Don\'t lose "a\\tb" & `date` for $HOME <b>';
    const place = { ...status, step: { id: '1', title, criterion: 2, attempt: 1 } };
    expect(gateText(gate, place, plain).split('\n')).toEqual([
      '',
      `Step 1: ${title} (criterion 2)`,
      'This test waits for you: it fails as it should, and nothing is implemented yet.',
      'files: test/a.test.js',
      '',
      "  +test('a')",
      '',
      'Its output:',
      '  not ok 1 - a',
      '',
      'A copy to read, try and edit (only this test may change in it):',
      `  ${gate.review}`,
      `  try it: cd ${gate.review} && node --test`,
      '  installed dependencies are not in it; what you install there is left out again',
      `test hash: ${gate.testHash}`,
    ]);
  });

  test('a refused copy says why, in lines that fit; without a copy there is no word of one', () => {
    const refusedEdit =
      'src/a.js (modified): is no test file: RED writes the test only, the code comes in GREEN; undo this change';
    const text = gateText({ ...gate, refusedEdit }, status, plain);
    expect(text).toContain('The edited copy was refused, and lies there as it was left:\n  src/a.js (modified): is no');
    expect(gateText({ ...gate, review: null, refusedEdit: null }, status, plain)).not.toContain('copy');
  });

  test('the commands to type; the edited copy has one of its own', () => {
    const text = gateCommands(status.workflowId, gate);
    expect(text).toContain('  approve it:  pawl approve tdd/acme/shop/issue-42 --test 0123456789ab\n');
    expect(text).toContain('  edited copy: pawl approve tdd/acme/shop/issue-42 --test 0123456789ab --edited\n');
    expect(text).toContain('  reject it:   pawl reject tdd/acme/shop/issue-42 --because "…"\n');
    expect(text).toContain('  no gates:    pawl gear tdd/acme/shop/issue-42 review-after');
    expect(gateCommands(status.workflowId, { ...gate, needsPerson: true })).not.toContain('no gates');
    expect(gateCommands(status.workflowId, { ...gate, review: null })).not.toContain('--edited');
  });

  test("Pawl's own lines fit 80 columns; only paths and ids may be longer", () => {
    const refusedEdit = 'a word '.repeat(60);
    const own = [
      gateText({ ...gate, refusedEdit, review: '/r' }, status, plain),
      gateCommands(status.workflowId, gate),
      gateQuestion,
      editQuestion,
      changesText({ kind: 'refused', reasons: [refusedEdit] }, plain),
      changesText({ kind: 'changed', diff: '+a\n', outside: ['src/a.js'], leftOut: [refusedEdit] }, plain),
    ];
    const long = own.flatMap((text) => text.split('\n')).filter((line) => line.length > 80);
    expect(long).toEqual([]);
    expect(wrapped(`a ${'b'.repeat(100)} c`, '  ')).toBe(`  a\n  ${'b'.repeat(100)}\n  c`);
  });

  test("T13: nobody's words draw on the terminal, in colour neither", () => {
    const place = { step: { id: '1', title: hostile, criterion: 1, attempt: 1 }, testCommand: hostile };
    const shown = gateText(
      { ...gate, test: hostile, redOutput: hostile, files: [hostile], review: hostile, refusedEdit: hostile },
      place,
      plain,
    );
    const others = [
      shown,
      gateCommands('tdd/x/y/issue-1', { ...gate, files: [hostile] }),
      changesText({ kind: 'changed', diff: hostile, outside: [hostile], leftOut: [hostile] }, plain),
      changesText({ kind: 'refused', reasons: [hostile] }, plain),
      changesText({ kind: 'unknown', why: hostile }, plain),
      withoutGate({ ...status, gear: { gear: 'review-after', reason: 'no-file', why: hostile } }),
    ].join('\n');
    expect(others).toContain('red');
    expect(others).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(diffLines(`+${hostile}`, coloured)).toBe(`  ${green('+red')}\n  next`);
  });
});

describe('colour at the gate', () => {
  test('a diff: added, removed, places and names', () => {
    const hashes = `index ${'0'.repeat(40)}..${'1'.repeat(40)} 100644\n`;
    const lines = ['diff --git a/a b/a', '--- a/a', '+++ b/a', '@@ -1 +1 @@ f', '-old', '+new', ' same'];
    expect(diffLines(lines.join('\n'), coloured, '').split('\n')).toEqual([
      faint(lines[0] ?? ''),
      `\u001b[1m--- a/a\u001b[22m`,
      `\u001b[1m+++ b/a\u001b[22m`,
      faint(lines[3] ?? ''),
      red('-old'),
      green('+new'),
      ' same',
    ]);
    expect(diffLines(lines.join('\n'), plain, '')).toBe(lines.join('\n'));
    expect(diffLines(`a\n${hashes}+index 0..1\n`, plain, '')).toBe('a\n+index 0..1');
  });

  test.each([
    ['node:test', 'not ok 1 - n1 is 1', red],
    ['node:test', '✖ n1 is 1 (0.4ms)', red],
    ['node:test', '  AssertionError [ERR_ASSERTION]: Expected values', red],
    ['node:test', '  expected: 1', green],
    ['node:test', '  actual: undefined', red],
    ['node:test', '+ actual - expected', faint],
    ['node:test', '+ undefined', red],
    ['node:test', '- 1', green],
    ['node:test', '    at TestContext.<anonymous> (file:1:2)', faint],
    ['jest', '  ● n1 is 1', red],
    ['jest', '    Expected: 1', green],
    ['jest', '    Received: undefined', red],
    ['vitest', ' FAIL  test/a.test.ts > n1 is 1', red],
    ['vitest', '  × n1 is 1', red],
    ['vitest', '- Expected', faint],
    ['pytest', 'E   assert 1 == 2', red],
    ['pytest', 'E   - 2', green],
    ['pytest', 'E   + 1', red],
    ['pytest', 'FAILED test_a.py::test_n1', red],
    ['cargo', "thread 'n1' panicked at src/lib.rs:1:1:", red],
    ['cargo', '  left: 1', red],
    ['cargo', ' right: 2', green],
    ['cargo', 'error[E0425]: cannot find value', red],
    ['go', '--- FAIL: TestN1 (0.00s)', red],
  ])('%s: %s', (_runner, line, brush) => {
    expect(outputLines(line, coloured, '')).toBe(brush(line));
  });

  test.each(['', 'running 3 tests', '---', '+++ done', 'expectedly fine', 'errors: 0'])('%j stays plain', (line) => {
    expect(outputLines(line, coloured, '')).toBe(line);
  });
});

describe('the words of a person at the gate', () => {
  test.each([
    ['a', 'approve'],
    [' Y ', 'approve'],
    ['e', 'edit'],
    ['Edit', 'edit'],
    ['r', 'reject'],
    ['s', 'shift'],
    ['t', 'stop'],
    ['l', 'later'],
    ['d', 'later'],
  ])('%p means %s', (typed, choice) => {
    expect(readChoice(typed)).toBe(choice);
  });

  test.each([
    ['y', 'send'],
    ['e', 'again'],
    ['n', 'back'],
  ])('%p about an edited copy means %s', (typed, choice) => {
    expect(readEditChoice(typed)).toBe(choice);
  });

  test('nothing is guessed, and every key that is named is read', () => {
    for (const typed of ['', 'ok?', 'approve it', 'aa', 'q'])
      expect([readChoice(typed), readEditChoice(typed)]).toEqual([null, null]);
    for (const key of gateKeys.split(', ')) expect(readChoice(key)).not.toBeNull();
    for (const key of editKeys.split(', ')) expect(readEditChoice(key)).not.toBeNull();
  });

  test('an edited copy is sent, and approved only when it holds', () => {
    expect(leadOf({ name: 'approve', test: 'x' })).toBe('approved: ');
    expect(leadOf({ name: 'approve', test: 'x', edited: true })).toBe('sent: ');
    expect(leadOf({ name: 'shiftGear', gear: 'review-after' })).toBe('');
  });

  test('without a gate: what the run waits for, how to get one, or where to look', () => {
    const wait = {
      kind: 'answer',
      why: 'for an answer: which?',
      sinceMs: 0,
      untilMs: 1,
      question: 'which?',
      candidates: [],
    } as const;
    expect(withoutGate({ ...status, wait: { ...wait, endWith: 'pawl resume x --answer "…"' } })).toMatch(
      /for an answer: which\?\n.*pawl resume x --answer/,
    );
    const after = { gear: 'review-after', reason: 'no-file', why: '-' } as const;
    expect(withoutGate({ ...status, gear: after })).toContain(`pawl gear ${status.workflowId} review-before`);
    expect(withoutGate(status)).toContain(`pawl status ${status.workflowId}`);
  });
});

describe('the editor of a person', () => {
  test.each([
    ['vi', ['vi']],
    ['code --wait', ['code', '--wait']],
    ["'/opt/my tools/edit' -n", ['/opt/my tools/edit', '-n']],
    ['emacsclient -t -a ""', ['emacsclient', '-t', '-a', '']],
  ])('%s is cut into words, without a shell', (line, argv) => {
    expect(editorCommand(line)).toEqual({ kind: 'command', argv });
  });

  test.each([
    [null, /neither VISUAL nor EDITOR; for example: export EDITOR=vi/],
    ['  ', /neither VISUAL nor EDITOR/],
    ["vi 'x", /a single quote \('\) is not closed/],
    ['vi; rm -rf .', /only a shell can do/],
    ['$MY_EDITOR', /only a shell can do/],
    ['~/bin/edit', /only a shell can do/],
    ["''", /no program/],
  ])('%j can not be used, and why is said', (line, why) => {
    expect(editorCommand(line)).toEqual({ kind: 'none', why: expect.stringMatching(why) });
  });
});

describe('what changed in a copy', () => {
  test('nothing, something, too much, and what can not be shown', () => {
    expect(changesText({ kind: 'same', leftOut: [] }, plain)).toMatch(/^Nothing was changed/);
    expect(changesText({ kind: 'same', leftOut: ['a~'] }, plain)).toContain('Left out unless the plan names it: a~');
    const outside = Array.from({ length: 12 }, (_, n) => `src/${n}.js`);
    const changed = changesText({ kind: 'changed', diff: '-a\n+b\n', outside, leftOut: [] }, plain);
    expect(changed).toContain('  -a\n  +b\n');
    expect(changed.replaceAll('\n', ' ')).toMatch(/likely refused: src\/0\.js, .* and 2 more/);
    expect(changesText({ kind: 'refused', reasons: ['p is a FIFO'] }, plain)).toMatch(
      /nothing was sent:\n {2}p is a FIFO/,
    );
    expect(changesText({ kind: 'unknown', why: 'no git' }, plain)).toContain('(no git)');
  });
});
