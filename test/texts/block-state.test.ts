import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { blockTokens } from '../../src/texts/markdown-blocks.js';
import { anyList, anyText } from './tasks/any-list.js';

const library = new MarkdownIt('commonmark', { html: true }).disable('reference');

/** What the library's own state makes of a text, in the records' words. */
function libraryBlocks(text: string): readonly unknown[] {
  const tokens: ReturnType<typeof library.parse> = [];
  library.block.parse(text, library, {}, tokens);
  return tokens
    .filter(({ type }) => !/^(?:paragraph_open|paragraph_close)$/.test(type))
    .map(({ type, tag, level, map, content }) => ({ type, tag, level, map, content }));
}

const lists = anyList.map(({ text }) => text.replace(/\r\n?/g, '\n'));

test('the records of our own state are the tokens of the library, over any text and any list', () => {
  const same = fc.property(fc.oneof(lists, anyText), (text) => {
    expect(blockTokens(text)).toEqual(libraryBlocks(text));
  });
  fc.assert(same, { numRuns: 1_000 });
});

test('an empty text has no blocks', () => {
  expect(blockTokens('')).toEqual([]);
});
