import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { isBranchName, isDotGit, isUtf8 } from '../../../src/adapters/git/names.js';

const pieces = [
  'a',
  'B-1',
  '-',
  '.',
  '..',
  '/',
  '//',
  '@',
  '@{',
  '~',
  '^',
  ':',
  '?',
  '*',
  '[',
  '\\',
  ' ',
  '\t',
  '.lock',
];
const more = ['HEAD', 'ü', 'x.lock/y', 'refs/heads/a', '\u007f', 'tdd/issue-1', '@a', 'a@', '{', 'lock', '€', 'a.b'];

function gitAccepts(name: string): boolean {
  try {
    execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'ignore', cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

describe('names', () => {
  test('T7: isBranchName says what git check-ref-format says', () => {
    const names = [...pieces, ...more].flatMap((one) => [one, `a${one}`, `${one}b`, `x/${one}`]);
    const differing = names.filter((name) => isBranchName(name) !== gitAccepts(name));
    // git takes a branch named @, which also means HEAD.
    expect(differing).toEqual(['@']);
  });

  test('every spelling that some file system takes for .git', () => {
    for (const name of [
      '.git',
      '.GIT',
      '.Git ',
      '.git.',
      'GIT~1',
      '.g\u200cit',
      '.git::$INDEX_ALLOCATION',
      '.git. .',
    ]) {
      expect([name, isDotGit(name)]).toEqual([name, true]);
    }
    for (const name of ['.gitignore', 'git', '.gitx', '..git', 'git~10', '.git-x']) {
      expect([name, isDotGit(name)]).toEqual([name, false]);
    }
  });

  test('valid UTF-8 is told from the rest', () => {
    const bytes = (...values: readonly number[]) => Buffer.from(values).toString('latin1');
    expect(isUtf8(Buffer.from('ünï€😀\ufeff').toString('latin1'))).toBe(true);
    for (const bad of [bytes(0xe9), bytes(0xc0, 0xaf), bytes(0xed, 0xa0, 0x80), bytes(0xf5, 0x80, 0x80, 0x80)]) {
      expect(isUtf8(bad)).toBe(false);
    }
  });
});
