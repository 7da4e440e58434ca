import type { LineEnding } from '../../domain/plan/task.js';

/** A text by lines, with the place of each: a line feed, a carriage return, or both end one. */
export interface LineTable {
  /** Without their ends and without a byte order mark. */
  readonly lines: readonly string[];
  /** Index in the text at which each line begins. */
  readonly starts: readonly number[];
  readonly ending: LineEnding;
}

export function lineTable(text: string): LineTable {
  const lines: string[] = [];
  const starts: number[] = [];
  let start = text.startsWith('\ufeff') ? 1 : 0;
  let ending: LineEnding = 'none';
  let nextReturn = text.indexOf('\r', start);
  let nextFeed = text.indexOf('\n', start);
  while (nextFeed >= 0 || nextReturn >= 0) {
    const isReturn = nextReturn >= 0 && (nextFeed < 0 || nextReturn < nextFeed);
    const end = isReturn ? nextReturn : nextFeed;
    const isBoth = isReturn && nextFeed === end + 1;
    lines.push(text.slice(start, end));
    starts.push(start);
    start = end + (isBoth ? 2 : 1);
    ending = bothEndings(ending, isReturn ? (isBoth ? 'crlf' : 'mixed') : 'lf');
    if (isReturn) nextReturn = text.indexOf('\r', start);
    if (!isReturn || isBoth) nextFeed = text.indexOf('\n', start);
  }
  lines.push(text.slice(start));
  starts.push(start);
  return { lines, starts, ending };
}

function bothEndings(before: LineEnding, next: LineEnding): LineEnding {
  return before === 'none' || before === next ? next : 'mixed';
}
