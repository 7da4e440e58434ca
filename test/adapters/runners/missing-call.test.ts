import { describe, expect, test } from '@jest/globals';
import { missingCall } from '../../../src/adapters/runners/node-test/missing-call.js';
import { staysBelow } from '../../support/cpu-time.js';

/** C-6: which TypeErrors are a missing symbol of a module, read from the test file that made the call. */
const file = '/r/test/cart.test.js';

function ask(source: string, called: string, frame = `    at TestContext.<anonymous> (file://${file}:1:1)`) {
  const error = { name: 'TypeError', code: null, message: `${called} is not a function`, header: null, frame };
  const around = {
    place: (path: string) => path.replace(/^\/r\//, ''),
    source: (path: string) => (path === file ? source : null),
  };
  const found = missingCall({ ...error, url: null, importer: null, matcher: false }, around);
  return found === null ? null : `${found.missing} of ${found.module}`;
}

describe('a call that misses its symbol', () => {
  test.each([
    ["const { total } = require('../src/cart')", 'total', 'total of src/cart'],
    ["const { total: sum } = require('../src/cart')", 'sum', 'total of src/cart'],
    ["const cart = require('../src/cart.cjs')", 'cart.total', 'total of src/cart.cjs'],
    ["import * as cart from '../src/cart.js'", 'cart.total', 'total of src/cart.js'],
    ['import cart, { VAT } from "../src/cart.js"', 'cart.total', 'total of src/cart.js'],
    ["import { VAT as tax } from '../src/cart.js'", 'tax', 'VAT of src/cart.js'],
    ["import {\n  Cart,\n  VAT,\n} from '../src/cart.js'", 'Cart.of', 'of of src/cart.js'],
    ["import { open } from './help/open.js'", 'open(...).total', 'total of test/help/open.js'],
    ["import { Cart } from '../src/cart.js';\nlet cart = new Cart(1)", 'cart.total', 'total of src/cart.js'],
    [
      "const { open } = await import('../src/cart.js');\nconst cart = await open()",
      'cart.total',
      'total of src/cart.js',
    ],
    ["var _cart = require('../src/cart.js')", '(0 , _cart.total)', 'total of src/cart.js'],
  ])('%j: %s', (source, called, wanted) => {
    expect(ask(source, called)).toBe(wanted);
  });

  test('an object that has no name is found by its place', () => {
    const source = "import { Cart } from '../src/cart.js';\n  assert.equal(new Cart(1, 'a').total(), 0);";
    expect(
      ask(
        source,
        '(intermediate value).total',
        `    at file://${file}:2:${"  assert.equal(new Cart(1, 'a').".length + 1}`,
      ),
    ).toBe('total of src/cart.js');
  });

  test.each([
    ["import { total } from 'carts'", 'total'],
    ['const total = 1', 'total'],
    ["import { Cart } from '../src/cart.js';\nconst cart = {}", 'cart.total'],
    ["import { Cart } from '../src/cart.js';\nlet cart = new Cart();\ncart = other()", 'cart.total'],
    [
      "import { A } from '../src/a.js';\nimport { B } from '../src/b.js';\nlet cart = new A();\ncart = new B()",
      'cart.total',
    ],
    ["const cart = require('../src/cart.js')", 'cart.items.total'],
    ["const cart = require('../src/cart.js')", 'require(...).total'],
    ["import { Cart } from '../src/cart.js'", '(intermediate value).total'],
    ["import { Cart } from '../src/cart.js'", '(intermediate value)(intermediate value).total'],
  ])('in doubt it stays an error: %j: %s', (source, called) => {
    expect(ask(source, called)).toBeNull();
  });

  test('a call in the code under test is an error of that code', () => {
    expect(ask("import { total } from '../src/cart.js'", 'total', '    at sum (file:///r/src/sum.js:3:4)')).toBeNull();
  });

  test.each(['import ', 'const {', 'import a', 'const a = require(', ' ', 'cart ='])(
    'T13: a file full of %j is read in little time',
    (piece) => {
      const source = piece.repeat((256 * 1024) / piece.length);
      expect(
        staysBelow(
          () => 500,
          () => void ask(source, 'cart.total'),
        ),
      ).toBe(true);
    },
  );
});
