import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OriginHooks } from '../../../src/ports/repository.js';
import {
  bareRepository,
  git,
  removeRepositories,
  repository,
  temporaryFolder,
  writeTree,
} from '../../support/git-repos.js';
import { opened, repositoriesIn } from './fixture.js';

afterEach(removeRepositories);

const program = { program: '#!/bin/sh\n' };

async function hooksOf(path: string, personal?: string): Promise<OriginHooks | undefined> {
  const home = await temporaryFolder('pawl-home');
  const config = join(home, 'gitconfig');
  if (personal !== undefined) await writeFile(config, personal);
  return (await repositoriesIn(home, config).inspect(path)).hooks;
}

describe('hooks of a checkout, read as data', () => {
  test('none: git’s samples, hooks of other kinds and files that may not be executed count for nothing', async () => {
    const origin = await repository({ a: 'x' });
    await writeTree(origin.gitDir, { 'hooks/pre-commit.sample': program, 'hooks/pre-push': program });
    await writeTree(origin.gitDir, { 'hooks/pre-commit': '#!/bin/sh\n' });
    expect(await hooksOf(origin.path)).toBeUndefined();
  });

  test('core.hooksPath inside the repository, in every spelling', async () => {
    const origin = await repository({ 'tools/hooks/pre-commit': program });
    await writeTree(origin.gitDir, { 'hooks/pre-commit': program });
    const spellings = ['tools/hooks', './tools/hooks/', 'tools/../tools/hooks', join(origin.path, 'tools/hooks')];
    for (const path of spellings) {
      await origin.git('config', 'core.hooksPath', path);
      expect([path, await hooksOf(origin.path)]).toEqual([path, { path: 'tools/hooks', untracked: [] }]);
    }
  });

  test('a person’s own hooks are named: of the checkout, of their home, of a place outside', async () => {
    const origin = await repository({ a: 'x' });
    await writeTree(origin.gitDir, { 'hooks/commit-msg': program });
    expect(await hooksOf(origin.path)).toEqual({ path: null, untracked: ['.git/hooks/commit-msg'] });
    await origin.git('config', 'core.hooksPath', join(origin.gitDir, 'hooks'));
    expect(await hooksOf(origin.path)).toEqual({ path: null, untracked: ['.git/hooks/commit-msg'] });
    await origin.git('config', '--unset', 'core.hooksPath');
    const outside = await temporaryFolder('pawl-hooks');
    await writeTree(outside, { 'pre-commit': program });
    expect(await hooksOf(origin.path, `[core]\n\thooksPath = ${outside}\n`)).toEqual({
      path: null,
      untracked: [`${outside}/pre-commit`],
    });
  });

  test('a bare repository has no checkout whose hooks could be meant', async () => {
    const bare = await bareRepository({ 'hooks-in-tree/pre-commit': program });
    await git(bare.path, ['config', 'core.hooksPath', 'hooks-in-tree']);
    expect(await hooksOf(bare.path)).toBeUndefined();
  });
});

test('layWorkspace with a head: what differs is staged, and its objects are all there', async () => {
  const { origin, trusted, tree, folder } = await opened({ 'src/a.js': 'one\n', 'src/b.js': 'two\n' });
  const commit = await origin.commit({ 'src/a.js': 'new\n', 'src/b.js': null, 'c é': 'c\n' });
  await trusted.fetch();
  const changed = await trusted.treeOf(commit);
  const work = folder('work');
  await trusted.layWorkspace(changed, work, tree);
  expect(await git(work, ['-c', 'core.quotePath=false', 'status', '--porcelain'])).toBe(
    'A  "c é"\nM  src/a.js\nD  src/b.js',
  );
  expect(await git(work, ['diff', '--cached', '--', 'src/a.js'])).toContain('-one\n+new');
  expect(await git(work, ['show', 'HEAD:src/b.js'])).toBe('two');
  expect(await git(work, ['fsck', '--full', '--strict'])).toBe('');
  await git(work, ['stash', '--quiet']);
  expect(await git(work, ['status', '--porcelain'])).toBe('');
});
