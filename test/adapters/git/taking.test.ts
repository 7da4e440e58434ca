import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, removeRepositories, writeTree } from '../../support/git-repos.js';
import { contents } from './fixture.js';
import { files, laid } from './laid.js';

afterEach(removeRepositories);

describe('takeTree: what the leaf changed', () => {
  test('an untouched workspace gives the base tree and no change', async () => {
    const { trusted, tree, work } = await laid();
    expect(await trusted.takeTree(work, tree, [])).toEqual({
      tree,
      changes: [],
      leftOut: [],
      refused: [],
      rejects: [],
      notes: [],
    });
  });

  test('changes, deletions, modes and links are shown; new files count when they are wanted', async () => {
    const { trusted, tree, work, folder } = await laid();
    await writeTree(work, {
      'src/a.js': 'changed\n',
      'src/b.js': null,
      'test/new.test.js': 'new\n',
      'README.md': { link: 'src/a.js' },
      'bin/tool': { program: 'x' },
    });
    const taken = await trusted.takeTree(work, tree, ['test/new.test.js', 'bin/tool']);
    expect(taken.changes).toEqual([
      { kind: 'modified', path: 'README.md', mode: '120000' },
      { kind: 'added', path: 'bin/tool', mode: '100755' },
      { kind: 'modified', path: 'src/a.js', mode: '100644' },
      { kind: 'deleted', path: 'src/b.js', mode: '100644' },
      { kind: 'added', path: 'test/new.test.js', mode: '100644' },
    ]);
    await trusted.exportTree(taken.tree, folder('export'));
    expect(await contents(folder('export'))).toEqual(await contents(work));
  });

  test('a change of the same length in the same moment is seen', async () => {
    const { trusted, tree, work } = await laid();
    await writeFile(join(work, 'src/a.js'), 'two\n');
    const { changes } = await trusted.takeTree(work, tree, []);
    expect(changes).toEqual([{ kind: 'modified', path: 'src/a.js', mode: '100644' }]);
  });

  test('a file in place of a folder, and a folder in place of a file', async () => {
    const { trusted, tree, work } = await laid();
    await rm(join(work, 'src'), { recursive: true });
    await rm(join(work, 'README.md'));
    await writeTree(work, { src: 'a file now\n', 'README.md/x.md': 'in a folder now\n' });
    const { changes } = await trusted.takeTree(work, tree, ['src', 'README.md/x.md']);
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'deleted README.md',
      'added README.md/x.md',
      'added src',
      'deleted src/a.js',
      'deleted src/b.js',
    ]);
  });

  test('a folder replaced by a link inside the tree: its files are gone, nothing is read through it', async () => {
    const { trusted, tree, work } = await laid({ ...files, 'lib/a.js': 'lib\n' });
    await rm(join(work, 'src'), { recursive: true });
    await symlink('lib', join(work, 'src'));
    const { changes, leftOut } = await trusted.takeTree(work, tree, []);
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['deleted src/a.js', 'deleted src/b.js']);
    expect(leftOut).toEqual(['src']);
  });

  test('F31: every file removed is an empty tree, not an error', async () => {
    const { trusted, tree, work } = await laid();
    for (const name of ['src', 'README.md']) await rm(join(work, name), { recursive: true });
    const taken = await trusted.takeTree(work, tree, []);
    expect(taken.rejects).toEqual([]);
    expect(taken.changes).toHaveLength(3);
    expect(await trusted.listFiles(taken.tree)).toEqual([]);
  });

  test('F60: CRLF, BOM, NUL and bytes that are no UTF-8 round-trip, also in names the base has', async () => {
    const odd = Buffer.from('latin1-\xe9.txt', 'latin1');
    const { trusted, origin, folder, work } = await laid({
      '.gitattributes': '* text=auto eol=crlf\n',
      'a.txt': 'a\n',
    });
    execFileSync('sh', ['-c', 'printf "x" > "$(printf "latin1-\\351.txt")"'], { cwd: origin.path });
    const commit = await origin.commit({});
    await trusted.fetch();
    const tree = await trusted.treeOf(commit);
    await rm(work, { recursive: true });
    await trusted.layWorkspace(tree, work);
    const bytes = Buffer.concat([Buffer.from('\ufeff'), Buffer.from([0, 0xff, 0x0d, 0x0a, 0x0a, 0xc3])]);
    await writeFile(join(work, 'a.txt'), bytes);
    await writeFile(Buffer.concat([Buffer.from(`${work}/`), odd]), 'y');
    const taken = await trusted.takeTree(work, tree, []);
    expect(taken.rejects).toEqual([]);
    expect(taken.changes).toHaveLength(2);
    await trusted.exportTree(taken.tree, folder('export'));
    expect((await readFile(join(folder('export'), 'a.txt'))).equals(bytes)).toBe(true);
    expect(execFileSync('sh', ['-c', 'cat lat*'], { cwd: folder('export') }).toString()).toBe('y');
  });

  test('a submodule of the base stays what it is', async () => {
    const { trusted, origin, commit, folder } = await laid();
    await origin.git('update-index', '--add', '--cacheinfo', `160000,${commit},lib/sub`);
    await origin.git('commit', '--quiet', '--message', 'with a submodule');
    await trusted.fetch();
    const tree = await trusted.treeOf((await trusted.resolveInOrigin('main')) ?? '');
    await trusted.layWorkspace(tree, folder('with-sub'));
    await writeFile(join(folder('with-sub'), 'src/a.js'), 'changed\n');
    const { changes } = await trusted.takeTree(folder('with-sub'), tree, []);
    expect(changes).toEqual([{ kind: 'modified', path: 'src/a.js', mode: '100644' }]);
  });

  test('odd names of new files: options, quotes, line breaks, globs', async () => {
    const { trusted, tree, work } = await laid();
    const names = ['-n', '--force', 'two words', 'quo"te', 'line\nbreak', ':(glob)**', '*', 'ünï'];
    await writeTree(work, Object.fromEntries(names.map((name) => [name, name])));
    const { changes, leftOut } = await trusted.takeTree(work, tree, names);
    expect(changes.map(({ path }) => path).sort()).toEqual([...names].sort());
    expect(leftOut).toEqual([]);
  });
});

describe('R21: what is left out', () => {
  test('untracked files outside the plan are named, a large folder once', async () => {
    const { trusted, tree, work } = await laid();
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`deps/p${String(at)}/i.js`, 'x']));
    await writeTree(work, { ...many, 'settings.local.json': 'password', 'run.log': 'log', '.tdd/events.jsonl': '{}' });
    const taken = await trusted.takeTree(work, tree, []);
    expect(taken.tree).toBe(tree);
    expect(taken.leftOut).toEqual(['.tdd/events.jsonl', 'deps/ (300 files)', 'run.log', 'settings.local.json']);
  });

  test('more than 200 names are counted', async () => {
    const { trusted, tree, work } = await laid();
    await writeTree(work, Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`x${String(at)}`, 'x'])));
    const { leftOut } = await trusted.takeTree(work, tree, []);
    expect(leftOut).toHaveLength(201);
    expect(leftOut.at(-1)).toBe('… and 50 more');
  });

  test("the base's ignore rules decide, not those the leaf wrote", async () => {
    const base = { ...files, '.gitignore': 'dist/\n*.log\n', 'src/.gitignore': '/local.js\n!keep.log\n' };
    const { trusted, tree, work } = await laid(base);
    await writeTree(work, {
      '.gitignore': 'test/\n',
      '.git/info/exclude': 'src\n',
      'dist/out.js': 'x',
      'run.log': 'x',
      'src/local.js': 'x',
      'src/keep.log': 'x',
      'test/new.test.js': 'new',
    });
    const taken = await trusted.takeTree(work, tree, ['test/new.test.js', 'dist/out.js']);
    expect(taken.changes.map(({ path }) => path)).toEqual(['.gitignore', 'test/new.test.js']);
    expect(taken.leftOut).toEqual(['dist/out.js (ignored)', 'src/keep.log']);
  });

  test('what lies in an ignored folder neither counts nor rejects', async () => {
    const { trusted, tree, work } = await laid({ ...files, '.gitignore': '.venv/\n' });
    await mkdir(join(work, '.venv/bin'), { recursive: true });
    await symlink('/usr/bin/python3', join(work, '.venv/bin/python'));
    await git(join(work, '.venv'), ['init', '--quiet', 'nested']);
    const taken = await trusted.takeTree(work, tree, []);
    expect(taken).toMatchObject({ tree, rejects: [], leftOut: [] });
    // It was not even entered: its modes are as the leaf left them.
    await chmod(join(work, '.venv/bin'), 0o000);
    expect((await trusted.takeTree(work, tree, [])).notes).toEqual([]);
    expect((await stat(join(work, '.venv/bin'))).mode & 0o777).toBe(0);
  });
});

describe("the leaf's own git is noted and has no effect (R20, F35, F36, F46)", () => {
  test('commits, branches and a detached HEAD', async () => {
    const { trusted, tree, work } = await laid();
    await writeFile(join(work, 'src/a.js'), 'changed\n');
    await git(work, ['commit', '-qam', 'by the leaf']);
    const committed = await trusted.takeTree(work, tree, []);
    expect(committed.changes).toHaveLength(1);
    expect(committed.notes).toEqual(['the leaf made commits of its own: ignored, only the files count']);
    await git(work, ['switch', '-qc', 'other']);
    expect((await trusted.takeTree(work, tree, [])).notes.join('\n')).toContain('"ref: refs/heads/other"');
    await git(work, ['checkout', '-q', '--detach']);
    await git(work, ['reset', '-q', '--hard', 'HEAD~1']);
    const reset = await trusted.takeTree(work, tree, []);
    expect(reset).toMatchObject({ tree, changes: [] });
    expect(reset.notes.join('\n')).toContain('switched its HEAD');
  });

  test('a stale index.lock, a broken .git, a removed .git, a FIFO as HEAD', async () => {
    const { trusted, tree, work } = await laid();
    await writeTree(work, { '.git/index.lock': '', '.git/HEAD.lock': '', 'src/a.js': 'changed\n' });
    expect((await trusted.takeTree(work, tree, [])).changes).toHaveLength(1);
    await rm(join(work, '.git/HEAD'));
    execFileSync('mkfifo', [join(work, '.git/HEAD')]);
    expect((await trusted.takeTree(work, tree, [])).changes).toHaveLength(1);
    await rm(join(work, '.git'), { recursive: true });
    const { changes, notes } = await trusted.takeTree(work, tree, []);
    expect(changes).toHaveLength(1);
    expect(notes).toEqual(['the leaf removed its .git folder: without effect']);
    await writeFile(join(work, '.git'), 'gitdir: /etc\n');
    expect((await trusted.takeTree(work, tree, [])).notes).toEqual([
      'the leaf replaced its .git folder: without effect',
    ]);
  });
});
