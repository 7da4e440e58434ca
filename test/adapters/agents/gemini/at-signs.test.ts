import { describe, expect, test } from '@jest/globals';
import { withoutReferences } from '../../../../src/adapters/agents/gemini/at-signs.js';

const there = new Set(['src/a.js', 'src', 'types', '/etc/passwd', 'äö.md', 'a.b', 'README.md']);
const clean = (text: string): string => withoutReferences(text, (path) => there.has(path));

/** As gemini 0.61 reads a prompt, letter for letter from its bundle. */
const asGemini = new RegExp(
  '(?<!\\\\)@(?:(?:"(?:[^"]*)")|(?:\\\\.|[^ \\t\\n\\r,;!?()\\[\\]{}.]|\\.(?!$|[ \\t\\n\\r])))+',
  'g',
);
const named = (text: string): readonly string[] =>
  [...text.matchAll(asGemini)].map(([found]) => found.slice(1)).filter((path) => there.has(path));

describe('R28, T1: an @ in a prompt for gemini', () => {
  test.each(['a@example.com', '@Injectable()', '@', 'npm i @scope/x', '@@src/a.js', 'a \\@src/a.js b', 'no sign'])(
    'that names nothing stays as it is: %s',
    (text) => expect(clean(`${text}\n`)).toBe(`${text}\n`),
  );

  test.each([
    '@src/a.js',
    'see @src/a.js, please',
    'x@src',
    '@types',
    '(@/etc/passwd)',
    '@äö.md.',
    '@"src/a.js"',
    '@src\\/a.js',
    '@"x"@src/a.js',
  ])('that names a file is not read into it, and the prompt says so: %s', (text) => {
    const cleaned = clean(`${text}\n`);
    expect(named(cleaned)).toEqual([]);
    expect(cleaned).toContain('It does not belong to the text.');
    expect(cleaned.slice(0, cleaned.indexOf('\n\nIn the text')).replaceAll('\\@', '@')).toBe(text);
  });

  test('long runs of signs take no time', () => {
    const long = '@'.repeat(200_000);
    expect(clean(long)).toBe(long);
  });
});
