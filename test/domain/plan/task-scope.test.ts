import { describe, expect, test } from '@jest/globals';
import { scopeOf } from '../../../src/domain/plan/task-scope.js';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';

function scoped(text: string, scope: string): readonly string[] | string {
  const read = readTasks(text);
  if (read.kind !== 'list') throw new Error(read.why);
  const found = scopeOf(scope, read.list);
  if (found.kind === 'match') return found.ids;
  return found.kind === 'no-match' ? found.kind : `ambiguous ${found.matches.map(({ line }) => line).join(' ')}`;
}

const flat = '## Tasks\n- [x] a\n- [ ] b\n- [ ] c\n';
const kiro = '- [ ] 1. a\n  - [ ] 1.1 b\n- [ ] 2. c\n  - [ ] 2.1 d\n  - [ ] 2.2 e\n- [ ] 3. f\n- [ ] 3-bis. g\n';
const specKit =
  '## Phase 1: Setup\n- [ ] T001 a\n- [ ] T002 b\n## Phase 2: Base\n- [ ] T010 c\n### Phase 2.1: More\n- [ ] T011 d\n## Phase 3: CSV\n- [ ] T012 e\n';
const numbered = '## 1. Store\n### 2.1 MSSQL\n- [ ] a\n## 3) Other\n### 4.1 MSSQL\n- [ ] b\n#### 13.A.7\n- [ ] c\n';
const headed = '## Task 1: a\n- [ ] b\n- [ ] c\n## Task 2: d\n- [ ] e\n## Task 3: f\n- [ ] g\n';

describe('tasks N-M (R-000-17, R-000-22, C-20)', () => {
  test.each([
    ['ordinals of a flat list', flat, 'tasks 2-3', ['2', '3']],
    ['one task', flat, 'task 2', ['2']],
    ['past the end', flat, 'tasks 2-4', 'no-match'],
    ['reversed', flat, 'tasks 3-2', 'no-match'],
    ['zero', flat, 'tasks 0-2', 'no-match'],
    ['endless', flat, `tasks 1-${'9'.repeat(400)}`, 'no-match'],
    ['no end', flat, 'tasks 2-', 'no-match'],
    ['ids as written, and what is below them', kiro, 'tasks 2-3', ['2', '2.1', '2.2', '3']],
    ['ids with dots', kiro, 'tasks 1.1 to 2.1', ['1.1', '2', '2.1']],
    ['an en dash', kiro, 'Tasks 1 – 2', ['1', '1.1', '2', '2.1', '2.2']],
    ['an ordinal is no id in a list with ids', kiro, 'tasks 4-5', 'no-match'],
    ['letters and zeros', specKit, 'tasks 10-11', ['T010', 'T011']],
    ['as they are written', specKit, 'tasks T002-T010', ['T002', 'T010']],
    ['a number that is missing', specKit, 'tasks 3-4', 'no-match'],
    ['headings that are tasks', headed, 'tasks 1-2', ['1', '1.1', '1.2', '2']],
    ['an id that stands twice', '- [ ] 1.1 a\n- [ ] 1.1 b\n- [ ] 1.2 c\n', 'tasks 1.1-1.2', 'ambiguous 1 2'],
  ] as const)('%s', (_, text, scope, ids) => {
    expect(scoped(text, scope)).toEqual(ids);
  });

  test('a range that two pairs of ids can mean', () => {
    const task = (id: string, line: number) => ({ id, writtenId: id, line, title: id, parent: null });
    const list = { tasks: ['1', '2', '2-3', '3', '1-2'].map((id, at) => task(id, at + 1)), headings: [] };
    expect(scopeOf('tasks 1-2', list)).toMatchObject({ kind: 'ambiguous' });
    expect(scopeOf('tasks 2-3', list).kind).toBe('ambiguous');
    expect(scopeOf('tasks 1-3', list)).toEqual({ kind: 'match', ids: ['1', '2', '2-3', '3'] });
  });
});

describe('a heading (R-000-18, R-000-19, C-22)', () => {
  test.each([
    ['its text', specKit, 'Phase 2: Base', ['T010', 'T011']],
    ['with its #s and blanks', specKit, '  ## Phase 2: Base ', ['T010', 'T011']],
    ['the words before its colon', specKit, 'Phase 2', ['T010', 'T011']],
    ['a deeper one', specKit, 'Phase 2.1', ['T011']],
    ['no part of a word', specKit, 'Phase', 'no-match'],
    ['another case', specKit, 'phase 2', 'no-match'],
    ['without its number', numbered, 'Store', ['1']],
    ['with another number: stripped on both sides', numbered, '7. Other', ['2', '3']],
    ['with its number, verbatim first', numbered, '4.1 MSSQL', ['2', '3']],
    ['several without the number', numbered, 'MSSQL', 'ambiguous 2 5'],
    ['nothing but a number', numbered, '13.A.7', ['3']],
    ['a task heading', headed, 'Task 2: d', ['2']],
    ['a flat list below one', flat, 'Tasks', ['1', '2', '3']],
    ['above no task', '## Notes\n## A\n- [ ] a\n', 'Notes', []],
    ['twice the same', '## A\n- [ ] a\n## A\n- [ ] b\n', 'A', 'ambiguous 1 3'],
    ['nothing', flat, ' ', 'no-match'],
    ['a heading that reads like a range', '## tasks 8-9\n- [ ] a\n', 'tasks 8-9', ['1']],
  ] as const)('%s', (_, text, scope, ids) => {
    expect(scoped(text, scope)).toEqual(ids);
  });
});
