/** Unified diffs as `git diff-tree -p` writes them. Inside a hunk every line begins with a mark, so no content can look like a header. */

/** A file of a diff. */
export interface FileDiff {
  /** As the diff names it; quoted when the name is odd. */
  readonly path: string;
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** Line numbers of the new side: added lines, and for removed ones the line that took their place. */
  readonly changed: readonly number[];
}

const header = 'diff --git ';

export function splitDiff(diff: string): readonly FileDiff[] {
  const files: string[][] = [];
  for (const line of diff.split('\n')) {
    if (line.startsWith(header)) files.push([line]);
    else files.at(-1)?.push(line);
  }
  return files.map(readFile);
}

function readFile(lines: readonly string[]): FileDiff {
  let [added, removed, at] = [0, 0, 0];
  let inHunk = false;
  const changed = new Set<number>();
  for (const line of lines) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk !== null) {
      at = Number(hunk[1]);
      inHunk = true;
    } else if (inHunk && line.startsWith('+')) {
      changed.add(at);
      added += 1;
      at += 1;
    } else if (inHunk && line.startsWith('-')) {
      changed.add(at);
      removed += 1;
    } else if (inHunk && line.startsWith(' ')) at += 1;
  }
  return { path: pathOf(lines), text: lines.join('\n'), added, removed, changed: [...changed] };
}

/** `a/x b/x`: without renames both halves are the same. */
function pathOf([first = '']: readonly string[]): string {
  const both = first.slice(header.length);
  const half = both.slice(0, (both.length - 1) / 2);
  return half.startsWith('"') ? `"${half.slice(3)}` : half.slice(2);
}

/** A file whose diff was too large to be shown. */
export interface LeftOut {
  readonly path: string;
  /** Null where nobody counted. */
  readonly added: number | null;
  readonly removed: number | null;
}

export interface BoundedDiff {
  readonly diff: string;
  readonly leftOut: readonly LeftOut[];
  /** Added and removed lines of all files. */
  readonly lines: number;
  /** Shown or left out. */
  readonly files: number;
}

/** What stands below a diff that was not read to its end. */
const cutMark = /\n\[the diff is longer: cut at \d+ bytes\]\n$/;

/** The diffs of whole files, in their order, as long as they fit; the others by name and line counts. */
export function boundedDiff(diff: string, maxChars: number): BoundedDiff {
  const shown: string[] = [];
  const leftOut: LeftOut[] = [];
  let room = maxChars;
  let lines = 0;
  const files = splitDiff(diff);
  const isCut = cutMark.test(diff);
  for (const [index, { path, text, added, removed }] of files.entries()) {
    lines += added + removed;
    // Nobody knows how much of the last one is missing.
    if (isCut && index === files.length - 1) leftOut.push({ path, added: null, removed: null });
    else if (text.length <= room) {
      shown.push(text);
      room -= text.length;
    } else leftOut.push({ path, added, removed });
  }
  return { diff: shown.join('\n'), leftOut, lines, files: files.length };
}
