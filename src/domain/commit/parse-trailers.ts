import type { Trailer } from './trailers.js';

/** Beginnings that git itself writes: with one of them a quarter of the paragraph's lines is enough. */
const gitGenerated = ['Signed-off-by: ', '(cherry picked from commit '];
const scissors = '# ------------------------ >8 ------------------------';

/**
 * Trailers of any commit message by git's own rules: the last paragraph, never the first one; every line a
 * trailer or its continuation. Same answer as `git interpret-trailers --parse --no-divider`, tested against it.
 */
export function parseTrailers(message: string): readonly Trailer[] {
  const block = trailerBlock(messageLines(message));
  const trailers: { key: string; value: string }[] = [];
  let open = false;
  for (const line of block) {
    if (open && startsBlank(line)) {
      const last = trailers.at(-1);
      if (last !== undefined) last.value = `${last.value} ${line.trimStart()}`;
    } else {
      const trailer = trailerOf(line);
      if (trailer !== null) trailers.push(trailer);
      open = trailer !== null;
    }
  }
  return trailers.map(({ key, value }) => ({ key, value: value.trim() }));
}

/** Without what git leaves at the end of a message: comments, blank lines, an old list of conflicts. */
function messageLines(message: string): readonly string[] {
  const all = message.split('\n');
  const cut = all.indexOf(scissors);
  const lines = cut < 0 ? all : all.slice(0, cut);
  let end = 0;
  let inConflicts = false;
  lines.forEach((line, index) => {
    if (line === '' || line.startsWith('#')) return;
    if (line === 'Conflicts:') inConflicts = true;
    else if (!inConflicts || !line.startsWith('\t')) {
      end = index + 1;
      inConflicts = false;
    }
  });
  return lines.slice(0, end);
}

/** The last paragraph, if it counts as trailers. */
function trailerBlock(lines: readonly string[]): readonly string[] {
  const titleEnd = lines.findIndex((line) => !line.startsWith('#') && isBlank(line));
  if (titleEnd < 0) return [];
  const isFiller = (line: string): boolean => isBlank(line) || line.startsWith('#');
  const end = 1 + lines.findLastIndex((line, index) => index > titleEnd && !isFiller(line));
  const start = 1 + lines.findLastIndex((line, index) => index < end && isBlank(line));
  const paragraph = lines.slice(start, Math.max(start, end));
  return countsAsTrailers(paragraph) ? paragraph : [];
}

/** Git walks from the end: lines that begin blank belong to the trailer above them, or are none with it. */
function countsAsTrailers(paragraph: readonly string[]): boolean {
  let trailers = 0;
  let others = 0;
  let continuations = 0;
  let generated = false;
  for (const line of paragraph.toReversed()) {
    const byGit = gitGenerated.some((beginning) => line.startsWith(beginning));
    generated ||= byGit;
    if (byGit || trailerOf(line) !== null) {
      trailers += 1;
      continuations = 0;
    } else if (startsBlank(line)) {
      continuations += 1;
    } else {
      others += continuations + (line.startsWith('#') ? 0 : 1);
      continuations = 0;
    }
  }
  others += continuations;
  return (generated && trailers * 3 >= others) || (trailers > 0 && others === 0);
}

/** What git counts as a blank; the language counts more. */
function isBlank(line: string): boolean {
  return /^[ \t\r]*$/.test(line);
}

function startsBlank(line: string): boolean {
  return /^[ \t\r]/.test(line);
}

function trailerOf(line: string): { key: string; value: string } | null {
  const match = /^([A-Za-z0-9-]+)[ \t]*:/.exec(line);
  return match === null ? null : { key: match[1] ?? '', value: line.slice(match[0].length) };
}
