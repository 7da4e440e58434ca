import { stripControls } from '../domain/sanitise.js';
import { findCriteria, isCriteriaHeading } from './criteria.js';
import { decodeIssue } from './decode.js';
import { issueBlocks, readIssue, type IssueReading } from './issue.js';
import { topHeadings, type BlockToken } from './markdown-blocks.js';

/** What Pawl makes of an issue file, for a person who wants to know before a run. */
export interface IssueSurvey {
  /** As a run reads it. */
  readonly reading: IssueReading;
  readonly criteria: readonly { readonly number: number; readonly line: number; readonly text: string }[];
  readonly bytes: number;
  readonly lines: number;
  /** What was changed on the way, and what a person might not expect; each one line. */
  readonly oddities: readonly string[];
}

const listed = 5;

/** Never throws, whatever the bytes. */
export function surveyIssue(bytes: Uint8Array, name: string): IssueSurvey {
  const reading = readIssue(bytes, name);
  const decoded = decodeIssue(bytes, name);
  if (decoded.kind === 'problem') return { reading, criteria: [], bytes: bytes.length, lines: 0, oddities: [] };
  const { lines, tokens, front } = issueBlocks(decoded.text);
  const found = findCriteria(tokens);
  const criteria =
    found.kind === 'found'
      ? found.criteria.map((text, at) => ({ number: at + 1, line: found.lines[at] ?? 0, text }))
      : [];
  return {
    reading,
    criteria,
    bytes: bytes.length,
    lines: lines.length,
    oddities: [
      ...bytesOddities(bytes),
      ...(front > 0 ? [`front matter (lines 1 to ${front}) stays in the body; no criteria are looked for in it`] : []),
      ...titleOddities(tokens),
      ...criteriaOddities(criteria, lines, tokens),
      ...hiddenOddities(lines, tokens),
    ],
  };
}

function bytesOddities(bytes: Uint8Array): readonly string[] {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return [
    ...(hasMark ? ['a byte order mark at the start is dropped'] : []),
    ...(bytes.includes(0x0d) ? ['line ends with a carriage return are read as line feeds'] : []),
  ];
}

function titleOddities(tokens: readonly BlockToken[]): readonly string[] {
  const first = topHeadings(tokens).filter((heading) => heading.depth === 1 && heading.text !== '');
  if (first.length === 0) return ['no heading of the first depth: the title is taken from the first line, or the name'];
  const more = first.slice(1).map((heading) => heading.firstLine + 1);
  return more.length === 0
    ? []
    : [`only the first heading of the first depth is the title, not line ${more.join(', ')}`];
}

function criteriaOddities(
  criteria: IssueSurvey['criteria'],
  lines: readonly string[],
  tokens: readonly BlockToken[],
): readonly string[] {
  const sections = topHeadings(tokens).filter((heading) => isCriteriaHeading(heading.text)).length;
  const ticked = criteria.filter(({ line }) => /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[xX]\]/.test(lines[line - 1] ?? ''));
  const seen = new Map<string, number>();
  const twice = criteria.filter(({ number, text }) => {
    const known = seen.has(text);
    seen.set(text, number);
    return known;
  });
  return [
    ...(sections > 1 ? [`${sections} headings "Acceptance criteria": their lists are read as one`] : []),
    ...(ticked.length > 0 ? [`ticked already, and counts like the others: criterion ${numbers(ticked)}`] : []),
    ...(twice.length > 0 ? [`says the same as an earlier one: criterion ${numbers(twice)}`] : []),
  ];
}

function numbers(criteria: IssueSurvey['criteria']): string {
  return criteria.map(({ number }) => number).join(', ');
}

/** What a person who reads the page does not see, and an agent that reads the file does (T1). */
function hiddenOddities(lines: readonly string[], tokens: readonly BlockToken[]): readonly string[] {
  const hidden = lines.flatMap((line, at) => (stripControls(line) === line ? [] : [at + 1]));
  const comments = tokens.flatMap((token) =>
    token.type === 'html_block' && token.content.includes('<!--') ? [(token.map?.[0] ?? 0) + 1] : [],
  );
  return [
    ...(hidden.length > 0
      ? [
          `characters that do not show (controls, direction marks) in line ${some(hidden)}: leaves read them as they are`,
        ]
      : []),
    ...(comments.length > 0 ? [`a comment in line ${some(comments)} is part of the body: leaves read it`] : []),
  ];
}

function some(lines: readonly number[]): string {
  const more = lines.length > listed ? ` and ${lines.length - listed} more` : '';
  return `${lines.slice(0, listed).join(', ')}${more}`;
}
