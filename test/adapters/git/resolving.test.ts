import { afterEach, describe, expect, test } from '@jest/globals';
import { dirname, join } from 'node:path';
import { bareRepository, removeRepositories, repository } from '../../support/git-repos.js';
import { ada, atMs, opened, openedOn, repositoriesIn } from './fixture.js';

afterEach(removeRepositories);

describe('resolveInOrigin: what a person typed', () => {
  test('branch, remote-tracking branch, tag, HEAD, full ref, commit; R-004-23 can tell origin/main from main', async () => {
    const upstream = await repository({ a: 'x' });
    const origin = await repository({});
    await origin.git('pull', '--quiet', upstream.path, 'main');
    await origin.git('remote', 'add', 'origin', upstream.path);
    await origin.git('fetch', '--quiet', 'origin');
    await origin.git('remote', 'set-head', 'origin', 'main');
    const remote = await origin.git('rev-parse', 'origin/main');
    const local = await origin.commit({ a: 'local' });
    await origin.git('tag', '-a', 'v1', '-m', 'annotated');
    await origin.git('tag', 'blob', await origin.git('rev-parse', 'HEAD:a'));
    await origin.git('branch', 'both', remote);
    await origin.git('tag', 'both');
    const { trusted } = await openedOn(origin);
    const resolved = (name: string) => trusted.resolveInOrigin(name);
    expect(await resolved('main')).toBe(local);
    expect(await resolved('HEAD')).toBe(local);
    expect(await resolved('v1')).toBe(local);
    expect(await resolved('refs/heads/main')).toBe(local);
    expect(await resolved('refs/remotes/origin/main')).toBe(remote);
    expect(await resolved('origin/main')).toBe(remote);
    expect(await resolved('origin/HEAD')).toBe(remote);
    expect(await resolved('both')).toBe(remote);
    expect(await resolved(remote)).toBe(remote);
    expect(await resolved(local.slice(0, 10).toUpperCase())).toBe(local);
    const unknown = [
      'nope',
      'blob',
      'abcd',
      '--help',
      '-n',
      'main~1',
      'HEAD^',
      'main:a',
      ':/first',
      '@',
      '',
      'a b',
      'x\ny',
    ];
    for (const name of [...unknown, 'refs/origin/heads/main', 'main\0', `${local}^{tree}`, '../main', '*']) {
      expect([name, await resolved(name)]).toEqual([name, null]);
    }
  });

  test("a commit of Pawl's own is none of the origin's; a deleted branch is forgotten", async () => {
    const { trusted, origin, commit, tree } = await opened({ a: 'x' });
    const own = await trusted.writeCommit({ tree, parent: commit, message: 'm', author: ada, atMs });
    expect(await trusted.resolveInOrigin(own)).toBeNull();
    await origin.git('switch', '--quiet', '--create', 'gone');
    const there = await origin.commit({ a: 'y' });
    await trusted.fetch();
    expect(await trusted.resolveInOrigin('gone')).toBe(there);
    await origin.git('switch', '--quiet', 'main');
    await origin.git('branch', '--quiet', '-D', 'gone');
    await trusted.fetch();
    expect(await trusted.resolveInOrigin('gone')).toBeNull();
    expect(await trusted.resolveInOrigin(there)).toBeNull();
  });

  test('a detached HEAD, also of a linked work tree; an unborn one; a bare origin', async () => {
    const all = await opened({ a: 'x' });
    await all.origin.git('checkout', '--quiet', '--detach');
    const loose = await all.origin.commit({ a: 'on no branch' });
    await all.trusted.fetch();
    expect(await all.trusted.resolveInOrigin('HEAD')).toBe(loose);
    expect(await all.trusted.resolveInOrigin(loose.slice(0, 12))).toBe(loose);
    const linked = join(dirname(all.origin.path), 'linked');
    await all.origin.git('worktree', 'add', '--quiet', '--detach', linked, 'main');
    const inLinked = await openedOn({ ...all.origin, path: linked });
    expect(await inLinked.trusted.resolveInOrigin('HEAD')).toBe(all.commit);
    const empty = await repository({});
    const trusted = await repositoriesIn(all.home).open(empty);
    await trusted.fetch();
    expect(await trusted.resolveInOrigin('HEAD')).toBeNull();
    expect(await trusted.resolveInOrigin('main')).toBeNull();
    const bare = await openedOn(await bareRepository({ a: 'x' }));
    expect(await bare.trusted.resolveInOrigin('HEAD')).toBe(bare.commit);
  });
});
