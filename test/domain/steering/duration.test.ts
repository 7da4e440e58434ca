import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDuration, showDuration } from '../../../src/domain/steering/duration.js';

describe('a duration as people type it', () => {
  test.each([
    ['45s', 45_000],
    ['90m', 5_400_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1h30m', 5_400_000],
    ['1d2h3m4s', 93_784_000],
    [' 2h ', 7_200_000],
    ['007s', 7_000],
    ['366d', 31_622_400_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  const refused = [
    '',
    ' ',
    '2',
    'h',
    '2 h',
    '2H',
    '30m1h',
    '1h1h',
    '1.5h',
    '-2h',
    '+2h',
    '2hours',
    '2h, please',
    '2h\n3m',
  ];
  test.each([...refused, '0s', '0d0h', '367d', '999999999s', '99999999d', '٢h', '1e3s'])('%j is none', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test('a megabyte of digits is refused at once', () => {
    expect(parseDuration(`${'1'.repeat(1_000_000)}s`)).toBeNull();
  });

  test('what is shown is read back to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 366 * 86_400 }), (seconds) => {
        expect(parseDuration(showDuration(seconds * 1_000))).toBe(seconds * 1_000);
      }),
    );
  });

  test.each([
    [5_400_000, '1h30m'],
    [86_400_000, '1d'],
    [1_499, '1s'],
    [0, '0s'],
    [-5, '0s'],
    [Number.NaN, '0s'],
    [Number.POSITIVE_INFINITY, '0s'],
  ])('%d ms is shown as %s', (ms, text) => {
    expect(showDuration(ms)).toBe(text);
  });
});
