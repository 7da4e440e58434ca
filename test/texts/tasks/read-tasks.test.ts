import { describe, expect, test } from '@jest/globals';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';
import { listOf, shown } from './shown.js';
import { smallLists } from './lists.js';

describe('small lists', () => {
  test('there are at least 60', () => {
    expect(smallLists.length).toBeGreaterThanOrEqual(60);
  });

  test.each(smallLists)('$name', ({ text, reads, notes = [] }) => {
    const read = readTasks(text);
    expect(shown(read)).toEqual(reads);
    expect(read.kind === 'list' ? read.list.notes : []).toEqual(notes);
  });
});

describe('R07: what counts as a task', () => {
  const [r07, plain] = smallLists;
  test('open, done and for a person; the legend, the fenced and the hidden line are none', () => {
    const { tasks } = listOf(r07?.text ?? '');
    const ids = (state: string): readonly string[] => tasks.filter((task) => task.state === state).map(({ id }) => id);
    expect({ open: ids('open'), done: ids('done'), person: ids('deferred') }).toEqual({
      ...{ open: ['1.1.1', '1.2', '1.3'], done: ['1.1', '1.5'], person: ['1.4'] },
    });
  });

  test('no box at all is refused, never complete (C-23)', () => {
    expect(readTasks(plain?.text ?? '')).toMatchObject({
      kind: 'no-tasks',
      why: expect.stringContaining('no tasks found'),
    });
  });
});

describe('R08: optional, nested and labelled tasks', () => {
  const list = listOf(smallLists[2]?.text ?? '');
  test('the steps, their criteria and details', () => {
    const steps = list.tasks.filter(({ isGroup, state }) => !isGroup && state === 'open');
    expect(steps.map(({ id, title, shape }) => [id, title, shape])).toEqual([
      ['2.1', 'Write CSV', 'behaviour'],
      ['2.3', 'quoting in one place', 'tidy'],
      ['T014', 'Progress bar', 'behaviour'],
      ['2.5a.1', 'call it CsvWriter', 'tidy'],
      ['2.5a.2', 'make it nicer', 'unknown'],
    ]);
    expect(steps[0]).toMatchObject({
      parent: '2',
      criteria: [
        { line: 5, text: 'header row present', done: false },
        { line: 6, text: 'commas quoted', done: false },
      ],
      details: ['- Quote fields with commas'],
    });
    expect(steps[3]).toMatchObject({ details: ['- STOP and wait for the user'], headings: ['Task 2.5a: Names'] });
  });
});

describe('what lies below a task', () => {
  test('its lines letter for letter, without the tasks and criteria that are told elsewhere', () => {
    const { tasks } = listOf(
      '- [ ] 1. a\n  one\n\n  - two\n      three\t\n  - [ ] 1.1 b\n    - four\n  ```\n  five\n   ```\n\n  _Requirements: 1_\n\n\n- [ ] 2. c\n',
    );
    expect(tasks.map(({ details }) => details)).toEqual([
      ['- two', '    three\t', '```', 'five', ' ```', '', '_Requirements: 1_'],
      ['- four'],
      [],
    ]);
    expect(tasks[0]?.title).toBe('a one');
  });

  test('of a heading that is one with its box: the words around the box, too', () => {
    const { tasks } = listOf(
      '## Task 1: a\nwhy\n\n- [ ] b\n  - how\n\nafter\n\n### More\nend\n## Task 2: c\n- [ ] d\n- [ ] e\n',
    );
    expect(tasks[0]).toMatchObject({ id: '1', title: 'b', details: ['why', '- how', 'after', '', '### More', 'end'] });
    expect(tasks[1]).toMatchObject({ id: '2', isGroup: true, details: [] });
  });

  test('headings around it, the outermost first, as they are written', () => {
    const { tasks, headings } = listOf('# A\n## **B** #\n- [ ] a\n#### C\n- [ ] b\n## D\n- [ ] c\n');
    expect(tasks.map((task) => task.headings)).toEqual([
      ['A', '**B**'],
      ['A', '**B**', 'C'],
      ['A', 'D'],
    ]);
    expect(headings).toEqual([
      { line: 1, depth: 1, text: 'A' },
      { line: 2, depth: 2, text: '**B**' },
      { line: 4, depth: 4, text: 'C' },
      { line: 6, depth: 2, text: 'D' },
    ]);
  });
});

test('a heading inside of an item is not what stands before the list below it', () => {
  const { tasks, criteria } = listOf('- Acceptance criteria:\n  ===\n  - [ ] a task\n');
  expect(tasks.map(({ line, title }) => [line, title])).toEqual([[3, 'a task']]);
  expect(criteria).toEqual([]);
});

test('a box of a heading is no part of its words: a tick changes no scope', () => {
  const words = (mark: string): unknown => {
    const { tasks, headings } = listOf(`## [${mark}] Phase 1\n- [ ] a\n`);
    return [headings, tasks[1]?.headings];
  };
  expect(words(' ')).toEqual([[{ line: 1, depth: 2, text: 'Phase 1' }], ['Phase 1']]);
  expect(words('x')).toEqual(words(' '));
});

describe('options', () => {
  test('more labels, in any spelling that folds to them; they win over the table', () => {
    const labels = { 'Regression  fix': 'behaviour', polish: 'tidy', DOC: 'verify' } as const;
    const { tasks } = listOf('- [ ] REGRESSION-FIX: a\n- [ ] **Polish (later)**: b\n- [ ] DOC: c\n- [ ] FIX: d\n', {
      labels,
    });
    expect(tasks.map(({ shape }) => shape)).toEqual(['behaviour', 'tidy', 'verify', 'unknown']);
  });

  test('C-24: no label is behaviour, unless something else is said', () => {
    expect(listOf('- [ ] a\n').tasks[0]?.shape).toBe('behaviour');
    expect(listOf('- [ ] a\n', { unlabelled: 'unknown' }).tasks[0]?.shape).toBe('unknown');
  });
});

describe('texts that are no list', () => {
  test.each([
    ['- [ ] a\u0000', 'binary'],
    ['\n'.repeat(50_000), '50001 lines'],
    ['x'.repeat(1_000_001), 'longer than 1000000'],
  ])('%#: says why', (text, why) => {
    expect(readTasks(text)).toMatchObject({ kind: 'unreadable', why: expect.stringContaining(why) });
  });

  test('a line of 2,400 characters is a task like others', () => {
    const title = `${'words and '.repeat(240)}end`;
    expect(listOf(`- [ ] **TEST + IMPLEMENT: ${title}**\n`).tasks[0]).toMatchObject({ title, shape: 'behaviour' });
  });

  test.each([
    ['\n', 'lf'],
    ['\r\n', 'crlf'],
  ])('line ends %j are named', (end, ending) => {
    expect(listOf(`- [ ] a${end}- [ ] b`).ending).toBe(ending);
    expect(listOf(`- [ ] a${end}- [ ] b\r`).ending).toBe('mixed');
  });
});
