import { afterEach, describe, expect, test } from '@jest/globals';
import { removeRepositories } from '../../support/git-repos.js';
import { ada, atMs, opened } from './fixture.js';

afterEach(removeRepositories);

describe('what stands in a tree', () => {
  test('readFile gives texts whole, null for what is absent, a link, a folder', async () => {
    const { trusted, commit, tree } = await opened({
      'a b/-n': 'text\r\nwith \u20ac\n',
      link: { link: 'a b/-n' },
      'line\nbreak': 'x',
      '*.js': 'star',
      ':(top)x': 'magic',
    });
    expect(await trusted.readFile(commit, 'a b/-n')).toBe('text\r\nwith \u20ac\n');
    expect(await trusted.readFile(tree, 'line\nbreak')).toBe('x');
    expect(await trusted.readFile(tree, '*.js')).toBe('star');
    expect(await trusted.readFile(tree, ':(top)x')).toBe('magic');
    for (const path of ['link', 'a b', 'missing', '*', 'a b/-n/x'])
      expect(await trusted.readFile(tree, path)).toBeNull();
  });

  test('T9: a path that could lead out of the tree is refused', async () => {
    const { trusted, tree } = await opened({ a: 'x' });
    for (const path of ['/etc/passwd', '../a', 'a/../b', '', 'a//b', '.git/config', 'A/.GIT/x', 'a\0b']) {
      await expect(trusted.readFile(tree, path)).rejects.toThrow(/Not a path inside the repository/);
      await expect(trusted.withFiles(tree, { [path]: 'x' })).rejects.toThrow(/Not a path inside the repository/);
    }
  });

  test('T7: nothing but a full object name is taken for an object', async () => {
    const { trusted, tree } = await opened({ a: 'x' });
    await expect(trusted.treeOf('1'.repeat(40))).rejects.toThrow(/is no commit or tree of the trusted repository/);
    for (const name of ['--output=/tmp/x', 'HEAD', 'main', 'abc', '', `${tree}~`]) {
      await expect(trusted.treeOf(name)).rejects.toThrow(/Not an object name/);
      await expect(trusted.listFiles(name)).rejects.toThrow(/Not an object name/);
      await expect(trusted.changes(name, tree)).rejects.toThrow(/Not an object name/);
      await expect(trusted.diffText(tree, name, 10)).rejects.toThrow(/Not an object name/);
    }
  });

  test('listFiles and changes name every path, without quotes and without renames (R-004-11)', async () => {
    const { trusted, origin, commit } = await opened({ 'old name.js': 'the same text\n', 'ünï/x': 'x', 'run.sh': 'x' });
    await origin.git('mv', 'old name.js', 'new\tname.js');
    const next = await origin.commit({ 'run.sh': { program: 'x' }, 'ünï/x': { link: 'y' } });
    await trusted.fetch();
    expect(await trusted.listFiles(next)).toEqual(['new\tname.js', 'run.sh', 'ünï/x']);
    expect(await trusted.changes(commit, next)).toEqual([
      { kind: 'added', path: 'new\tname.js', mode: '100644' },
      { kind: 'deleted', path: 'old name.js', mode: '100644' },
      { kind: 'modified', path: 'run.sh', mode: '100755' },
      { kind: 'modified', path: 'ünï/x', mode: '120000' },
    ]);
    expect(await trusted.changes(next, next)).toEqual([]);
  });

  test('diffText shows texts that .gitattributes calls binary, and is cut at a line', async () => {
    const { trusted, tree } = await opened({ '.gitattributes': '*.svg binary\n* diff=evil\n', 'a.svg': 'one\n' });
    const next = await trusted.withFiles(tree, { 'a.svg': 'two\n', 'b.txt': 'line\n'.repeat(10_000) });
    const whole = await trusted.diffText(tree, next, 1_000_000);
    expect(whole).toContain('-one\n+two\n');
    expect(whole.split('\n+line')).toHaveLength(10_001);
    const cut = await trusted.diffText(tree, next, 1000);
    expect(Buffer.byteLength(cut)).toBeLessThan(1100);
    expect(cut).toMatch(/\n\+line\n\[the diff is longer: cut at 1000 bytes\]\n$/);
  });

  test('a diff far larger than the cap is not read to its end', async () => {
    const { trusted, tree } = await opened({ a: 'x' });
    const next = await trusted.withFiles(tree, { big: `${'x'.repeat(99)}\n`.repeat(300_000) });
    const before = process.memoryUsage().arrayBuffers;
    expect((await trusted.diffText(tree, next, 5000)).length).toBeLessThan(5100);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  test('fingerprint follows content, mode, names and absence of the named files alone', async () => {
    const { trusted, tree } = await opened({ 'test/a.js': 'one', 'src/b.js': 'x' });
    const print = (at: string, ...paths: readonly string[]) => trusted.fingerprint(at, paths);
    const other = await trusted.withFiles(tree, { 'src/b.js': 'y' });
    const changed = await trusted.withFiles(tree, { 'test/a.js': 'two' });
    const gone = await trusted.withFiles(tree, { 'test/a.js': null });
    const first = await print(tree, 'test/a.js');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await print(other, 'test/a.js')).toBe(first);
    expect(await print(changed, 'test/a.js')).not.toBe(first);
    expect(await print(gone, 'test/a.js')).not.toBe(first);
    expect(await print(tree, 'test/a.js', 'src/b.js')).toBe(await print(tree, 'src/b.js', 'test/a.js', 'src/b.js'));
    expect(await print(tree, 'test/a.js', 'src/b.js')).not.toBe(first);
  });
});

describe('log', () => {
  test('oldest first, base excluded, with trailers as git reads them', async () => {
    const { trusted, commit, tree } = await opened({ a: 'x' });
    const next = (parent: string, message: string) => trusted.writeCommit({ tree, parent, message, author: ada, atMs });
    const one = await next(commit, 'feat: one\n\nBody: not a trailer, for text follows.\n\nTask: 1\nPawl-Run: r\n');
    const two = await next(one, 'feat: don\'t lose "a" & `date`\u0001\n\nno trailers here\n');
    const three = await next(two, 'subject\nsecond line\n\nTask: 2.1\nEvidence: satisfied-by\n  abc\nTask: again: x\n');
    const four = await next(three, '');
    const found = await trusted.log(commit, four);
    expect(found.map(({ sha, parents }) => [sha, ...parents])).toEqual([
      [one, commit],
      [two, one],
      [three, two],
      [four, three],
    ]);
    expect(found.map(({ subject }) => subject)).toEqual([
      'feat: one',
      'feat: don\'t lose "a" & `date`\u0001',
      'subject second line',
      '',
    ]);
    expect(found.map(({ trailers }) => trailers.map(({ key, value }) => `${key}=${value}`))).toEqual([
      ['Task=1', 'Pawl-Run=r'],
      [],
      ['Task=2.1', 'Evidence=satisfied-by abc', 'Task=again: x'],
      [],
    ]);
    expect(found[0]?.tree).toBe(tree);
    expect(await trusted.log(four, four)).toEqual([]);
  });

  test('isAncestor', async () => {
    const { trusted, origin, commit } = await opened({ a: 'x' });
    const next = await origin.commit({ a: 'y' });
    await trusted.fetch();
    expect(await trusted.isAncestor(commit, next)).toBe(true);
    expect(await trusted.isAncestor(next, commit)).toBe(false);
    await expect(trusted.isAncestor('0'.repeat(39) + '1', next)).rejects.toThrow(/Can't tell/);
  });
});
