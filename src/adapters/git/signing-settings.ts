import { isAbsolute, join, resolve } from 'node:path';
import { SigningFormat, unsignedWay, type WantedSigning } from '../../domain/commit/signing.js';
import type { OriginFacts } from '../../ports/repository.js';
import type { ConfigValues } from './config-text.js';
import { runGit } from './git-command.js';
import { personEnvironment, personHome, type GitOptions } from './git-environment.js';
import { gitFailure } from './git-failure.js';
import type { FoundPlace } from './origin-place.js';

interface ScopedValue {
  /** As git names it: system, global, local, worktree. */
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

const programs = {
  openpgp: { keys: ['gpg.program', 'gpg.openpgp.program'], usual: 'gpg' },
  ssh: { keys: ['gpg.ssh.program'], usual: 'ssh-keygen' },
} as const;

/** How the checkout wants its commits signed, read as data; nothing when it does not. */
export async function signingIn(
  options: GitOptions,
  place: FoundPlace,
  settings: ConfigValues,
  scratch: string,
): Promise<Pick<OriginFacts, 'signing'>> {
  if (!settings.isTrue('commit.gpgsign')) return {};
  const env = personEnvironment(options, place.checkoutGitDir);
  const answer = await runGit({ args: ['config', '--list', '-z', '--includes', '--show-scope'], env, cwd: scratch });
  if (answer.code !== 0) throw gitFailure(`The git settings of ${place.top} can't be read`, answer);
  return { signing: wantedSigning(parseScoped(answer.out), { top: place.top, home: personHome(options) }) };
}

/** `scope NUL key newline value NUL`. */
function parseScoped(output: Buffer): readonly ScopedValue[] {
  const parts = output.toString('utf8').split('\0');
  return parts.flatMap((entry, at) => {
    if (at % 2 === 0) return [];
    const end = entry.indexOf('\n');
    const [key, value] = end < 0 ? [entry, ''] : [entry.slice(0, end), entry.slice(end + 1)];
    return [{ scope: parts[at - 1] ?? '', key, value }];
  });
}

interface Folders {
  /** Of the checkout; relative paths count from it, as in git. */
  readonly top: string;
  readonly home: string;
}

type Last = (...keys: readonly string[]) => ScopedValue | undefined;
type Found = { readonly kind: 'found'; readonly value: string } | (WantedSigning & { readonly kind: 'refused' });

function wantedSigning(values: readonly ScopedValue[], folders: Folders): WantedSigning {
  const last: Last = (...keys) => values.findLast(({ key }) => keys.includes(key));
  const given = last('gpg.format')?.value ?? 'openpgp';
  const format = SigningFormat.safeParse(given);
  if (!format.success) {
    return refused(`gpg.format is ${given}; expected openpgp or ssh, for example: git config gpg.format ssh`);
  }
  const program = programOf(last, format.data, folders);
  if (program.kind === 'refused') return program;
  const key = last('user.signingkey')?.value ?? '';
  if (format.data === 'openpgp') {
    return { kind: 'can', how: { format: 'openpgp', key: key === '' ? null : key, program: program.value } };
  }
  if (key === '') return refused(sshKeyMissing(last('gpg.ssh.defaultkeycommand') !== undefined));
  return { kind: 'can', how: { format: 'ssh', key: sshKey(key, folders), program: program.value } };
}

function programOf(last: Last, format: SigningFormat, { home }: Folders): Found {
  const { keys, usual } = programs[format];
  const named = last(...keys);
  if (named === undefined || named.value === '') return { kind: 'found', value: usual };
  const { key, scope } = named;
  // The repository's own settings are another's words: a program of theirs is never run (T4).
  if (scope !== 'system' && scope !== 'global') {
    const mend = `git config --local --unset ${key} && git config --global ${key} ${usual}`;
    return refused(
      `the repository's own settings name the program for it (${key} is ${named.value}), and Pawl runs none that a repository names; expected it in your own settings: ${mend}`,
    );
  }
  const value = atHome(named.value, home);
  if (!value.includes('/') || isAbsolute(value)) return { kind: 'found', value };
  const example = `git config --global ${key} /usr/bin/${usual}`;
  return refused(`${key} is ${value}; expected a name or an absolute path, for example: ${example}`);
}

/** The path of a key, or a public key itself, which an agent must hold the other half of. */
function sshKey(key: string, { top, home }: Folders): string {
  return key.startsWith('key::') || /^ssh-/i.test(key) ? key : resolve(top, atHome(key, home));
}

function sshKeyMissing(hasCommand: boolean): string {
  const what = hasCommand
    ? 'gpg.ssh.defaultKeyCommand is set, and Pawl runs no command for a key'
    : 'gpg.format is ssh without user.signingkey';
  return `${what}; expected user.signingkey, for example: git config --global user.signingkey ~/.ssh/id_ed25519.pub`;
}

function atHome(path: string, home: string): string {
  return path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

function refused(why: string): WantedSigning & { readonly kind: 'refused' } {
  return { kind: 'refused', why: `commit.gpgsign is set, but ${why}; or ${unsignedWay}` };
}
