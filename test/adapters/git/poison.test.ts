import { afterEach, describe, expect, test } from '@jest/globals';
import { appendFile, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeRepositories, repository, temporaryFolder, writeTree } from '../../support/git-repos.js';
import { ada, atMs, contents, openedOn, repositoriesIn, trustedDir } from './fixture.js';

afterEach(removeRepositories);

/** Every setting of git that names a program, each of which leaves its name in the marker file. */
function poisonedConfig(program: string, include: string): string {
  const run = (name: string) => `"${program} ${name}"`;
  return `
[core]
	fsmonitor = ${run('fsmonitor')}
	hooksPath = "${program}-hooks"
	sshCommand = ${run('sshCommand')}
	editor = ${run('editor')}
	pager = ${run('pager')}
	askPass = ${run('askPass')}
	gitProxy = ${run('gitProxy')}
	alternateRefsCommand = ${run('alternateRefs')}
[filter "evil"]
	clean = ${run('clean')}
	smudge = ${run('smudge')}
	process = ${run('process')}
	required = true
[diff]
	external = ${run('external')}
[diff "evil"]
	textconv = ${run('textconv')}
	command = ${run('command')}
[merge "evil"]
	driver = ${run('merge')}
[gpg]
	program = ${run('gpg')}
[commit]
	gpgSign = true
[credential]
	helper = "!${program} credential"
[sequence]
	editor = ${run('sequence')}
[uploadpack]
	packObjectsHook = ${run('packObjects')}
[remote "origin"]
	uploadpack = ${run('uploadpack')}
	receivepack = ${run('receivepack')}
	vcs = evil
[protocol "ext"]
	allow = always
[trailer "Task"]
	command = ${run('trailer')}
	cmd = ${run('trailer')}
[alias]
	status = "!${program} alias"
	add = "!${program} alias"
	commit-tree = "!${program} alias"
[interactive]
	diffFilter = ${run('diffFilter')}
[gc]
	recentObjectsHook = ${run('recentObjects')}
	auto = 1
[include]
	path = ${include}
`;
}

const attributes = '* filter=evil diff=evil merge=evil ident text eol=crlf\n';

const allHooks = [
  ...['pre-commit', 'post-commit', 'post-checkout', 'post-index-change', 'reference-transaction', 'pre-push'],
  ...['pre-receive', 'update', 'post-receive', 'post-update', 'push-to-checkout', 'pre-auto-gc', 'fsmonitor-watchman'],
] as const;

/** A program and hooks that write into the marker file, and the config that names them. */
async function poison(): Promise<{ readonly marker: string; apply(gitDir: string): Promise<void> }> {
  const folder = await temporaryFolder('pawl-poison');
  const marker = join(folder, 'marker');
  const program = join(folder, 'evil');
  const script = `#!/bin/sh\necho "$0 $*" >> '${marker}'\n`;
  const hooks = Object.fromEntries(allHooks.map((hook) => [`evil-hooks/${hook}`, { program: script }]));
  await writeTree(folder, {
    evil: { program: script },
    ...hooks,
    'more.inc': `[core]\n\tfsmonitor = ${program} included\n`,
  });
  return {
    marker,
    async apply(gitDir) {
      await appendFile(join(gitDir, 'config'), poisonedConfig(program, join(folder, 'more.inc')));
      await mkdir(join(gitDir, 'info'), { recursive: true });
      await writeFile(join(gitDir, 'info/attributes'), attributes);
      await writeTree(join(gitDir, 'hooks'), Object.fromEntries(allHooks.map((hook) => [hook, { program: script }])));
    },
  };
}

async function ran(marker: string): Promise<string> {
  return (await stat(marker).catch(() => null)) === null ? '' : readFile(marker, 'utf8');
}

describe('D1, T4: nothing that a repository configures is ever run', () => {
  test('the poison works: plain git in such a repository does run it', async () => {
    const origin = await repository({ 'a.txt': 'x\n', '.gitattributes': attributes });
    const { marker, apply } = await poison();
    await apply(origin.gitDir);
    await origin.write({ 'a.txt': 'y\n' });
    await origin.git('diff', '--stat').catch(() => undefined);
    expect(await ran(marker)).not.toBe('');
  });

  test('a poisoned origin: inspect, open, fetch, resolve, export, take, diff, commit, push, exclude', async () => {
    const origin = await repository({ 'a.txt': 'x\n', '.gitattributes': attributes });
    const { marker, apply } = await poison();
    await apply(origin.gitDir);
    await origin.write({ 'a.txt': 'changed, so that it has to be compared\n', new: 'x' });
    const home = await temporaryFolder('pawl-home');
    const repositories = repositoriesIn(home);
    const facts = await repositories.inspect(origin.path);
    expect(facts).toMatchObject({ trackedChanges: ['a.txt'], untracked: ['new'], wantsSigning: true });

    const trusted = await repositories.open(facts);
    await trusted.fetch();
    const commit = (await trusted.resolveInOrigin('main')) ?? '';
    const tree = await trusted.treeOf(commit);
    await trusted.exportTree(tree, join(home, 'export'));
    expect((await contents(join(home, 'export')))['a.txt']).toBe('x\n');
    const work = join(home, 'work');
    await trusted.layWorkspace(tree, work);
    await writeFile(join(work, 'a.txt'), 'by the leaf\n');
    const taken = await trusted.takeTree(work, tree, []);
    expect(await trusted.diffText(tree, taken.tree, 10_000)).toContain('+by the leaf\n');
    const sha = await trusted.writeCommit({
      tree: taken.tree,
      parent: commit,
      message: 'm\n\nTask: 1',
      author: ada,
      atMs,
    });
    await trusted.moveBranch('tdd/x', sha, null);
    expect(await trusted.push('tdd/x', sha, null)).toEqual({ kind: 'pushed' });
    expect(await trusted.originTip('tdd/x')).toBe(sha);
    expect((await trusted.log(commit, sha))[0]?.trailers).toEqual([{ key: 'Task', value: '1' }]);
    await trusted.excludeInOrigin(['.tdd/']);
    expect(await ran(marker)).toBe('');
  });

  test('a poisoned workspace: the tree is taken, compared, exported and committed', async () => {
    const all = await openedOn(await repository({ 'a.txt': 'x\n', '.gitattributes': '*.md text\n' }));
    const { marker, apply } = await poison();
    const work = all.folder('work');
    await all.trusted.layWorkspace(all.tree, work);
    await apply(join(work, '.git'));
    await writeTree(work, { 'a.txt': 'one\r\ntwo\n', 'b.txt': 'new\n', '.gitattributes': attributes });
    const taken = await all.trusted.takeTree(work, all.tree, ['b.txt']);
    expect(taken.rejects).toEqual([]);
    expect(taken.changes.map(({ path }) => path)).toEqual(['.gitattributes', 'a.txt', 'b.txt']);
    expect(await all.trusted.readFile(taken.tree, 'a.txt')).toBe('one\r\ntwo\n');
    await all.trusted.diffText(all.tree, taken.tree, 10_000);
    await all.trusted.exportTree(taken.tree, all.folder('export'));
    expect((await contents(all.folder('export')))['a.txt']).toBe('one\r\ntwo\n');
    await all.trusted.layWorkspace(taken.tree, all.folder('next'));
    const sha = await all.trusted.writeCommit({ ...taken, parent: all.commit, message: 'm', author: ada, atMs });
    expect(await all.trusted.push('tdd/x', sha, null)).toEqual({ kind: 'pushed' });
    expect(await ran(marker)).toBe('');
  });

  test('hooks planted in the trusted repository do not run either', async () => {
    const all = await openedOn(await repository({ 'a.txt': 'x\n' }));
    const { marker, apply } = await poison();
    const planted = await temporaryFolder();
    await apply(planted);
    await cp(join(planted, 'hooks'), join(await trustedDir(all.home), 'hooks'), { recursive: true });
    await all.trusted.fetch();
    await all.trusted.layWorkspace(all.tree, all.folder('work'));
    const next = await all.trusted.withFiles(all.tree, { 'a.txt': 'y\n' });
    const sha = await all.trusted.writeCommit({ tree: next, parent: all.commit, message: 'm', author: ada, atMs });
    await all.trusted.moveBranch('tdd/x', sha, null);
    expect(await all.trusted.push('tdd/x', sha, null)).toEqual({ kind: 'pushed' });
    expect(await ran(marker)).toBe('');
  });

  test("the person's own settings are read as data only", async () => {
    const origin = await repository({ 'a.txt': 'x\n' });
    const { marker, apply } = await poison();
    const home = await temporaryFolder('pawl-home');
    const settings = join(home, 'person');
    await mkdir(settings);
    await apply(settings);
    await writeFile(join(origin.path, 'a.txt'), 'y\n');
    const facts = await repositoriesIn(home, join(settings, 'config')).inspect(origin.path);
    expect(facts).toMatchObject({ wantsSigning: true, trackedChanges: ['a.txt'] });
    expect(await ran(marker)).toBe('');
  });

  test("git's variables in the worker's own environment reach no command", async () => {
    const all = await openedOn(await repository({ 'a.txt': 'x\n' }));
    const { marker } = await poison();
    const bad = { GIT_EXTERNAL_DIFF: `echo x > ${marker}`, GIT_DIR: '/nonexistent', GIT_CONFIG_COUNT: '1' };
    const before = { ...process.env };
    Object.assign(process.env, bad);
    try {
      const next = await all.trusted.withFiles(all.tree, { 'a.txt': 'y\n' });
      expect(await all.trusted.diffText(all.tree, next, 1000)).toContain('+y');
      expect(await all.repositories.inspect(all.origin.path)).toMatchObject({ hasCommits: true });
    } finally {
      for (const name of Object.keys(bad)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
    expect(await ran(marker)).toBe('');
  });
});
