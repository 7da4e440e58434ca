import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { chmod, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, removeRepositories, writeTree } from '../../support/git-repos.js';
import { files, laid } from './laid.js';

afterEach(removeRepositories);

describe('F37, F40: folders that can not be taken are rejects that name the path, never errors', () => {
  test('FIFO, socket and device, without a hang', async () => {
    const { trusted, tree, work } = await laid();
    execFileSync('mkfifo', [join(work, 'src/pipe'), join(work, 'pipe2')]);
    const server = createServer().listen(join(work, 'sock'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      execFileSync('mknod', [join(work, 'null'), 'c', '1', '3']);
    } catch {
      // Making a device needs root; the two others are enough without it.
    }
    const { rejects, changes } = await trusted.takeTree(work, tree, ['pipe2']);
    server.close();
    expect(rejects).toEqual(expect.arrayContaining(['pipe2 is a FIFO', 'sock is a socket', 'src/pipe is a FIFO']));
    expect(changes).toEqual([]);
  });

  test('a FIFO in place of a tracked file', async () => {
    const { trusted, tree, work } = await laid();
    await rm(join(work, 'src/a.js'));
    execFileSync('mkfifo', [join(work, 'src/a.js')]);
    expect((await trusted.takeTree(work, tree, [])).rejects).toEqual(['src/a.js is a FIFO']);
  });

  test('a nested repository, as folder or file, in any spelling', async () => {
    const { trusted, tree, work } = await laid();
    await git(work, ['init', '--quiet', 'lib/inner']);
    await writeTree(work, { 'src/.git': 'gitdir: elsewhere\n', '.GIT/config': 'x', 'src/git~1': 'x' });
    expect([...(await trusted.takeTree(work, tree, [])).rejects].sort()).toEqual([
      '.GIT is another spelling of .git',
      'lib/inner/.git is a repository inside the tree',
      'src/.git is a repository inside the tree',
      'src/git~1 is a repository inside the tree',
    ]);
  });

  test('links that lead out: absolute, above the top, through another link; the base keeps its own', async () => {
    const { trusted, tree, work } = await laid({ ...files, old: { link: '/etc/hostname' } });
    await mkdir(join(work, 'd/e'), { recursive: true });
    const links = {
      absolute: '/etc/passwd',
      up: '../outside',
      'd/e/top': '../..',
      'd/e/above': '../../..',
      sly: 'd/e/top/../outside',
      inner: 'src/a.js',
      'd/inner': '../src/a.js',
      toGit: '.git/config',
    };
    for (const [path, target] of Object.entries(links)) await symlink(target, join(work, path));
    const { rejects } = await trusted.takeTree(work, tree, []);
    expect(rejects.map((text) => text.split(' ')[0]).sort()).toEqual(['absolute', 'd/e/above', 'sly', 'toGit', 'up']);
    expect(rejects[0]).toContain('is a link that leads out of the tree');
    await rm(join(work, 'old'));
    await symlink('/etc/passwd', join(work, 'old'));
    expect((await trusted.takeTree(work, tree, [])).rejects.join()).toContain('old is a link that leads out');
  });

  test('a sparse file of 4 GB, and one of 65 MiB, without reading them', async () => {
    const { trusted, tree, work } = await laid();
    for (const [name, bytes] of [
      ['huge', 4 * 1024 ** 3],
      ['src/a.js', 65 * 1024 ** 2],
    ] as const) {
      await writeFile(join(work, name), '');
      await truncate(join(work, name), bytes);
    }
    const started = Date.now();
    const { rejects } = await trusted.takeTree(work, tree, ['huge']);
    expect(Date.now() - started).toBeLessThan(3000);
    expect(rejects.join('\n')).toMatch(/huge is too large: 4294967296 bytes/);
    expect(rejects.join('\n')).toMatch(/src\/a\.js is too large: 68157440 bytes, at most 64 MiB/);
    expect(rejects.join('\n')).toMatch(/bytes were added, at most 512 MiB/);
  });

  test('more than 50,000 new entries', async () => {
    const { trusted, tree, work } = await laid();
    execFileSync('sh', ['-c', 'mkdir many && cd many && seq 1 50010 | xargs touch'], { cwd: work });
    const { rejects } = await trusted.takeTree(work, tree, []);
    expect(rejects).toEqual(['more than 50000 files and folders were added']);
  });

  test('a path longer than the system takes', async () => {
    const { trusted, tree, work } = await laid();
    const script = 'for (let i = 0; i < 40; i++) { const n = "0".repeat(200); fs.mkdirSync(n); process.chdir(n); }';
    execFileSync(process.execPath, ['-e', script], { cwd: work });
    const { rejects } = await trusted.takeTree(work, tree, []);
    expect(rejects).toHaveLength(1);
    expect(rejects[0]).toMatch(/^0{200}\/.*… is longer than 4096 bytes as a path$/);
    expect((rejects[0] ?? '').length).toBeLessThan(400);
  });

  test('names that are not UTF-8, and names that hold control characters are shown in one line', async () => {
    const { trusted, tree, work } = await laid();
    await writeFile(Buffer.concat([Buffer.from(`${work}/x\n`), Buffer.from([0xe9])]), 'x');
    const { rejects } = await trusted.takeTree(work, tree, []);
    expect(rejects).toEqual(['"x\\n\ufffd" has a name that is not valid UTF-8']);
  });

  test('F60, T9: new names that differ in case or composition only', async () => {
    const { trusted, tree, work } = await laid();
    await writeTree(work, { 'SRC/a.js': 'x', 'readme.md': 'x', 'caf\u00e9': 'x', 'cafe\u0301': 'x' });
    const { rejects } = await trusted.takeTree(work, tree, ['SRC/a.js', 'readme.md', 'caf\u00e9', 'cafe\u0301']);
    expect([...rejects].sort()).toEqual([
      "README.md and readme.md: names that some file systems can't tell apart",
      "SRC and src: names that some file systems can't tell apart",
      "SRC/a.js and src/a.js: names that some file systems can't tell apart",
      "cafe\u0301 and caf\u00e9: names that some file systems can't tell apart",
    ]);
  });

  test('F38: the workspace is gone, or is a link now', async () => {
    const { trusted, tree, work, folder } = await laid();
    await rename(work, folder('moved'));
    const gone = await trusted.takeTree(work, tree, []);
    expect(gone).toMatchObject({ tree, changes: [], rejects: ['the workspace is gone'] });
    await symlink(folder('moved'), work);
    expect((await trusted.takeTree(work, tree, [])).rejects).toEqual(['the workspace is gone']);
  });

  test('F39: modes taken away are given back and noted', async () => {
    const { trusted, tree, work } = await laid();
    await writeFile(join(work, 'src/a.js'), 'changed\n');
    await chmod(join(work, 'src/a.js'), 0o000);
    await chmod(join(work, 'src'), 0o000);
    const { changes, notes } = await trusted.takeTree(work, tree, []);
    expect(changes).toEqual([{ kind: 'modified', path: 'src/a.js', mode: '100644' }]);
    expect(notes).toEqual(['made readable: src, src/a.js (2 in all)']);
  });
});
