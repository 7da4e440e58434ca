import { isAbsolute, join } from 'node:path';
import { displayLine } from '../domain/sanitise.js';
import { configError } from './problem.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where Pawl keeps its things, and where the operator's config.json lies. */
export interface Homes {
  readonly home: string;
  readonly configFolder: string;
}

/** PAWL_HOME holds both; else the XDG rules, which ignore a path that is not absolute. @throws {ConfigError} */
export function homes(env: Environment, userHome: string): Homes {
  const own = env['PAWL_HOME'];
  if (own !== undefined && own !== '') {
    if (!isAbsolute(own)) {
      const what = `"${displayLine(own, 80)}" depends on the folder one is in`;
      throw configError('PAWL_HOME', {
        what,
        expected: 'an absolute path',
        example: `PAWL_HOME=${join(userHome, 'pawl')}`,
      });
    }
    return { home: own, configFolder: own };
  }
  const xdg = (name: string, usual: string): string => {
    const path = env[name];
    return path !== undefined && isAbsolute(path) ? path : join(userHome, usual);
  };
  return {
    home: join(xdg('XDG_DATA_HOME', '.local/share'), 'pawl'),
    configFolder: join(xdg('XDG_CONFIG_HOME', '.config'), 'pawl'),
  };
}

/** The set variables among these, as they are. */
export function pick(env: Environment, wanted: (name: string) => boolean): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, text] of Object.entries(env)) {
    if (text !== undefined && text !== '' && wanted(name)) found[name] = text;
  }
  return found;
}

/** What says how text, time and terminal look; every child gets these (T2). */
export function isLocale(name: string): boolean {
  return ['LANG', 'LANGUAGE', 'TZ', 'TERM'].includes(name) || /^LC_[A-Z]+$/.test(name);
}

/** What pip needs to find its index as it does for this person: proxies, certificates, its own settings. */
export function isForDownloads(name: string): boolean {
  return (
    isLocale(name) ||
    ['PATH', 'HOME', 'USER', 'LOGNAME', 'VIRTUAL_ENV', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NETRC'].includes(name) ||
    ['REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'XDG_CONFIG_HOME', 'XDG_CONFIG_DIRS'].includes(name) ||
    /^(PIP|PYENV|PYTHON)(_[A-Z_]+|[A-Z]+)$/.test(name) ||
    /^(https?|all|no|ftp)_proxy$/i.test(name)
  );
}

/** An empty variable counts as one that is not set. */
export function value(env: Environment, name: string): string | null {
  const text = env[name];
  return text === undefined || text.trim() === '' ? null : text.trim();
}

/** On or off; null when not set. @throws {ConfigError} */
export function flag(env: Environment, name: string): boolean | null {
  const text = value(env, name)?.toLowerCase() ?? null;
  if (text === null) return null;
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['0', 'false', 'no', 'off'].includes(text)) return false;
  throw configError(name, {
    what: `"${text.slice(0, 40)}" is neither on nor off`,
    expected: 'true or false',
    example: `${name}=true`,
  });
}

/** The person's own words about who writes their commits, before any git configuration is asked. */
export interface GitPeople {
  readonly authorName: string | null;
  readonly authorEmail: string | null;
  readonly committerName: string | null;
  readonly committerEmail: string | null;
  /** EMAIL, which git falls back to. */
  readonly email: string | null;
}

export function gitPeople(env: Environment): GitPeople {
  const value = (name: string): string | null => {
    const text = env[name];
    return text === undefined || text === '' ? null : text;
  };
  return {
    authorName: value('GIT_AUTHOR_NAME'),
    authorEmail: value('GIT_AUTHOR_EMAIL'),
    committerName: value('GIT_COMMITTER_NAME'),
    committerEmail: value('GIT_COMMITTER_EMAIL'),
    email: value('EMAIL'),
  };
}

const maxIdentity = 200;

/** Who acts, in signals, approvals and the server's list of pollers. @throws {ConfigError} for a text that would not fit one line. */
export function identityOf(where: string, text: string): string {
  const clean = displayLine(text, maxIdentity + 1);
  if (clean === text && text.length <= maxIdentity) return text;
  const what = `"${displayLine(text, 60)}" can't be shown as a name`;
  throw configError(where, {
    what,
    expected: 'one line of at most 200 characters',
    example: 'PAWL_IDENTITY=ada@laptop',
  });
}
