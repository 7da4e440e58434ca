import { join } from 'node:path';
import { writeAtomically } from '../artifacts/atomic-write.js';
import { configQuoted, parseConfig, type ConfigValues } from './config-text.js';
import { runGit } from './git-command.js';
import { gitEnvironment, personEnvironment, personHome, type GitOptions } from './git-environment.js';
import { gitFailure } from './git-failure.js';
import { remoteOf } from './remote.js';
import type { TrustedFolder } from './trusted-folder.js';

/**
 * Of the person's own settings what reaching a remote needs: who gives credentials, by which ssh, by which proxy. A
 * header may be a secret in clear, and is not copied.
 */
const wanted =
  /^(?:credential\.(?:.+\.)?|http\.(?:.+\.)?(?!extraheader$|cookiefile$))[a-z0-9]+$|^url\..+\.(?:push)?insteadof$|^core\.sshcommand$/s;

/** Nobody is there to be asked, and a host that is gone must not be waited for. */
const usualSsh = 'ssh -o BatchMode=yes -o ConnectTimeout=20 -o ServerAliveInterval=15 -o ServerAliveCountMax=3';

/** A transfer that stands still is given up, as ssh's is. */
const usualSettings = [
  ['core.sshcommand', usualSsh],
  ['http.lowspeedlimit', '1'],
  ['http.lowspeedtime', '60'],
] as const;

/** The settings that git would use for this person, machine-wide ones included, read as data: nothing is started. */
export async function personSettings(options: GitOptions, folder: TrustedFolder): Promise<ConfigValues> {
  const env = personEnvironment(options, folder.gitDir);
  const answer = await runGit({ args: ['config', '--list', '-z', '--includes'], env, cwd: folder.gitDir });
  if (answer.code !== 0) throw gitFailure("Your git settings can't be read", answer);
  return parseConfig(answer.out);
}

/**
 * The environment of the few commands that talk to a remote: as every other one's, but with the person's home, since
 * credential helpers and ssh look for their files there, and the settings above in the place of all others. No leaf gets
 * any of it (T2). A folder's commands are not changed.
 */
export async function networkEnvironment(
  options: GitOptions,
  folder: TrustedFolder,
  url: string,
): Promise<Record<string, string>> {
  const { scheme } = remoteOf(url);
  const own = gitEnvironment(options.path, folder.home);
  if (scheme === 'file') return own;
  const settings = await personSettings(options, folder);
  const path = join(folder.home, 'network.gitconfig');
  await writeAtomically(path, networkConfig(settings));
  const { XDG_CONFIG_HOME: _, ...kept } = own;
  return {
    ...kept,
    ...options.signingEnv,
    HOME: personHome(options),
    GIT_CONFIG_GLOBAL: path,
    // The person's `insteadOf` may lead from the one to the other.
    GIT_ALLOW_PROTOCOL: scheme === 'git' ? 'git' : 'https:ssh',
    SSH_ASKPASS_REQUIRE: 'never',
  };
}

function networkConfig(settings: ConfigValues): string {
  const own = settings.matching(wanted);
  const usual = usualSettings.filter(([key]) => settings.last(key) === null);
  return [...own, ...usual].map(([key, value]) => entryText(key, value)).join('');
}

/** `credential.https://host.helper` is variable `helper` of subsection `https://host`. */
function entryText(key: string, value: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const section = key.slice(0, first);
  const sub = first === last ? '' : ` ${configQuoted(key.slice(first + 1, last))}`;
  return `[${section}${sub}]\n\t${key.slice(last + 1)} = ${configQuoted(value)}\n`;
}
