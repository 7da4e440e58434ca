import { describe, expect, test } from '@jest/globals';
import { fits, isUnderTest } from '../../../src/domain/evidence/may-create.js';
import { isFileId, testId, testIdPart } from '../../../src/domain/evidence/test-ids.js';
import { failure } from '../../support/test-reports.js';

describe('C-6: is a missing module one of the plan’s files?', () => {
  test.each([
    ['src/cart.js', 'src/cart.js', true],
    ['src/cart.js', 'src/cart.ts', true],
    ['src/cart.mjs', 'src/cart.mts', true],
    ['src/cart', 'src/cart.cjs', true],
    ['src/cart', 'src/cart/index.js', true],
    ['src/cart', 'src/cart.json', true],
    ['src/cart', 'src/cart.test.js', false],
    ['src/cart.js', 'src/cart.mjs', false],
    ['src/cart.js', 'cart.js', false],
    ['src/car', 'src/cart.js', false],
    ['shop/cart', 'shop/cart.py', true],
    ['shop/cart', 'src/shop/cart.py', true],
    ['shop/cart', 'shop/cart/__init__.py', true],
    ['shop', 'src/shop/cart.py', true],
    ['shop', 'workshop/cart.py', false],
    ['shop/cart', 'shop/carts.py', false],
    ['node_modules/left-pad', 'src/left-pad.js', false],
  ])('%s by %s: %p', (module, path, is) => {
    expect(fits(module, path)).toBe(is);
  });

  test('Python: a name that a package lacks may be a module of it', () => {
    const lacks = failure('missing-symbol', { missing: 'cart', module: 'src/shop/__init__.py' });
    expect(isUnderTest(lacks, ['src/shop/cart.py'])).toBe(true);
    expect(isUnderTest(lacks, ['src/shop/fees.py'])).toBe(false);
    expect(
      isUnderTest(failure('missing-symbol', { missing: 'cart', module: 'src/shop/all.py' }), ['src/shop/cart.py']),
    ).toBe(false);
  });
});

describe('ids of tests', () => {
  const id = (...names: string[]) => testId(names.map((name) => testIdPart(name, () => 'hash')));

  test('are one line, whatever a test is called', () => {
    expect(id('test/a.js', 'adds\n"1" > 0 \u001b[1m \u2028 🎉 \ud800')).toBe(
      'test/a.js > adds\\n"1" \\> 0 \\u001b[1m \\u2028 🎉 \\ud800',
    );
  });

  test('a name with the separator in it is told from a suite', () => {
    expect(id('a.js', 'b > c')).not.toBe(id('a.js', 'b', 'c'));
  });

  test('a very long name is cut and keeps a hash', () => {
    expect(id('a.js', 'x'.repeat(5_000))).toHaveLength('a.js > '.length + 380 + '…hash'.length);
  });

  test('a file’s id has no test in it', () => {
    expect(isFileId('test/a.js')).toBe(true);
    expect(isFileId(id('test/a.js', 'b'))).toBe(false);
  });
});
