import { describe, expect, test } from '@jest/globals';
import { commitGate, gateLine, type CommitGateFacts } from '../../../src/domain/commit/commit-gate.js';
import { renderCommitMessage, withParagraph } from '../../../src/domain/commit/commit-message.js';
import { parseTrailers } from '../../../src/domain/commit/parse-trailers.js';
import { ownTrailersProblem } from '../../../src/domain/commit/trailers.js';

const tree = 'a'.repeat(40);
const trailers = { task: '2', run: 'run-1', phase: 'green', gear: 'review-before', evidence: null };
const message = renderCommitMessage({ kind: 'feat', title: 'n2 is known', body: ['why'], trailers });
const facts: CommitGateFacts = {
  suite: '4 passed',
  checks: [{ name: 'lint', ok: true }],
  verified: tree,
  tree,
  message,
  task: '2',
};
const failing = (more: Partial<CommitGateFacts>): readonly string[] =>
  commitGate({ ...facts, ...more })
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe('R-001-24…31: every condition of a commit', () => {
  test('all hold, and each is reported', () => {
    expect(failing({})).toEqual([]);
    expect(gateLine(commitGate(facts))).toBe('commit gate: suite, lint, tree, task, subject: all hold');
  });

  test.each<[string, Partial<CommitGateFacts>, string]>([
    ['the suite is not green', { suite: null }, 'suite'],
    ['lint fails', { checks: [{ name: 'lint', ok: false }] }, 'lint'],
    ['the tree is not the one with the verdict', { tree: 'b'.repeat(40) }, 'tree'],
    ['R-001-29: no Task', { message: 'feat: n2 is known\n\nPawl-Run: x\n' }, 'task'],
    ['R-001-30: Task: task-2', { message: message.replace('Task: 2', 'Task: task-2') }, 'task'],
    ['another task', { message: message.replace('Task: 2', 'Task: 3') }, 'task'],
    ['two tasks', { message: message.replace('Task: 2', 'Task: 2\nTask: 3') }, 'task'],
    ['R-001-40: the trailers split over paragraphs', { message: message.replace('Task: 2\n', 'Task: 2\n\n') }, 'task'],
    ['the plan’s commit with a Task', { task: null }, 'task'],
    ['R-001-31: the subject names another task', { message: message.replace('n2 is known', 'Task 7: n7') }, 'subject'],
    ['with other marks between', { message: message.replace('n2 is known', 'done, tasks #7') }, 'subject'],
  ])('%s', (_what, more, name) => {
    expect(failing(more)).toContain(name);
    expect(gateLine(commitGate({ ...facts, ...more }))).toContain(`${name}: `);
  });

  test('a subject that names its own task, T2 or 2, is fine', () => {
    expect(failing({ message: message.replace('n2 is known', 'Task T2: n2') })).toEqual([]);
  });

  test('a title that names another task is defused before it gets here', () => {
    const defused = renderCommitMessage({ kind: 'feat', title: 'finish Task 7 first', body: [], trailers });
    expect(failing({ message: defused })).toEqual([]);
  });

  test('R-001-30: no message with Task: task-7 is ever rendered', () => {
    expect(() =>
      renderCommitMessage({ kind: 'feat', title: 'x', body: [], trailers: { ...trailers, task: 'task-7' } }),
    ).toThrow('task-7');
  });
});

describe('R-001-42: a message that a hook changed', () => {
  const wanted = parseTrailers(message);
  const problem = (changed: string): string | null => ownTrailersProblem(parseTrailers(changed), wanted);

  test.each([
    ['a word more in the subject', message.replace('n2', ':sparkles: n2')],
    ['a trailer of its own', `${message.trimEnd()}\nSigned-off-by: Ada <ada@example.org>\nChange-Id: I1\n`],
    ['a paragraph more', withParagraph(message, ['See the ticket ABC-1'])],
  ])('keeps Pawl’s trailers: %s', (_what, changed) => {
    expect(problem(changed)).toBeNull();
  });

  test.each([
    ['dropped', message.replace(/Task: 2\n/, '')],
    ['changed', message.replace('Task: 2', 'Task: 3')],
    ['repeated', message.replace('Task: 2', 'Task: 2\nTask: 2')],
    ['in other letters', message.replace('Task: 2', 'task: 2')],
    ['with evidence', `${message.trimEnd()}\nEvidence: skipped x\n`],
    ['no longer the last paragraph', `${message}\nTicket ABC-1 was here\n`],
    ['wrapped', message.replace('Pawl-Gear: review-before', 'Pawl-Gear:\n review-before x')],
  ])('or is refused: a trailer %s', (_what, changed) => {
    expect(problem(changed)).toMatch(/^expected the trailers Task: 2, Pawl-Run: run-1, .*; found /);
  });

  test('one more paragraph stands before the trailers, which stay the last one', () => {
    const changed = withParagraph(message, ['Allowed besides the plan: src/x.js (ada: why)', 'Task: 9']);
    expect(changed).toContain('\n\nAllowed besides the plan: src/x.js (ada: why)\n  Task: 9\n\nTask: 2\n');
    expect(parseTrailers(changed)).toEqual(wanted);
    expect(withParagraph(message, [])).toBe(message);
  });
});
