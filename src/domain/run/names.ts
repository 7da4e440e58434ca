import { shortHash } from '../short-hash.js';
import { titleSlug } from './slugs.js';

/** Where a source lives: a remote by its path (`acme/shop`, nested groups too), or a folder of this host. */
export type OriginName =
  | { readonly kind: 'remote'; readonly slug: string }
  /** `hex`: 6 hexadecimal characters of the hash of the folder's absolute path, made by the caller. */
  | { readonly kind: 'local'; readonly folder: string; readonly hex: string };

export type SourceName =
  | { readonly kind: 'issue'; readonly number: number }
  | { readonly kind: 'file'; readonly slug: string }
  | { readonly kind: 'spec'; readonly slug: string };

interface NamedSource {
  readonly kind?: 'file' | 'spec';
  readonly slug: string;
  readonly issueNumber: number | null;
}

/** A file with `--issue <n>` stands for that issue; otherwise its own slug, or its spec folder's, names it (design 7). */
export function sourceName(source: NamedSource): SourceName {
  if (source.kind === 'spec') return { kind: 'spec', slug: source.slug };
  return source.issueNumber === null
    ? { kind: 'file', slug: source.slug }
    : { kind: 'issue', number: source.issueNumber };
}

/** `acme/shop`, or `local/shop-1a2b3c`: the middle of a workflow id, and the value of `PawlRepo`. */
export function renderOrigin(origin: OriginName): string {
  if (origin.kind === 'local') return `local/${safeSegment(origin.folder)}-${origin.hex}`;
  // Hosts compare owner and name without case, so one repository must not get two ids.
  const segments = origin.slug.split('/').filter((segment) => segment !== '');
  const safe = segments.map(safeSegment);
  // An owner may really be called "local"; no host allows a name that ends in "_".
  if (safe[0] === 'local') safe[0] = 'local_';
  return safe.length === 0 ? 'remote' : safe.join('/');
}

function safeSegment(segment: string): string {
  const safe = segment
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-');
  return /^[.-]*$/.test(safe) ? 'repository' : safe;
}

/** `tdd/acme/shop/issue-42`, `tdd/local/shop-1a2b3c/file-docs--export`. */
export function renderWorkflowId(origin: OriginName, source: SourceName): string {
  const last = source.kind === 'issue' ? `issue-${source.number}` : `${source.kind}-${source.slug}`;
  return `tdd/${renderOrigin(origin)}/${last}`;
}

/** Reads a workflow id back; null for an id that is not one of ours. */
export function parseWorkflowId(id: string): { readonly origin: OriginName; readonly source: SourceName } | null {
  const parts = id.split('/');
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1);
  const source = parseSource(last);
  if (parts[0] !== 'tdd' || middle.length === 0 || middle.some((part) => part === '') || source === null) return null;
  const local = middle[0] === 'local' ? /^(.+)-([0-9a-f]{6})$/.exec(middle[1] ?? '') : null;
  if (middle[0] === 'local') {
    if (local === null || middle.length !== 2) return null;
    return { origin: { kind: 'local', folder: local[1] ?? '', hex: local[2] ?? '' }, source };
  }
  const slug = [middle[0] === 'local_' ? 'local' : middle[0], ...middle.slice(1)].join('/');
  return { origin: { kind: 'remote', slug }, source };
}

function parseSource(last: string): SourceName | null {
  const issue = /^issue-([1-9]\d{0,14})$/.exec(last);
  if (issue !== null) return { kind: 'issue', number: Number(issue[1]) };
  const [, kind, slug = ''] = /^(file|spec)-([a-z0-9-]{1,60})$/.exec(last) ?? [];
  return kind === 'file' || kind === 'spec' ? { kind, slug } : null;
}

/** `.tdd/issue-42.md` or `.tdd/<slug>.md`, repository-relative; a spec's own list, in its folder, is its ledger. */
export function ledgerPath(source: SourceName, specFolder = 'specs'): string {
  if (source.kind === 'spec') return `${specFolder}/tasks.md`;
  return `.tdd/${source.kind === 'issue' ? `issue-${source.number}` : source.slug}.md`;
}

/**
 * `tdd/issue-42-reject-expired-tokens`, `tdd/<slug>` or `tdd/spec/<slug>`: built, never taken, so always valid for git
 * (T7, R28). A spec has a level of its own, since a file's slug may be the same word.
 */
export function branchName(source: SourceName, title: string): string {
  if (source.kind === 'file') return `tdd/${source.slug}`;
  if (source.kind === 'spec') return `tdd/spec/${source.slug}`;
  const slug = titleSlug(title);
  return slug === '' ? `tdd/issue-${source.number}` : `tdd/issue-${source.number}-${slug}`;
}

/** The source a branch was made for; an issue's branch is still its own after the title was edited. */
export function parseBranchName(branch: string): SourceName | null {
  const issue = /^tdd\/issue-([1-9]\d{0,14})(?:-[a-z0-9]+)*$/.exec(branch);
  if (issue !== null) return { kind: 'issue', number: Number(issue[1]) };
  const [, spec, slug = ''] = /^tdd\/(spec\/)?([a-z0-9][a-z0-9-]{0,59})$/.exec(branch) ?? [];
  return slug === '' ? null : { kind: spec === undefined ? 'file' : 'spec', slug };
}

/** Folder name of a run, from its first execution's run id (a UUID in practice; anything else is made safe). */
export function runKey(firstRunId: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(firstRunId) && firstRunId.length <= 64) return firstRunId;
  return `run-${shortHash(firstRunId)}`;
}

export interface AttemptName {
  readonly runKey: string;
  readonly step: string;
  /** 1-based, never used twice in a run. */
  readonly number: number;
}

/** `<run>/<step>/<n>` below `refs/pawl/attempts/`. */
export function renderAttemptName(name: AttemptName): string {
  return `${name.runKey}/${refComponent(name.step)}/${name.number}`;
}

export function parseAttemptName(name: string): AttemptName | null {
  const match = /^([a-z0-9-]{1,64})\/([A-Za-z0-9._%-]{1,200})\/([1-9]\d{0,8})$/.exec(name);
  if (match === null) return null;
  return { runKey: match[1] ?? '', step: (match[2] ?? '').replaceAll('%2E', '.'), number: Number(match[3]) };
}

/** Step ids may hold dots where git allows none (`a..b`, `.x`, `x.lock`); `%` is no part of an id, so this reads back. */
function refComponent(step: string): string {
  const bad = step.startsWith('.') || step.endsWith('.') || step.includes('..') || /\.lock$/i.test(step);
  return bad ? step.replaceAll('.', '%2E') : step;
}
