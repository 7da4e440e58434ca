import { basename, dirname, join } from 'node:path';

/** Where the people who run Pawl keep keys and logins; a leaf has no business there (T2). */
const inHome = [
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.netrc',
  '.config',
  '.claude',
  '.claude.json',
  '.codex',
  '.gemini',
  '.docker',
  '.kube',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.password-store',
  '.local/share/keyrings',
  '.local/share/opencode',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.m2/settings.xml',
  '.gem/credentials',
  '.bash_history',
  '.zsh_history',
];

const ofHost = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-'];

export function operatorSecrets(home: string): readonly string[] {
  return [...inHome.map((name) => join(home, name)), ...ofHost];
}

/**
 * Toolchains that were installed among hidden things, such as nvm in `~/.config`: what PATH names below one of the
 * secrets must stay readable, with the folder that holds its `bin`, but never the hidden folder as a whole.
 */
export function toolsAmongSecrets(searchPath: string, secrets: readonly string[]): readonly string[] {
  return searchPath.split(':').flatMap((folder) => {
    const secret = secrets.find((hidden) => folder.startsWith(`${hidden}/`));
    if (secret === undefined) return [];
    return [basename(folder) === 'bin' && dirname(folder) !== secret ? dirname(folder) : folder];
  });
}
