import { afterEach, describe, expect, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { git, removeRepositories } from '../../support/git-repos.js';
import { ada, atMs, contents, opened, repositoriesIn, type Opened } from './fixture.js';

afterEach(removeRepositories);

/** Real git on the trusted repository, for looking only. */
async function lookInto({ home }: Opened, ...args: readonly string[]): Promise<string> {
  const [name = ''] = (await readdir(join(home, 'repositories'))).filter((entry) => !entry.startsWith('.'));
  return git(join(home, 'repositories', name, 'trusted.git'), args);
}

describe('D2: commits', () => {
  test('the same request gives the same commit, byte for byte, whoever runs it and when', async () => {
    const all = await opened({ a: 'x' });
    const message = 'Don\'t lose "a\\tb" & `date` for $HOME <b>\n\n#1 stays\n\n\n-n option  \n\nTask: 1\n';
    const request = { tree: all.tree, parent: all.commit, message, author: ada, atMs: atMs + 999 };
    const sha = await all.trusted.writeCommit(request);
    expect(await all.trusted.writeCommit(request)).toBe(sha);
    const elsewhere = await repositoriesIn(join(all.home, 'second')).open(all.origin);
    await elsewhere.fetch();
    expect(await elsewhere.writeCommit(request)).toBe(sha);
    const seconds = String(atMs / 1000);
    expect(`${await lookInto(all, 'cat-file', 'commit', sha)}\n`).toBe(
      `tree ${all.tree}\nparent ${all.commit}\nauthor Ada Example <ada@example.org> ${seconds} +0000\n` +
        `committer Ada Example <ada@example.org> ${seconds} +0000\n\n${message}`,
    );
    expect(await lookInto(all, 'for-each-ref', 'refs/heads')).toBe('');
  });

  test('a message without a last newline gets one; an author git would refuse is an error', async () => {
    const all = await opened({ a: 'x' });
    const request = { tree: all.tree, parent: all.commit, message: 'one', author: ada, atMs };
    expect(await all.trusted.writeCommit(request)).toBe(
      await all.trusted.writeCommit({ ...request, message: 'one\n' }),
    );
    await expect(all.trusted.writeCommit({ ...request, author: { name: '', email: 'x' } })).rejects.toThrow(/ident/);
    await expect(all.trusted.writeCommit({ ...request, message: 'a\0b' })).rejects.toThrow(/NUL/);
  });

  test('F48: a branch moves from what it must be, a second time is already, a foreign move is found', async () => {
    const { trusted, tree, commit } = await opened({ a: 'x' });
    const next = (message: string) => trusted.writeCommit({ tree, parent: commit, message, author: ada, atMs });
    const [one, two] = [await next('one'), await next('two')];
    const branch = 'tdd/issue-1-x';
    expect(await trusted.branchTip(branch)).toBeNull();
    expect(await trusted.moveBranch(branch, one, null)).toEqual({ kind: 'moved' });
    expect(await trusted.moveBranch(branch, one, null)).toEqual({ kind: 'already' });
    expect(await trusted.moveBranch(branch, two, null)).toEqual({ kind: 'moved-by-others', actual: one });
    expect(await trusted.moveBranch(branch, two, commit)).toEqual({ kind: 'moved-by-others', actual: one });
    expect(await trusted.moveBranch(branch, two, one)).toEqual({ kind: 'moved' });
    expect(await trusted.moveBranch(branch, two, one)).toEqual({ kind: 'already' });
    expect(await trusted.branchTip(branch)).toBe(two);
    expect(await trusted.moveBranch('gone', one, two)).toEqual({ kind: 'moved-by-others', actual: null });
  });

  test('of many swaps at once exactly one moves the branch', async () => {
    const { trusted, tree, commit } = await opened({ a: 'x' });
    const candidates = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        trusted.writeCommit({ tree, parent: commit, message: String(at), author: ada, atMs }),
      ),
    );
    await trusted.moveBranch('b', commit, null);
    const results = await Promise.all(candidates.map((sha) => trusted.moveBranch('b', sha, commit)));
    expect(results.filter(({ kind }) => kind === 'moved')).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === 'moved-by-others')).toHaveLength(7);
    expect(candidates).toContain(await trusted.branchTip('b'));
  });

  test('T7: what git would refuse as a branch, or take for an option, is refused by name', async () => {
    const { trusted, commit } = await opened({ a: 'x' });
    const names = [
      '-d',
      '--delete',
      'a..b',
      'a b',
      'refs/../x',
      'x.lock',
      'HEAD',
      'a~1',
      'a:b',
      '',
      '/x',
      'x/',
      '@{-1}',
    ];
    for (const name of [...names, 'a//b', '.a', 'a/.b', 'a.', '@', 'a\nb', 'a\\b', 'a*']) {
      await expect(trusted.moveBranch(name, commit, null)).rejects.toThrow(/Not a branch name/);
      await expect(trusted.push(name, commit, null)).rejects.toThrow(/Not a branch name/);
      await expect(trusted.branchTip(name)).rejects.toThrow(/Not a branch name/);
      await expect(trusted.originTip(name)).rejects.toThrow(/Not a branch name/);
    }
  });

  test('a branch that another one stands in the way of is an error in words, not a foreign move', async () => {
    const { trusted, commit } = await opened({ a: 'x' });
    await trusted.moveBranch('tdd', commit, null);
    await expect(trusted.moveBranch('tdd/x', commit, null)).rejects.toThrow(/'refs\/heads\/tdd' exists/);
  });

  test('an attempt is kept in the trusted repository alone, and found again', async () => {
    const all = await opened({ a: 'x' });
    const tree = await all.trusted.withFiles(all.tree, { a: 'half done' });
    const request = { tree, parent: all.commit, message: 'kept', author: ada, atMs };
    const ref = await all.trusted.keepAttempt('run-1/step-2-1', request);
    expect(ref).toBe('refs/pawl/attempts/run-1/step-2-1');
    expect(await all.trusted.attempt(ref)).toBe(tree);
    expect(await all.trusted.keepAttempt('run-1/step-2-1', request)).toBe(ref);
    expect(await all.trusted.attempt('refs/pawl/attempts/none')).toBeNull();
    expect(await all.trusted.attempt('refs/heads/main')).toBeNull();
    expect(await all.origin.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    await expect(all.trusted.keepAttempt('../x', request)).rejects.toThrow(/Not a name for an attempt/);
  });
});

describe('trees from trees', () => {
  test('withFiles sets and removes texts, keeps modes and everything else', async () => {
    const { trusted, tree, folder } = await opened({
      'run.sh': { program: 'old\n' },
      'a/b.js': 'x',
      '-n': 'y',
      'keep.txt': 'crlf\r\n',
      ln: { link: 'a' },
    });
    const next = await trusted.withFiles(tree, {
      'run.sh': 'new\r\n\u20ac',
      'a/b.js': null,
      '-n': null,
      missing: null,
      'deep/er/new file': '',
      ln: 'a file now',
    });
    await trusted.exportTree(next, folder('export'));
    expect(await contents(folder('export'))).toEqual({
      'run.sh': `program ${Buffer.from('new\r\n\u20ac').toString('latin1')}`,
      'keep.txt': 'crlf\r\n',
      'deep/er/new file': '',
      ln: 'a file now',
    });
    expect(await trusted.withFiles(tree, {})).toBe(tree);
  });

  test('withFiles: a file becomes a folder, and the other way round', async () => {
    const { trusted, tree } = await opened({ a: 'file', 'b/c': 'x', 'b/d': 'y' });
    expect(await trusted.listFiles(await trusted.withFiles(tree, { 'a/x': '1', b: '2' }))).toEqual(['a/x', 'b']);
  });

  test('withPathsFrom takes files, folders and absence from the other tree', async () => {
    const { trusted, tree, folder } = await opened({ 'test/a.js': 'red', 'test/b.js': 'red', 'src/x.js': 'base' });
    const other = await trusted.withFiles(tree, {
      'test/a.js': 'softened',
      'test/b.js': null,
      'test/c.js': 'new',
      'src/x.js': 'changed',
      'src/y.js': 'new',
    });
    const mended = await trusted.withPathsFrom(other, tree, ['test', 'src/y.js', 'missing']);
    await trusted.exportTree(mended, folder('export'));
    expect(await contents(folder('export'))).toEqual({
      'test/a.js': 'red',
      'test/b.js': 'red',
      'src/x.js': 'changed',
    });
  });

  test('withPathsFrom: a file stands where the taken path needs a folder', async () => {
    const { trusted, tree } = await opened({ 'a/b': 'x', c: 'y' });
    const flat = await trusted.withFiles(tree, { a: 'file' });
    expect(await trusted.listFiles(await trusted.withPathsFrom(flat, tree, ['a/b']))).toEqual(['a/b', 'c']);
  });
});
