import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, removeRepositories } from '../../support/git-repos.js';
import { contents, opened } from './fixture.js';

afterEach(removeRepositories);

describe('exportTree: a clean folder made from one tree', () => {
  test('lays files, programs and links as they are committed, without .git', async () => {
    const { trusted, tree, folder } = await opened({
      'src/a.js': 'one\n',
      'bin/run': { program: '#!/bin/sh\n' },
      latest: { link: 'src/a.js' },
    });
    await trusted.exportTree(tree, folder('export'));
    expect(await contents(folder('export'), true)).toEqual({
      'src/a.js': 'one\n',
      'bin/run': 'program #!/bin/sh\n',
      latest: 'link src/a.js',
    });
  });

  test('F60: bytes come through unchanged whatever .gitattributes asks for', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x0d, 0x0a, 0x00, 0x0a, 0x80]);
    const { trusted, tree, folder } = await opened({
      'crlf.txt': 'one\r\ntwo\n',
      'latin1.txt': bytes,
      'bom.txt': '\ufeffbom\r\n',
      'ident.txt': '$Id$\n',
    });
    const marked = await trusted.withFiles(tree, {
      '.gitattributes': '* text eol=crlf ident filter=evil working-tree-encoding=UTF-16\n',
    });
    await trusted.exportTree(marked, folder('export'));
    const found = await contents(folder('export'));
    expect(found['crlf.txt']).toBe('one\r\ntwo\n');
    expect(found['latin1.txt']).toBe(bytes.toString('latin1'));
    expect(found['bom.txt']).toBe(Buffer.from('\ufeffbom\r\n').toString('latin1'));
    expect(found['ident.txt']).toBe('$Id$\n');
  });

  test('D10: export-ignore and export-subst are not obeyed', async () => {
    const { trusted, tree, folder } = await opened({
      '.gitattributes': 'secret.js export-ignore\nversion.js export-subst\n',
      'secret.js': 'kept\n',
      'version.js': '$Format:%H$\n',
    });
    await trusted.exportTree(tree, folder('export'));
    const found = await contents(folder('export'));
    expect(found['secret.js']).toBe('kept\n');
    expect(found['version.js']).toBe('$Format:%H$\n');
  });

  test('leaves the named files and folders out, and only those', async () => {
    const { trusted, tree, folder } = await opened({
      '.tdd/issue-1.md': 'ledger',
      '.tddx': 'no',
      '.claude/a/b.json': '{}',
      'a.js': '',
    });
    await trusted.exportTree(tree, folder('export'), ['.tdd', '.claude/', 'missing']);
    expect(Object.keys(await contents(folder('export'))).sort()).toEqual(['.tddx', 'a.js']);
  });

  test('odd names arrive letter for letter', async () => {
    const names = ['-n', 'two words.js', 'quo"te\'s.js', 'line\nbreak.js', 'ünï-€.js', ':(top)x', 'tab\t.js', '*.js'];
    const { trusted, tree, folder } = await opened(Object.fromEntries(names.map((name) => [name, `is ${name}`])));
    await trusted.exportTree(tree, folder('all'));
    expect(Object.keys(await contents(folder('all'))).sort()).toEqual([...names].sort());
    await trusted.exportTree(tree, folder('some'), ['-n', '*.js']);
    expect(Object.keys(await contents(folder('some'))).sort()).toEqual(
      names.filter((name) => name !== '-n' && name !== '*.js').sort(),
    );
  });

  test('refuses a folder that is not empty and leaves it alone', async () => {
    const { trusted, tree, folder } = await opened({ 'a.js': '' });
    await mkdir(folder('full'));
    await writeFile(join(folder('full'), 'mine'), 'x');
    await expect(trusted.exportTree(tree, folder('full'))).rejects.toThrow(/full is not empty: mine/);
    expect(await contents(folder('full'))).toEqual({ mine: 'x' });
  });
});

describe('layWorkspace: an export with a throw-away .git', () => {
  test('gives the leaf a clean git with one commit and nothing of the history', async () => {
    const { trusted, origin, folder } = await opened({
      'a.js': 'one\n',
      'b.js': 'crlf\r\n',
      '.gitattributes': '* text eol=lf\n',
    });
    await origin.commit({ 'a.js': 'a secret of the past\n' }, 'canary-message');
    const tip = await origin.commit({ 'a.js': 'two\n' });
    await trusted.fetch();
    const work = folder('work');
    await trusted.layWorkspace(await trusted.treeOf(tip), work);
    expect(await git(work, ['status', '--porcelain'])).toBe('');
    expect(await git(work, ['log', '--format=%an %s'])).toBe('Pawl start');
    expect(await git(work, ['fsck', '--full'])).toBe('');
    expect(await git(work, ['cat-file', '--batch-all-objects', '--batch-check'])).not.toContain(
      (await origin.git('rev-parse', 'HEAD~1:a.js')).slice(0, 40),
    );
    await writeFile(join(work, 'a.js'), 'three\n');
    expect(await git(work, ['diff', '--stat'])).toContain('a.js | 2 +-');
    await git(work, ['commit', '-qam', 'by the leaf']);
    expect(await readFile(join(work, '.git/config'), 'utf8')).not.toContain(origin.path);
  });

  test("the leaf's git sees bytes as they are, whatever .gitattributes asks for", async () => {
    const { trusted, tree, folder } = await opened({
      'a.txt': 'one\r\n',
      'b.svg': 'one\n',
      '.gitattributes': '*.txt text eol=lf\n*.svg binary\n* filter=evil\n',
    });
    const work = folder('work');
    await trusted.layWorkspace(tree, work);
    expect(await git(work, ['diff-files'])).toBe('');
    await utimes(join(work, 'a.txt'), 1, 1);
    expect(await git(work, ['status', '--porcelain'])).toBe('');
    await writeFile(join(work, 'b.svg'), 'two\n');
    expect(await git(work, ['diff'])).toContain('-one\n+two');
  });

  test('the same tree gives the same commit twice', async () => {
    const { trusted, tree, folder } = await opened({ 'a.js': 'one\n' });
    await Promise.all([trusted.layWorkspace(tree, folder('one')), trusted.layWorkspace(tree, folder('two'))]);
    expect(await git(folder('one'), ['rev-parse', 'HEAD'])).toBe(await git(folder('two'), ['rev-parse', 'HEAD']));
  });
});
