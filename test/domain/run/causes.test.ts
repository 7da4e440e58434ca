import { describe, expect, test } from '@jest/globals';
import { Cause, causeClass, decisionText } from '../../../src/domain/run/causes.js';

describe('the causes of a bail', () => {
  test.each([
    ['needs-user', 'process'],
    ['killed-external', 'system'],
    ['baseline-red', 'process'],
    ['verdict-malformed', 'system'],
    ['branch-moved', 'process'],
    ['disk-full', 'system'],
    ['file-gate', 'process'],
    ['tests-did-not-end', 'system'],
  ] as const)('R-002-29: %s is of class %s', (cause, wanted) => {
    expect(causeClass(cause)).toBe(wanted);
  });

  test('R-004-42: each names the next decision with a command', () => {
    for (const cause of Cause.options) expect(decisionText(cause)).toContain('pawl resume <run>');
  });

  test('needs-user is resumed with an answer', () => {
    expect(decisionText('needs-user')).toContain('--answer');
  });
});
