import { appendFile, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { git, removeRepositories, repository, temporaryFolder, writeTree } from '../support/git-repos.js';
import { atDesk, branchOf, gateIn, none } from './support/gate-desk.js';

let leave: () => void;
beforeAll(async () => {
  leave = await atDesk();
});
afterAll(async () => {
  leave();
  await removeRepositories();
});

describe('checkouts of other kinds', () => {
  test('R-004-12: a linked work tree is judged by its own HEAD, index and files', async () => {
    const shop = await repository({ 'a.js': 'a\n', 'deep/b.js': 'b\n', '.gitignore': '*.log\n' });
    const linked = join(dirname(shop.path), 'linked tree');
    await shop.git('worktree', 'add', '-q', '-b', 'tdd/work', linked);
    await shop.write({ 'only-in-main.js': '1\n' });
    await appendFile(join(shop.gitDir, 'info/exclude'), 'hidden\n');
    await writeTree(linked, { 'deep/b.js': 'x\n', 'new.js': '1\n', 'x.log': '1\n', hidden: '1\n' });
    await git(linked, ['add', 'new.js']);
    for (const cwd of ['', 'deep']) {
      const { outside } = await gateIn(linked, { cwd });
      expect(outside).toEqual({ ...none, added: ['new.js'], modified: ['deep/b.js'] });
    }
    expect(await gateIn(linked, { base: 'tdd/work' })).toMatchObject({ code: 2 });
    // Seen from the main work tree the linked one's branch is another branch.
    expect((await gateIn(shop.path, { base: 'tdd/work' })).outside).toEqual({ ...none, added: ['only-in-main.js'] });
  });

  test('a repository inside the repository is one path with "/" behind it, and is judged for itself from within', async () => {
    const shop = await branchOf({ 'a.js': 'a\n', '.gitignore': 'vendor/\n' });
    for (const name of ['nested', 'vendor/ignored', 'lib/empty']) {
      await mkdir(join(shop.path, name), { recursive: true });
      await git(join(shop.path, name), ['init', '-q', '-b', 'main']);
    }
    await shop.write({ 'nested/n.js': '1\n' });
    expect((await gateIn(shop.path)).outside).toEqual({ ...none, added: ['lib/empty/', 'nested/'] });
    expect(await gateIn(shop.path, { list: 'nested/\nlib/empty/\n' })).toMatchObject({ code: 0 });
    expect(await gateIn(shop.path, { list: 'nested/n.js\nlib/empty/\n' })).toMatchObject({ code: 1 });
    expect((await gateIn(shop.path, { cwd: 'nested' })).err).toContain('has no commit yet');
  });

  test('a submodule counts when its commit or its tracked content changed, whatever .gitmodules asks for', async () => {
    const part = await repository({ 'p.js': 'p\n' });
    const shop = await repository({ 'a.js': 'a\n' });
    const allow = ['-c', 'protocol.file.allow=always'];
    await shop.git(...allow, 'submodule', '--quiet', 'add', part.path, 'sub dir/part');
    await shop.git('config', '-f', '.gitmodules', 'submodule.sub dir/part.ignore', 'all');
    await shop.commit({});
    await shop.git('checkout', '-q', '-b', 'tdd/work');
    const inside = join(shop.path, 'sub dir/part');
    expect(await gateIn(shop.path)).toMatchObject({ code: 0, outside: none });
    await writeTree(inside, { 'untracked.js': '1\n' });
    expect(await gateIn(shop.path)).toMatchObject({ code: 0, outside: none });
    await writeTree(inside, { 'p.js': 'edited\n' });
    const changed = { code: 1, outside: { ...none, modified: ['sub dir/part'] } };
    expect(await gateIn(shop.path, { list: 'sub dir/part/p.js' })).toMatchObject(changed);
    await git(inside, ['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qam', 'on']);
    expect(await gateIn(shop.path)).toMatchObject(changed);
    await shop.git('commit', '-qam', 'part moved');
    expect(await gateIn(shop.path)).toMatchObject(changed);
    expect(await gateIn(shop.path, { list: 'sub dir/part' })).toMatchObject({ code: 0 });
    await shop.git('checkout', '-q', 'main');
    await shop.git('submodule', '--quiet', 'deinit', '--force', '--all');
    await shop.git('checkout', '-q', '-b', 'tdd/without');
    expect(await gateIn(shop.path)).toMatchObject({ code: 0, outside: none });
  });

  test('files that a sparse checkout leaves out are not deleted ones', async () => {
    const shop = await branchOf({ 'a/x.js': '1\n', 'b/y.js': '1\n', 'top.js': '1\n' });
    await shop.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'a');
    await expect(stat(join(shop.path, 'b'))).rejects.toThrow('ENOENT');
    expect(await gateIn(shop.path)).toMatchObject({ code: 0, notes: [expect.stringContaining('every commit')] });
    await shop.write({ 'a/x.js': '2\n', 'b/new.js': '1\n' });
    expect((await gateIn(shop.path)).outside).toEqual({ ...none, added: ['b/new.js'], modified: ['a/x.js'] });
  });

  test("with Pawl's home inside the checkout everything is still seen", async () => {
    const shop = await branchOf({ 'a.js': 'a\n', '.gitignore': '.pawl/\n' });
    await shop.git('update-index', '--assume-unchanged', 'a.js');
    const before = process.env['PAWL_HOME'];
    process.env['PAWL_HOME'] = join(shop.path, '.pawl');
    try {
      await shop.write({ 'new.js': '1\n' });
      const { outside, notes } = await gateIn(shop.path);
      expect([outside, notes.at(-1)]).toEqual([{ ...none, added: ['new.js'] }, expect.stringContaining('a.js')]);
    } finally {
      process.env['PAWL_HOME'] = before;
    }
  });
});

describe('D1: a gate that runs nothing of the repository and changes nothing in it', () => {
  test('hooks, filters, fsmonitor, textconv and external diff of it and of its submodule stay silent', async () => {
    const folder = await temporaryFolder('pawl-poison');
    const marker = join(folder, 'ran');
    const program = join(folder, 'evil');
    await writeTree(folder, { evil: { program: `#!/bin/sh\necho "$*" >> '${marker}'\n` } });
    const part = await repository({ 'p.js': 'p\n' });
    const shop = await repository({ 'a.js': 'a\n', '.gitattributes': '*.js filter=evil diff=evil\n' });
    await shop.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'part');
    await shop.git('commit', '-qm', 'part');
    await shop.git('checkout', '-q', '-b', 'tdd/work');
    const run = (name: string): string => `"${program} ${name}"`;
    const config = `[core]\n\tfsmonitor = ${run('fsmonitor')}\n\thooksPath = "${folder}"\n\talternateRefsCommand = ${run('alternates')}
[filter "evil"]\n\tclean = ${run('clean')}\n\tprocess = ${run('process')}\n\trequired = true
[diff]\n\texternal = ${run('external')}\n[diff "evil"]\n\ttextconv = ${run('textconv')}\n\tcommand = ${run('command')}
[alias]\n\tstatus = "!${program} alias"\n`;
    await writeFile(join(folder, 'post-index-change'), await readFile(program), { mode: 0o755 });
    for (const gitDir of [shop.gitDir, join(shop.gitDir, 'modules/part')])
      await appendFile(join(gitDir, 'config'), config);
    await writeFile(join(shop.gitDir, 'modules/part/info/attributes'), '* filter=evil diff=evil\n');
    await shop.write({ 'a.js': 'edited\n', 'part/p.js': 'edited\n' });
    const index = await readFile(join(shop.gitDir, 'index'));
    const { code, outside } = await gateIn(shop.path);
    expect([code, outside]).toEqual([1, { ...none, modified: ['a.js', 'part'] }]);
    expect((await readFile(join(shop.gitDir, 'index'))).equals(index)).toBe(true);
    await expect(stat(marker)).rejects.toThrow('ENOENT');
    // The poison works: plain git does run it.
    await shop.git('diff', '--stat').catch(() => undefined);
    await expect(stat(marker)).resolves.toBeDefined();
  });

  test('a file with a filter of the person’s own counts when it was touched, and not before', async () => {
    const shop = await repository({ 'a.txt': 'a\n', '.gitattributes': '*.txt filter=upper\n' });
    await shop.git('config', 'filter.upper.clean', 'tr a-z A-Z');
    await shop.git('config', 'filter.upper.smudge', 'tr A-Z a-z');
    await shop.commit({ 'a.txt': 'words\n' });
    await shop.git('checkout', '-q', '-b', 'tdd/work');
    expect(await gateIn(shop.path)).toMatchObject({ code: 0, outside: none });
    await shop.write({ 'a.txt': 'words and more\n' });
    await utimes(join(shop.path, 'a.txt'), 1, 1);
    expect(await gateIn(shop.path)).toMatchObject({ code: 1, outside: { ...none, modified: ['a.txt'] } });
  });
});
