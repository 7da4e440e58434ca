import { describe, expect, test } from '@jest/globals';
import {
  disciplineRules,
  levelOf,
  overScope,
  piecesOf,
  standardRules,
  type DisciplineWish,
} from '../../../src/domain/run/discipline.js';

const nothing: DisciplineWish = { discipline: null, domainReview: null, isolation: null };
const strict = { discipline: 'strict', domainReview: true, isolation: 'split', scopeCheck: 'enforced' };

describe('C-4: what is asked of each step', () => {
  test('nobody says anything: standard', () => {
    expect(disciplineRules(nothing, nothing)).toEqual(standardRules);
  });

  test.each<[string, Partial<DisciplineWish>, Partial<DisciplineWish>, Partial<typeof strict>]>([
    ['the operator asks for strict', { discipline: 'strict' }, {}, strict],
    ['the repository does', {}, { discipline: 'strict' }, strict],
    [
      'strict without domain review',
      { discipline: 'strict', domainReview: false },
      {},
      { ...strict, domainReview: false },
    ],
    ['strict, open', { discipline: 'strict', isolation: 'open' }, {}, { ...strict, isolation: 'open' }],
    ['one part alone', { isolation: 'split' }, {}, { ...standardRules, isolation: 'split' }],
    ['the repository adds a part', {}, { domainReview: true }, { ...standardRules, domainReview: true }],
    [
      'the repository can not loosen',
      { discipline: 'strict' },
      { discipline: 'standard', domainReview: false, isolation: 'open' },
      strict,
    ],
    [
      'what the repository asks for stands over an operator’s no',
      { domainReview: false, isolation: 'open' },
      { discipline: 'strict' },
      strict,
    ],
  ])('%s', (_what, operator, repository, expected) => {
    expect(disciplineRules({ ...nothing, ...operator }, { ...nothing, ...repository })).toEqual(expected);
  });
});

test.each([
  [25, 1, null],
  [26, 1, '26 lines (about 20 are meant)'],
  [5, 2, '2 files (1 is meant)'],
  [40, 3, '40 lines (about 20 are meant) and 3 files (1 is meant)'],
  [0, 0, null],
])('R-001-10: an edit of %d lines in %d files', (lines, files, expected) => {
  expect(overScope({ lines, files })).toBe(expected);
});

test('R-001-11: a piece is known by its parent in the same ledger; a plan’s own 1.2 is none', () => {
  const ids = new Set(['1.2', '2', '2.1', '2.1.3']);
  expect(['1.2', '2', '2.1', '2.1.3', 'x'].map((id) => levelOf(id, ids))).toEqual([0, 0, 1, 2, 0]);
});

test('the pieces of a step are counted by their ids, those of its pieces are not', () => {
  const ids = new Set(['1', '2.1', '2.2', '2.2.1', '2', '20.1', '2.x']);
  expect(piecesOf('2', ids)).toBe(2);
  expect(piecesOf('2.2', ids)).toBe(1);
  expect(piecesOf('3', ids)).toBe(0);
});

test('R-001-11: the bound on pieces holds where only the newest of them are in sight', () => {
  const window = new Set(['2.4.2', '2.4', '2.5.1', '2.5.2', '2.5', '2', '3']);
  expect(piecesOf('2', window)).toBe(5);
});
