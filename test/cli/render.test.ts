import { describe, expect, test } from '@jest/globals';
import { paint } from '../../src/cli/render/colour.js';
import { eventLine, liveLine } from '../../src/cli/render/event.js';
import { gateCommands, gateText } from '../../src/cli/render/gate.js';
import { duration, indented, plainLine, table } from '../../src/cli/render/plain.js';
import { reportText, summaryText } from '../../src/cli/render/report.js';
import { runTable } from '../../src/cli/render/runs.js';
import { statusText, type StatusExtras } from '../../src/cli/render/status.js';
import { endedRow, gate, report, status } from './support/samples.js';

const plain = paint(false);
const extras: StatusExtras = { ledger: null, senderOf: () => null };
const hostile = '\u001b]0;owned\u0007\u001b[31mred\u202e\r\nnext';

describe("other people's words can't draw on the terminal (T13)", () => {
  test('escape sequences, controls and direction marks are gone everywhere they are shown', () => {
    const shown = [
      plainLine(hostile),
      indented(hostile),
      eventLine({ seq: 1, atMs: 0, kind: 'note', step: '1', phase: 'red', attempt: 1, line: hostile }, plain),
      gateText(
        { ...gate, test: hostile, redOutput: hostile, files: [hostile] },
        { ...status, testCommand: hostile },
        plain,
      ),
      gateCommands('tdd/x/y/issue-1', { ...gate, files: [hostile] }),
      statusText(
        { ...status, notes: [hostile], lastLine: hostile, source: { file: '/x', title: hostile } },
        extras,
        0,
        plain,
      ),
      reportText(
        {
          ...report,
          outcome: 'bailed',
          cause: 'needs-user',
          message: hostile,
          question: hostile,
          notes: [hostile],
          tried: [hostile],
        },
        [{ sha: 'c'.repeat(40), subject: hostile, trailers: { Task: hostile } }],
      ),
    ].join('\n');
    expect(shown).toContain('red');
    expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('a person reads', () => {
  test.each([
    [4_400, '4 s'],
    [89_000, '89 s'],
    [180_000, '3 min'],
    [7_500_000, '2 h 5 min'],
    [7_200_000, '2 h'],
    [259_200_000, '3 d'],
    [-5, '0 s'],
  ])('%i ms as %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  test('columns line up, nothing trails', () => {
    expect(
      table([
        ['a', 'bb', 'c'],
        ['aaaa', 'b', ''],
      ]),
    ).toBe('a     bb  c\naaaa  b');
  });

  test('an event as when, where, what; a second attempt is marked', () => {
    const event = {
      seq: 1,
      atMs: 0,
      kind: 'verdict',
      step: '2',
      phase: 'green',
      attempt: 2,
      line: 'verifier: PASS',
    } as const;
    expect(eventLine(event, plain)).toMatch(/^\d\d:\d\d:\d\d {2}2 green #2 {6}verifier: PASS$/);
    expect(eventLine({ ...event, step: '-', phase: 'plan', attempt: 1 }, plain)).toMatch(/ {2}plan {12}verifier/);
  });

  test('the live line says where the run is', () => {
    expect(liveLine(status, 13_000, 0)).toBe('⠋ step 1 · red · 12 s · 0 of 3 steps done · review-before · 2 leaves');
  });

  test('status: what it does, why it waits, what to type', () => {
    const ledger = {
      path: '.tdd/issue-42.md',
      total: 5,
      done: 1,
      before: 0,
      after: 2,
      steps: [
        { id: '1', title: 'first', state: 'pending' },
        { id: '2', title: 'second', state: 'current' },
        { id: '3', title: 'third', state: 'open' },
      ],
    } as const;
    const text = statusText({ ...status, state: 'gate', gate }, { ...extras, ledger }, 13_000, plain);
    expect(text).toContain('state    gate, 0 of 3 steps done\n  step     1: expired tokens get 401');
    expect(text).toContain('agent    scripted (scripted: no model is asked) · jail process');
    expect(text).toContain('limits   reads what you can read');
    expect(text).toContain('[x] 1. first (refactor pending)');
    expect(text).toContain('[>] 2. second');
    expect(text).toContain('… 2 after');
    expect(text).toContain(`pawl approve ${status.workflowId} --test ${gate.testHash.slice(0, 12)}`);
  });

  test('the report of a bail holds cause, class, message, what was tried, question and next decision (R-004-42)', () => {
    const text = reportText(
      {
        ...report,
        outcome: 'bailed',
        cause: 'needs-user',
        causeClass: 'process',
        message: 'two readings',
        question: 'Which\nof both?',
        tried: ['a', 'b'],
        next: 'pawl resume x --answer "…"',
      },
      [],
    );
    expect(text.startsWith('bailed: needs-user (process) after 3 of 3 steps\n  two readings')).toBe(true);
    expect(text).toContain('Tried:\n  - a\n  - b');
    expect(text).toContain('Question:\n  Which\n  of both?');
    expect(text.endsWith('next: pawl resume x --answer "…"')).toBe(true);
  });

  test('what is left to people stands below the outcome, in report and summary (issue 7)', () => {
    const message = 'done: every step is ticked and verified; left to people: 2.6 (marked [!]: it waits for a person)';
    const said = 'done: 3 of 3 steps\n  every step is ticked and verified; left to people: 2.6 (marked [!]';
    expect(summaryText({ ...report, message }, [])).toContain(said);
    expect(reportText({ ...report, message }, []).startsWith(said)).toBe(true);
  });

  test('the summary lists the commits with their task', () => {
    const text = summaryText({ ...report, pushed: 'deferred: the branch is checked out' }, [
      { sha: '1234567890abcdef', subject: 'feat: x', trailers: { Task: '1', 'Pawl-Run': 'r' } },
    ]);
    expect(text).toBe(
      [
        'done: 3 of 3 steps',
        'branch tdd/issue-42-x from main at aaaaaaaaaaaa · deferred: the branch is checked out',
        '  1234567890ab  feat: x  (Task: 1)',
        'next: review and merge the branch tdd/issue-42-x',
      ].join('\n'),
    );
  });

  test('a list names the run last, so that it can be copied; a bail shows its cause', () => {
    const bailed = { ...endedRow, status: 'FAILED', cause: 'wrong-red', workflowId: 'tdd/a/b/issue-7' };
    const lines = runTable([endedRow, bailed, { ...endedRow, status: 'TERMINATED' }], 120_000).split('\n');
    expect(lines[1]).toMatch(/^done .* 59 s .*tdd\/acme\/shop\/issue-42$/);
    expect(lines[2]).toMatch(/^bailed: wrong-red .*tdd\/a\/b\/issue-7$/);
    expect(lines[3]).toMatch(/^terminated/);
  });
});
