import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseReview, renderReview } from '../../../src/domain/commit/review-trailer.js';
import { readPawlTrailers, renderTrailers } from '../../../src/domain/commit/trailers.js';
import { parseTrailers } from '../../../src/domain/commit/parse-trailers.js';

const hash = '1f0c9a77e2b4';
const atMs = Date.UTC(2026, 11, 1, 16);

describe('Pawl-Review: who saw a test before its code', () => {
  test.each([
    [
      { test: hash, how: 'approved', by: 'ann', atMs },
      `${hash} approved by ann (as claimed) at 2026-12-01T16:00:00.000Z`,
    ],
    [{ test: hash, how: 'edited', by: null, atMs }, `${hash} edited by somebody at 2026-12-01T16:00:00.000Z`],
    [{ test: hash, how: 'approved', by: null, atMs: null }, `${hash} approved by somebody`],
    [{ test: hash, how: 'unseen', by: null, atMs: null }, `${hash} seen by nobody before its code`],
  ] as const)('%j', (review, text) => {
    expect(renderReview(review)).toBe(text);
    expect(parseReview(text)).toEqual(review);
  });

  test.each(['', 'x', `${hash} approved by ann`, `${hash} seen`, `${hash} approved by ann at noon`, 'approved by ann'])(
    '%j was not written by Pawl: nothing is known',
    (text) => {
      expect(parseReview(text)).toBeNull();
    },
  );

  test('stands in the one last paragraph, whatever the name is, and reads back', () => {
    const name = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => /\S/.test(text));
    const holds = fc.property(name, (by) => {
      const review = { test: hash, how: 'approved', by, atMs } as const;
      const said = { task: '1', run: 'r', phase: 'green', gear: 'review-before', evidence: null, review };
      const message = `feat: x\n\n${renderTrailers(said)}\n`;
      expect(message.split('\n\n')).toHaveLength(2);
      const read = readPawlTrailers(parseTrailers(message));
      expect(read?.review).toMatchObject({ test: hash, how: 'approved', atMs });
      expect(read?.gear).toBe('review-before');
    });
    fc.assert(holds, { numRuns: 300 });
  });
});
