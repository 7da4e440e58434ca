import { dirname, join } from 'node:path';

/** What the git adapter is told at construction; it reads no environment itself. */
export interface GitOptions {
  /** Pawl's home; trusted repositories lie in `repositories/` below it. */
  readonly home: string;
  /** The PATH on which `git` is found. */
  readonly path: string;
  /** The person's own git settings: `~/.gitconfig`, or what GIT_CONFIG_GLOBAL names. Read as data (design 5). */
  readonly gitGlobalConfig: string;
  /** Who commits, by the worker's environment: stronger than any file, except for `email`. */
  readonly people: {
    readonly authorName: string | null;
    readonly authorEmail: string | null;
    /** EMAIL, where git looks last. */
    readonly email: string | null;
  };
  /** The person's home, for `~/` in their settings; the folder of `gitGlobalConfig` when left out. */
  readonly userHome?: string;
  /** GNUPGHOME and SSH_AUTH_SOCK of the person, for the program that signs and for nothing else. */
  readonly signingEnv?: Readonly<Record<string, string>>;
  /** How long that program may take; 30 s when left out. */
  readonly signingLimitMs?: number;
  /** False leaves the machine's own settings (`/etc/gitconfig`, `/etc/gitattributes`) out. */
  readonly systemConfig?: boolean;
}

export function personHome(options: GitOptions): string {
  return options.userHome ?? dirname(options.gitGlobalConfig);
}

/**
 * The environment of every git command of ours (T4). HOME is a folder of Pawl's own whose `.gitconfig` we
 * write; that way no switch of simple-git's guard has to be opened for GIT_CONFIG_GLOBAL (D13).
 */
export function gitEnvironment(path: string, home: string): Record<string, string> {
  return {
    PATH: path,
    HOME: home,
    XDG_CONFIG_HOME: home,
    // Error texts in English: the failure's kind is read from them, in one place.
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // Anything else is refused before it starts; a remote's own commands are told otherwise (network.ts).
    GIT_ALLOW_PROTOCOL: 'file',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
  };
}

/** For `git config --list` in the origin: the settings as git itself would find them for this person. */
export function personEnvironment(options: GitOptions, gitDir: string): Record<string, string> {
  const env: Record<string, string> = {
    PATH: options.path,
    HOME: personHome(options),
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };
  // In its usual place git finds the file by itself, and the one in ~/.config/git beside it.
  const usual = join(personHome(options), '.gitconfig');
  if (options.gitGlobalConfig !== usual) env['GIT_CONFIG_GLOBAL'] = options.gitGlobalConfig;
  if (options.systemConfig === false) env['GIT_CONFIG_NOSYSTEM'] = '1';
  return env;
}
