import { describe, expect, test } from '@jest/globals';
import { checkFileGate, gateText, readAllowlist } from '../../../src/domain/files/file-gate.js';
import type { FileChange } from '../../../src/domain/files/file-policy.js';

function change(path: string, kind: FileChange['kind'] = 'modified'): FileChange {
  return { path, kind, mode: '100644' };
}

describe('file gate (seed 004)', () => {
  test('R-004-06: every changed path stands on the list, so it is clean', () => {
    expect(checkFileGate([change('src/a.js'), change('b.js', 'added')], ['src/a.js', 'b.js', 'c.js'])).toEqual({
      kind: 'clean',
    });
    expect(gateText({ kind: 'clean' })).toBe('file gate: clean');
  });

  test('R-004-11: a moved file is one deleted and one added', () => {
    const moved = [change('src/a.js', 'deleted'), change('src/b.js', 'added')];
    expect(checkFileGate(moved, ['src/a.js'])).toEqual({
      kind: 'outside',
      added: ['src/b.js'],
      modified: [],
      deleted: [],
    });
    expect(checkFileGate(moved, ['src/b.js'])).toEqual({
      kind: 'outside',
      added: [],
      modified: [],
      deleted: ['src/a.js'],
    });
  });

  test('R-004-13: the state folder never counts, a name like it does', () => {
    expect(checkFileGate([change('.tdd/issue-1.md')], [])).toEqual({ kind: 'clean' });
    expect(checkFileGate([change('.tddx/a'), change('src/.tdd/a')], [])).toMatchObject({
      modified: ['.tddx/a', 'src/.tdd/a'],
    });
  });

  test('a path is on the list letter for letter, or not at all', () => {
    for (const path of ['SRC/a.js', 'src/a.js ', 'src', 'src/a.jsx', './src/a.js']) {
      expect(checkFileGate([change(path)], ['src/a.js']).kind).toBe('outside');
    }
  });

  test('R-004-20: the text names every path by what happened to it, and both ways out', () => {
    const finding = checkFileGate(
      [change('a', 'added'), change('b'), change('c', 'deleted'), change('d', 'deleted')],
      [],
    );
    expect(gateText(finding)).toBe(
      'file gate: changed outside the files of the plan (added: a; changed: b; deleted: c, d). Revert these, or allow them by name, for example: pawl resume <run> --allow src/clock.js --because "the time comes from it"',
    );
  });

  test('R-004-07, R-004-08: comments, blank lines and (new) are no part of a path', () => {
    const text =
      '# files\n\nsrc/a.js # the code\n  test/a.test.js (new)  \r\nc#.cs\n\t# tab\n./d.js (new) # x\n(new)\n';
    expect(readAllowlist(text)).toEqual(['src/a.js', 'test/a.test.js', 'c#.cs', 'd.js']);
  });
});
