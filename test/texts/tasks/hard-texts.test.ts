import { describe, expect, test } from '@jest/globals';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';
import { listOf } from './shown.js';

const chars = 100_000;
const fill = (part: string): string => part.repeat(Math.ceil(chars / part.length)).slice(0, chars);

/** Texts made to cost time: what they read as is asserted here, what they cost is measured by `npm run bench`. */
describe('texts of 100 KB that are made to be slow', () => {
  test.each([
    ['stars', fill('**')],
    ['open emphasis', fill('**a ')],
    ['tags', fill('[P] ')],
    ['bold tags', fill('**[P]** ')],
    ['open brackets', fill('(')],
    ['colons', fill(': ')],
    ['dashes', fill('— ')],
    ['numbers', fill('1.')],
    ['capitals', fill('A ')],
    ['back-ticks', fill('`')],
    ['tildes', fill('~~')],
    ['square brackets', fill('[')],
    ['boxes on one line', fill('[ ] ')],
  ])('one task with %s', (_, words) => {
    const { tasks } = listOf(`- [ ] ${words}\n- [x] end\n`);
    expect(tasks).toHaveLength(2);
    expect(tasks[1]).toMatchObject({ line: 2, title: 'end', state: 'done' });
  });

  test.each([
    ['- [ ] a\n', 1],
    ['- [ ] 1. a\n', 1],
    ['1. [ ] a\n', 1],
    ['- [ ] a\nb\n', 1],
    ['- [ ] a\n+ [ ] b\n', 2],
    ['- [ ] a\n---\n', 1],
    ['- [ ] a\r\n', 1],
    ['# [ ] 1. a\n', 1],
    ['- [ ] a <!--\n', 1],
  ])('%j over and over: each time %i tasks, each with an id of its own', (part, each) => {
    const count = Math.floor(chars / part.length);
    const { tasks } = listOf(part.repeat(count));
    expect(tasks.length).toBe(count * each);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(count * each);
  });

  test.each([
    ['- ', 'no-tasks'],
    ['> - > - a\n', 'no-tasks'],
    ['```\n', 'no-tasks'],
    ['- ```\n', 'no-tasks'],
    ['<!--\n', 'no-tasks'],
    ['- <!--\n', 'no-tasks'],
    ['## Task 1: a\n', 'no-tasks'],
    ['[a]: b\n', 'no-tasks'],
    ['\\', 'no-tasks'],
    [' ', 'no-tasks'],
    ['\n', 'unreadable'],
    ['a\n', 'no-tasks'],
  ])('%j over and over is %s', (part, kind) => {
    expect(readTasks(part === 'a\n' ? fill(part).slice(0, 90_000) : fill(part)).kind).toBe(kind);
  });

  test('lists too deep for Markdown are said, not lost in silence', () => {
    const deep = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- [ ] a`).join('\n');
    const { tasks, notes } = listOf(deep);
    expect(tasks.length).toBeGreaterThan(5);
    expect(notes.join(' ')).toContain('lies too deep');
  });
});
