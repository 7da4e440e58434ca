import { describe, expect, test } from '@jest/globals';
import { boundedDiff, splitDiff } from '../../../src/domain/review/diff-text.js';
import { reviewTier } from '../../../src/domain/leaf/model-tier.js';

const file = (path: string, ...body: readonly string[]): string =>
  [`diff --git a/${path} b/${path}`, 'index 1..2 100644', `--- a/${path}`, `+++ b/${path}`, ...body, ''].join('\n');

const auth = file(
  'src/auth.js',
  '@@ -1,3 +1,4 @@ function other() {',
  ' const a = 1;',
  '-const b = 2;',
  '+const b = 3;',
  '+const c = 4;',
  ' end();',
  '@@ -20 +21,0 @@',
  '-gone();',
  '\\ No newline at end of file',
);

describe('a diff in files', () => {
  test('counts changed lines and knows where they are on the new side', () => {
    expect(splitDiff(auth)).toEqual([{ path: 'src/auth.js', text: auth, added: 2, removed: 2, changed: [2, 3, 21] }]);
  });

  test('content that looks like a header is content', () => {
    const sly = file('a b/c.js', '@@ -0,0 +1,3 @@', '+diff --git a/x b/x', '+@@ -1 +1 @@', '+--- a/x');
    expect(splitDiff(auth + sly).map(({ path, added }) => [path, added])).toEqual([
      ['src/auth.js', 2],
      ['a b/c.js', 3],
    ]);
  });

  test('an odd name stays quoted; a change of mode has no lines; nothing is no file', () => {
    expect(
      splitDiff('diff --git "a/gr\\303\\274n" "b/gr\\303\\274n"\nold mode 100644\nnew mode 100755\n'),
    ).toMatchObject([{ path: '"gr\\303\\274n"', added: 0, removed: 0 }]);
    expect(splitDiff('')).toEqual([]);
  });
});

describe('a diff that is too large', () => {
  test('shows whole files as long as they fit, the rest by name and line counts', () => {
    const large = file('big.js', '@@ -0,0 +1,2 @@', `+${'x'.repeat(400)}`, '+y');
    const small = file('z.js', '@@ -1 +1 @@', '-a', '+b');
    const { diff, leftOut, lines, files } = boundedDiff(auth + large + small, 400 + small.length);
    expect(diff).toContain('src/auth.js');
    expect(diff).toContain('z.js');
    expect(diff).not.toContain('big.js');
    expect(leftOut).toEqual([{ path: 'big.js', added: 2, removed: 0 }]);
    expect({ lines, files }).toEqual({ lines: 8, files: 3 });
  });
});

test('a file whose diff was not read to its end is named, never shown as if it were whole', () => {
  const cut = `${auth}${file('z.js', '@@ -1 +1 @@', '-a')}[the diff is longer: cut at 500 bytes]\n`;
  expect(boundedDiff(cut, 10_000)).toMatchObject({
    diff: auth.replace(/\n$/, ''),
    leftOut: [{ path: 'z.js', added: null, removed: null }],
  });
  const sly = file('z.js', '@@ -0,0 +1 @@', '+[the diff is longer: cut at 500 bytes]');
  expect(boundedDiff(sly, 10_000).leftOut).toEqual([]);
});

test.each([
  [0, 'small'],
  [49, 'small'],
  [50, 'standard'],
  [5_000, 'standard'],
])('R-001-22: a diff of %i changed lines asks for the %s model', (lines, tier) => {
  expect(reviewTier(lines)).toBe(tier);
});
