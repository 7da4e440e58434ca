import { afterEach, describe, expect, test } from '@jest/globals';
import { removeRepositories } from '../../support/git-repos.js';
import { ada, atMs, opened } from './fixture.js';

afterEach(removeRepositories);

describe('the review mark of a run', () => {
  test('moves by compare-and-swap: never over a mark that somebody else moved', async () => {
    const { trusted, commit, tree } = await opened({ a: 'x' });
    const next = await trusted.writeCommit({ tree, parent: commit, message: 'next', author: ada, atMs });
    expect(await trusted.reviewMark('run-1')).toBeNull();
    expect(await trusted.moveReviewMark('run-1', commit, null)).toEqual({ kind: 'moved' });
    expect(await trusted.moveReviewMark('run-1', next, null)).toEqual({ kind: 'moved-by-others', actual: commit });
    expect(await trusted.moveReviewMark('run-1', next, commit)).toEqual({ kind: 'moved' });
    expect([await trusted.reviewMark('run-1'), await trusted.reviewMark('run-2')]).toEqual([next, null]);
  });

  test('T7: a run key that is no plain name is refused', async () => {
    const { trusted, commit } = await opened({ a: 'x' });
    for (const key of ['../heads/main', 'a b', '-x', '', 'a/b'])
      await expect(async () => trusted.moveReviewMark(key, commit, null)).rejects.toThrow(/can't name a folder/);
  });
});

test('a diff of some paths shows those alone, whatever they are called; of none it is empty', async () => {
  const { trusted, commit, tree } = await opened({ a: 'x\n' });
  const to = await trusted.withFiles(tree, { a: 'y\n', '-p': '1\n', ':(top)a': '2\n', '*': '3\n', 'é ü': '4\n' });
  expect(await trusted.treeOf(commit)).toBe(tree);
  for (const [path, line] of [
    ['a', '+y'],
    ['-p', '+1'],
    [':(top)a', '+2'],
    ['*', '+3'],
    ['é ü', '+4'],
  ] as const) {
    const text = await trusted.diffText(tree, to, 10_000, [path]);
    expect(text.match(/^diff --git/gm)).toHaveLength(1);
    expect(text).toContain(`${line}\n`);
  }
  expect(await trusted.diffText(tree, to, 10_000, [])).toBe('');
  expect((await trusted.diffText(tree, to, 10_000)).match(/^diff --git/gm)).toHaveLength(5);
});
