import { describe, expect, test } from '@jest/globals';
import { paint } from '../../src/cli/render/colour.js';
import { batchText, stepHead, type ReviewSheet } from '../../src/cli/render/review.js';
import { batchOf, markFor } from '../../src/cli/review/batch.js';
import { talkThrough, type Talked } from '../../src/cli/review/dialogue.js';
import { reasonOf, type SendBackWish } from '../../src/cli/review/send-back.js';
import type { Io } from '../../src/cli/io.js';
import type { KnownCommit } from '../../src/local/review.js';
import { looksLikeTest } from '../../src/domain/evidence/test-names.js';
import { client } from './support/client.js';

const sha = (at: number): string => String(at).padStart(40, '0');
type Kind = readonly [task: string, phase: string, gear?: string, run?: string];

/** Commits on top of each other, `at` counted from 1. */
function history(...kinds: readonly Kind[]): readonly KnownCommit[] {
  return kinds.map(([task, phase, gear = 'review-after', run = 'run-1'], index) => ({
    sha: sha(index + 1),
    parents: [sha(index)],
    subject: `${phase === 'green' ? 'feat' : phase}: title of ${task}`,
    trailers: [
      ...(task === '' ? [] : [{ key: 'Task', value: task }]),
      { key: 'Pawl-Run', value: run },
      { key: 'Pawl-Phase', value: phase },
      { key: 'Pawl-Gear', value: gear },
    ],
  }));
}

/** The batch after the mark at commit `mark`. */
const batch = (commits: readonly KnownCommit[], mark = 0) =>
  batchOf({ commits, unread: new Set(commits.slice(mark).map((one) => one.sha)) }, 'run-1');

describe('which steps wait for a reviewer', () => {
  const commits = history(
    ['', 'plan'],
    ['1', 'green'],
    ['1', 'refactor'],
    ['2', 'green', 'review-before'],
    ['2', 'refactor', 'review-after'],
    ['3', 'green'],
    ['3', 'publish'],
  );

  test('ungated ones, with their refactoring; the gear is the green commit’s', () => {
    const { steps, gated, done } = batch(commits);
    expect(steps.map(({ id, title, commits: own }) => [id, title, own.map((one) => Number(one.sha))])).toEqual([
      ['1', 'title of 1', [2, 3]],
      ['3', 'title of 3', [6]],
    ]);
    expect([gated, done]).toEqual([['2'], ['1', '2', '3']]);
  });

  test('after the mark: a refactoring that came later than the review is shown with its step’s title', () => {
    expect(batch(commits, 2).steps).toMatchObject([
      { id: '1', title: 'title of 1', commits: [{ sha: sha(3) }] },
      { id: '3' },
    ]);
    expect(batch(commits, 7)).toMatchObject({ steps: [], gated: [] });
  });

  test('commits of other runs and of people are not in it; their steps can still be sent back', () => {
    const foreign: KnownCommit = {
      sha: sha(9),
      parents: [sha(8)],
      subject: 'by hand',
      trailers: [{ key: 'Task', value: '7' }],
    };
    const { steps, done } = batch([...history(['1', 'green', 'review-after', 'run-0'], ['2', 'green']), foreign]);
    expect(steps.map(({ id }) => id)).toEqual(['2']);
    expect(done).toEqual(['1', '2']);
  });

  test('C-25: a step that was sent back already says so', () => {
    expect(batch(history(['1', 'green'], ['1', 'plan'], ['2', 'green'])).steps).toMatchObject([
      { id: '1', isSentBack: true },
      { id: '2', isSentBack: false },
    ]);
  });

  test('the mark goes up to the first step that is still to be reviewed', () => {
    const all = batch(commits);
    expect(markFor(all, 'tip', new Set())).toBe(sha(1));
    expect(markFor(all, 'tip', new Set(['3']))).toBe(sha(1));
    expect(markFor(all, 'tip', new Set(['1']))).toBe(sha(5));
    expect(markFor(all, 'tip', new Set(['1', '3']))).toBe('tip');
  });
});

const diff = { tests: '--- a/t\n+++ b/t\n+a test\n', code: '+the code\n', unnamed: 0 };
const sheets: readonly ReviewSheet[] = batch(history(['1', 'green'], ['2', 'green'])).steps.map((step) => ({
  step,
  diffs: step.commits.map((commit) => ({ commit, ...diff })),
  evidence: ['RED: FAIL (expected) 1 test'],
}));

interface Talk extends Talked {
  readonly shown: string;
  readonly sent: readonly SendBackWish[];
  readonly marks: readonly (readonly string[])[];
}

/** The dialogue with a person who types these answers, one after the other. */
async function talk(answers: readonly (string | null)[], taken = true): Promise<Talk> {
  const [left, shown, sent, marks] = [[...answers], [] as string[], [] as SendBackWish[], [] as string[][]];
  const say = (text: string): void => void shown.push(text);
  const ask = (question: string): Promise<string | null> => {
    say(question);
    return Promise.resolve(left.shift() ?? null);
  };
  const none = (): void => undefined;
  const io: Io = { interactive: true, colour: false, data: say, say, ask, json: none, live: none, exitWith: none };
  const talked = await talkThrough({
    io,
    paint: paint(false),
    sheets,
    sendBack: (wish) => {
      sent.push(wish);
      return Promise.resolve({ taken, answer: 'as told' });
    },
    settled: (reviewed) => Promise.resolve(void marks.push([...reviewed])),
  });
  return { ...talked, shown: shown.join('\n'), sent, marks };
}

describe('the dialogue', () => {
  test('shows the tests before the code, and marks after every step', async () => {
    const { shown, marks, reviewed } = await talk(['', 'r', '', 'R']);
    expect(shown.indexOf('+a test')).toBeLessThan(shown.indexOf('+the code'));
    expect(shown).toContain('RED: FAIL (expected) 1 test');
    expect(marks).toEqual([['1'], ['1', '2']]);
    expect([...reviewed]).toEqual(['1', '2']);
  });

  test('sends back with a reason, never without one; what is refused stays open', async () => {
    const { sent, marks } = await talk(['', 'b', '  ', 'b', 'too narrow', '', 'n']);
    expect(sent).toEqual([{ step: '1', because: 'too narrow' }]);
    expect(marks).toEqual([['1']]);
    const refused = await talk(['', 'b', 'too narrow', 'n', '', 'q'], false);
    expect([refused.shown.includes('It was not taken: as told'), refused.marks]).toEqual([true, []]);
  });

  test('an answer that is none of them is asked again; the end of the input and q leave the rest open', async () => {
    const { shown, reviewed } = await talk(['', 'maybe', 'n', 'q']);
    expect(shown).toContain('"maybe" is none of these: r, b, n, q');
    expect([...reviewed]).toEqual([]);
    expect([...(await talk(['', 'r', null])).reviewed]).toEqual(['1']);
  });
});

test('T13: a diff and a title can’t draw on the terminal', () => {
  const hostile = 'x\u001b[2J\u202e\u0007';
  const bad: ReviewSheet = {
    step: { id: '1', title: hostile, commits: [], before: '', isSentBack: true },
    diffs: [
      {
        commit: { sha: sha(1), parents: [], subject: hostile, trailers: [] },
        tests: `+${hostile}\n`,
        code: '',
        unnamed: 2,
      },
    ],
    evidence: [hostile],
  };
  const shown = batchText([bad], ['tests', 'code'], paint(false)) + stepHead(bad, '', paint(false));
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(shown).toContain('2 files whose names are no text');
  expect(shown).toContain('sent back already');
});

test('wrong use is refused before anything is asked of a server', async () => {
  expect(await client('review', 'x', '--reviewed', '--tests-only')).toMatchObject({
    code: 2,
    err: expect.stringContaining('choose one'),
  });
  expect(await client('review', 'x', '--because', 'y')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--send-back'),
  });
  expect(await client('review', 'x', '--send-back', '1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('needs a reason'),
  });
  expect(() => reasonOf('x'.repeat(1_001))).toThrow(/1001 characters; expected at most 1000/);
});

test('test files by their names, where no runner says what one is', () => {
  const tests = [
    'test/a.js',
    'src/__tests__/b.ts',
    'a.test.js',
    'spec/x.rb',
    'x_test.go',
    'test_x.py',
    'pkg/FooTest.java',
  ];
  const others = ['src/a.js', 'latest/a.js', 'src/contest.js', 'attestation.py', 'docs/testing.md'];
  expect(tests.filter((path) => !looksLikeTest(path))).toEqual([]);
  expect(others.filter(looksLikeTest)).toEqual([]);
});
