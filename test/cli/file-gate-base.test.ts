import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bareRepository, git, removeRepositories, repository, temporaryFolder } from '../support/git-repos.js';
import { atDesk, branchOf, gateIn, none, typed } from './support/gate-desk.js';

let leave: () => void;
beforeAll(async () => {
  leave = await atDesk();
});
afterAll(async () => {
  leave();
  await removeRepositories();
});

/** A clone of a bare repository, on a branch of its own with one commit more. */
async function cloneOf(remote = 'origin'): Promise<string> {
  const hub = await bareRepository({ 'a.js': 'a\n' });
  const path = join(dirname(hub.path), 'clone');
  await git(dirname(hub.path), ['clone', '-q', '-o', remote, hub.path, path]);
  await git(path, ['config', 'user.name', 'Ann']);
  await git(path, ['config', 'user.email', 'ann@example.org']);
  await git(path, ['checkout', '-q', '-b', 'tdd/work', `${remote}/main`]);
  await git(path, ['commit', '-q', '--allow-empty', '-m', 'red']);
  return path;
}

const cannotJudge = (why: RegExp) => ({
  code: 2,
  outside: null,
  out: expect.stringMatching(/^\{"error":"file gate: can't judge: .*","exitCode":2\}\n$/),
  err: expect.stringMatching(why),
});

describe('R-004-15: exit 2, for an empty range would pass every commit', () => {
  test('without --base and origin/HEAD; with it, that is the base', async () => {
    const path = await cloneOf();
    await git(path, ['rm', '-q', 'a.js']);
    await git(path, ['commit', '-qm', 'gone']);
    expect(await gateIn(path, { base: null })).toMatchObject({ code: 1, outside: { ...none, deleted: ['a.js'] } });
    await git(path, ['remote', 'set-head', 'origin', '--delete']);
    expect(await gateIn(path, { base: null })).toMatchObject(
      cannotJudge(/no base was given and refs\/remotes\/origin\/HEAD is not set; expected .*--base origin\/main/),
    );
  });

  test('origin/HEAD on the default branch itself is its own remote copy', async () => {
    const path = await cloneOf();
    await git(path, ['checkout', '-q', 'main']);
    for (const base of [null, 'origin', 'origin/HEAD', 'origin/main', '@{u}', 'main@{upstream}']) {
      expect(await gateIn(path, { base })).toMatchObject(cannotJudge(/remote copy of the branch itself/));
    }
  });

  test('a base that does not resolve, is no commit, no name, an option, or stands for several refs', async () => {
    const shop = await branchOf({ 'a.js': 'a\n' });
    const blob = await shop.git('rev-parse', 'HEAD:a.js');
    for (const base of ['origin/main', 'nowhere', '0'.repeat(40), blob, 'HEAD:a.js', 'main..HEAD', '^main', ':/none']) {
      expect(await gateIn(shop.path, { base })).toMatchObject(cannotJudge(/is unknown here; expected .*--base origin/));
    }
    for (const base of ['', ' ', '--all', 'a\nb', 'x'.repeat(2_000)]) {
      const { code, err } = await typed(shop.path, `--base=${base}`, '--allowlist', join(shop.path, 'a.js'));
      expect([code, err]).toEqual([2, expect.stringMatching(/is no name of a ref; expected .*--base origin\/main/)]);
    }
    await shop.git('tag', 'main');
    expect(await gateIn(shop.path)).toMatchObject(cannotJudge(/stands for several refs; expected .*refs\/heads\/main/));
    await shop.git('config', 'core.warnAmbiguousRefs', 'false');
    expect(await gateIn(shop.path)).toMatchObject({ code: 2 });
    expect(await gateIn(shop.path, { base: 'refs/heads/main' })).toMatchObject({ code: 0 });
  });

  test('a base that names the current branch, in every spelling of its ref', async () => {
    const shop = await branchOf({ 'a.js': 'a\n' });
    await shop.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/tdd/work');
    for (const base of ['tdd/work', 'heads/tdd/work', 'refs/heads/tdd/work', 'HEAD', '@', 'alias']) {
      expect(await gateIn(shop.path, { base })).toMatchObject(cannotJudge(/is what is checked out itself/));
    }
  });

  test('a base that is the remote’s copy of this branch, by the usual place, by a fetch rule, of a remote with a slash', async () => {
    const path = await cloneOf('team/hub');
    await git(path, ['push', '-q', 'team/hub', 'tdd/work']);
    expect(await gateIn(path, { base: 'team/hub/tdd/work' })).toMatchObject(cannotJudge(/remote copy/));
    await git(path, ['update-ref', 'refs/remotes/gone/tdd/work', 'HEAD']);
    expect(await gateIn(path, { base: 'gone/tdd/work' })).toMatchObject(cannotJudge(/remote copy/));
    await git(path, ['config', '--add', 'remote.team/hub.fetch', '+refs/heads/tdd/*:refs/mirror/*']);
    await git(path, ['update-ref', 'refs/mirror/work', 'HEAD']);
    expect(await gateIn(path, { base: 'refs/mirror/work' })).toMatchObject(cannotJudge(/remote copy/));
    // A remote without fetch rules, as one that is only pushed to.
    await git(path, ['config', 'remote.only/push.url', '../elsewhere.git']);
    await git(path, ['update-ref', 'refs/remotes/only/push/tdd/work', 'HEAD']);
    expect(await gateIn(path, { base: 'only/push/tdd/work' })).toMatchObject(cannotJudge(/remote copy/));
    // Other branches whose names only end alike.
    await git(path, ['update-ref', 'refs/remotes/team/hub/x/tdd/work', 'HEAD~1']);
    expect(await gateIn(path, { base: 'team/hub/x/tdd/work' })).toMatchObject({ code: 0 });
    await git(path, ['checkout', '-q', '-b', 'hub/main']);
    expect(await gateIn(path, { base: 'team/hub/main' })).toMatchObject({ code: 0 });
  });

  test('R-004-14: no repository, a bare one, a .git folder, one without commits, sha256, a partial clone, no history in common', async () => {
    const hub = await bareRepository({ 'a.js': 'a\n' });
    const list = join(await temporaryFolder('pawl-list'), 'list.txt');
    const outsider = await repository({});
    await outsider.write({ 'list.txt': 'a\n' });
    const gate = async (cwd: string) => typed(cwd, '--base', 'main', '--allowlist', join(outsider.path, 'list.txt'));
    expect((await gate(dirname(list))).err).toMatch(/belongs to no git repository\. Expected/);
    expect((await gate(hub.path)).err).toMatch(/is a bare repository; expected a checkout/);
    expect((await gate(outsider.gitDir)).err).toMatch(/lies inside a \.git folder\. Expected/);
    expect((await gate(outsider.path)).err).toMatch(/has no commit yet; expected/);
    const other = join(dirname(list), 'sha256');
    await git(dirname(list), ['init', '-q', '--object-format=sha256', other]);
    expect((await gate(other)).err).toMatch(/object names by sha256; expected sha1/);
    const shop = await branchOf({ 'a.js': 'a\n' });
    await shop.git('config', 'remote.origin.promisor', 'true');
    expect(await gateIn(shop.path)).toMatchObject(cannotJudge(/is a partial clone; expected/));
    await shop.git('config', '--unset', 'remote.origin.promisor');
    await shop.git('checkout', '-q', '--orphan', 'other');
    await shop.commit({ 'b.js': 'b\n' });
    expect(await gateIn(shop.path)).toMatchObject(cannotJudge(/has no commit in common with the branch; expected/));
  });

  test('a shallow clone that was cut above the merge base says how to mend it', async () => {
    const hub = await bareRepository({ 'a.js': 'a\n' });
    await git(hub.path, ['branch', 'old']);
    await hub.commit({ 'b.js': 'b\n' });
    const path = join(dirname(hub.path), 'shallow');
    const depth = ['--depth', '1', '--no-single-branch'];
    await git(dirname(hub.path), ['clone', '-q', ...depth, `file://${hub.path}`, path]);
    expect(await gateIn(path, { base: 'origin/old' })).toMatchObject(cannotJudge(/git fetch --unshallow/));
    await git(path, ['fetch', '-q', '--unshallow']);
    expect(await gateIn(path, { base: 'origin/old' })).toMatchObject({ code: 1, outside: { added: ['b.js'] } });
  });
});

describe('bases that are good', () => {
  test('R-004-16: the upstream of the branch, where it is another branch', async () => {
    const path = await cloneOf();
    for (const base of ['@{u}', 'origin/main', 'origin', 'refs/remotes/origin/main']) {
      expect(await gateIn(path, { base })).toMatchObject({ code: 0, outside: none });
    }
  });

  test('R-004-17: names are compared, not commits: at the start base and HEAD are one commit', async () => {
    const shop = await branchOf({ 'a.js': 'a\n' });
    expect(await gateIn(shop.path)).toMatchObject({ code: 0, notes: [expect.stringContaining('holds every commit')] });
    await shop.write({ 'b.js': 'b\n' });
    expect(await gateIn(shop.path)).toMatchObject({ code: 1, outside: { added: ['b.js'] } });
  });

  test('R-004-18: the known hole: the branch’s own tip as a commit name passes, and is told', async () => {
    const shop = await branchOf({ 'a.js': 'a\n' });
    const tip = await shop.commit({ 'outside.js': '1\n' });
    for (const base of [tip, tip.slice(0, 10), 'HEAD~0']) {
      const { code, notes } = await gateIn(shop.path, { base });
      expect([code, notes]).toEqual([0, [expect.stringMatching(/holds every commit .* only what is not committed/)]]);
    }
    expect(await gateIn(shop.path, { base: `${tip}~1` })).toMatchObject({ code: 1, notes: [expect.any(String)] });
  });

  test('a tag, an annotated one, a commit by its words, a detached HEAD', async () => {
    const shop = await repository({ 'a.js': 'a\n' }, { message: 'the very first' });
    await shop.git('tag', '-a', 'v1', '-m', 'one');
    await shop.git('checkout', '-q', '--detach');
    await shop.commit({ 'b.js': 'b\n' });
    for (const base of ['v1', ':/the very first', 'main', 'HEAD~1']) {
      expect(await gateIn(shop.path, { base })).toMatchObject({ code: 1, outside: { ...none, added: ['b.js'] } });
    }
    expect(await gateIn(shop.path, { base: 'HEAD' })).toMatchObject(cannotJudge(/is what is checked out itself/));
  });
});
