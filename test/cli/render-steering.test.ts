import { describe, expect, test } from '@jest/globals';
import { GearReason, type GearShift } from '../../src/domain/steering/gear.js';
import type { WaitView } from '../../src/contract/views.js';
import type { MessageEntry } from '../../src/domain/steering/messages.js';
import { paint } from '../../src/cli/render/colour.js';
import { eventLine } from '../../src/cli/render/event.js';
import { reportText, summaryText } from '../../src/cli/render/report.js';
import { statusText } from '../../src/cli/render/status.js';
import { gearText, messageLine, ruleWords, stopText, waitLines, whoText } from '../../src/cli/render/steering.js';
import { moment, untilWhen } from '../../src/cli/render/when.js';
import { drivenAfter, givenAnswer, nextDrive, nextOptions, questionText } from '../../src/cli/start/next-options.js';
import { carry, report, status } from './support/samples.js';

const plain = paint(false);
const at = (hours: number, minutes = 0): number => new Date(2026, 10, 30, hours, minutes).getTime();
const now = at(14, 5);
const hostile = '\u001b]0;owned\u0007\u001b[31mred\u202e\r\nnext';

const shift: GearShift = {
  ...{ gear: 'review-after', because: 'a spike', by: 'ann', atMs: at(13), scope: 'tasks 3-5', untilMs: at(15) },
  ...{ from: 'message', fault: null },
};
const entry: MessageEntry = {
  ...{ seq: 7, name: 'shiftGear', way: 'update', key: 'u-1', by: 'ann', taken: true },
  ...{ answer: 'review-after: takes effect at step 3', atMs: at(13) },
};

describe('the gear with its rule and its shift (R-000-38)', () => {
  test('every rule has its words', () => {
    expect(Object.keys(ruleWords).sort()).toEqual([...GearReason.options].sort());
    expect(gearText({ gear: status.gear, shift: null }, null, now)).toEqual([
      'review-before: the default, since nothing says otherwise (no-file)',
    ]);
  });

  test('who as claimed and as noted, when, why, for what, until when', () => {
    const gear = { gear: 'review-after', reason: 'named', why: '' } as const;
    expect(gearText({ gear, shift }, 'bob@host', now)).toEqual([
      'review-after: the last shift names it (named)',
      'shift to review-after by ann (as claimed), sent by bob@host, 13:00:00: a spike',
      'for tasks 3-5, until 15:00:00, in 55m',
    ]);
    expect(gearText({ gear, shift: { ...shift, from: 'start', scope: null, untilMs: null } }, null, now)).toEqual([
      'review-after: the last shift names it (named)',
      'review-after at the start by ann (as claimed), 13:00:00: a spike',
    ]);
  });

  test('a claim that the server noted too is said once; nobody named is said as well', () => {
    expect(whoText('ann', 'ann')).toBe('by ann');
    expect(whoText(null, 'temporal-cli:root@host')).toBe('sent by temporal-cli:root@host');
    expect(whoText(null, null)).toBe('by nobody named');
  });
});

describe('when', () => {
  test('the day is named when it is not today', () => {
    expect(moment(at(9, 4), now)).toBe('09:04:00');
    expect(moment(new Date(2026, 11, 3, 9, 4).getTime(), now)).toBe('Dec 3 09:04:00');
    expect(moment(new Date(2027, 0, 3, 9, 4).getTime(), now)).toBe('Jan 3 2027 09:04:00');
    expect(untilWhen(at(16, 5), now)).toBe('until 16:05:00, in 2h');
    expect(untilWhen(at(14), now)).toBe('until 14:00:00, which is over');
  });
});

describe('status', () => {
  const wait: WaitView = {
    ...{
      kind: 'answer',
      why: 'for an answer: Which?',
      sinceMs: at(14),
      untilMs: at(16, 5),
      question: 'Which\nof them?',
    },
    ...{ candidates: ['npm test', 'node --test'], endWith: 'pawl resume x --answer "…"' },
  };
  const view = {
    ...status,
    state: 'waiting' as const,
    shift,
    stop: { mode: 'at-leaf' as const, by: null, atMs: at(14, 1) },
    wait,
    messages: [entry, { ...entry, seq: 8, name: 'requestStop', key: 'r/requestStop/1', by: null, atMs: at(14, 1) }],
  };
  const senders: Readonly<Record<string, string>> = { 'u-1': 'bob@host', 'r/requestStop/1': 'cid@host' };
  const text = statusText(view, { ledger: null, senderOf: ({ key }) => senders[key ?? ''] ?? null }, now, plain);

  test('the shift and the stop name who sent the message that made them', () => {
    expect(text).toContain('           shift to review-after by ann (as claimed), sent by bob@host, 13:00:00: a spike');
    expect(text).toContain('  stop     at-leaf, sent by cid@host, 14:01:00');
  });

  test('a wait: why, until when, what is left, the command; its question in full with the answers it takes', () => {
    expect(text).toContain('  waits    waits since 14:00:00 for an answer; until 16:05:00, in 2h');
    expect(text).toContain('             1) npm test\n             2) node --test\n');
    expect(text).toContain('           to end it now: pawl resume x --answer "…"');
    expect(text).toContain('It asks:\n  Which\n  of them?');
    const limit: WaitView = {
      ...wait,
      kind: 'usage-limit',
      why: 'for the limit to end',
      question: null,
      candidates: [],
    };
    expect(waitLines({ wait: limit }, now)[0]).toBe('waits since 14:00:00 for the limit to end; until 16:05:00, in 2h');
  });

  test('the last messages, taken or ignored, each with its answer', () => {
    expect(text).toContain(
      '  message  13:00:00 shiftGear by ann (as claimed), sent by bob@host, taken: review-after: takes effect at step 3',
    );
    const file: MessageEntry = { ...entry, way: 'file', key: null, by: 'RALPH_STOP', taken: false, answer: 'no' };
    expect(messageLine(file, null, now)).toBe('13:00:00 shiftGear by a file, ignored: no');
  });

  test("other people's words can't draw (T13)", () => {
    const bad = { ...entry, name: hostile, by: hostile, answer: hostile };
    const odd = { ...wait, why: hostile, question: hostile, candidates: [hostile], endWith: hostile };
    const shown = [
      messageLine(bad, hostile, now),
      stopText({ mode: 'now', by: hostile, atMs: now }, hostile, now),
      ...gearText(
        { gear: status.gear, shift: { ...shift, because: hostile, by: hostile, scope: hostile } },
        hostile,
        now,
      ),
      statusText({ ...view, messages: [bad], wait: odd }, { ledger: null, senderOf: () => hostile }, now, plain),
      eventLine({ seq: 1, atMs: 0, kind: 'message', step: '1', phase: 'red', attempt: 0, line: 'x' }, plain, hostile),
      reportText({ ...report, messages: [bad], plan: { steps: [{ id: '1', title: hostile }], files: [hostile] } }, [], {
        senders: new Map([['u-1', hostile]]),
        nowMs: now,
      }),
    ].join('\n');
    expect(shown).toContain('red');
    expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

test('--plan-only ends with the plan, its cost so far, and what works by it', () => {
  const plan = {
    steps: [
      { id: '1', title: 'first' },
      { id: '2', title: 'second' },
    ],
    files: ['src/a.js', 'test/a.test.js'],
  };
  const next = 'pawl run docs/issue.md   (it works by this plan while source and base are unchanged)';
  const ended = { outcome: 'bound-reached' as const, message: 'the plan is made; nothing is committed (--plan-only)' };
  const made = { ...report, ...ended, steps: { total: 3, done: 0 }, plan, next };
  expect(summaryText(made, []).split('\n')).toEqual([
    'bound-reached: 0 of 3 steps',
    '  the plan is made; nothing is committed (--plan-only)',
    `branch tdd/issue-42-x from main at ${'a'.repeat(12)}`,
    '  [ ] 1. first',
    '  [ ] 2. second',
    '  … 1 more',
    '  files: src/a.js, test/a.test.js',
    'spent      12 leaves · 30 tokens (10 in, 20 out) · $0.50 · 0s of work',
    expect.stringMatching(/^next: pawl run docs\/issue\.md +\(it works by this plan/),
  ]);
  expect(reportText(made, [])).toContain('Plan:\n  [ ] 1. first');
});

test('R-000-36: where the loop was shifted down the gated driver goes on, by run and resume alike, unless another is typed', () => {
  const now = { driver: 'ralph' as const, bounds: { tasks: 2, turns: null } };
  expect(['downshifted', 'scope-complete', 'bound-reached', 'stopped', null].map(drivenAfter)).toEqual([
    ...[{ driver: 'implement' }, { driver: 'implement' }],
    ...[{}, {}, {}],
  ]);
  expect(nextDrive({}, now, 'downshifted')).toEqual({ driver: 'implement' });
  expect(nextDrive({ driver: 'ralph', tasks: '2' }, now, 'downshifted')).toEqual(now);
});

describe('what a resume says anew', () => {
  const id = 'tdd/a/b/issue-1';
  const asked = {
    step: '-',
    phase: 'preflight',
    question: 'Which tests?',
    candidates: ['npm test', 'node --test'],
  } as const;
  const open = { ...asked, step: '2', phase: 'red', candidates: [] } as const;

  test('an answer is tied to its question; a number or the exact text picks one that is listed', () => {
    expect(givenAnswer(id, { ...open, candidates: [] }, ' both ')).toEqual({
      ...{ step: '2', phase: 'red', question: 'Which tests?', text: 'both' },
    });
    const listed = { ...asked, candidates: [...asked.candidates] };
    expect(givenAnswer(id, listed, '2').text).toBe('node --test');
    expect(givenAnswer(id, listed, 'npm test').text).toBe('npm test');
    expect(givenAnswer(id, listed, ' node   --test ').text).toBe('node --test');
  });

  test('an answer that is too long is refused, never cut; a list is shown once', () => {
    const free = { ...open, candidates: [] };
    expect(givenAnswer(id, free, 'x'.repeat(4_000)).text).toHaveLength(4_000);
    expect(() => givenAnswer(id, free, 'x'.repeat(4_001))).toThrow(/has 4001 characters; expected at most 4000/);
    const question = 'Which?\n  1. npm test\n  2. node --test';
    expect(questionText({ ...asked, question, candidates: [...asked.candidates] })).toBe(
      'It asked: Which?\n    1. npm test\n    2. node --test',
    );
  });

  test('another one is refused with the list, before anything starts', () => {
    const listed = { ...asked, candidates: [...asked.candidates] };
    for (const text of ['3', '0', 'make', 'NPM TEST']) {
      expect(() => givenAnswer(id, listed, text)).toThrow(
        /is none of the answers.*\nIt asked: Which tests\?\n {2}1\) npm test\n {2}2\) node --test\n.*--test-command/s,
      );
    }
    expect(() => givenAnswer(id, { ...open, candidates: [] }, '  ')).toThrow(/got nothing\. It asked: Which tests\?/);
    expect(() => givenAnswer(id, carry.asked, 'x')).toThrow(/ended without a question/);
  });

  test('the test command is said aloud', () => {
    expect(nextOptions({ testCommand: 'make check', results: 'junit:reports' })).toEqual({
      options: { testCommand: 'make check', testResults: 'junit:reports' },
      said: [expect.stringContaining('"make check"'), expect.stringContaining('"junit:reports"')],
    });
    expect(nextOptions({})).toEqual({ options: {}, said: [] });
    expect(() => nextOptions({ testCommand: ' ' })).toThrow(/--test-command "node --test"/);
    expect(() => nextOptions({ results: 'tap' })).toThrow(/--results: /);
  });
});
