import { oneLineOf, topHeadings, type BlockToken, type Heading } from './markdown-blocks.js';

/** Texts of the criteria, or where the search ended. */
export type CriteriaFinding =
  /** `lines`: 1-based, where each criterion begins. */
  | { readonly kind: 'found'; readonly criteria: readonly string[]; readonly lines: readonly number[] }
  | { readonly kind: 'no-heading'; readonly plainTextLine: number | null }
  | { readonly kind: 'no-items'; readonly headingLine: number };

/**
 * Items of the lists below each `Acceptance criteria` heading, down to the next heading of its depth or
 * above. An item is its first paragraph; a list in it belongs to it; lists in quotes, fences and comments
 * are none (R-004-05, R07).
 */
export function findCriteria(tokens: readonly BlockToken[]): CriteriaFinding {
  const headings = topHeadings(tokens);
  const own = headings.filter((heading) => isCriteriaHeading(heading.text));
  const first = own[0];
  if (first === undefined) return { kind: 'no-heading', plainTextLine: plainTextLine(tokens) };
  const sections = own.filter((heading) => !own.some((outer) => holds(outer, heading, headings)));
  const items = sections.flatMap((heading) =>
    itemsOf(tokens.slice(heading.index, sectionEnd(heading, headings, tokens))),
  );
  if (items.length === 0) return { kind: 'no-items', headingLine: first.firstLine + 1 };
  return { kind: 'found', criteria: items.map(({ text }) => text), lines: items.map(({ line }) => line) };
}

/** `Acceptance criteria`, `3. ACCEPTANCE CRITERIA:`, `**Acceptance Criteria** (must)`. */
export function isCriteriaHeading(text: string): boolean {
  const plain = text.slice(0, 200).toLowerCase().replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim();
  return /^(?:\d{1,3}[.)] ?)?acceptance criteri(?:a|on)(?: ?[:(].*)?$/.test(plain);
}

function sectionEnd(heading: Heading, headings: readonly Heading[], tokens: readonly BlockToken[]): number {
  const next = headings.find((other) => other.index > heading.index && other.depth <= heading.depth);
  return next?.index ?? tokens.length;
}

/** Is `inner` inside the section of `outer`? Its items are then read with the outer ones. */
function holds(outer: Heading, inner: Heading, headings: readonly Heading[]): boolean {
  if (inner.index <= outer.index || inner.depth <= outer.depth) return false;
  return !headings.some(
    (other) => other.index > outer.index && other.index < inner.index && other.depth <= outer.depth,
  );
}

interface Item {
  readonly text: string;
  readonly line: number;
}

function itemsOf(section: readonly BlockToken[]): readonly Item[] {
  const items: Item[] = [];
  let inItem = false;
  let line = 0;
  let text: string | null = null;
  for (const token of section) {
    // Level 1 is an item of a list that stands in no quote and no other item; its own blocks are at level 2.
    if (token.type === 'list_item_open' && token.level === 1) {
      inItem = true;
      line = (token.map?.[0] ?? 0) + 1;
      text = null;
    } else if (token.type === 'list_item_close' && token.level === 1) {
      if (text !== null && text !== '') items.push({ text, line });
      inItem = false;
    } else if (inItem && token.type === 'inline' && token.level === 3) {
      text ??= withoutBox(oneLineOf(token.content));
    }
  }
  return items;
}

function withoutBox(text: string): string {
  return text.replace(/^\[[ xX]\](?: |$)/, '').trim();
}

/** 1-based line of a paragraph that looks like the heading we want, for the message. */
function plainTextLine(tokens: readonly BlockToken[]): number | null {
  const found = tokens.find(
    (token) => token.type === 'inline' && isCriteriaHeading(token.content.split('\n')[0] ?? ''),
  );
  return found === undefined || found.map === null ? null : found.map[0] + 1;
}
