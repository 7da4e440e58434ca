import { describe, expect, test } from '@jest/globals';
import { waitingTests } from '../../../src/domain/plan/waiting-tests.js';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';

const waitingIn = (...lines: readonly string[]): unknown => {
  const read = readTasks(`${lines.join('\n')}\n`);
  if (read.kind !== 'list') throw new Error(read.why);
  return waitingTests(read.list.tasks);
};

describe('R-000-52, C-27: which TEST tasks of a half-done list may fail at the base', () => {
  test('one that is done before its open IMPLEMENT task, with the files that it names', () => {
    const lines = [
      '- [x] TEST: 1.1 ask',
      '  - Test file: `test/a.test.js`, `test/b.test.js`',
      '- [ ] IMPLEMENT: 1.2 it',
    ];
    expect(waitingIn(...lines)).toEqual([{ step: '1.1', files: ['test/a.test.js', 'test/b.test.js'] }]);
  });

  test.each([
    ['its IMPLEMENT task is done', ['- [x] TEST: 1 a', '- [x] IMPLEMENT: 2 a']],
    ['its IMPLEMENT task is put off', ['- [x] TEST: 1 a', '- [~] IMPLEMENT: 2 a']],
    ['there is none', ['- [x] TEST: 1 a', '- [ ] DOC: 2 a']],
    ['it stands before', ['- [ ] IMPLEMENT: 1 a', '- [x] TEST: 2 a']],
    ['the IMPLEMENT task takes a later test', ['- [x] TEST: 1 a', '- [ ] TEST: 2 b', '- [ ] IMPLEMENT: 3 b']],
    ['it is open', ['- [ ] TEST: 1 a', '- [ ] IMPLEMENT: 2 a']],
  ] as const)('none where %s', (_why, lines) => {
    expect(waitingIn(...lines)).toEqual([]);
  });

  test('each IMPLEMENT task takes the last test that none has taken, as a run does it', () => {
    const lines = ['- [x] TEST: 1 a', '- [x] TEST: 2 b', '- [ ] IMPLEMENT: 3 b', '- [ ] IMPLEMENT: 4 a'];
    expect(waitingIn(...lines)).toEqual([
      { step: '1', files: [] },
      { step: '2', files: [] },
    ]);
    expect(waitingIn(...lines.slice(0, 3))).toEqual([{ step: '2', files: [] }]);
  });
});
