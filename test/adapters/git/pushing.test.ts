import { afterEach, describe, expect, test } from '@jest/globals';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bareRepository, git, removeRepositories, repository } from '../../support/git-repos.js';
import { ada, atMs, opened, openedOn, snapshot, type Opened } from './fixture.js';

afterEach(removeRepositories);

const branch = 'tdd/issue-1-x';

async function commitOn(all: Opened, parent: string, message = 'step'): Promise<string> {
  const tree = await all.trusted.withFiles(all.tree, { 'new.js': message });
  return all.trusted.writeCommit({ tree, parent, message, author: ada, atMs });
}

const tipIn = (all: Opened) => all.origin.git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`);

describe('push: one branch, never force, read before and after', () => {
  test('a new branch, its next commit, and F6: the same push again', async () => {
    const all = await opened({ a: 'x' });
    const one = await commitOn(all, all.commit, 'one');
    const two = await commitOn(all, one, 'two');
    expect(await all.trusted.originTip(branch)).toBeNull();
    expect(await all.trusted.push(branch, one, null)).toEqual({ kind: 'pushed' });
    expect(await all.trusted.originTip(branch)).toBe(one);
    expect(await all.trusted.push(branch, two, one)).toEqual({ kind: 'pushed' });
    expect(await all.trusted.push(branch, two, one)).toEqual({ kind: 'already' });
    expect(await tipIn(all)).toBe(two);
    expect(await all.origin.git('status', '--porcelain')).toBe('');
    expect(await all.origin.git('fsck', '--full')).toBe('');
  });

  test('F48, F49: what others moved is found and kept', async () => {
    const all = await opened({ a: 'x' });
    const one = await commitOn(all, all.commit, 'one');
    await all.origin.git('branch', branch);
    expect(await all.trusted.push(branch, one, null)).toEqual({ kind: 'moved-by-others', actual: all.commit });
    await all.trusted.push(branch, one, all.commit);
    const foreign = await all.origin.commit({ b: 'by hand' });
    await all.origin.git('update-ref', `refs/heads/${branch}`, foreign);
    const two = await commitOn(all, one, 'two');
    expect(await all.trusted.push(branch, two, one)).toEqual({ kind: 'moved-by-others', actual: foreign });
    // Even when the caller takes the foreign commit for what must be there, git refuses to drop it.
    expect((await all.trusted.push(branch, two, foreign)).kind).toBe('refused');
    expect(await tipIn(all)).toBe(foreign);
    await all.origin.git('update-ref', '-d', `refs/heads/${branch}`);
    expect(await all.trusted.push(branch, two, one)).toEqual({ kind: 'moved-by-others', actual: null });
  });

  test('the push waits while the branch is checked out, there or in a linked work tree', async () => {
    const all = await opened({ a: 'x' });
    const one = await commitOn(all, all.commit);
    await all.origin.git('switch', '--quiet', '--create', branch);
    expect(await all.trusted.push(branch, one, all.commit)).toEqual({
      kind: 'deferred',
      why: `the branch is checked out in ${all.origin.path}`,
    });
    await all.origin.git('switch', '--quiet', 'main');
    const linked = join(dirname(all.origin.path), 'linked');
    await all.origin.git('worktree', 'add', '--quiet', linked, branch);
    expect(await all.trusted.push(branch, one, all.commit)).toEqual({
      kind: 'deferred',
      why: `the branch is checked out in ${linked}`,
    });
    await all.origin.git('worktree', 'remove', linked);
    expect(await all.trusted.push(branch, one, all.commit)).toEqual({ kind: 'pushed' });
  });

  test('the push waits while the branch is being rebased', async () => {
    const all = await opened({ a: 'x' });
    const one = await commitOn(all, all.commit);
    await all.origin.git('switch', '--quiet', '--create', branch);
    await all.origin.commit({ a: 'theirs' });
    await all.origin.git('switch', '--quiet', 'main');
    await all.origin.commit({ a: 'ours' });
    await all.origin.git('switch', '--quiet', branch);
    await expect(all.origin.git('rebase', 'main')).rejects.toThrow();
    const tip = await tipIn(all);
    expect(await all.trusted.push(branch, one, tip)).toMatchObject({
      kind: 'deferred',
      why: expect.stringMatching(/is being rebased in/),
    });
  });

  test('a bare origin: HEAD there is no checkout', async () => {
    const all = await openedOn(await bareRepository({ a: 'x' }));
    const one = await commitOn(all, all.commit);
    expect(await all.trusted.push('main', one, all.commit)).toEqual({ kind: 'pushed' });
    expect(await all.origin.git('rev-parse', 'main')).toBe(one);
  });

  test("the origin's hooks and its own push rules don't run or count", async () => {
    const all = await opened({ a: 'x' });
    const hooks = ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction', 'push-to-checkout'];
    for (const hook of [...hooks, 'proc-receive', 'pre-auto-gc']) {
      await all.origin.write({
        [`.git/hooks/${hook}`]: { program: `#!/bin/sh\necho ran >> ${all.home}/marker\nexit 1\n` },
      });
    }
    await all.origin.git('config', 'receive.procReceiveRefs', 'refs/heads');
    await all.origin.git('config', 'receive.denyCurrentBranch', 'updateInstead');
    await all.origin.git('config', 'receive.autogc', 'true');
    await all.origin.git('config', 'gc.auto', '1');
    expect((await all.trusted.push(branch, await commitOn(all, all.commit), null)).kind).toBe('refused');
    await all.origin.git('config', '--unset', 'receive.procReceiveRefs');
    expect(await all.trusted.push(branch, await commitOn(all, all.commit), null)).toEqual({ kind: 'pushed' });
    await expect(stat(join(all.home, 'marker'))).rejects.toThrow(/ENOENT/);
  });

  test('F51: an origin that is gone is a failure with words, and what was committed stays', async () => {
    const all = await opened({ a: 'x' });
    const one = await commitOn(all, all.commit);
    await all.trusted.moveBranch(branch, one, null);
    await rm(all.origin.path, { recursive: true });
    expect(await all.trusted.push(branch, one, null)).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('git'),
    });
    await expect(all.trusted.fetch()).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(all.trusted.originTip(branch)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await all.trusted.branchTip(branch)).toBe(one);
  });

  test('a lock of a person at work in the origin is a failure to be tried again', async () => {
    const all = await opened({ a: 'x' });
    await all.origin.write({ [`.git/refs/heads/${branch}.lock`]: '' });
    const result = await all.trusted.push(branch, await commitOn(all, all.commit), null);
    expect(result).toMatchObject({ kind: 'failed' });
    expect(await readFile(join(all.origin.gitDir, `refs/heads/${branch}.lock`), 'utf8')).toBe('');
  });
});

describe('R-004-09: info/exclude of the origin', () => {
  const lines = ['.tdd/', '.current-gear', 'RALPH_STOP'];

  test('each line once, however often, the rest as it was', async () => {
    const all = await opened({ a: 'x' });
    const path = join(all.origin.gitDir, 'info/exclude');
    await writeFile(path, Buffer.from('# mine\r\n.tdd/\r\n\xe9 no newline', 'latin1'));
    await chmod(path, 0o664);
    const before = await readFile(path, 'latin1');
    await all.trusted.excludeInOrigin(lines);
    await all.trusted.excludeInOrigin([...lines, ...lines]);
    expect(await readFile(path, 'latin1')).toBe(`${before}\n.current-gear\nRALPH_STOP\n`);
    expect((await stat(path)).mode & 0o777).toBe(0o664);
    await mkdir(join(all.origin.path, '.tdd'));
    await writeFile(join(all.origin.path, '.tdd/x'), '');
    expect(await all.origin.git('status', '--porcelain')).toBe('');
  });

  test('made when it is missing, also for a linked work tree', async () => {
    const origin = await repository({ a: 'x' });
    await rm(join(origin.gitDir, 'info'), { recursive: true });
    const linked = join(dirname(origin.path), 'linked');
    await origin.git('worktree', 'add', '--quiet', linked);
    const all = await openedOn({ ...origin, path: linked });
    await all.trusted.excludeInOrigin(['.tdd/']);
    expect(await readFile(join(origin.gitDir, 'info/exclude'), 'utf8')).toBe('.tdd/\n');
    await writeFile(join(linked, 'x'), '');
    await mkdir(join(linked, '.tdd'));
    await writeFile(join(linked, '.tdd/x'), '');
    expect(await git(linked, ['status', '--porcelain'])).toBe('?? x');
  });
});

test("design 5: fetch and push leave the origin's checkout byte-identical, apart from the branch", async () => {
  const all = await opened({ a: 'x' });
  const files = async () =>
    (await snapshot(all.origin.path)).split('\n').filter((line) => !/\/\.git\/(objects|refs|logs)/.test(line));
  const before = await files();
  await all.trusted.fetch();
  await all.trusted.push(branch, await commitOn(all, all.commit), null);
  expect(await files()).toEqual(before);
});
