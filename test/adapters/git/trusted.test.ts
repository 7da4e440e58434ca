import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git, removeRepositories, repository, temporaryFolder } from '../../support/git-repos.js';
import { compiledAdapter, startWorker } from './killed-worker.js';
import { contents, opened, foldersIn, repositoriesIn, trustedDir } from './fixture.js';

afterEach(removeRepositories);

const old = new Date(Date.now() - 3 * 3_600_000);

describe('the trusted repository of one origin', () => {
  test('one a git directory, named after the project; a whole one at once, also by many at the same time', async () => {
    const home = await temporaryFolder('pawl-home');
    const [one, two] = [await repository({ a: 'x' }), await repository({ b: 'x' })];
    const all = await Promise.all(Array.from({ length: 6 }, () => repositoriesIn(home).open(one)));
    await repositoriesIn(home).open(two);
    const names = await foldersIn(home);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^shop-[0-9a-f]{12}$/);
    expect(await readdir(join(home, 'repositories/.drafts'))).toEqual([]);
    await Promise.all(all.map((trusted) => trusted.fetch().catch(() => undefined)));
    await all[0]?.fetch();
    expect(await all[1]?.resolveInOrigin('main')).toBe(await one.git('rev-parse', 'main'));
  });

  test('odd folder names: blanks, quotes, a leading dash, no letters at all', async () => {
    const home = await temporaryFolder('pawl-home');
    const origin = await repository({ a: 'x' });
    for (const name of ['-n "two words" $x', "it's", '日本', 'line\nbreak', '..git']) {
      const path = join(dirname(origin.path), name);
      await git(dirname(origin.path), ['clone', '--quiet', '--no-hardlinks', origin.path, `./${name}`]);
      const facts = await repositoriesIn(home).inspect(path);
      const trusted = await repositoriesIn(home).open(facts);
      await trusted.fetch();
      const commit = (await trusted.resolveInOrigin('main')) ?? '';
      expect(await trusted.push('tdd/x', commit, null)).toEqual({ kind: 'pushed' });
    }
    for (const name of await foldersIn(home)) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*-[0-9a-f]{12}$/);
  });

  test('what a kill -9 left is mended: half a folder, a cut config, drafts, private indexes, tmp objects', async () => {
    const { home, origin, tree, commit } = await opened({ a: 'x' });
    const gitDir = await trustedDir(home);
    await writeFile(join(gitDir, 'config'), '[core]\n\tbare = tr');
    await rm(join(gitDir, 'HEAD'));
    await rm(join(gitDir, 'info'), { recursive: true });
    await rm(join(dirname(gitDir), 'home'), { recursive: true });
    await writeFile(join(gitDir, 'objects/tmp_obj_abc'), 'half');
    const drafts = join(home, 'repositories/.drafts');
    for (const path of [join(drafts, 'left'), join(dirname(gitDir), 'temporary/left')]) {
      await mkdir(join(path, 'in'), { recursive: true });
      await utimes(path, old, old);
    }
    const trusted = await repositoriesIn(home).open(origin);
    expect(await trusted.treeOf(commit)).toBe(tree);
    await trusted.exportTree(tree, join(home, 'export'));
    expect(await contents(join(home, 'export'))).toEqual({ a: 'x' });
    expect(await readdir(join(dirname(gitDir), 'temporary'))).toEqual([]);
    expect(await git(gitDir, ['fsck', '--full'])).not.toMatch(/error|missing|broken/);
  });

  test('F4, F5: a worker killed at any point leaves a repository in which the same work goes on', async () => {
    const compiled = await compiledAdapter();
    const origin = await repository({ a: 'x' });
    const home = await temporaryFolder('pawl-home');
    for (const delayMs of [5, 30, 60, 90, 120, 150, 180, 210, 250, 300]) {
      const worker = await startWorker(compiled, [origin.path, origin.gitDir, home]);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.kill('SIGKILL');
      await ended;

      const trusted = await repositoriesIn(home).open(origin);
      await trusted.fetch();
      const main = (await trusted.resolveInOrigin('main')) ?? '';
      const tip = await trusted.branchTip('tdd/x');
      const pushed = await trusted.originTip('tdd/x');
      if (tip !== null) expect((await trusted.log(main, tip)).map(({ subject }) => subject)[0]).toBe('round 0');
      // What was pushed is always what was moved before.
      if (pushed !== null) expect(tip === null ? false : await trusted.isAncestor(pushed, tip)).toBe(true);
      if (tip !== null) expect((await trusted.push('tdd/x', tip, pushed)).kind).toMatch(/pushed|already/);
      await origin.git('update-ref', '-d', 'refs/heads/tdd/x');
      await git(await trustedDir(home), ['update-ref', '-d', 'refs/heads/tdd/x']);
    }
    expect(await git(await trustedDir(home), ['fsck', '--full'])).not.toMatch(/error|missing|broken/);
    expect(await origin.git('fsck', '--full')).not.toMatch(/error|missing|broken/);
  });

  test('F69: runs that fetch at once all succeed, and see what the origin has', async () => {
    const origin = await repository({ a: 'x' });
    const home = await temporaryFolder('pawl-home');
    const runs = await Promise.all(Array.from({ length: 4 }, () => repositoriesIn(home).open(origin)));
    for (const round of ['one', 'two', 'three']) {
      const tip = await origin.commit({ a: round });
      for (let at = 0; at < 6; at += 1) await origin.git('branch', '--force', `b${String(at)}`);
      await Promise.all(runs.map((trusted) => trusted.fetch()));
      for (const trusted of runs) expect(await trusted.resolveInOrigin('b5')).toBe(tip);
    }
  });

  test('nothing private is left behind by many calls at once', async () => {
    const { home, trusted, tree, folder } = await opened({ 'a/b': 'x', c: 'y' });
    const calls = Array.from({ length: 12 }, async (_, at) => {
      const work = folder(`work${String(at)}`);
      await trusted.layWorkspace(tree, work);
      await writeFile(join(work, 'c'), String(at));
      const taken = await trusted.takeTree(work, tree, []);
      await trusted.exportTree(taken.tree, folder(`export${String(at)}`));
      return contents(folder(`export${String(at)}`));
    });
    expect((await Promise.all(calls)).map((files) => files['c'])).toEqual(calls.map((_, at) => String(at)));
    expect(await readdir(join(dirname(await trustedDir(home)), 'temporary'))).toEqual([]);
  });
});
