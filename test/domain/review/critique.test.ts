import { describe, expect, test } from '@jest/globals';
import { boundedCritique, mendsOf, readCritique, type CriticFinding } from '../../../src/domain/review/critique.js';
import { jsonBytes } from '../../../src/domain/json-bytes.js';
import type { Ledger } from '../../../src/domain/plan/plan.js';

const tree = 'a'.repeat(40);
const finding: CriticFinding = { step: '2', file: 'src/auth.js:12', text: 'a skew of 60 s is not allowed' };

describe("a critic's answer", () => {
  test('R-004-35: needs work with findings, each a reason of the verdict; bound to the tree', () => {
    const whole: CriticFinding = { step: '', file: '', text: 'nothing logs a refusal' };
    expect(readCritique({ verdict: 'REJECT', findings: [finding, whole] }, tree)).toEqual({
      verdict: {
        word: 'REJECT',
        reasons: ['src/auth.js:12: a skew of 60 s is not allowed', 'nothing logs a refusal'],
        tree,
      },
      findings: [finding, whole],
    });
  });

  test.each([
    ['APPROVED', 'PASS', []],
    ['NEEDS WORK', 'REJECT', [finding]],
  ])('C-21: %s is an older word for %s', (older, word, findings) => {
    expect(readCritique({ verdict: older, findings }, tree)).toMatchObject({ verdict: { word, tree }, findings });
  });

  test.each([
    ['nothing', undefined],
    ['a word in prose (R17c)', '**APPROVED**'],
    ['both choices echoed (R17b)', { verdict: 'APPROVED | NEEDS WORK', findings: [] }],
    ['another case', { verdict: 'Approved', findings: [] }],
    ["the domain reviewer's word", { verdict: 'VETO', findings: [finding] }],
    ['needs work without a finding', { verdict: 'NEEDS WORK', findings: [] }],
    ['an approval that contradicts its own findings', { verdict: 'APPROVED', findings: [finding] }],
    ['a finding that says nothing', { verdict: 'REJECT', findings: [{ ...finding, text: '  ' }] }],
    ['a finding with a key too many', { verdict: 'REJECT', findings: [{ ...finding, severity: 'low' }] }],
    ['a finding without its step', { verdict: 'REJECT', findings: [{ file: '', text: 'x' }] }],
    ["a verifier's answer", { verdict: 'PASS', reasons: [] }],
    ['a list', [{ verdict: 'PASS', findings: [] }]],
  ])('F45, R17, T11: %s is MALFORMED, never an approval', (_what, answer) => {
    expect(readCritique(answer, tree)).toEqual({
      verdict: { word: 'MALFORMED', reasons: [expect.stringMatching(/./)], tree },
      findings: [],
    });
  });
});

describe('its findings by step', () => {
  test('one group a step, in the order of the plan; one of no step of this plan goes to the last', () => {
    const of = (step: string, text: string): CriticFinding => ({ step, file: '', text });
    const findings = [of('2', 'a'), of('', 'b'), of('1', 'c'), of('9', 'd'), of('2', 'e')];
    expect(mendsOf(findings, ['1', '2', '3'])).toEqual([
      { step: '1', findings: [of('1', 'c')] },
      { step: '2', findings: [of('2', 'a'), of('2', 'e')] },
      { step: '3', findings: [of('', 'b'), of('9', 'd')] },
    ]);
    expect(mendsOf(findings, [])).toEqual([]);
  });
});

describe('what of it goes into the history', () => {
  const maxBytes = 32 * 1024;
  const ledgerOf = (criterion: string, count: number): Ledger => ({
    title: 'Issue 1: x',
    baseSha: 'b'.repeat(40),
    criteria: [criterion],
    files: [],
    steps: Array.from({ length: count }, (_, index) => ({
      ...{ id: String(index + 1), title: 'ß'.repeat(500), criterion: 1, done: true, refactorPending: false },
    })),
  });

  test('a usual critique is whole, with step and criterion for each mend', () => {
    const ledger = ledgerOf('An expired token gets 401', 3);
    expect(boundedCritique([finding], ledger, maxBytes)).toEqual({
      reasons: ['src/auth.js:12: a skew of 60 s is not allowed'],
      mends: [{ step: ledger.steps[1], criterion: 'An expired token gets 401', findings: [finding] }],
    });
  });

  test.each([
    ['50 long texts', 50, 'x'.repeat(2_000), 'criterion', 50],
    ['texts of three bytes a letter', 50, '€'.repeat(2_000), 'criterion', 5],
    ['a criterion of 1 MB', 50, 'x'.repeat(2_000), '€'.repeat(400_000), 50],
    ['one finding under such a criterion', 1, '€'.repeat(2_000), '€'.repeat(400_000), 1],
  ])(
    'design 6: %s fit; what has no room is counted, and at least one is left',
    (_what, count, text, criterion, steps) => {
      const findings = Array.from({ length: count }, (_, index) => ({ step: String(index + 1), file: 'a', text }));
      const { reasons, mends } = boundedCritique(findings, ledgerOf(criterion, steps), maxBytes);
      expect(jsonBytes({ reasons, mends })).toBeLessThanOrEqual(maxBytes);
      expect(jsonBytes({ reasons, mends })).toBe(Buffer.byteLength(JSON.stringify({ reasons, mends })));
      const told = mends.flatMap((mend) => mend.findings).length;
      expect(told).toBeGreaterThanOrEqual(1);
      if (told < count) expect(reasons.at(-1)).toBe(`and ${count - told} more that the history has no room for`);
      else expect(reasons).toHaveLength(count);
    },
  );

  test('bytes are counted as UTF-8 has them', () => {
    for (const text of ['plain', 'ß€', '😀', '\ud800', '"\n\u2028']) {
      expect(jsonBytes({ text })).toBe(Buffer.byteLength(JSON.stringify({ text })));
    }
  });
});
