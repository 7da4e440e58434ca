import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NotARepositoryError, type OriginFacts } from '../../../src/ports/repository.js';
import { bareRepository, git, removeRepositories, repository, temporaryFolder } from '../../support/git-repos.js';
import { repositoriesIn, snapshot } from './fixture.js';

afterEach(removeRepositories);

async function inspect(path: string): Promise<OriginFacts> {
  return repositoriesIn(await temporaryFolder('pawl-home')).inspect(path);
}

describe('inspect: where the repository is and what it is like', () => {
  test('a checkout, asked from a folder inside; nothing there changes', async () => {
    const origin = await repository({ 'src/a.js': 'x' });
    await origin.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
    const before = await snapshot(origin.path);
    expect(await inspect(join(origin.path, 'src'))).toEqual({
      path: origin.path,
      bare: false,
      gitDir: origin.gitDir,
      remoteSlug: 'acme/shop',
      headBranch: 'main',
      hasCommits: true,
      trackedChanges: [],
      untracked: [],
      author: { name: 'Ada Example', email: 'ada@example.org' },
      wantsSigning: false,
      unsupported: [],
    });
    expect(await inspect(join(origin.path, 'src/a.js'))).toMatchObject({ path: origin.path });
    expect(await snapshot(origin.path)).toBe(before);
  });

  test('F62: bare repositories, linked work trees and separate git directories are supported', async () => {
    const bare = await bareRepository({ a: 'x' });
    expect(await inspect(bare.path)).toMatchObject({
      path: bare.path,
      gitDir: bare.path,
      bare: true,
      headBranch: 'main',
    });
    const origin = await repository({ a: 'x' });
    const linked = join(dirname(origin.path), 'linked one');
    await origin.git('worktree', 'add', '--quiet', '-b', 'other', linked);
    await writeFile(join(linked, 'a'), 'changed');
    expect(await inspect(linked)).toMatchObject({
      path: linked,
      gitDir: origin.gitDir,
      headBranch: 'other',
      trackedChanges: ['a'],
    });
    const apart = join(dirname(origin.path), 'apart');
    await mkdir(apart);
    await git(apart, ['init', '--quiet', '--separate-git-dir', join(dirname(origin.path), 'apart.git')]);
    expect(await inspect(apart)).toMatchObject({ path: apart, gitDir: join(dirname(origin.path), 'apart.git') });
  });

  test('no commits, a detached HEAD, an unborn branch beside others', async () => {
    const empty = await repository({});
    expect(await inspect(empty.path)).toMatchObject({ hasCommits: false, headBranch: 'main', trackedChanges: [] });
    const origin = await repository({ a: 'x' });
    await origin.git('checkout', '--quiet', '--detach');
    expect(await inspect(origin.path)).toMatchObject({ headBranch: null, hasCommits: true });
    await origin.git('switch', '--quiet', '--orphan', 'fresh');
    expect(await inspect(origin.path)).toMatchObject({ headBranch: 'fresh', hasCommits: true });
  });

  test('F62: sha256, shallow and partial clones, submodules and F61: LFS are refused by name', async () => {
    const origin = await repository({ a: 'x' });
    await origin.commit({ a: 'y' });
    const holder = dirname(origin.path);
    const url = `file://${origin.path}`;
    await git(holder, ['clone', '--quiet', '--depth', '1', url, 'shallow']);
    await git(holder, ['clone', '--quiet', '--filter=blob:none', '-c', 'uploadpack.allowFilter=true', url, 'partial']);
    await git(holder, ['init', '--quiet', '--object-format=sha256', 'sha256']);
    const reasons = async (name: string) => (await inspect(join(holder, name))).unsupported.join('; ');
    expect(await reasons('shallow')).toMatch(/^a shallow clone/);
    expect(await reasons('partial')).toMatch(/^a partial clone/);
    expect(await reasons('sha256')).toMatch(/^object names by sha256/);
    await git(holder, ['clone', '--quiet', '--no-local', url, 'with-sub']);
    await git(join(holder, 'with-sub'), [
      '-c',
      'protocol.file.allow=always',
      'submodule',
      'add',
      '--quiet',
      url,
      'sub',
    ]);
    await git(join(holder, 'with-sub'), ['-c', 'user.name=a', '-c', 'user.email=b', 'commit', '-qm', 'sub']);
    expect(await reasons('with-sub')).toBe('submodules (sub)');
    await origin.commit({ 'img/.gitattributes': '# filter=lfs\n*.png filter=lfs diff=lfs merge=lfs -text\n' });
    expect(await reasons('shop')).toBe('Git LFS (a .gitattributes sets filter=lfs)');
  });

  test('no repository, no such folder, a folder inside .git', async () => {
    const folder = await temporaryFolder();
    await expect(inspect(folder)).rejects.toThrow(NotARepositoryError);
    await expect(inspect(folder)).rejects.toThrow(/belongs to no git repository.*git init/);
    await expect(inspect(join(folder, 'missing'))).rejects.toThrow(/missing does not exist/);
    const origin = await repository({ a: 'x' });
    await expect(inspect(join(origin.gitDir, 'refs'))).rejects.toThrow(NotARepositoryError);
  });

  test('T6: a checkout of another user is read', async () => {
    const origin = await repository({ a: 'x' });
    try {
      execFileSync('chown', ['-R', '65534:65534', origin.path]);
    } catch {
      return;
    }
    expect(await inspect(origin.path)).toMatchObject({ trackedChanges: [], hasCommits: true });
    const repositories = repositoriesIn(await temporaryFolder('pawl-home'));
    const trusted = await repositories.open(origin);
    await trusted.fetch();
    expect(await trusted.resolveInOrigin('main')).toMatch(/^[0-9a-f]{40}$/);
  });
});
