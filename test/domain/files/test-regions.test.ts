import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { regionChange, testRegions, withTestsOf } from '../../../src/domain/files/test-regions.js';

const code = `use std::fmt;
/* a { comment /* in a */ } comment */
pub fn brace<'a>(s: &'a str) -> char {
    let _ = "a } string \\" {"; // } {
    let _ = r#"raw "quoted" } { "#;
    let _ = br"bytes \\";
    let _ = ('{', '\\'', '\\u{7b}', b'}');
    '}'
}
`;
const tests = `#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn closes() { assert_eq!(brace("x"), '}'); }
}
`;

/** The regions as they stand in the text. */
function found(text: string): readonly string[] {
  const read = testRegions(text);
  if (read.kind !== 'regions') throw new Error(read.why);
  return read.regions.map(({ start, end }) => text.slice(start, end));
}

describe('inline test modules of Rust (design 4: frozen tests by region)', () => {
  test('a region is found behind strings, raw strings, characters, lifetimes and nested comments', () => {
    expect(found(`${code}\n${tests}`)).toEqual([tests.trimEnd()]);
    expect(found(code)).toEqual([]);
  });

  test.each([
    ['other attributes between', '#[cfg(test)]\n#[allow(dead_code)]\n// why\npub(crate) mod tests { fn a() {} }'],
    ['odd blanks', '# [ cfg ( test ) ]\tmod\tt\n{\n}'],
  ])('%s', (_what, text) => {
    expect(found(`fn a() {}\n${text}\nfn b() {}\n`)).toEqual([text]);
  });

  test.each([
    ['a module in a file of its own', '#[cfg(test)]\nmod tests;\n'],
    ['inside a macro', 'macro_rules! m { () => { #[cfg(test)] mod tests { fn a() {} } } }\n'],
    ['in a string', 'const S: &str = "#[cfg(test)] mod t {}";\n'],
    ['in a comment', '// #[cfg(test)] mod t {}\n/* #[cfg(test)] mod t {} */\n'],
    ['another cfg', '#[cfg(not(test))]\nmod t { fn a() {} }\n'],
    ['a function', '#[cfg(test)]\nfn helper() {}\n'],
  ])('no region: %s', (_what, text) => {
    expect(found(text)).toEqual([]);
  });

  test.each([
    ['an open brace', 'fn a() {\n#[cfg(test)]\nmod tests {}\n'],
    ['a brace too many', 'fn a() {}}\n'],
    ['a string without end', 'const S: &str = "abc;\n'],
    ['a raw string without end', 'const S: &str = r#"abc";\n'],
    ['a comment without end', '/* /* */\n'],
  ])('unclear, so that all counts as production: %s', (_what, text) => {
    expect(testRegions(text)).toEqual({ kind: 'unclear', why: expect.any(String) });
    expect(regionChange('fn a() {}\n', text)).toMatchObject({
      inside: false,
      outside: true,
      unclear: expect.any(String),
    });
  });

  test.each<[string, string | null, string | null, { inside: boolean; outside: boolean }]>([
    ['a region is added at the end', code, `${code}\n${tests}`, { inside: true, outside: false }],
    [
      'a test is added in a region',
      `${code}\n${tests}`,
      `${code}\n${tests.replace('closes', 'also')}`,
      { inside: true, outside: false },
    ],
    ['a region is removed', `${code}\n${tests}`, code, { inside: true, outside: false }],
    [
      'code changes',
      `${code}\n${tests}`,
      `${code.replace("'}'\n", "'{'\n")}\n${tests}`,
      { inside: false, outside: true },
    ],
    [
      'both change',
      `${code}\n${tests}`,
      `fn x() {}\n${tests.replace('closes', 'also')}`,
      { inside: true, outside: true },
    ],
    ['a new file of tests alone', null, tests, { inside: true, outside: false }],
    ['a new file with code', null, `${code}${tests}`, { inside: true, outside: true }],
    ['the file goes', `${code}${tests}`, null, { inside: true, outside: true }],
    [
      'the attribute goes: tests become code',
      `${code}\n${tests}`,
      `${code}\n${tests.replace('#[cfg(test)]\n', '')}`,
      { inside: true, outside: true },
    ],
  ])('what a change touches: %s', (_what, before, after, expected) => {
    expect(regionChange(before, after)).toEqual({ ...expected, unclear: null });
  });

  test('whatever the text, the scanner ends and its regions lie in order inside of it', () => {
    const part = fc.constantFrom(
      '#[cfg(test)]',
      ' mod t {',
      '}',
      '{',
      '"',
      "'",
      'r#"',
      '"#',
      '/*',
      '*/',
      '//',
      '\n',
      '\\',
      'x',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        const read = testRegions(text);
        if (read.kind === 'unclear') return;
        let last = 0;
        for (const { start, end } of read.regions) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('the tests of a Rust file without its production change', () => {
  const tests =
    '#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn one() { assert_eq!(sum(1, 1), 2); }\n}';

  test('keeps the code as it was before, and the test module as it is after', () => {
    const before = 'pub fn sum(a: i32, b: i32) -> i32 { a - b }\n';
    const after = `pub fn sum(a: i32, b: i32) -> i32 { a + b }\n\n${tests}\n`;
    expect(withTestsOf(before, after)).toBe(`${before.trim()}\n\n${tests}\n`);
    expect(withTestsOf(null, after)).toBe(`${tests}\n`);
  });

  test('a file without a test module, or one that could not be divided, is one thing as a whole', () => {
    expect(withTestsOf('fn a() {}\n', 'fn a() { 1; }\n')).toBeNull();
    expect(withTestsOf('fn a() {}\n', `fn a() { "\n${tests}\n`)).toBeNull();
  });
});
