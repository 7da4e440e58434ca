import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { removeRepositories, repository, temporaryFolder } from '../support/git-repos.js';
import { atDesk, branchOf, gateIn, listPath, none, typed } from './support/gate-desk.js';

let leave: () => void;
beforeAll(async () => {
  leave = await atDesk();
});
afterAll(async () => {
  leave();
  await removeRepositories();
});

const files = { 'src/a.js': 'a\n', 'src/b.js': 'b\n', 'docs/c.md': 'c\n', '.gitignore': '*.log\n' };

describe('what counts (seed 004, File Gate)', () => {
  test('R-004-06, R-004-10, R-004-14: committed, staged, unstaged and untracked edits all count, ignored files do not', async () => {
    const shop = await branchOf(files);
    await shop.commit({ 'committed.js': '1\n' });
    await shop.write({ 'staged.js': '1\n', 'src/b.js': 'staged\n' });
    await shop.git('add', 'staged.js', 'src/b.js');
    await shop.write({ 'src/a.js': 'edited\n', 'new/x.js': '1\n', 'new/y.js': '1\n', 'a.log': 'x', 'docs/c.md': null });
    const list = ['committed.js', 'staged.js', 'src/a.js', 'src/b.js', 'new/x.js', 'new/y.js', 'docs/c.md'];
    expect(await gateIn(shop.path, { list: list.join('\n') })).toMatchObject({ code: 0, outside: none });
    for (const path of ['committed.js', 'staged.js', 'docs/c.md']) {
      const { code, outside } = await gateIn(shop.path, { list: list.filter((other) => other !== path).join('\n') });
      expect([code, Object.values(outside ?? {}).flat()]).toEqual([1, [path]]);
    }
    const { outside } = await gateIn(shop.path);
    expect(outside).toEqual({
      added: ['committed.js', 'staged.js', 'new/x.js', 'new/y.js'],
      modified: ['src/a.js', 'src/b.js'],
      deleted: ['docs/c.md'],
    });
  });

  test('R-004-10: commits that the base got later are not the branch’s; a change taken back is none, staged alone it is one', async () => {
    const shop = await branchOf(files);
    await shop.commit({ 'src/a.js': 'later taken back\n' });
    await shop.git('checkout', '-q', 'main');
    await shop.commit({ 'elsewhere.js': '1\n' });
    await shop.git('checkout', '-q', 'tdd/work');
    await shop.write({ 'src/a.js': 'a\n' });
    expect((await gateIn(shop.path)).outside).toEqual({ ...none, modified: ['src/a.js'] });
    await shop.git('add', 'src/a.js');
    expect(await gateIn(shop.path)).toMatchObject({ code: 0, outside: none });
    await shop.write({ 'src/b.js': 'staged\n', 'gone.js': '1\n' });
    await shop.git('add', 'src/b.js', 'gone.js');
    await shop.write({ 'src/b.js': 'b\n', 'gone.js': null });
    expect((await gateIn(shop.path)).outside).toEqual({ ...none, added: ['gone.js'], modified: ['src/b.js'] });
  });

  test('R-004-11: a renamed file counts by both its paths, committed, staged or by hand', async () => {
    const shop = await branchOf({ ...files, 'big.txt': 'line\n'.repeat(100), 'other.txt': 'row\n'.repeat(100) });
    await shop.git('config', 'diff.renames', 'copies');
    await shop.git('config', 'status.renames', 'copies');
    await shop.git('mv', 'big.txt', 'moved.txt');
    await shop.git('commit', '-qm', 'moved');
    await shop.git('mv', 'src/a.js', 'src/z.js');
    await rename(join(shop.path, 'other.txt'), join(shop.path, 'by-hand.txt'));
    // Known to the index by name only: here git itself would look for renames among the files.
    await shop.git('add', '-N', 'by-hand.txt');
    expect((await gateIn(shop.path)).outside).toEqual({
      added: ['by-hand.txt', 'moved.txt', 'src/z.js'],
      modified: [],
      deleted: ['big.txt', 'other.txt', 'src/a.js'],
    });
    const list = 'moved.txt\nsrc/z.js\nby-hand.txt\nother.txt\nsrc/a.js';
    expect((await gateIn(shop.path, { list })).outside).toEqual({ ...none, deleted: ['big.txt'] });
  });

  test('R-004-12: the same verdict from every folder, and with the list named relative to it', async () => {
    const shop = await branchOf({ ...files, 'deep/er/x.js': '1\n' });
    await shop.write({ 'new.js': '1\n', 'deep/new.js': '1\n' });
    const list = 'deep/new.js\n';
    const verdicts = [await gateIn(shop.path, { list })];
    for (const cwd of ['deep/er', 'src', 'deep']) verdicts.push(await gateIn(shop.path, { list, cwd }));
    expect(new Set(verdicts.map(({ code, out }) => `${code} ${out}`)).size).toBe(1);
    expect(verdicts[0]).toMatchObject({ code: 1, outside: { ...none, added: ['new.js'] } });
    const relative = await typed(join(shop.path, 'deep/er'), '--allowlist', `../../${listPath}`, '--base', 'main');
    expect(relative).toMatchObject({ code: 1, err: expect.stringContaining('note: the base holds every commit') });
    expect(relative.out).toMatch(
      /^file gate: 1 path outside the allowlist, since [0-9a-f]{12}, where it left main\n {2}added {4}new\.js\nRevert these/,
    );
  });

  test('names with blanks, quotes, backslashes, line ends, colours, other scripts and bytes that are no text', async () => {
    const odd = [
      'src/a b.js',
      'ä/ö.js',
      '日本.js',
      'q"uote.js',
      'back\\slash.js',
      ':(glob)x',
      '-n',
      'e🙂.js',
      "it's.js",
    ];
    const shop = await branchOf(files);
    await shop.commit(Object.fromEntries(odd.slice(0, 5).map((name) => [name, '1\n'])));
    await shop.write(Object.fromEntries(odd.slice(5).map((name) => [name, '1\n'])));
    expect((await gateIn(shop.path)).outside?.added.toSorted()).toEqual(odd.toSorted());
    expect(await gateIn(shop.path, { list: odd.join('\r\n') })).toMatchObject({ code: 0, outside: none });
    await shop.write({ 'l\nine': '1', 'c\u001b[31mred': '1' });
    await writeFile(Buffer.from(`${shop.path}/caf\xe9`, 'latin1'), 'x');
    const shown = await typed(shop.path, '--allowlist', listPath, '--base', 'main');
    expect(shown.code).toBe(1);
    expect(shown.out).toContain('"l\\u{a}ine"\n');
    expect(shown.out).toContain('"c\\u{1b}[31mred"\n');
    expect(`${shown.out}${shown.err}`).not.toContain('\u001b');
    // A list in the same bytes, or with the character they are shown by, lets nothing through.
    for (const list of [Buffer.from('caf\xe9\n', 'latin1'), 'caf\ufffd\n']) {
      expect(await gateIn(shop.path, { list })).toMatchObject({ code: 2 });
    }
  });

  test('modes, links, a folder in place of a file, a file that only git add -N knows, a conflict', async () => {
    const shop = await branchOf({ ...files, run: '#!/bin/sh\n', d: 'x\n', link: { link: 'src/a.js' }, 'k/f': '1\n' });
    await shop.git('update-index', '--chmod=+x', 'run');
    await shop.git('commit', '-qm', 'mode only');
    await rm(join(shop.path, 'd'));
    await rm(join(shop.path, 'link'));
    await rm(join(shop.path, 'k'), { recursive: true });
    await symlink('src', join(shop.path, 'k'));
    await symlink('/etc/passwd', join(shop.path, 'link'));
    await shop.write({ 'd/inner.js': '1\n', 'intent.js': '1\n' });
    await shop.git('add', '-N', 'intent.js');
    expect((await gateIn(shop.path)).outside).toEqual({
      added: ['intent.js', 'd/inner.js', 'k'],
      modified: ['link', 'run'],
      deleted: ['d', 'k/f'],
    });
    const torn = await branchOf(files);
    await torn.commit({ 'src/a.js': 'ours\n' });
    await torn.git('checkout', '-q', 'main');
    await torn.commit({ 'src/a.js': 'theirs\n' });
    await torn.git('checkout', '-q', 'tdd/work');
    await torn.git('merge', '-q', 'main').catch(() => undefined);
    expect((await gateIn(torn.path)).outside).toEqual({ ...none, modified: ['src/a.js'] });
  });

  test('files that git was told not to look at are named, for their edits can not be seen', async () => {
    const shop = await branchOf(files);
    await shop.git('update-index', '--assume-unchanged', 'src/a.js');
    await shop.git('update-index', '--skip-worktree', 'src/b.js');
    await shop.write({ 'src/a.js': 'hidden\n', 'src/b.js': 'hidden\n' });
    const { code, notes } = await gateIn(shop.path);
    expect([code, notes.at(-1)]).toEqual([
      0,
      expect.stringMatching(/not to look at src\/a\.js, src\/b\.js: .*--no-assume/),
    ]);
  });
});

describe('R-004-13: the state folder and the list', () => {
  test('.tdd/ and .tdd-loop/ never count, committed or not; the list does not while it is untracked', async () => {
    const shop = await branchOf(files);
    await shop.commit({ '.tdd/issue-1.md': 'x\n', '.tdd-loop/state': 'x\n' });
    await shop.write({ '.tdd-loop/more': 'x', 'list.txt': '# list.txt itself is not on it\n' });
    const gate = async (list = 'list.txt') => typed(shop.path, '--base', 'main', '--allowlist', list, '--json');
    expect(await gate()).toMatchObject({ code: 0, outside: none });
    expect(await gate(join(shop.path, 'src/../list.txt'))).toMatchObject({ code: 0 });
    expect(await gateIn(shop.path)).toMatchObject({ code: 1, outside: { added: ['list.txt'] } });
    await shop.git('add', 'list.txt');
    expect(await gate()).toMatchObject({ code: 1, outside: { added: ['list.txt'] } });
    await shop.git('commit', '-qm', 'list');
    expect(await gate()).toMatchObject({ code: 1, outside: { added: ['list.txt'] } });
    await shop.git('rm', '-q', '--cached', 'list.txt');
    expect(await gate()).toMatchObject({ code: 0, outside: none });
  });

  test('a list outside the repository, or a link to one: the link itself does not count', async () => {
    const shop = await branchOf(files);
    const elsewhere = join(await temporaryFolder('pawl-list'), 'l.txt');
    await writeFile(elsewhere, 'new.js\n');
    await symlink(elsewhere, join(shop.path, 'list'));
    await shop.write({ 'new.js': '1\n' });
    const gate = async (list: string) => typed(shop.path, '--base', 'main', '--allowlist', list, '--json');
    expect(await gate('list')).toMatchObject({ code: 0 });
    expect(await gate(elsewhere)).toMatchObject({ code: 1, outside: { ...none, added: ['list'] } });
  });

  test('R-004-07, R-004-08, R-004-21: comments, (new), BOM and CRLF; patterns and folders are names, said so, and widen nothing', async () => {
    const shop = await branchOf(files);
    await shop.write({ 'src/a.js': 'x\n', 'src/n.js': '1\n' });
    const list = '\ufeff# files\r\n\r\nsrc/a.js # the code\r\n./src/n.js (new) # and its helper\r\n';
    expect(await gateIn(shop.path, { list })).toMatchObject({ code: 0, outside: none });
    for (const wide of ['src/*.js', 'src/', 'SRC/a.js']) {
      const { code, notes } = await gateIn(shop.path, { list: `${wide}\n` });
      expect([code, notes[0]]).toEqual([1, expect.stringMatching(/patterns are not|is a folder|only in case/)]);
    }
    expect(await gateIn(shop.path, { list: '# none\n' })).toMatchObject({
      code: 1,
      notes: [expect.stringContaining('names no path'), expect.any(String)],
    });
  });

  test('R-004-14: a list that is missing, a folder, a FIFO, binary, UTF-16, huge, absolute or with "..": exit 2 and what was expected', async () => {
    const shop = await repository(files);
    const absolute = join(shop.path, 'src/a.js');
    const bad = ['\0', Buffer.from('\ufeffa\n', 'utf16le'), 'x\n'.repeat(600_000), absolute, 'a\n../b', '~/a'];
    for (const list of bad) {
      const { code, out } = await gateIn(shop.path, { list });
      expect([code, out]).toEqual([
        2,
        expect.stringMatching(/"error":"file gate: can't judge: .*expected .*src\/auth/),
      ]);
    }
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [join(shop.path, 'fifo')]);
    for (const list of ['nowhere.txt', 'src', 'fifo', 'src/a.js/x', 'loop']) {
      await symlink('loop', join(shop.path, 'loop')).catch(() => undefined);
      const { code, err, out } = await typed(shop.path, '--base', 'main', '--allowlist', list);
      expect([code, out, err]).toEqual([
        2,
        '',
        expect.stringMatching(/can't judge: the allowlist .*expected .*src\/auth/),
      ]);
    }
    for (const words of [[], ['--allowlist', ''], ['--allowlist', 'a', 'b'], ['--allow', 'x']]) {
      expect(await typed(shop.path, '--base', 'main', ...words)).toMatchObject({ code: 2, out: '' });
    }
  });
});
