import { withoutQualifiers, type ShapeOfLabel } from '../../domain/plan/task-labels.js';

export interface FoundLabel {
  /** As written, with its qualifiers. */
  readonly label: string;
  /** Index after its separator. */
  readonly end: number;
}

export interface LabelPlace {
  readonly text: string;
  readonly at: number;
  /** Index of the pair that ends the bold words around `at`; null when they are not bold. */
  readonly boldEnd: number | null;
}

/** Nobody writes a longer label; it also keeps the search linear. */
const longest = 100;
/** More words in bold before a colon are a title, not a label. */
const mostBoldWords = 4;

const separator =
  /(?:\*\*|__)?[ \t]{0,9}:(?=\s|$|\*\*|__)(?:\*\*|__)?|(?:\*\*|__)?[ \t]{1,9}[—–-]{1,3}(?=\s|$)|(?:\*\*|__)[—–-]{1,3}(?=\s|$)/y;

/**
 * A label is what stands before a colon or a dash and is in the table, whatever its case. Words in capitals or bold
 * there that are in no table are a label nobody knows (C-24); other words are a title. A known label that is all of
 * the bold words needs no separator.
 */
export function findLabel(place: LabelPlace, shapeOf: ShapeOfLabel): FoundLabel | null {
  const { text, at, boldEnd } = place;
  const cut = findSeparator(text, at, boldEnd);
  if (cut !== null) {
    const label = text.slice(at, cut.from).trim();
    const isBold = boldEnd !== null && cut.from <= boldEnd;
    return label !== '' && isLabel(label, isBold, shapeOf) ? { label, end: cut.to } : null;
  }
  if (boldEnd === null || boldEnd - at > longest || boldEnd <= at) return null;
  const label = text.slice(at, boldEnd).trim();
  return label !== '' && shapeOf(label) !== null ? { label, end: boldEnd } : null;
}

function isLabel(label: string, isBold: boolean, shapeOf: ShapeOfLabel): boolean {
  if (shapeOf(label) !== null) return true;
  const words = withoutQualifiers(label);
  if (isCapitals(words)) return true;
  return isBold && /^[\p{L}\p{N}]/u.test(words) && words.split(/\s+/).length <= mostBoldWords;
}

function isCapitals(words: string): boolean {
  return /^\p{Lu}/u.test(words) && !/\p{Ll}/u.test(words) && /\p{Lu}[^\p{Lu}]{0,3}\p{Lu}/u.test(words);
}

/** What a separator may begin with; asked of every character. */
const mayBegin: ReadonlySet<string> = new Set([' ', '\t', ':', '*', '_']);

/** The first colon or dash outside of brackets and code. */
function findSeparator(
  text: string,
  at: number,
  boldEnd: number | null,
): { readonly from: number; readonly to: number } | null {
  let depth = 0;
  const end = Math.min(text.length, at + longest);
  for (let next = at; next < end; next += 1) {
    const char = text[next] ?? '';
    if (char === '(') depth += 1;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === '`') return null;
    if (depth > 0 || !mayBegin.has(char)) continue;
    separator.lastIndex = next;
    const found = separator.exec(text);
    // A pair that closes nothing is no part of a separator: it opens emphasis.
    if (found !== null && (!/^[*_]/.test(found[0]) || next === boldEnd)) {
      const closes = boldEnd !== null && next + found[0].length >= boldEnd + 2;
      const isOpener = /(?:\*\*|__)$/.test(found[0]) && found[0].length > 2 && !closes;
      return { from: next, to: next + found[0].length - (isOpener ? 2 : 0) };
    }
  }
  return null;
}
