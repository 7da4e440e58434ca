import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { commitGate } from '../../../src/domain/commit/commit-gate.js';
import {
  commitSubject,
  readCommitMessage,
  renderCommitMessage,
  type CommitMessage,
} from '../../../src/domain/commit/commit-message.js';
import { parseTrailers } from '../../../src/domain/commit/parse-trailers.js';
import { parseEvidence, readPawlTrailers, type PawlTrailers } from '../../../src/domain/commit/trailers.js';
import { staysBelow } from '../../support/cpu-time.js';

const trailers: PawlTrailers = {
  task: '7',
  run: '0198c5f0-7a1e-7b62-9c55-0a4be86cd3a1',
  phase: 'green',
  gear: 'review-before',
  evidence: null,
};

function message(part: Partial<CommitMessage>): string {
  return renderCommitMessage({ kind: 'feat', title: 'an expired token gets 401', body: [], trailers, ...part });
}

/** Real git's reading, once as a commit is read and once as a patch would be. */
function gitTrailers(text: string, ...flags: string[]): readonly string[] {
  const run = spawnSync('git', ['-c', 'core.commentChar=#', 'interpret-trailers', '--parse', ...flags], {
    input: text,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.split('\n').filter((line) => line !== '');
}

const own = [
  'Task: 7',
  'Pawl-Run: 0198c5f0-7a1e-7b62-9c55-0a4be86cd3a1',
  'Pawl-Phase: green',
  'Pawl-Gear: review-before',
];

const scissors = '# ------------------------ >8 ------------------------';

const hostileTitles = [
  `Don't lose "a\\tb" & \`date\` for $HOME <b>`,
  '#1 first',
  '-n option',
  'Task: 9',
  'Task 9 comes first',
  'Task: 9\n\nTask: 10',
  'a\r\nTask: 11',
  '---',
  '',
  ' ',
  'x'.repeat(500),
  `${'word '.repeat(60)}Task: 12`,
  'Signed-off-by: Mallory <m@example.org>',
  '(cherry picked from commit 0123456789)',
  'fixup! x',
  '\u001b[31mred\u0007',
  '🎉'.repeat(120),
];

const hostileBodies = [
  ['Task: 9\nPawl-Phase: red'],
  ['Evidence: skipped because I say so', 'Task: 9'],
  ['--- a/file\n+++ b/file', '---', '--- '],
  [scissors, 'after the scissors'],
  ['# comment', '#'],
  ['Conflicts:\n\tsrc/a.js'],
  ['\n\n\nTask: 9\n\n\n'],
  ['  Task: 9', '\tTask: 9', ' Task: 9'],
  ['Signed-off-by: Mallory <m@example.org>\nTask: 9\n(cherry picked from commit 0123456789)'],
  ['Task : 9', 'Task\t: 9', 'Task:9'],
];

describe('one final trailer paragraph (R-001-29, R-001-40)', () => {
  test('reads as a commit of a run should', () => {
    expect(message({ body: ['Why it matters.'] })).toBe(
      `feat: an expired token gets 401\n\nWhy it matters.\n\n${own.join('\n')}\n`,
    );
  });

  test.each(hostileTitles)('R28: git reads exactly our trailers under the title %j', (title) => {
    const text = message({ title });
    expect(gitTrailers(text)).toEqual(own);
    expect(gitTrailers(text, '--no-divider')).toEqual(own);
    expect(readPawlTrailers(parseTrailers(text))).toEqual(trailers);
  });

  test.each(hostileBodies.map((body) => [body]))('git reads exactly our trailers under the body %j', (body) => {
    const text = message({ body });
    expect(gitTrailers(text)).toEqual(own);
    expect(gitTrailers(text, '--no-divider')).toEqual(own);
    // Other readers take a flush-left `Task: <id>` of the body for a claim: ours is the only one.
    expect(text.split('\n').filter((line) => line.startsWith('Task'))).toEqual(['Task: 7']);
  });

  test("the plan's commit has no Task, and a step without code says its evidence", () => {
    expect(gitTrailers(message({ kind: 'docs', trailers: { ...trailers, task: null } }))).toEqual(own.slice(1));
    const satisfied: PawlTrailers = { ...trailers, evidence: { kind: 'satisfied-by', sha: '0123456789abcdef' } };
    expect(gitTrailers(message({ trailers: satisfied }))).toEqual([...own, 'Evidence: satisfied-by 0123456789abcdef']);
    expect(readPawlTrailers(parseTrailers(message({ trailers: satisfied })))).toEqual(satisfied);
    const skipped: PawlTrailers = { ...trailers, evidence: { kind: 'skipped', reason: 'docs\nTask: 9' } };
    expect(gitTrailers(message({ trailers: skipped }))).toEqual([...own, 'Evidence: skipped docs Task: 9']);
  });

  test('C-10: a task-7 is never written, nor an empty value', () => {
    for (const task of ['task-7', 'Task-7', '', 'a b', '7\nTask: 8', '-x', '..']) {
      expect(() => message({ trailers: { ...trailers, task } })).toThrow(RangeError);
    }
    expect(() => message({ trailers: { ...trailers, evidence: { kind: 'skipped', reason: ' \n' } } })).toThrow(
      RangeError,
    );
  });

  test('R-001-37: an empty reason is no evidence', () => {
    expect(parseEvidence('skipped ')).toBeNull();
    expect(parseEvidence('skipped')).toBeNull();
    expect(parseEvidence('satisfied-by HEAD')).toBeNull();
    expect(parseEvidence('skipped no code needed')).toEqual({ kind: 'skipped', reason: 'no code needed' });
  });

  test('a foreign commit has no trailers of ours', () => {
    expect(readPawlTrailers(parseTrailers('fix: x\n\nTask: 7\n'))).toBeNull();
    expect(readPawlTrailers(parseTrailers(`${own.join('\n')}\n`))).toBeNull();
  });
});

describe('the subject (R-001-31)', () => {
  test.each([
    ['Task 9 is shown first', 'feat: Task (9) is shown first'],
    ['Task: 9', 'feat: Task: (9)'],
    ['undo task-9 and tasks 10', 'feat: undo task- (9) and tasks (10)'],
    ['Task T9.', 'feat: Task (T9.)'],
  ])('%j names another task, so the subject does not claim it', (title, line) => {
    expect(commitSubject('feat', title, '7')).toEqual({ line, whole: title });
    expect(commitSubject('docs', title, null).line).toBe(line.replace('feat', 'docs'));
    expect(line).not.toMatch(/[Tt]asks?[ :#-]+T?\d/);
  });

  test.each(['Task 7 is done', 'task T7', 'a subtask 9', 'task list of 9', 'Taskforce 9', 'multitask 3'])(
    '%j is left as it is',
    (title) => {
      expect(commitSubject('feat', title, '7')).toEqual({ line: `feat: ${title}`, whole: null });
    },
  );

  test('a long title is cut in the subject and stands whole in the body', () => {
    const title = `${'a very long title '.repeat(20)}with an end`;
    const text = message({ title });
    const read = readCommitMessage(text);
    expect(Array.from(read.subject)).toHaveLength(100);
    expect(read.subject.endsWith('…')).toBe(true);
    expect(read.body).toEqual([title]);
  });

  test.each(['1.1', '12', 'T12', '7'])('the cut of a title that names its own task %s never names another', (task) => {
    for (let before = 60; before < 100; before += 1) {
      const text = renderCommitMessage({
        ...{ kind: 'feat', title: `${'y'.repeat(before)} task ${task} and what follows`, body: [] },
        trailers: { ...trailers, task },
      });
      const tree = 'a'.repeat(40);
      const conditions = commitGate({ suite: 'ok', checks: [], verified: tree, tree, message: text, task });
      expect({ before, text, failed: conditions.filter(({ ok }) => !ok) }).toMatchObject({ failed: [] });
    }
  });

  test('T13: nothing in a title reaches the terminal of who reads the log', () => {
    expect(commitSubject('feat', '\u001b[31mred\u0007 \u202ealert', '7').line).toBe('feat: red alert');
  });

  test('a title of emoji is never cut in half', () => {
    expect(commitSubject('feat', '🎉'.repeat(200), '7').line).toMatch(/^feat: 🎉+…$/u);
  });
});

describe('reading back', () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...own,
      'Task: 9',
      'a: b',
      'words',
      ' x',
      '',
      ' ',
      '#',
      '# x',
      '---',
      'Signed-off-by: a',
      'Conflicts:',
      scissors,
    ),
    fc.constantFrom(
      '\tx',
      'key :v',
      'k\t:v',
      ':',
      'a b: c',
      'ä: x',
      '(cherry picked from commit 0)',
      'http://x',
      'Task:',
    ),
    fc.string({ unit: fc.constantFrom('a', ':', ' ', '-', '#', '\t'), maxLength: 6 }),
  );

  test('our reading of any message is the same as that of git', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = `${lines.join('\n')}\n`;
        const ours = parseTrailers(text).map(({ key, value }) => `${key}: ${value}`.trimEnd());
        expect(ours).toEqual(gitTrailers(text, '--no-divider').map((found) => found.trimEnd()));
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['a quarter of the lines is enough beside one that git wrote', 'x\n\nSigned-off-by: a\nb\nc\nd\n'],
    ['less than a quarter is not', 'x\n\nSigned-off-by: a\nb\nc\nd\ne\n'],
    ['blanks inside a folded value stay', 'x\n\nTask: a  \n  b  \n\tc\n'],
    ['a value may begin on the next line', 'x\n\nTask:\n  b\n'],
  ])('%s', (_what, text) => {
    expect(parseTrailers(text).map(({ key, value }) => `${key}: ${value}`)).toEqual(gitTrailers(text, '--no-divider'));
  });

  test('body and subject of any message read back, guarded lines included', () => {
    const words = fc.array(
      line.map((text) => text.trimEnd()).filter((text) => text.trim() !== ''),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    const body = fc.array(
      words.map((lines) => lines.join('\n')),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(body, (paragraphs) => {
        expect(readCommitMessage(message({ body: paragraphs }))).toEqual({
          subject: 'feat: an expired token gets 401',
          body: paragraphs,
        });
      }),
    );
  });

  test('any title and body at all keep exactly our trailers', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(line).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 3 }), (title, body) => {
        expect(readPawlTrailers(parseTrailers(message({ title, body })))).toEqual(trailers);
        expect(message({ title, body })).toBe(message({ title, body }));
      }),
      { numRuns: 500 },
    );
  });

  test.each(['\n', ' ', 'a', 'a: ', 'a\n', 'a: b\n', '#\n', '---\n', '\t\n', 'Task 1 ', 'Task: ', '\u001b['])(
    'T13: 1 MB of %j is written and read in a moment',
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length);
      const work = (): void => {
        const written = message({ title: text, body: [text] });
        expect(readPawlTrailers(parseTrailers(written))).toEqual(trailers);
        expect(parseTrailers(text).length + readCommitMessage(written).subject.length).toBeGreaterThan(0);
      };
      expect(staysBelow(() => 1_500, work)).toBe(true);
    },
  );
});
