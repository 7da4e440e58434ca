import type { BeforeCode, ReviewRow } from '../review/table.js';
import { plainLine, table } from './plain.js';
import { whoText } from './steering.js';

const heads = ['STEP', 'GEAR', 'TEST', 'SEEN BEFORE ITS CODE', 'READ AFTER IT'] as const;

/** For a terminal; empty without a step. */
export function reviewTable(rows: readonly ReviewRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const lines = table([[...heads], ...rows.map(cells)]).split('\n');
  return [...lines.map((line) => `  ${line}`), ...unseenLine(rows).map((line) => `  ${line}`)];
}

/** For a pull request or a page: the same table in Markdown, other people's words as mere text. */
export function reviewTableMarkdown(rows: readonly ReviewRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const row = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`;
  return [
    row(heads.map((head) => head.charAt(0) + head.slice(1).toLowerCase())),
    row(heads.map(() => '---')),
    ...rows.map((one) => row(cells(one).map(markdownText))),
    ...unseenLine(rows).flatMap((line) => ['', markdownText(line)]),
  ];
}

/** Nothing in it is markup, a mention or the end of a cell. */
export function markdownText(text: string): string {
  return plainLine(text)
    .replace(/[\\`*_[\]<>|~#&]/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u2060');
}

function cells({ step, gear, test, before, later }: ReviewRow): readonly string[] {
  const read = later === null ? 'nobody yet' : `${plainLine(later.by)}, ${minute(later.atMs)}`;
  return [plainLine(step), plainLine(gear), test ?? '-', beforeText(before), read];
}

function beforeText(before: BeforeCode): string {
  switch (before.kind) {
    case 'seen': {
      const when = before.atMs === null ? '' : `, ${minute(before.atMs)}`;
      return `${before.how} ${whoText(before.by, null)}${when}`;
    }
    case 'nobody':
      return 'nobody';
    case 'no-test':
      return 'no test of its own';
    case 'not-noted':
      return 'not noted in its commit';
  }
}

/** The same everywhere, whoever reads it where: a table lives longer than the day it was made. */
function minute(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** What nobody has looked at, neither before its code nor after it. */
function unseenLine(rows: readonly ReviewRow[]): readonly string[] {
  const unseen = rows.filter(({ before, later }) => before.kind !== 'seen' && later === null);
  if (unseen.length === 0) return [];
  const names = unseen.slice(0, 20).map(({ step }) => plainLine(step));
  const more = unseen.length > names.length ? ` and ${unseen.length - names.length} more` : '';
  return [`Seen by nobody so far: ${names.join(', ')}${more}`];
}
