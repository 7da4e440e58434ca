import { afterAll, describe, expect, test } from '@jest/globals';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listProcesses } from '../../../src/adapters/process/proc-table.js';
import { createRepositories } from '../../../src/adapters/git/repositories.js';
import { signingEnv } from '../../../src/adapters/git/signing-program.js';
import type { Signing } from '../../../src/domain/commit/signing.js';
import type { CommitRequest, Repositories, Repository, SignedCommit } from '../../../src/ports/repository.js';
import { git, removeRepositories, repository, temporaryFolder, writeTree } from '../../support/git-repos.js';
import {
  endAgents,
  gpgKey,
  gpgNote,
  hasGpg,
  hasSshKeygen,
  sshAgent,
  sshKey,
  sshNote,
  verified,
} from '../../support/signing-keys.js';
import { until } from '../process/support/rig.js';
import { ada, atMs, noPeople } from './fixture.js';

afterAll(async () => {
  await endAgents();
  await removeRepositories();
});

const withGpg = hasGpg ? test : test.skip;
const withSsh = hasSshKeygen ? test : test.skip;
const branch = 'tdd/x';

type Settings = readonly (readonly [string, string])[];

interface SettingsRig {
  readonly home: string;
  readonly repositories: Repositories;
  readonly origin: Awaited<ReturnType<typeof repository>>;
  how(): Promise<Signing>;
  why(): Promise<string>;
}

interface Rig extends SettingsRig {
  readonly trusted: Repository;
  readonly request: CommitRequest;
}

/** An origin, and a person with these settings and this environment. */
async function settingsRig(
  { local = [], global = [] }: { readonly local?: Settings; readonly global?: Settings },
  more: Partial<Parameters<typeof createRepositories>[0]> = {},
): Promise<SettingsRig> {
  const home = await temporaryFolder('pawl-home');
  const origin = await repository({ a: 'x\n' });
  const gitGlobalConfig = join(home, '.gitconfig');
  await writeFile(gitGlobalConfig, '');
  for (const [key, value] of global) await git(home, ['config', '--file', gitGlobalConfig, key, value]);
  for (const [key, value] of local) await origin.git('config', key, value);
  const common = { home, path: process.env['PATH'] ?? '', people: noPeople, systemConfig: false };
  const repositories = createRepositories({ ...common, gitGlobalConfig, ...more });
  const wanted = async () => (await repositories.inspect(origin.path)).signing;
  return {
    ...{ home, repositories, origin },
    async how() {
      const found = await wanted();
      if (found?.kind !== 'can') throw new Error(JSON.stringify(found));
      return found.how;
    },
    async why() {
      const found = await wanted();
      return found?.kind === 'refused' ? found.why : JSON.stringify(found);
    },
  };
}

/** The same, with its trusted repository and a commit to be made there. */
async function rig(...wish: Parameters<typeof settingsRig>): Promise<Rig> {
  const at = await settingsRig(...wish);
  const trusted = await at.repositories.open(at.origin);
  await trusted.fetch();
  const parent = await at.origin.git('rev-parse', 'HEAD');
  const tree = await trusted.withFiles(await trusted.treeOf(parent), { a: 'y\n' });
  return { ...at, trusted, request: { tree, parent, message: 'feat: ä\n\nTask: 1\n', author: ada, atMs } };
}

function shaOf(written: SignedCommit): string {
  if (written.kind !== 'signed') throw new Error(written.why);
  return written.sha;
}

/** The same commit with another message under the signature that it had. */
async function tampered({ trusted }: Rig, sha: string): Promise<string> {
  const text = await git(trusted.path, ['cat-file', 'commit', sha]);
  const file = join(await temporaryFolder(), 'commit');
  await writeFile(file, `${text.replace('feat: ä', 'feat: b')}\n`);
  return git(trusted.path, ['hash-object', '-t', 'commit', '-w', file]);
}

const openpgp: Settings = [['commit.gpgsign', 'true']];
const ssh = (key: string): Settings => [...openpgp, ['gpg.format', 'ssh'], ['user.signingkey', key]];

describe('commits of a run are signed as the checkout asks (design 5)', () => {
  withGpg(`openpgp: the signature covers the commit; a retry finds it, D2, R25${gpgNote}`, async () => {
    const key = await gpgKey();
    const at = await rig({ global: [...openpgp, ['user.signingkey', key.id]] }, { signingEnv: key.env });
    const how = await at.how();
    expect(how).toEqual({ format: 'openpgp', key: key.id, program: 'gpg' });
    expect(await at.trusted.signingProblem(at.request.tree, ada, how)).toBeNull();
    // Killed after the object was written: nothing points at it.
    shaOf(await at.trusted.writeSignedCommit(branch, at.request, how));
    const sha = shaOf(await at.trusted.writeSignedCommit(branch, at.request, how));
    expect(await at.trusted.moveBranch(branch, sha, null)).toEqual({ kind: 'moved' });
    await verified(at.trusted.path, sha, key);
    await expect(verified(at.trusted.path, await tampered(at, sha), key)).rejects.toThrow();
    expect(shaOf(await at.trusted.writeSignedCommit(branch, at.request, { ...how, program: 'false' }))).toBe(sha);
    const other = { ...at.request, message: 'feat: another\n' };
    expect(shaOf(await at.trusted.writeSignedCommit(branch, other, how))).not.toBe(sha);
    expect(await git(at.trusted.path, ['log', '-1', '--format=%an <%ae> %at %cn %s', sha])).toBe(
      `Ada Example <ada@example.org> ${String(atMs / 1000)} Ada Example feat: ä`,
    );
    const attempt = await at.trusted.keepAttempt('step-1-1', at.request);
    expect(await git(at.trusted.path, ['cat-file', 'commit', attempt])).not.toContain('gpgsig');
  });

  withGpg(`openpgp without user.signingkey: gpg finds the author's own key${gpgNote}`, async () => {
    const key = await gpgKey();
    const at = await rig({ local: openpgp }, { signingEnv: key.env });
    const how = await at.how();
    expect(how.key).toBeNull();
    await verified(at.trusted.path, shaOf(await at.trusted.writeSignedCommit(branch, at.request, how)), key);
    const stranger = { ...ada, name: 'Eve', email: 'eve@example.org' };
    expect(await at.trusted.signingProblem(at.request.tree, stranger, how)).toContain('No secret key');
  });

  withGpg(`openpgp with a passphrase: while the agent remembers it, and no longer${gpgNote}`, async () => {
    const key = await gpgKey('secret words');
    const at = await rig({ global: openpgp }, { signingEnv: key.env });
    const how = await at.how();
    expect(await at.trusted.signingProblem(at.request.tree, ada, how)).toBeNull();
    await key.forget();
    const problem = await at.trusted.signingProblem(at.request.tree, ada, how);
    expect(problem).toMatch(/gpg failed to sign the data.*No pinentry/s);
    expect(problem).not.toContain('GNUPG:');
    const written = await at.trusted.writeSignedCommit(branch, at.request, how);
    expect(written).toEqual({ kind: 'refused', why: expect.stringContaining('No pinentry') });
  });

  withSsh(`ssh: the signature covers the commit; a retry finds it, D2, R25${sshNote}`, async () => {
    const key = await sshKey();
    const at = await rig({ local: ssh(`${key.path}.pub`) });
    const how = await at.how();
    expect(how).toEqual({ format: 'ssh', key: `${key.path}.pub`, program: 'ssh-keygen' });
    expect(await at.trusted.signingProblem(at.request.tree, ada, how)).toBeNull();
    const sha = shaOf(await at.trusted.writeSignedCommit(branch, at.request, how));
    expect(await at.trusted.moveBranch(branch, sha, null)).toEqual({ kind: 'moved' });
    await verified(at.trusted.path, sha, key);
    await expect(verified(at.trusted.path, await tampered(at, sha), key)).rejects.toThrow();
    expect(shaOf(await at.trusted.writeSignedCommit(branch, at.request, { ...how, program: 'false' }))).toBe(sha);
  });

  withSsh(`ssh with a passphrase: refused; by an agent it signs, with key or public key text${sshNote}`, async () => {
    const key = await sshKey('secret words');
    const at = await rig({ local: ssh(key.path) });
    expect(await at.trusted.signingProblem(at.request.tree, ada, await at.how())).toMatch(/passphrase/);
    const signingEnvOf = { SSH_AUTH_SOCK: await sshAgent(key, 'secret words') };
    const asText = (await readFile(`${key.path}.pub`, 'utf8')).trim();
    for (const name of [key.path, asText, `key::${asText}`]) {
      const by = await rig({ global: ssh(name) }, { signingEnv: signingEnvOf });
      await verified(
        by.trusted.path,
        shaOf(await by.trusted.writeSignedCommit(branch, by.request, await by.how())),
        key,
      );
    }
  });

  withSsh(
    `ssh: ~ is the person's home, and a path that is not absolute counts from the checkout${sshNote}`,
    async () => {
      const at = await rig({ global: ssh('~/keys/id') });
      expect((await at.how()).key).toBe(join(at.home, 'keys/id'));
      await at.origin.git('config', 'user.signingkey', 'id.pub');
      const how = await at.how();
      expect(how.key).toBe(join(at.origin.path, 'id.pub'));
      expect(await at.trusted.signingProblem(at.request.tree, ada, how)).toContain('id.pub');
    },
  );

  test('nothing asks for it: nothing is signed', async () => {
    const at = await settingsRig({ global: openpgp, local: [['commit.gpgsign', 'false']] });
    expect((await at.repositories.inspect(at.origin.path)).signing).toBeUndefined();
  });
});

describe('T4: what the settings may name', () => {
  async function marker(): Promise<{ readonly file: string; readonly program: string; ran(): Promise<string> }> {
    const folder = await temporaryFolder();
    const file = join(folder, 'ran');
    const who = `cut -d' ' -f1,6 "/proc/$$/stat"`;
    await writeTree(folder, { program: { program: `#!/bin/sh\n{ ${who}; env; } > '${file}' 2>&1\nexit 1\n` } });
    const ran = async () => ((await stat(file).catch(() => null)) === null ? '' : readFile(file, 'utf8'));
    return { file, program: join(folder, 'program'), ran };
  }

  test.each(['gpg.program', 'gpg.openpgp.program', 'gpg.ssh.program'])(
    "a program in the repository's own %s is refused by name and never run",
    async (name) => {
      const { program, ran } = await marker();
      const included = join(await temporaryFolder(), 'more');
      await git(program.replace(/\/program$/, ''), ['config', '--file', included, name, program]);
      const format = name === 'gpg.ssh.program' ? 'ssh' : 'openpgp';
      const settings = [...openpgp, ['gpg.format', format], ['user.signingkey', '/id']] as const;
      for (const local of [[[name, program]], [['include.path', included]]] as const) {
        const at = await settingsRig({ global: settings, local });
        expect(await at.why()).toContain(`(${name} is ${program})`);
        expect(await at.why()).toContain(`git config --local --unset ${name} && git config --global ${name}`);
      }
      expect(await ran()).toBe('');
    },
  );

  test("one of the person's own settings is run, without a terminal, with their home and nothing of git's", async () => {
    const { program, ran } = await marker();
    const at = await rig({ global: [...openpgp, ['gpg.program', program]] }, { signingEnv: { GNUPGHOME: '/gnupg' } });
    const problem = await at.trusted.signingProblem(at.request.tree, ada, await at.how());
    expect(problem).toContain('gpg failed to sign');
    const [ids = '', ...env] = (await ran()).split('\n');
    expect(env).toEqual(expect.arrayContaining([`HOME=${at.home}`, 'GNUPGHOME=/gnupg']));
    expect(env.filter((line) => line.startsWith('GIT_'))).toEqual([]);
    // Of the machine without /proc, the first line is what `cut` says.
    if (/^\d/.test(ids)) expect(new Set(ids.split(' ')).size).toBe(1);
  });

  test('one that waits is ended, whole, and said', async () => {
    const folder = await temporaryFolder();
    const program = join(folder, 'program');
    await writeTree(folder, { program: { program: `#!/bin/sh\necho $$ > '${folder}/pid'\nsleep 600\n` } });
    const at = await rig({ global: [...openpgp, ['gpg.program', program]] }, { signingLimitMs: 1_500 });
    const problem = await at.trusted.signingProblem(at.request.tree, ada, await at.how());
    expect(problem).toContain('did not end in 1.5 s');
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
    await until('the whole group has ended', () => listProcesses().every(({ group }) => group !== pid), 60_000);
  });

  test('one that is not there is said by its name', async () => {
    const at = await rig({ global: [...openpgp, ['gpg.program', '/nonexistent/gpg']] });
    const problem = await at.trusted.signingProblem(at.request.tree, ada, await at.how());
    expect(problem).toContain('/nonexistent/gpg could not be started');
  });

  test.each<[Settings, string]>([
    [[['gpg.format', 'x509']], 'gpg.format is x509; expected openpgp or ssh, for example: git config gpg.format ssh'],
    [[['gpg.format', 'SSH']], 'gpg.format is SSH; expected openpgp or ssh'],
    [[['gpg.format', 'ssh']], 'ssh without user.signingkey; expected user.signingkey, for example: git config'],
    [
      [
        ['gpg.format', 'ssh'],
        ['gpg.ssh.defaultKeyCommand', 'echo key'],
      ],
      'gpg.ssh.defaultKeyCommand is set, and Pawl runs no command for a key; expected user.signingkey',
    ],
    [[['gpg.program', 'bin/gpg']], 'gpg.program is bin/gpg; expected a name or an absolute path'],
  ])('%j is refused by name, with the way out', async (settings, why) => {
    const at = await settingsRig({ global: [...openpgp, ...settings] });
    expect(await at.why()).toContain(why);
    expect(await at.why()).toMatch(/or without signatures: git config commit\.gpgsign false$/);
  });

  test('a key that is named makes a command for one needless', async () => {
    const at = await settingsRig({ global: [...ssh('~/id'), ['gpg.ssh.defaultKeyCommand', 'echo key']] });
    expect((await at.how()).key).toBe(join(at.home, 'id'));
  });

  test("of the worker's environment, only where keys and agents are is handed on", () => {
    const env = { GNUPGHOME: '/g', SSH_AUTH_SOCK: '', SSH_ASKPASS: '/x', TOKEN: 't' };
    expect(signingEnv(env)).toEqual({ GNUPGHOME: '/g' });
    expect(signingEnv({ SSH_AUTH_SOCK: '/s' })).toEqual({ SSH_AUTH_SOCK: '/s' });
  });
});
