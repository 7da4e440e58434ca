import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { git, temporaryFolder } from './git-repos.js';

const run = promisify(execFile);

function isInstalled(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, [...args], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

export const hasGpg = isInstalled('gpg', '--version');
export const hasSshKeygen = isInstalled('ssh-keygen', '-?');
if (!hasGpg) console.warn('skipped: gpg not installed');
if (!hasSshKeygen) console.warn('skipped: ssh-keygen not installed');
export const gpgNote = hasGpg ? '' : ' (skipped: gpg not installed)';
export const sshNote = hasSshKeygen ? '' : ' (skipped: ssh-keygen not installed)';

const open: (() => Promise<void>)[] = [];

/** Ends the agents that tests have started; for `afterAll`. */
export async function endAgents(): Promise<void> {
  for (const end of open.splice(0)) await end();
}

export interface GpgKey {
  /** Fingerprint. */
  readonly id: string;
  readonly env: { readonly GNUPGHOME: string };
  /** The agent forgets passphrases. */
  forget(): Promise<void>;
}

/** A key of Ada's in a keyring of its own. Its passphrase is remembered by the agent until `forget`. */
export async function gpgKey(passphrase = ''): Promise<GpgKey> {
  const home = await temporaryFolder('pawl-gpg');
  await chmod(home, 0o700);
  // Without it the agent tries for seconds how long this machine may take to guess a passphrase.
  await writeFile(join(home, 'gpg-agent.conf'), 's2k-count 65536\n');
  const env = { ...process.env, GNUPGHOME: home, LC_ALL: 'C' };
  open.push(async () => void (await run('gpgconf', ['--kill', 'all'], { env }).catch(() => undefined)));
  const how = ['--batch', '--pinentry-mode', 'loopback', '--passphrase', passphrase];
  const made = ['--quick-generate-key', 'Ada Example <ada@example.org>', 'ed25519', 'sign', 'never'];
  await run('gpg', [...how, ...made], { env });
  // A key is remembered once it was used.
  await run('gpg', [...how, '--detach-sign', '--output', join(home, 'signed'), join(home, 'gpg-agent.conf')], { env });
  const { stdout } = await run('gpg', ['--list-secret-keys', '--with-colons'], { env });
  const id = /^fpr:+([0-9A-F]+):/m.exec(stdout)?.[1] ?? '';
  return {
    id,
    env: { GNUPGHOME: home },
    forget: async () => void (await run('gpgconf', ['--reload', 'gpg-agent'], { env })),
  };
}

export interface SshKey {
  readonly path: string;
  readonly allowedSigners: string;
}

export async function sshKey(passphrase = ''): Promise<SshKey> {
  const folder = await temporaryFolder('pawl-ssh');
  const path = join(folder, 'id');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', 'ada', '-f', path]);
  const { stdout } = await run('ssh-keygen', ['-y', '-P', passphrase, '-f', path]);
  const allowedSigners = join(folder, 'allowed');
  await writeFile(allowedSigners, `ada@example.org ${stdout}`);
  return { path, allowedSigners };
}

/** An agent that holds this key; gives its SSH_AUTH_SOCK. */
export async function sshAgent(key: SshKey, passphrase: string): Promise<string> {
  const folder = await temporaryFolder('pawl-agent');
  const socket = join(folder, 'sock');
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
  open.push(async () => void agent.kill());
  while (!existsSync(socket)) await sleep(20);
  const asks = join(folder, 'asks');
  await mkdir(folder, { recursive: true });
  await writeFile(asks, `#!/bin/sh\necho '${passphrase}'\n`);
  await chmod(asks, 0o700);
  const env = { ...process.env, SSH_AUTH_SOCK: socket, SSH_ASKPASS: asks, SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' };
  await run('ssh-add', ['-q', key.path], { env });
  return socket;
}

/** Git's own verdict on the signature of a commit. @throws when there is none, or when it does not fit the commit */
export async function verified(gitDir: string, commit: string, key: GpgKey | SshKey): Promise<void> {
  if ('env' in key) await git(gitDir, ['verify-commit', commit], key.env);
  else await git(gitDir, ['-c', `gpg.ssh.allowedSignersFile=${key.allowedSigners}`, 'verify-commit', commit]);
}
