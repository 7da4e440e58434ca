import { describe, expect, test } from '@jest/globals';
import { allowlistEntries, allowlistHints, allowlistProblem } from '../../../src/domain/files/allowlist.js';
import { checkCheckout, readAllowlist } from '../../../src/domain/files/file-gate.js';
import type { FileChange } from '../../../src/domain/files/file-policy.js';

const added = (path: string): FileChange => ({ path, kind: 'added', mode: '100644' });

describe('an allowlist as people write it', () => {
  test('R-004-08: a BOM, CRLF and CR line ends, comments at a line start, behind blanks and without a blank', () => {
    const text = '\ufeff# list\r\nsrc/a.ts # one\r\n\r\n\tb c.ts\t# two\rd#e.ts\n  # three\n';
    expect(allowlistEntries(text)).toEqual([
      { line: 2, path: 'src/a.ts' },
      { line: 4, path: 'b c.ts' },
      { line: 5, path: 'd#e.ts' },
    ]);
    expect(readAllowlist('\ufeffsrc/a.ts')).toEqual(['src/a.ts']);
  });

  test('R-004-07: (new) is stripped at the end alone, and once; ./ in front too', () => {
    expect(readAllowlist('a (new)\n(new) b\nc(new)\nd (new) (new)\n././e\n(new)\n')).toEqual([
      'a',
      '(new) b',
      'c',
      'd (new)',
      'e',
    ]);
  });

  test('R-004-06: an absolute path, one with "..", an empty part or lost bytes is a fault of the list, named by its line', () => {
    for (const path of ['/etc/a', 'C:/a', 'C:\\a', '~/a', '../a', 'a/../b', 'a/..', 'a//b', 'a/./b', 'caf\ufffd']) {
      expect(allowlistProblem([{ line: 7, path }])).toMatch(/^line 7: .* expected .* for example: src\/auth\.ts$/);
    }
    for (const path of ['a..b', '..a', '[id].tsx', 'a*b', 'a\\b', '~a', 'nested/', 'a"b', 'ä.ts', '-x', 'a:b']) {
      expect(allowlistProblem([{ line: 1, path }])).toBeNull();
    }
  });
});

describe('why a path stands outside although somebody meant to allow it', () => {
  const hints = (list: string, ...outside: string[]): readonly string[] =>
    allowlistHints(allowlistEntries(list), outside, new Set(outside));

  test('a pattern, a folder, quotation marks, a backslash: said with the line, and not read in a wider sense', () => {
    expect(hints('src/*.ts\nlib\n"a b.ts"\nw\\x.ts', 'src/a.ts', 'lib/b.ts')).toEqual([
      'line 1 of the allowlist: src/*.ts is taken as a name; patterns are not expanded',
      'line 2 of the allowlist: lib is a folder; the gate knows single files only',
      'line 3 of the allowlist: "a b.ts" is taken with its quotation marks',
      'line 4 of the allowlist: w\\x.ts holds a backslash; folders are separated with "/"',
    ]);
    const listed = allowlistEntries('a*b');
    expect(allowlistHints(listed, ['c'], new Set(['a*b', 'c']))).toEqual([]);
  });

  test('another case, another Unicode form, a name that no list can hold, an empty list', () => {
    expect(hints('src/A.ts\n\u00e4.ts', 'src/a.ts', 'a\u0308.ts')).toEqual([
      'src/a.ts differs from src/A.ts of the allowlist only in case or in Unicode form',
      'a\u0308.ts differs from \u00e4.ts of the allowlist only in case or in Unicode form',
    ]);
    for (const path of ['a #1.md', ' a', 'a ', 'a\nb', 'x (new)', '#a', 'caf\ufffd']) {
      expect(hints('b', path)).toEqual([expect.stringContaining("can't stand in an allowlist")]);
    }
    expect(hints('# nothing\n', 'a')).toEqual(['the allowlist names no path, so that every change counts']);
  });

  test('no hints when nothing stands outside, and at most ten', () => {
    expect(hints('*')).toEqual([]);
    expect(hints('b', ...Array.from({ length: 30 }, (_, at) => `a #${at}`))).toHaveLength(10);
  });
});

describe('R-004-13: what never counts in a checkout', () => {
  test('.tdd/, .tdd-loop/ and the untracked list; the list in the index counts, a file like it too', () => {
    const untracked = [added('.tdd/x'), added('.tdd-loop/y'), added('list.txt')];
    const facts = { tracked: [], untracked, allowed: [], listPath: 'list.txt' };
    expect(checkCheckout(facts)).toEqual({ kind: 'clean' });
    expect(checkCheckout({ ...facts, untracked: [], tracked: [added('list.txt')] })).toMatchObject({
      added: ['list.txt'],
    });
    expect(checkCheckout({ ...facts, listPath: null })).toMatchObject({ added: ['list.txt'] });
    const others = [added('.tdd-looped/a'), added('src/.tdd-loop/a'), added('src/list.txt')];
    expect(checkCheckout({ ...facts, untracked: others })).toMatchObject({ added: others.map(({ path }) => path) });
  });
});
