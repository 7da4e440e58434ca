import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signing } from '../../domain/commit/signing.js';
import { configQuoted } from './config-text.js';
import { personHome, type GitOptions } from './git-environment.js';

/** What the program that signs is given of its person, and how long it may take. */
export interface Signer {
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs: number;
}

const handedOn = ['GNUPGHOME', 'SSH_AUTH_SOCK'];

/** Of the worker's environment: where the person's keys and agents are. */
export function signingEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(handedOn.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

export function signerOf(options: GitOptions): Signer {
  return {
    env: {
      PATH: options.path,
      HOME: personHome(options),
      LC_ALL: 'C',
      ...options.signingEnv,
      // Nobody is there to be asked: ssh-keygen fails instead.
      SSH_ASKPASS_REQUIRE: 'never',
    },
    limitMs: options.signingLimitMs ?? 30_000,
  };
}

/**
 * Between git and the program that signs: only here does the person's home come in, git itself keeps Pawl's. In a
 * session of its own the program has no terminal to ask at, and all of it is ended when its time is over. What it says
 * is kept, since some versions of git show none of it.
 */
const between = `import { spawn } from 'node:child_process';
import { openSync, readFileSync, writeSync } from 'node:fs';
const at = (name) => new URL(name, import.meta.url);
const { program, before, env, stdin, limitMs } = JSON.parse(readFileSync(at('sign.json'), 'utf8'));
const said = openSync(at('said'), 'a');
const say = (text) => writeSync(said, text + '\\n');
const args = [...before, ...process.argv.slice(2)];
const child = spawn(program, args, { env, stdio: [stdin, 'inherit', said], detached: true });
const timer = setTimeout(() => {
  say(program + ' did not end in ' + limitMs / 1000 + ' s: it may have waited for a passphrase or a touch');
  try { process.kill(-child.pid, 'SIGKILL'); } catch { child.kill('SIGKILL'); }
}, limitMs);
const end = (code) => {
  clearTimeout(timer);
  process.stderr.write(readFileSync(at('said')));
  process.exitCode = code;
};
child.on('error', (error) => {
  say(program + ' could not be started: ' + error.message);
  end(1);
});
child.on('exit', (code) => end(code ?? 1));
`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Fills a folder that is HOME of one git call: its `.gitconfig` is all that git knows of signing (D13).
 * @param folder in Pawl's home, of this call alone
 */
export async function laySigningHome(folder: string, how: Signing, signer: Signer): Promise<void> {
  const launcher = join(folder, 'sign');
  const isGpg = how.format === 'openpgp';
  const call = {
    program: how.program,
    before: isGpg ? ['--batch', '--no-tty', '--pinentry-mode=error'] : [],
    env: signer.env,
    // gpg reads the commit from it; ssh-keygen would read an answer.
    stdin: isGpg ? 'inherit' : 'ignore',
    limitMs: signer.limitMs,
  };
  const section = isGpg ? '[gpg]' : '[gpg]\n\tformat = ssh\n[gpg "ssh"]';
  await writeFile(join(folder, '.gitconfig'), `${section}\n\tprogram = ${configQuoted(launcher)}\n`);
  await writeFile(join(folder, 'sign.json'), JSON.stringify(call));
  await writeFile(join(folder, 'sign.mjs'), between);
  await writeFile(launcher, `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(join(folder, 'sign.mjs'))} "$@"\n`);
  await chmod(launcher, 0o700);
}

/** What the program itself said in a call whose home this was. */
export async function saidIn(folder: string): Promise<string> {
  return readFile(join(folder, 'said'), 'utf8').catch(() => '');
}
