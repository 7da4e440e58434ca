import { describe, expect, test } from '@jest/globals';
import { generatorOf } from '../../../src/domain/plan/generator.js';
import { listDiff, withoutMarks } from '../../../src/domain/plan/frozen-list.js';
import { ledgerOfTasks, type SpecLedger } from '../../../src/domain/plan/spec-ledger.js';
import { stepFiles } from '../../../src/domain/plan/step-files.js';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';

function ledger(text: string): SpecLedger {
  const read = readTasks(text);
  if (read.kind !== 'list') throw new Error(`no list: ${read.why}`);
  return ledgerOfTasks(read.list, 'Numbers', 'base');
}

describe('a list as the ledger of a run', () => {
  test('R07, R-000-47: done tasks are done steps, what is for people stands aside with its reason, in file order', () => {
    const { steps, aside } = ledger(
      '- [x] 1.1 First\n- [ ] 1.2 Second\n- [~] 1.3 Later\n- [!] 1.4 Stuck\n- [?] 1.5 Odd\n- [ ]* 1.6 More tests\n',
    );
    expect(steps.map(({ id, done }) => [id, done])).toEqual([
      ['1.1', true],
      ['1.2', false],
    ]);
    expect(aside.map(({ id, why }) => `${id}: ${why}`)).toEqual([
      '1.3: put off',
      '1.4: marked [!]: it waits for a person',
      '1.5: its mark is one that Pawl does not know',
      '1.6: optional',
    ]);
  });

  test('a heading that is a task without a box can’t be ticked: it stands aside', () => {
    const { steps, aside } = ledger('# T\n\n### Task 1: One\n\nwords\n\n### Task 2: Two\n\n- [ ] do it\n');
    expect(steps).toHaveLength(1);
    expect(aside).toMatchObject([{ id: '1', why: expect.stringContaining('without a box') }]);
  });

  test('R08: a group is no step; boxes of an acceptance item are criteria, and say how many tests the step may have', () => {
    const { steps, criteria } = ledger(
      '- [ ] 2. Export\n  - [ ] 2.1 Write CSV\n    - Quote fields with commas\n    - **Acceptance**\n      - [ ] header row present\n      - [ ] commas quoted\n',
    );
    expect(steps).toMatchObject([
      { id: '2.1', title: 'Write CSV', shape: 'behaviour', criterion: 1, tests: 2, files: null },
    ]);
    expect(criteria[0]).toContain('Quote fields with commas');
    expect(criteria[0]).toContain('- commas quoted');
  });

  test('C-26: files come from the task; a later task may say "same as"', () => {
    const { steps } = ledger(
      '- [ ] 1.1 One\n  - Files: `src/a.js`, `test/a.test.js`\n- [ ] 1.2 Two\n  - Files: same as Task 1.1\n- [ ] 1.3 Three\n  - Test file: test/c.test.js\n',
    );
    expect(steps.map(({ files }) => files)).toEqual([
      ['src/a.js', 'test/a.test.js'],
      ['src/a.js', 'test/a.test.js'],
      null,
    ]);
  });

  test('a title that is longer than a line of a ledger is cut there, and whole in the criterion', () => {
    const long = 'word '.repeat(480).trim();
    const { steps, criteria } = ledger(`- [ ] 1.1 ${long}\n`);
    expect(steps[0]?.title).toHaveLength(500);
    expect(criteria[0]).toContain(long);
  });
});

describe('files of a task (C-26)', () => {
  const none = (): null => null;
  test.each<[string, readonly string[] | null]>([
    ['Files: src/a.js, test/a.test.js', ['src/a.js', 'test/a.test.js']],
    ['- **Files:** `src/a b.js`; `test/a.test.js`', ['src/a b.js', 'test/a.test.js']],
    ['Implementation files: ./src/a.js', ['src/a.js']],
    ['Files: none', []],
    ['Test file: test/a.test.js', null],
    ['It mentions Files: nowhere', null],
  ])('%j', (line, files) => {
    expect(stepFiles([line], none)).toEqual(files);
  });

  test('a line of a megabyte is no list of files', () => {
    expect(stepFiles([`Files: ${'a '.repeat(500_000)}`], none)).toBeNull();
  });
});

test('R-000-60: the generator of a task is the command it names, and nothing is guessed', () => {
  expect(generatorOf(['- Generator: `npm run gen -- --all`'])).toBe('npm run gen -- --all');
  expect(generatorOf(['**Command:** node gen.mjs'])).toBe('node gen.mjs');
  expect(generatorOf(['run `npm run gen` first'])).toBeNull();
});

describe('R-000-49: a frozen list', () => {
  const list = '# T\r\n- [ ] 1.1 One\n  * [x] 1.2 Two\n1. [~] Three\ntext [x] here\n';

  test('marks may change, and nothing else', () => {
    expect(listDiff(list, list.replace('- [ ]', '- [x]').replace('[~]', '[!]'))).toBeNull();
    expect(listDiff(list, list.replace('One', 'On'))).toBe('from line 2:\n-- [ ] 1.1 One\n+- [ ] 1.1 On');
    expect(listDiff(list, list.replace('text [x] here', 'text [ ] here'))).toContain('-text [x] here');
    expect(listDiff(list, `${list}- [ ] 1.3 New\n`)).toContain('+- [ ] 1.3 New');
    expect(listDiff(list, list.replace('  * [x] 1.2 Two\n', ''))).toContain('-  * [ ] 1.2 Two');
  });

  test('only the character in the box is blanked', () => {
    expect(withoutMarks('- [x] a [x]\n- [] b\n')).toBe('- [ ] a [x]\n- [] b\n');
  });
});
