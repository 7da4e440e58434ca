import { afterEach, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { leadsOut, walk, type Walked } from '../../../src/adapters/git/walk.js';
import { removeRepositories, temporaryFolder, writeTree } from '../../support/git-repos.js';

afterEach(removeRepositories);

describe('the bounded walk', () => {
  test('F40: ends soon after the bound, however much there is', async () => {
    const root = await temporaryFolder();
    const files = Array.from({ length: 40 }, (_, folder) =>
      Array.from({ length: 10 }, (_unused, file) => [`d${String(folder)}/f${String(file)}`, ''] as const),
    );
    await writeTree(root, Object.fromEntries(files.flat()));
    const into: Walked = { files: [], problems: [], opened: [], entries: 0 };
    const plan = { root, knows: () => false, enters: () => true, onNewFolder: () => undefined, maxEntries: 60 };
    await walk(plan, [''], into);
    expect(into.entries).toBe(70);
    expect(into.files.length).toBeLessThan(40);
  });

  test('a folder that vanished is no problem, one that is a file now is', async () => {
    const root = await temporaryFolder();
    await writeTree(root, { 'a/b': 'x', file: 'x' });
    const into: Walked = { files: [], problems: [], opened: [], entries: 0 };
    const plan = { root, knows: () => false, enters: () => true, onNewFolder: () => undefined, maxEntries: 60 };
    await walk(plan, ['gone', 'file', 'a'], into);
    expect(into.files.map(({ path }) => path)).toEqual(['a/b']);
    expect(into.problems).toEqual([{ path: 'file', why: "can't be read (ENOTDIR)" }]);
  });

  test('T9: where a link may point to', () => {
    const inside = [
      ['a', 'b'],
      ['d/a', '../b'],
      ['d/a', './e//f/'],
      ['d/e/a', '../..'],
      ['a', '..b'],
      ['a', ''],
    ];
    const outside = [
      ['a', '/'],
      ['a', '..'],
      ['a', '../b'],
      ['d/a', '../../b'],
      ['a', 'd/../b'],
      ['d/a', '.././../b'],
    ];
    for (const [path = '', target = ''] of inside)
      expect([path, target, leadsOut(path, target)]).toEqual([path, target, false]);
    for (const [path = '', target = ''] of outside)
      expect([path, target, leadsOut(path, target)]).toEqual([path, target, true]);
    expect(leadsOut('a', join('d', '.GIT', 'config'))).toBe(true);
  });
});
