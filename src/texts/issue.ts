import type { IssueText } from '../domain/leaf/briefs.js';
import { cutChars } from '../domain/sanitise.js';
import { findCriteria, isCriteriaHeading, type CriteriaFinding } from './criteria.js';
import { decodeIssue } from './decode.js';
import { blockTokens, frontMatterLines, oneLineOf, topHeadings, type BlockToken } from './markdown-blocks.js';

/** A local issue file, read. The body is the file's own words without the title's line, letter for letter. */
export interface Issue extends IssueText {
  readonly criteria: readonly string[];
}

export type IssueReading =
  | { readonly kind: 'ok'; readonly issue: Issue }
  | { readonly kind: 'problem'; readonly cause: 'no-criteria' | 'source-unusable'; readonly message: string };

const maxTitleChars = 500;
const maxCriteria = 200;
const maxCriterionChars = 4_000;

/** Without these words there is nothing to look for, and 1 MB of something else costs no block pass. */
const mentionsCriteria = /acceptance[\s*_`]{1,20}criteri/i;

const example = '## Acceptance criteria\n- [ ] An expired token gets 401';

/** Never throws, whatever the bytes; `name` is only shown. */
export function readIssue(bytes: Uint8Array, name: string): IssueReading {
  const decoded = decodeIssue(bytes, name);
  if (decoded.kind === 'problem') return unusable(decoded.message);
  if (!mentionsCriteria.test(decoded.text)) {
    return {
      kind: 'problem',
      cause: 'no-criteria',
      message: noCriteria({ kind: 'no-heading', plainTextLine: null }, name),
    };
  }
  const { lines, tokens } = issueBlocks(decoded.text);
  const finding = findCriteria(tokens);
  if (finding.kind !== 'found') return { kind: 'problem', cause: 'no-criteria', message: noCriteria(finding, name) };
  const problem = sizeProblem(finding.criteria, name);
  if (problem !== null) return unusable(problem);
  return { kind: 'ok', issue: { ...titleAndBody(lines, tokens, name), criteria: finding.criteria } };
}

/** Lines and blocks of an issue's text. */
export function issueBlocks(text: string): {
  readonly lines: readonly string[];
  readonly tokens: readonly BlockToken[];
  /** Lines of front matter at the top. */
  readonly front: number;
} {
  const lines = text.split('\n');
  // Front matter stays in the body; for the block pass its lines are blank, so that line numbers hold.
  const front = frontMatterLines(lines);
  return { lines, tokens: blockTokens(lines.map((line, index) => (index < front ? '' : line)).join('\n')), front };
}

function unusable(message: string): IssueReading {
  return { kind: 'problem', cause: 'source-unusable', message };
}

function noCriteria(finding: Exclude<CriteriaFinding, { kind: 'found' }>, name: string): string {
  const expected = `expected a heading "Acceptance criteria" with a list below it, for example:\n\n${example}\n`;
  if (finding.kind === 'no-items') {
    return `${name}, line ${finding.headingLine}: no list below "Acceptance criteria"; ${expected}`;
  }
  const plain =
    finding.plainTextLine === null ? '' : ` (line ${finding.plainTextLine} has the words, but is no heading)`;
  return `${name} has no acceptance criteria${plain}; ${expected}`;
}

function sizeProblem(criteria: readonly string[], name: string): string | null {
  if (criteria.length > maxCriteria) {
    return `${name} has ${criteria.length} criteria; expected at most ${maxCriteria}, for example: split the issue`;
  }
  const long = criteria.findIndex((criterion) => criterion.length > maxCriterionChars);
  if (long < 0) return null;
  return `${name}: criterion ${long + 1} has ${criteria[long]?.length} characters; expected at most ${maxCriterionChars}, for example: one sentence, the details in the body`;
}

/** The first heading of depth 1, else the first line of text that is not the criteria's, else the file's name. */
function titleAndBody(lines: readonly string[], tokens: readonly BlockToken[], name: string): IssueText {
  const heading = topHeadings(tokens).find((candidate) => candidate.depth === 1 && candidate.text !== '');
  const whole = heading?.text ?? firstWords(tokens) ?? nameOf(name);
  const title = cutChars(whole, maxTitleChars);
  // Only a heading that is all in the title leaves the body: nothing is lost.
  if (heading === undefined || title !== whole) return { title, body: lines.join('\n') };
  const rest = [...lines.slice(0, heading.firstLine), ...lines.slice(heading.endLine)];
  const start = rest.findIndex((line) => line.trim() !== '');
  return { title, body: start < 0 ? '' : rest.slice(start).join('\n') };
}

function firstWords(tokens: readonly BlockToken[]): string | null {
  const texts = tokens.flatMap((token) =>
    token.type === 'inline' ? [oneLineOf(token.content.split('\n')[0] ?? '')] : [],
  );
  const first = texts[0];
  return first === undefined || first === '' || isCriteriaHeading(first) ? null : first;
}

function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:md|markdown|txt)$/i, '');
  return name === '' ? 'Untitled issue' : name;
}
