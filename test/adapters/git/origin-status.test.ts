import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OriginFacts } from '../../../src/ports/repository.js';
import { removeRepositories, repository, temporaryFolder } from '../../support/git-repos.js';
import { repositoriesIn, snapshot } from './fixture.js';

afterEach(removeRepositories);

async function inspect(path: string): Promise<OriginFacts> {
  return repositoriesIn(await temporaryFolder('pawl-home')).inspect(path);
}

describe('F54: tracked changes and untracked files, by name', () => {
  test('edited, staged, deleted, mode, type; odd names; a large untracked folder once', async () => {
    const origin = await repository({
      edited: 'x',
      'edited same length': 'one',
      deleted: 'x',
      moded: 'x',
      '-n "q"\n': 'x',
      typed: 'x',
      clean: 'x',
      '.gitignore': 'ignored\n',
    });
    await origin.write({
      'edited same length': 'two',
      typed: { link: 'clean' },
      moded: { program: 'x' },
      '-n "q"\n': 'y',
    });
    await origin.write({
      edited: 'y',
      deleted: null,
      staged: 'x',
      ignored: 'x',
      'dir/one': 'x',
      'dir/two': 'x',
      free: 'x',
    });
    await origin.git('add', 'staged');
    const facts = await inspect(origin.path);
    expect([...facts.trackedChanges].sort()).toEqual(
      ['edited', 'edited same length', 'deleted', 'moded', '-n "q"\n', 'typed', 'staged'].sort(),
    );
    expect(facts.untracked).toEqual(['dir/', 'free']);
  });

  test('a touched file with the same content is no change, and the index there stays as it is', async () => {
    const origin = await repository({ a: 'x' });
    await utimes(join(origin.path, 'a'), new Date(), new Date(Date.now() + 5000));
    const before = await snapshot(origin.path);
    expect((await inspect(origin.path)).trackedChanges).toEqual([]);
    expect(await snapshot(origin.path)).toBe(before);
  });

  test("a change in the index's own second, with size and time as before, is seen", async () => {
    const origin = await repository({ a: 'x' });
    const moment = Math.floor(Date.now() / 1000) - 100;
    await origin.git('config', 'core.trustctime', 'false');
    await writeFile(join(origin.path, 'a'), 'one');
    await utimes(join(origin.path, 'a'), moment, moment);
    await origin.git('commit', '--quiet', '--all', '--message', 'one');
    await utimes(join(origin.gitDir, 'index'), moment, moment);
    await writeFile(join(origin.path, 'a'), 'two');
    await utimes(join(origin.path, 'a'), moment, moment);
    expect((await inspect(origin.path)).trackedChanges).toEqual(['a']);
  });

  test('F60: line endings as the checkout converts them are no change', async () => {
    const origin = await repository({
      'a.txt': 'one\ntwo\n',
      'b.txt': 'x\n',
      '.gitattributes': 'b.txt text eol=crlf\n',
    });
    await origin.git('config', 'core.autocrlf', 'true');
    await origin.write({ 'a.txt': null, 'b.txt': null });
    await origin.git('checkout', '--quiet', '--', 'a.txt', 'b.txt');
    expect(await readFile(join(origin.path, 'a.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
    // Touched, so that the bytes are compared and not the stat data.
    for (const name of ['a.txt', 'b.txt']) await utimes(join(origin.path, name), 1, 1);
    expect((await inspect(origin.path)).trackedChanges).toEqual([]);
    await origin.git('config', 'core.autocrlf', 'false');
    expect((await inspect(origin.path)).trackedChanges).toEqual(['a.txt']);
    await origin.git('config', 'core.fileMode', 'false');
    await origin.write({ 'b.txt': { program: 'x\r\n' } });
    expect((await inspect(origin.path)).trackedChanges).toEqual(['a.txt']);
  });

  test("a filter of the person's own is not run; unchanged files under it are no change", async () => {
    const origin = await repository({ '.gitattributes': '*.key filter=crypt\n' });
    await origin.git('config', 'filter.crypt.clean', 'tr a-z n-za-m');
    await origin.git('config', 'filter.crypt.smudge', 'tr a-z n-za-m');
    await origin.commit({ 'a.key': 'secret\n', 'b.key': 'other\n' });
    expect(await origin.git('cat-file', 'blob', 'HEAD:a.key')).toBe('frperg');
    expect((await inspect(origin.path)).trackedChanges).toEqual([]);
    await origin.write({ 'b.key': 'edited!\n' });
    expect((await inspect(origin.path)).trackedChanges).toEqual(['b.key']);
  });

  test("the person's own ignore list and the repository's info/exclude count", async () => {
    const home = await temporaryFolder('pawl-home');
    const origin = await repository({ a: 'x' });
    await writeFile(join(origin.gitDir, 'info/exclude'), 'mine\n');
    await origin.write({ mine: 'x', '.DS_Store': 'x', other: 'x' });
    await mkdir(join(home, '.config/git'), { recursive: true });
    await writeFile(join(home, '.config/git/ignore'), '.DS_Store\n');
    const facts = await repositoriesIn(home, join(home, '.gitconfig')).inspect(origin.path);
    expect(facts.untracked).toEqual(['other']);
  });

  test('a split index is read', async () => {
    const origin = await repository({ a: 'x', b: 'y' });
    await origin.git('update-index', '--split-index');
    await origin.write({ b: 'z' });
    expect((await inspect(origin.path)).trackedChanges).toEqual(['b']);
  });
});
