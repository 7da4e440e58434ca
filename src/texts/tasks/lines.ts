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
  const kinds = new Set<LineEnding>();
  let start = text.startsWith('\ufeff') ? 1 : 0;
  for (const end of text.matchAll(/\r\n?|\n/g)) {
    lines.push(text.slice(start, end.index));
    starts.push(start);
    start = end.index + end[0].length;
    kinds.add(end[0] === '\n' ? 'lf' : end[0] === '\r\n' ? 'crlf' : 'mixed');
  }
  lines.push(text.slice(start));
  starts.push(start);
  const [only = 'none'] = kinds;
  return { lines, starts, ending: kinds.size > 1 ? 'mixed' : only };
}
