import MarkdownIt from 'markdown-it';
import { BlockState, type BlockToken } from './block-state.js';

export type { BlockToken } from './block-state.js';

/**
 * CommonMark's blocks with line maps, never inline markup and never HTML output. HTML blocks are on, so that
 * what stands in a comment is no list; reference definitions are off, since `[x]: …` in an issue is text.
 */
const markdown = new MarkdownIt('commonmark', { html: true }).disable('reference');

export function blockTokens(text: string): readonly BlockToken[] {
  // As `markdown.block.parse` does, but with a state of our own.
  if (text === '') return [];
  const state = new BlockState(text, markdown, {});
  markdown.block.tokenize(state, state.line, state.lineMax);
  return state.finish();
}

/** Lines of front matter at the top (`---` to `---`), as a count; 0 without one. */
export function frontMatterLines(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  return end < 0 ? 0 : end + 1;
}

export interface Heading {
  /** Of the token that opens it. */
  readonly index: number;
  readonly depth: number;
  readonly text: string;
  readonly firstLine: number;
  /** Exclusive. */
  readonly endLine: number;
}

/** Headings of the text itself; those in quotes and list items are none. */
export function topHeadings(tokens: readonly BlockToken[]): readonly Heading[] {
  const headings: Heading[] = [];
  // A loop: there are many more tokens than headings, and each would cost a list of its own.
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.type !== 'heading_open' || token.level !== 0 || token.map === null) continue;
    const text = oneLineOf(tokens[index + 1]?.content ?? '');
    const [firstLine, endLine] = token.map;
    headings.push({ index, depth: Number(token.tag.slice(1)), text, firstLine, endLine });
  }
  return headings;
}

/** The lines of a paragraph as one: `one\n  more` is `one more`. */
export function oneLineOf(content: string, more: readonly string[] = []): string {
  if (more.length === 0 && !content.includes('\n')) return content.trim();
  let line = '';
  for (const part of more.length === 0 ? content.split('\n') : [content, ...more]) {
    const words = part.trim();
    if (words !== '') line += line === '' ? words : ` ${words}`;
  }
  return line;
}
