import { shortHash } from '../short-hash.js';

const maxSlugLength = 60;
const maxTitleSlugLength = 50;

/** A word, or words joined by single hyphens: the only segments whose slug can't be taken for another's. */
const plainSegment = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Names that belong to numbered issues: `.tdd/issue-42.md`, `tdd/issue-42-some-title`. */
const issueLike = /^issue-\d+(?:-|$)/;

/**
 * Slug of an issue file from its path in the repository (design 7): `[a-z0-9-]`, at most 60 characters.
 * A plain path keeps its words, `/` becomes `--`; every other path gets `---<hash>`, which no plain path
 * can produce, so `docs/a-b.md`, `docs/a/b.md`, `docs/A-b.md` and `docs/a-b.txt` are four slugs.
 */
export function fileSlug(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  const whole = segments.join('/');
  const plain = whole.endsWith('.md') ? whole.slice(0, -3).split('/') : [];
  const slug = plain.join('--');
  const isPlain = plain.length > 0 && plain.every((segment) => plainSegment.test(segment));
  if (isPlain && slug.length <= maxSlugLength && !issueLike.test(slug)) return slug;
  const suffix = `---${shortHash(whole)}`;
  const words = wordsOf(whole.replace(/\.[A-Za-z0-9]{1,10}$/, ''), maxSlugLength - suffix.length);
  return `${words === '' ? 'file' : words}${suffix}`;
}

/**
 * Slug of a spec from its folder in the repository: the folder's own name where that is plain and lies in `specs/`, for
 * example `0007-export`; else its words and a hash of the path, so that no two folders share one (upstreams.md: numbers
 * repeat, names hold blanks).
 */
export function specSlug(folder: string): string {
  const segments = folder.split('/').filter((segment) => segment !== '' && segment !== '.');
  const name = segments.at(-1) ?? '';
  const isAtHome = segments.length === 2 && segments[0] === 'specs';
  if (isAtHome && plainSegment.test(name) && name.length <= maxSlugLength) return name;
  const suffix = `---${shortHash(segments.join('/'))}`;
  const words = wordsOf(name, maxSlugLength - suffix.length);
  return `${words === '' ? 'spec' : words}${suffix}`;
}

/** Slug of a title for a branch name: readable, maybe empty, never unique by itself. */
export function titleSlug(title: string): string {
  const start = title
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '');
  return wordsOf(start, maxTitleSlugLength);
}

/** Lower-case words joined by single hyphens, cut after a whole word where one fits. */
function wordsOf(text: string, maxLength: number): string {
  const words =
    text
      .slice(-4_000)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  let slug = '';
  for (const word of words) {
    const next = slug === '' ? word : `${slug}-${word}`;
    if (next.length > maxLength) break;
    slug = next;
  }
  return slug === '' ? (words[0] ?? '').slice(0, maxLength) : slug;
}
