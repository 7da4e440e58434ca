import { shortHash } from '../short-hash.js';
import type { OriginName } from './names.js';

/** How a remote origin is reached. */
export type OriginScheme = 'https' | 'ssh' | 'git' | 'file';

export interface OriginUrl {
  /** As it is handed to git. */
  readonly url: string;
  readonly scheme: OriginScheme;
  /** Its path on that host, with the leading `/` where the URL has one. */
  readonly path: string;
}

export type ReadOrigin =
  { readonly kind: 'url'; readonly origin: OriginUrl } | { readonly kind: 'problem'; readonly why: string };

const expected =
  'expected https://host/owner/repo, ssh://git@host/owner/repo, git@host:owner/repo, git://host/repo or file:///srv/git/repo.git';

/**
 * Is this origin a remote, and not a folder of the run's host? A folder's path is absolute, so that the first
 * character tells.
 */
export function isRemoteOrigin(origin: string): boolean {
  return !origin.startsWith('/');
}

/**
 * Reads the URL of a remote. What could start a program of its own (`ext::…`, any other helper), count as an option, or
 * put a secret into the history is refused (T7, T2).
 */
export function readOriginUrl(typed: string): ReadOrigin {
  const problem = (why: string): ReadOrigin => ({ kind: 'problem', why: `${why}; ${expected}` });
  const shown = JSON.stringify(typed.slice(0, 200));
  if (typed === '' || typed.length > 2_000 || /[\s\u0000-\u001f\u007f]/.test(typed)) {
    return problem(`the origin ${shown} is empty, too long, or holds blanks`);
  }
  if (typed.startsWith('-')) return problem(`the origin ${shown} would count as an option`);
  if (/^[^/]*::/.test(typed)) return problem(`the origin ${shown} names a program to be started`);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(typed)?.[1];
  return scheme === undefined ? readShort(typed, problem) : readLong(typed, scheme.toLowerCase(), problem);
}

type Problem = (why: string) => ReadOrigin;

/** `git@host:owner/repo`: a colon before the first slash, as in scp. */
function readShort(typed: string, problem: Problem): ReadOrigin {
  const shown = JSON.stringify(typed);
  const found = /^(?:([^@/:]+)@)?([A-Za-z0-9._-]{2,}):([^\\].*)$/.exec(typed);
  if (found === null) {
    return problem(`the origin ${shown} is no URL (a repository on this machine: run in its checkout, or file://…)`);
  }
  const [, user = '', host = '', path = ''] = found;
  if (user.startsWith('-') || host.startsWith('-') || path.startsWith('-')) {
    return problem(`the origin ${shown} would count as an option`);
  }
  return { kind: 'url', origin: { url: typed, scheme: 'ssh', path } };
}

function readLong(typed: string, scheme: string, problem: Problem): ReadOrigin {
  const shown = JSON.stringify(withoutPassword(typed));
  if (!isKnown(scheme)) return problem(`the origin ${shown} is reached by "${scheme}", which Pawl does not use`);
  const [, place = '', path = ''] = /^[^:]+:\/\/([^/]*)(\/.*)?$/.exec(typed) ?? [];
  const at = place.lastIndexOf('@');
  const [user, host] = [place.slice(0, Math.max(at, 0)), place.slice(at + 1)];
  if (user.includes(':') || (scheme === 'https' && user !== '')) {
    const mend = 'leave it out, and let a credential helper of your git settings give it (git help credentials)';
    return problem(`the origin ${shown} holds a user or a password, which would stand in the run's history; ${mend}`);
  }
  if (user.startsWith('-') || host.startsWith('-')) return problem(`the origin ${shown} would count as an option`);
  if (scheme === 'file' ? place !== '' : !/^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:]+\](:\d{1,5})?$/.test(host)) {
    return problem(`the origin ${shown} names no host that can be read`);
  }
  if (path.replace(/\/+$/, '') === '' || /[?#]/.test(path)) return problem(`the origin ${shown} names no repository`);
  return { kind: 'url', origin: { url: typed, scheme, path } };
}

function isKnown(scheme: string): scheme is OriginScheme {
  return scheme === 'https' || scheme === 'ssh' || scheme === 'git' || scheme === 'file';
}

function withoutPassword(typed: string): string {
  return typed.slice(0, 200).replace(/\/\/[^/@]*@/, '//…@');
}

/** Of a `file://` URL: its folder on whatever machine reads it; null for what lies elsewhere. */
export function folderOfUrl(url: string): string | null {
  const read = readOriginUrl(url);
  return read.kind === 'url' && read.origin.scheme === 'file' ? decoded(read.origin.path) : null;
}

/** How the runs of a remote are named (design 7): by owner and repository; one without an owner by its URL's hash. */
export function remoteName({ url, scheme, path }: OriginUrl): OriginName {
  const slug = scheme === 'file' ? null : slugOfPath(path);
  if (slug !== null) return { kind: 'remote', slug };
  const last =
    path
      .replace(/\/+$/, '')
      .split('/')
      .at(-1)
      ?.replace(/\.git$/i, '') ?? '';
  return { kind: 'local', folder: last === '' ? 'repository' : last, hex: hexOf(url) };
}

function hexOf(text: string): string {
  return parseInt(shortHash(text), 36).toString(16).padStart(6, '0').slice(-6);
}

/** `owner/repo` of a path on a host; groups in groups (`group/sub/repo`) are `group.sub/repo`. Null without an owner. */
export function slugOfPath(path: string): string | null {
  const parts = path
    .split('/')
    .map(decoded)
    .filter((part) => part !== '');
  const repo = clean((parts.pop() ?? '').replace(/\.git$/i, ''));
  const owner = clean(parts.join('.'));
  return repo === '' || owner === '' ? null : `${owner}/${repo}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function clean(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
}
