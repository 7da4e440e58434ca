import { describe, expect, test } from '@jest/globals';
import { judgeGreen } from '../../../src/domain/evidence/judge-green.js';
import { judgeRed } from '../../../src/domain/evidence/judge-red.js';
import { isUnderTest } from '../../../src/domain/evidence/may-create.js';
import { failure, passed, reportOf } from '../../support/test-reports.js';

/** Design 4: languages that compile as a whole. */
const file = 'cart/cart_test.go';
const missing = failure('missing-symbol', { missing: 'Total', module: 'cart/' });
const baseline = reportOf([passed('cart/old_test.go > TestAdd'), passed('shop/shop_test.go > TestBuy')]);

function red(more: Parameters<typeof reportOf>[1], tests = [passed('shop/shop_test.go > TestBuy')]) {
  const report = reportOf(tests, { fileFailures: [{ file, failure: missing }], ...more });
  return judgeRed({ report, baseline, testFiles: [file], mayCreate: ['cart/cart.go'], newTests: 1 });
}

describe('tests that were not built', () => {
  test.each([['cart/old_test.go'], ['cart/'], ['./']])('count as not run at RED: %s', (place) => {
    expect(red({ unbuilt: [place] })).toMatchObject({ kind: 'red', class: 'missing-under-test', testIds: [file] });
  });

  test('R-004-29: but a test that is gone without that is a regression', () => {
    expect(red({ unbuilt: ['cart/none_test.go', 'other/'] })).toMatchObject({ kind: 'refused', class: 'error' });
    expect(red({ unbuilt: ['cart/'] }, [])).toMatchObject({ kind: 'refused', class: 'error' });
  });

  test('C-6: what is missing must be of the plan, and the failure of a test file of the step', () => {
    const other = failure('missing-symbol', { missing: 'Total', module: 'other/' });
    expect(red({ unbuilt: ['cart/'], fileFailures: [{ file, failure: other }] })).toMatchObject({ class: 'error' });
    const elsewhere = { file: 'cart/old_test.go', failure: missing };
    expect(red({ unbuilt: ['cart/'], fileFailures: [elsewhere] })).toMatchObject({ class: 'error' });
  });

  test('are shown at GREEN: one that still can not be built is no green', () => {
    const before = reportOf([passed('shop/shop_test.go > TestBuy')], { unbuilt: ['cart/'] });
    const facts = { mustPass: [file], before, baseline, sameTests: false, testFiles: [file], newTests: 1 };
    const built = reportOf([...baseline.tests, passed(`${file} > TestTotal`)]);
    expect(judgeGreen({ ...facts, report: built })).toMatchObject({ kind: 'green' });
    const gone = reportOf([passed('shop/shop_test.go > TestBuy'), passed(`${file} > TestTotal`)]);
    expect(judgeGreen({ ...facts, report: gone })).toMatchObject({ class: 'fewer-tests' });
    const broken = { unbuilt: ['cart/'], fileFailures: [{ file: 'cart/old_test.go', failure: failure('error') }] };
    const still = judgeGreen({ ...facts, mustPass: [`${file} > TestTotal`], report: reportOf([], broken) });
    expect(still).toMatchObject({ class: 'still-red' });
    expect(still).toHaveProperty('reason', expect.stringContaining('cart/old_test.go'));
  });
});

describe('a package that is a folder', () => {
  const lacks = (module: string) => failure('missing-symbol', { missing: 'Total', module });
  test.each([
    ['cart/', ['cart/total.go'], true],
    ['./', ['total.go'], true],
    ['cart/', ['cart/deep/total.go'], false],
    ['./', ['cart/total.go'], false],
    ['cart/', ['cart.go', 'cartoon/total.go'], false],
    ['./', ['README.md', 'go.mod'], false],
  ])('C-6: %s may lack what %p holds: %p', (module, plan, holds) => {
    expect(isUnderTest(lacks(module), plan)).toBe(holds);
    expect(isUnderTest(failure('missing-module', { missing: module }), plan)).toBe(holds);
  });
});
