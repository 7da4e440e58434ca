import { describe, expect, test } from '@jest/globals';
import { readDomainAnswer, readVerdict } from '../../../src/domain/review/verdict.js';

const tree = 'a'.repeat(40);

describe('a verdict', () => {
  test('is bound to the tree it judged (D3, R18)', () => {
    expect(readVerdict({ verdict: 'PASS', reasons: [] }, tree)).toEqual({ word: 'PASS', reasons: [], tree });
  });

  test('R17a: a rejection whose reason says that other tests pass is a rejection', () => {
    expect(readVerdict({ verdict: 'REJECT', reasons: ['the other tests pass'] }, tree).word).toBe('REJECT');
  });

  test.each([
    ['nothing', null],
    ['a bold word in prose (R17c)', '**PASS**'],
    ['both choices echoed (R17b)', { verdict: 'PASS or REJECT', reasons: [] }],
    ['another case', { verdict: 'pass', reasons: [] }],
    ['a reject without a reason', { verdict: 'REJECT', reasons: [] }],
    ['a pass that contradicts itself', { verdict: 'PASS', reasons: ['the test is empty'] }],
    ['an unknown key', { verdict: 'PASS', reasons: [], confidence: 1 }],
    ['reasons that are no list', { verdict: 'REJECT', reasons: 'bad' }],
    ['a list', [{ verdict: 'PASS', reasons: [] }]],
  ])('F45, R-002-45: %s is MALFORMED and never passes', (_what, answer) => {
    const verdict = readVerdict(answer, tree);
    expect(verdict.word).toBe('MALFORMED');
    expect(verdict.reasons).toHaveLength(1);
  });
});

describe("a domain reviewer's answer", () => {
  const advice = ['src/price.ts: the rounding deserves a name'];

  test('R-001-08, R-001-17: a veto has reasons, an approval may have advice; both are bound to the tree', () => {
    expect(readDomainAnswer({ verdict: 'REJECT', reasons: ['a price is a number'], advice }, tree)).toEqual({
      verdict: { word: 'REJECT', reasons: ['a price is a number'], tree },
      advice,
    });
    expect(readDomainAnswer({ verdict: 'PASS', reasons: [], advice }, tree)).toEqual({
      verdict: { word: 'PASS', reasons: [], tree },
      advice,
    });
  });

  test.each([
    ['APPROVED', 'PASS', []],
    ['VETO', 'REJECT', ['why']],
  ])('C-21: %s is an older word for %s', (older, word, reasons) => {
    expect(readDomainAnswer({ verdict: older, reasons, advice: [] }, tree).verdict).toEqual({ word, reasons, tree });
  });

  test.each([
    ['nothing', null],
    ['a word in prose (R17c)', 'DOMAIN: APPROVED'],
    ['both choices echoed (R17b)', { verdict: 'APPROVED or VETO', reasons: [], advice: [] }],
    ['another case', { verdict: 'approved', reasons: [], advice: [] }],
    ["the critic's word", { verdict: 'NEEDS WORK', reasons: ['x'], advice: [] }],
    ['a key of every object', { verdict: 'constructor', reasons: [], advice: [] }],
    ['a veto without a reason', { verdict: 'VETO', reasons: [], advice }],
    ['a veto whose reason says nothing', { verdict: 'REJECT', reasons: [' \n'], advice }],
    ['an approval that contradicts itself', { verdict: 'APPROVED', reasons: ['a price is a number'], advice: [] }],
    ['no advice at all', { verdict: 'PASS', reasons: [] }],
    ['an unknown key', { verdict: 'PASS', reasons: [], advice: [], tree }],
    ['advice that is no list', { verdict: 'PASS', reasons: [], advice: 'fine' }],
  ])('F45, R17, T11: %s is MALFORMED, never an approval, and its advice is not heard', (_what, answer) => {
    const { verdict, advice: heard } = readDomainAnswer(answer, tree);
    expect(verdict).toEqual({ word: 'MALFORMED', reasons: [expect.stringMatching(/./)], tree });
    expect(heard).toEqual([]);
  });
});
