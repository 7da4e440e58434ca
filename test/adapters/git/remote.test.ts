import { afterEach, expect, test } from '@jest/globals';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRepositories } from '../../../src/adapters/git/repositories.js';
import { networkEnvironment } from '../../../src/adapters/git/network.js';
import { openTrustedFolder } from '../../../src/adapters/git/trusted-folder.js';
import { bareRepository, git, removeRepositories, temporaryFolder } from '../../support/git-repos.js';
import { ada, atMs, noPeople, repositoriesIn } from './fixture.js';

afterEach(removeRepositories);

const branch = 'tdd/issue-1-x';

async function remote(): Promise<{ readonly url: string; readonly bare: string; readonly head: string }> {
  const { path, git: ask } = await bareRepository({ 'a.js': 'x', 'docs/issue.md': '# One\n' });
  return { url: `file://${path}`, bare: path, head: await ask('rev-parse', 'HEAD') };
}

test('F18: a remote is looked at, fetched and pushed to by its URL; a second home sees what the first pushed', async () => {
  const { url, bare, head } = await remote();
  const settings = join(await temporaryFolder('person'), 'gitconfig');
  await writeFile(settings, '[user]\n\tname = Ada Example\n\temail = ada@example.org\n');
  const first = repositoriesIn(await temporaryFolder('one'), settings);
  const facts = await first.inspect(url);
  expect(facts).toMatchObject({
    path: url,
    gitDir: url,
    bare: true,
    headBranch: 'main',
    hasCommits: true,
    author: ada,
  });
  expect(facts).toMatchObject({ trackedChanges: [], untracked: [], unsupported: [] });
  const ours = await first.open(facts);
  await ours.fetch();
  expect(await ours.resolveInOrigin('HEAD')).toBe(head);
  expect(await ours.resolveInOrigin('main')).toBe(head);
  const tree = await ours.withFiles(await ours.treeOf(head), { 'b.js': 'y' });
  const commit = await ours.writeCommit({ tree, parent: head, message: 'step', author: ada, atMs });
  expect(await ours.push(branch, commit, null)).toEqual({ kind: 'pushed' });
  expect(await ours.push(branch, commit, null)).toEqual({ kind: 'already' });
  await ours.excludeInOrigin(['.tdd/']);
  const second = await repositoriesIn(await temporaryFolder('two'), settings).open(facts);
  await second.fetch();
  expect(await second.originTip(branch)).toBe(commit);
  expect(await second.readFile(commit, 'b.js')).toBe('y');
  // F12: what a late attempt on the first host pushes by now does not overwrite anything.
  const newer = await second.writeCommit({ tree, parent: commit, message: 'next', author: ada, atMs });
  expect(await second.push(branch, newer, commit)).toEqual({ kind: 'pushed' });
  const late = await ours.writeCommit({ tree, parent: commit, message: 'late', author: ada, atMs });
  expect(await ours.push(branch, late, commit)).toEqual({ kind: 'moved-by-others', actual: newer });
  await git(bare, ['fsck', '--full', '--strict']);
});

test('T4: the hooks of a remote that is a folder of this machine do not run', async () => {
  const { url, bare, head } = await remote();
  const marker = join(dirname(bare), 'marker');
  for (const name of ['pre-receive', 'update', 'post-receive', 'post-update']) {
    await writeFile(join(bare, 'hooks', name), `#!/bin/sh\ntouch ${marker}\nexit 1\n`, { mode: 0o755 });
  }
  const trusted = await repositoriesIn(await temporaryFolder('home')).open({ path: url, gitDir: url });
  await trusted.fetch();
  expect(await trusted.push(branch, head, null)).toEqual({ kind: 'pushed' });
  expect(await stat(marker).catch(() => null)).toBeNull();
});

test.each(['ext::sh -c "touch marker"', 'ext::touch', '--upload-pack=touch', 'http://127.0.0.1/acme/shop'])(
  'T7: %s is never handed to git',
  async (url) => {
    const home = await temporaryFolder('home');
    const all = repositoriesIn(home);
    await expect(all.inspect(url)).rejects.toThrow('expected https://host/owner/repo');
    await expect(all.open({ path: url, gitDir: url })).rejects.toThrow('expected https://host/owner/repo');
    expect(await readdir(home)).toEqual([]);
  },
);

test('T2, T4: of the person’s settings a remote gets what reaching it needs, and nothing else', async () => {
  const person = await temporaryFolder('person');
  const settings = join(person, '.gitconfig');
  const secret = `canary-${Math.random().toString(36).slice(2)}`;
  await writeFile(
    settings,
    `[credential]\n\thelper = store\n[credential "https://git.example.org"]\n\tusername = ada\n[core]\n\thooksPath = /evil\n\tfsmonitor = /evil/f\n[alias]\n\tx = !evil\n[http]\n\tproxy = http://proxy:1\n\textraHeader = Authorization: ${secret}\n[url "git@github.com:"]\n\tinsteadOf = https://github.com/\n`,
  );
  const home = await temporaryFolder('home');
  const options = {
    ...{ home, path: process.env['PATH'] ?? '', gitGlobalConfig: settings, people: noPeople, systemConfig: false },
    signingEnv: { SSH_AUTH_SOCK: '/run/agent' },
  };
  const url = 'https://git.example.org/acme/shop';
  const folder = await openTrustedFolder(home, { path: url, gitDir: url });
  const env = await networkEnvironment(options, folder, url);
  expect(env).toMatchObject({
    HOME: person,
    SSH_AUTH_SOCK: '/run/agent',
    GIT_ALLOW_PROTOCOL: 'https:ssh',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
  });
  const text = await readFile(env['GIT_CONFIG_GLOBAL'] ?? '', 'utf8');
  expect(text).toContain('[credential]\n\thelper = "store"');
  expect(text).toContain('[credential "https://git.example.org"]\n\tusername = "ada"');
  expect(text).toContain('[url "git@github.com:"]\n\tinsteadof = "https://github.com/"');
  expect(text).toContain('sshcommand = "ssh -o BatchMode=yes');
  expect(text).not.toMatch(/evil|alias|hookspath/i);
  expect(text).not.toContain(secret);
  expect((await stat(env['GIT_CONFIG_GLOBAL'] ?? '')).mode & 0o77).toBe(0);
  // A helper of the person's own is asked, with their home; git's other commands never see it.
  const plain = await networkEnvironment(options, folder, 'file:///srv/x.git');
  expect(plain).toMatchObject({ HOME: folder.home, GIT_ALLOW_PROTOCOL: 'file' });
  expect(createRepositories(options)).toBeDefined();
});
