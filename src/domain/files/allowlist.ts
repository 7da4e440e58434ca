import { collisionKey } from './repository-paths.js';

/** One path of an allowlist, and the line it stands on, counted from 1. */
export interface AllowlistEntry {
  readonly line: number;
  readonly path: string;
}

/** One path a line; `# …` comments, blank lines and a trailing `(new)` are left out (R-004-07, R-004-08). */
export function allowlistEntries(text: string): readonly AllowlistEntry[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line, at) => {
    const path = withoutComment(line).trim();
    const bare = path.endsWith('(new)') ? path.slice(0, -5).trimEnd() : path;
    return bare === '' ? [] : [{ line: at + 1, path: bare.replace(/^(?:\.\/)+/, '') }];
  });
}

/** A `#` begins a comment at the start of a line or after a blank; inside a name it is part of the name. */
function withoutComment(line: string): string {
  const trimmed = line.trimStart();
  if (trimmed.startsWith('#')) return '';
  const at = line.search(/[ \t]#/);
  return at < 0 ? line : line.slice(0, at);
}

/**
 * Why no changed path could ever be equal to this one, or null. Only what is wrong for certain: `[id].tsx`,
 * `a*b` and `a\b` are names that git can hold.
 */
export function entryProblem(path: string): string | null {
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('~/')) return 'is absolute';
  const parts = path.replace(/\/$/, '').split('/');
  if (parts.includes('..')) return 'leads out of the repository or back ("..")';
  if (parts.includes('') || parts.includes('.')) return 'has an empty or "." part';
  // Names that are no UTF-8 are shown with this character; none of them may pass by it.
  if (path.includes('\ufffd')) return 'holds a character (U+FFFD) that stands for bytes which are no text';
  return null;
}

/** The first line that can't be meant, for its author; null when all can be. */
export function allowlistProblem(entries: readonly AllowlistEntry[]): string | null {
  for (const { line, path } of entries) {
    const problem = entryProblem(path);
    if (problem !== null) {
      return `line ${line}: ${JSON.stringify(path)} ${problem}; expected a path from the top of the repository, for example: src/auth.ts`;
    }
  }
  return null;
}

/** Can a file of this name be allowed at all? Not one with ` #` inside, a blank at an end, or bytes that are no text. */
function canBeListed(path: string): boolean {
  return !path.includes('\ufffd') && allowlistEntries(path)[0]?.path === path;
}

/** More of them than this help nobody. */
const maxHints = 10;

/**
 * Why a path may stand outside the list although its author meant to allow it. Hints only: paths are
 * compared letter for letter, and the list is never read in a wider sense (R-004-21).
 */
export function allowlistHints(
  entries: readonly AllowlistEntry[],
  outside: readonly string[],
  changed: ReadonlySet<string>,
): readonly string[] {
  if (outside.length === 0) return [];
  if (entries.length === 0) return ['the allowlist names no path, so that every change counts'];
  const twins = new Map(entries.map(({ path }) => [collisionKey(path), path]));
  const ofPaths = outside.flatMap((path) => {
    const twin = twins.get(collisionKey(path));
    if (twin !== undefined) return [`${path} differs from ${twin} of the allowlist only in case or in Unicode form`];
    const odd = 'holds a comment mark, a blank at an end, a line end or bytes that are no text';
    return canBeListed(path)
      ? []
      : [`${path} can't stand in an allowlist: its name ${odd}; give the file a plain name`];
  });
  const ofLines = entries.flatMap(({ line, path }) => {
    const misread = changed.has(path) ? null : misreading(path, outside);
    return misread === null ? [] : [`line ${line} of the allowlist: ${path} ${misread}`];
  });
  return [...ofPaths, ...ofLines].slice(0, maxHints);
}

function misreading(path: string, outside: readonly string[]): string | null {
  const folder = path.endsWith('/') ? path : `${path}/`;
  if (outside.some((other) => other.startsWith(folder))) return 'is a folder; the gate knows single files only';
  if (/[*?]/.test(path)) return 'is taken as a name; patterns are not expanded';
  if (/^".*"$/.test(path)) return 'is taken with its quotation marks';
  return path.includes('\\') ? 'holds a backslash; folders are separated with "/"' : null;
}
