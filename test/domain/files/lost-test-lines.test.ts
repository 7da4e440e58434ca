import { describe, expect, test } from '@jest/globals';
import { lostTestLines } from '../../../src/domain/files/lost-test-lines.js';

const isTest = (path: string): boolean => path.startsWith('test/');
const change = (path: string, removed: number) => ({ path, added: 3, removed });

describe('R12 c: lines that an edit takes out of tests that were there', () => {
  test('are named by file', () => {
    expect(lostTestLines('red', [change('test/a.js', 2), change('test/b.js', 0)], isTest)).toEqual([
      'lines of tests that were there before are changed or gone: test/a.js (2)',
    ]);
  });

  test('count in RED wherever they are, since it may change nothing but tests; in a refactoring in test files alone', () => {
    const rust = [change('src/lib.rs', 1)];
    expect(lostTestLines('red', rust, isTest)).toHaveLength(1);
    expect(lostTestLines('refactor', rust, isTest)).toEqual([]);
    expect(lostTestLines('refactor', [...rust, change('test/a.js', 1)], isTest)).toEqual([
      'lines of tests that were there before are changed or gone: test/a.js (1)',
    ]);
  });

  test('are no matter of GREEN, whose edits of tests are refused; and many files are counted', () => {
    expect(lostTestLines('green', [change('test/a.js', 2)], isTest)).toEqual([]);
    const many = Array.from({ length: 7 }, (_, at) => change(`test/${at}.js`, 1));
    expect(lostTestLines('red', many, isTest).join()).toMatch(/test\/4\.js \(1\) and 2 more files$/);
  });
});
