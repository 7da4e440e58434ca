import { describe, expect, test } from '@jest/globals';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';
import { setMark, setMarkInEdited, TaskMarkError } from '../../../src/texts/tasks/set-mark.js';

const two = '## A\n- [ ] Add validation  \n## B\n-\t[ ] Add validation';

describe('R09: a tick changes one character', () => {
  test('on the right line, with trailing blanks, a tab and no newline at the end', () => {
    expect(setMark(two, 4, 'x')).toBe('## A\n- [ ] Add validation  \n## B\n-\t[x] Add validation');
    const read = readTasks(two);
    const task = read.kind === 'list' ? read.list.tasks[1] : undefined;
    expect(setMark(two, task ?? 0, 'x')).toBe(setMark(two, 4, 'x'));
  });

  test.each([
    ['\ufeff- [ ] a\r\n  1) [ ] b\r\n', 2, 'x', '\ufeff- [ ] a\r\n  1) [x] b\r\n'],
    ['\ufeff- [ ] a\r\n', 1, '!', '\ufeff- [!] a\r\n'],
    ['- [ ] a\r- [x] b\r', 2, ' ', '- [ ] a\r- [ ] b\r'],
    ['- [!] a', 1, 'x', '- [x] a'],
    ['### [ ] Task 1: a ###\n', 1, 'x', '### [x] Task 1: a ###\n'],
    ['- [ ]* 1.1 a [ ] b', 1, 'x', '- [x]* 1.1 a [ ] b'],
    ['- [\t] a', 1, 'x', '- [x] a'],
    ['- - [ ] a', 1, 'x', '- - [x] a'],
    ['- [ ] 🚀\n  - Acceptance\n    - [ ] b', 3, 'x', '- [ ] 🚀\n  - Acceptance\n    - [x] b'],
    ['## Acceptance criteria\n- [ ] a', 2, 'x', '## Acceptance criteria\n- [x] a'],
    ['- [X] a', 1, 'x', '- [X] a'],
    ['- [ ] a', 1, ' ', '- [ ] a'],
  ] as const)('%j, line %i, mark %j', (text, line, mark, expected) => {
    expect(setMark(text, line, mark)).toBe(expected);
  });

  test.each([
    ['- [ ] a', 2, 'no box with one mark'],
    ['- [] a', 1, 'no box with one mark'],
    ['- a', 1, 'no box with one mark'],
    ['```\n- [ ] a\n```\n- [ ] b', 2, 'no box with one mark'],
    ['- [P] a\n- [ ] b', 1, 'no box with one mark'],
    ['- [~] a', 1, 'which a person made'],
    ['- [🚧] a', 1, 'which a person made'],
  ] as const)('%j, line %i: nothing is written, %s', (text, line, why) => {
    expect(() => setMark(text, line, 'x')).toThrow(TaskMarkError);
    expect(() => setMark(text, line, 'x')).toThrow(why);
  });

  test('a task that is another one by now is not marked', () => {
    const read = readTasks('- [ ] 1.1 a\n- [ ] 1.2 b\n');
    const task = read.kind === 'list' ? read.list.tasks[1] : undefined;
    expect(() => setMark('- [ ] 1.2 b\n- [ ] 1.3 c\n', task ?? 0, 'x')).toThrow('line 2: task "c"; expected task "b"');
  });
});

describe('R09: a text that a person edited meanwhile', () => {
  const text = '# Issue\n\n## Acceptance criteria\n\n- [ ] one\n- [ ] two\n- [ ] two\n- [ ] three\n';
  const mark = (edited: string, line: number): string => setMarkInEdited(edited, { text, line }, 'x');

  test('their edits and our tick are both there', () => {
    const now = text.replace('- [ ] one', '- [x] one\n- [ ] and a half').replace('three', 'three\n- [ ] four');
    expect(mark(now, 8)).toBe(now.replace('- [ ] three', '- [x] three'));
  });

  test('of two that are alike, the one whose lines before or after stayed', () => {
    const first = text.replace('three', 'four');
    expect(mark(first, 6)).toBe(first.replace('- [ ] two', '- [x] two'));
    const later = text.replace('# Issue', '# The issue\n\nmore');
    expect(mark(later, 7).split('\n').slice(7, 10)).toEqual(['- [ ] two', '- [x] two', '- [ ] three']);
  });

  test.each([
    [
      'both sides of two that are alike changed',
      text.replace('Issue', 'It').replace('three', 'four'),
      6,
      'several boxes',
    ],
    ['it is gone', text.replace('- [ ] three\n', ''), 8, 'its box is gone'],
    ['its words changed', text.replace('three', 'tree'), 8, 'its box is gone'],
    ['a person put it off', text.replace('[ ] three', '[~] three'), 8, 'a person set the mark "[~]" meanwhile'],
    ['it is in a fence now', text.replace('## Acc', '```\n## Acc'), 5, 'its box is gone'],
  ] as const)('nothing is written when %s', (_, now, line, why) => {
    expect(() => mark(now, line)).toThrow(TaskMarkError);
    expect(() => mark(now, line)).toThrow(why);
  });

  test('a person who ticked it first is not undone', () => {
    const now = text.replace('[ ] three', '[X] three');
    expect(mark(now, 8)).toBe(now);
  });

  test('of two in different sections, the one below its headings', () => {
    const edited = `intro\n\n${two}\n- [ ] more\n`;
    expect(setMarkInEdited(edited, { text: two, line: 4 }, 'x')).toBe(edited.replace('\t[ ]', '\t[x]'));
  });
});
