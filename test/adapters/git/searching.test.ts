import { afterEach, expect, test } from '@jest/globals';
import { removeRepositories } from '../../support/git-repos.js';
import { opened } from './fixture.js';

afterEach(removeRepositories);

const wish = { maxBytes: 100_000 };

test('R-001-09: lines of a tree with a whole word, letter for letter, in paths of any letters', async () => {
  const { trusted, tree, commit } = await opened({
    'a b/-n.ts': 'one\ncheck(x);\nrecheck(x);\n$check\n',
    'ü.ts': 'Check\n  check_path\n  [check]\n',
    'z.bin': Buffer.from('check\0check\n'),
    'odd\nname.ts': 'check\n',
    ':(exclude)z': 'check\n',
    long: `check ${'x'.repeat(10_000)}\n`,
    'last-line': 'check',
  });
  const { lines, cut } = await trusted.search(tree, ['check'], wish);
  expect(cut).toBe(false);
  expect(lines.map(({ path, line }) => `${path}:${line}`)).toEqual([
    ':(exclude)z:1',
    'a b/-n.ts:2',
    'a b/-n.ts:4',
    'last-line:1',
    'long:1',
    'ü.ts:3',
  ]);
  expect(lines.find(({ path }) => path === 'long')?.text).toHaveLength(400);
  expect((await trusted.search(commit, ['che.k', '^check', '-v'], wish)).lines).toEqual([]);
});

test('several words, and of these files alone', async () => {
  const { trusted, tree } = await opened({ 'a.ts': 'one\n', 'b/a.ts': 'two\n', 'b/c.ts': 'one two\n' });
  const found = async (words: readonly string[], paths?: readonly string[]): Promise<readonly string[]> =>
    (await trusted.search(tree, words, paths === undefined ? wish : { ...wish, paths })).lines.map(({ path }) => path);
  expect(await found(['one', 'two'])).toEqual(['a.ts', 'b/a.ts', 'b/c.ts']);
  expect(await found(['one', 'two'], ['b/a.ts'])).toEqual(['b/a.ts']);
  expect(await found(['one'], ['missing.ts', '*.ts'])).toEqual([]);
  expect(await found(['one'], [])).toEqual([]);
  expect(await found([])).toEqual([]);
});

test('R23: reads no more than it is allowed to, whole lines, and says so', async () => {
  const { trusted, tree } = await opened({ a: 'check\n'.repeat(50_000) });
  // Wherever in a line the cut falls.
  for (let maxBytes = 5_000; maxBytes < 5_060; maxBytes += 5) {
    const { lines, cut } = await trusted.search(tree, ['check'], { maxBytes });
    expect(cut).toBe(true);
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.length).toBeLessThan(100);
    expect(lines.every(({ text }) => text === 'check')).toBe(true);
  }
});

test('T7: what the tree says about itself has no say: attributes, settings, an option for a word', async () => {
  const { trusted, tree } = await opened({
    '.gitattributes': '* -text binary diff=evil\n',
    'a.ts': 'check\n',
    'b.ts': '--output=/tmp/x\n',
  });
  expect((await trusted.search(tree, ['check'], wish)).lines).toEqual([{ path: 'a.ts', line: 1, text: 'check' }]);
  expect((await trusted.search(tree, ['--output=/tmp/x'], wish)).lines).toHaveLength(1);
  await expect(trusted.search('--all', ['check'], wish)).rejects.toThrow(/Not an object name/);
});
