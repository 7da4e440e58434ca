import type { Files, GreenCase, RedCase } from './row.js';

/** What test files of the runners for JavaScript differ in. */
export interface ScriptWords {
  /** The runner's own import, such as that of `test` and `expect`. */
  readonly head: string;
  /** `import` or `require` of names from a module beside the test's folder: `src/cart.js`. */
  readonly use: (names: string, module: string) => string;
  readonly equal: (actual: string, expected: string) => string;
  /** `test` or `it`. */
  readonly test: string;
  readonly testFile: string;
  readonly otherFile: string;
  /** How `src/cart.js` gives its class to others. */
  readonly cart: (body: string) => string;
}

const cartBody = `class Cart {
  constructor(items = []) { this.items = items; }
  count() { return this.items.length; }
  total() { return TOTAL; }
  vat() { throw Object.assign(new Error('comes later'), { name: 'NotImplementedError' }); }
}`;

/** The project and the cases that all of them share; a row adds what is its own. */
export function scriptCases(words: ScriptWords) {
  const { head, use, equal, testFile, otherFile } = words;
  const one = (title: string, body: string, word = words.test): string => `${word}('${title}', () => { ${body} });\n`;
  const cart = use('Cart', 'src/cart.js');
  const old = one('counts its items', equal('new Cart([1, 2]).count()', '2'));
  const start = `${head}\n${cart}\n${old}`;
  const total = one('totals its items', equal('new Cart([1, 2]).total()', '3'));
  const withTest = (more: string): Files => ({ [testFile]: start + more });
  const src = (result: string): Files => ({ 'src/cart.js': words.cart(cartBody.replace('TOTAL', result)) });
  const sum = src('this.items.reduce((a, b) => a + b, 0)');

  const base = {
    'src/cart.js': words.cart(cartBody.replace('TOTAL', '0')),
    [testFile]: start,
    [otherFile]: `${head}\n${cart}\n${one('is empty at first', equal('new Cart().count()', '0'))}`,
  };
  const red = [
    { name: 'assertion', files: withTest(total), expect: { red: 'assertion' } },
    {
      name: 'missing module',
      files: withTest(`${use('vatOf', 'src/vat.js')}\n${one('knows its VAT', equal('vatOf(100)', '19'))}`),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(`${use('discount', 'src/cart.js')}\n${one('knows discounts', equal('discount(100)', '3'))}`),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing method',
      files: withTest(one('knows discounts', equal('new Cart().discount()', '3'))),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'not implemented',
      files: withTest(one('knows its VAT', equal('new Cart().vat()', '3'))),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing module outside the plan',
      files: withTest(`${use('nothing', 'src/nothing.js')}\n${one('is odd', equal('nothing()', '3'))}`),
      expect: { refused: 'error' },
    },
    {
      name: 'passes',
      files: withTest(one('totals nothing', equal('new Cart().total()', '0'))),
      expect: { refused: 'passes' },
    },
    {
      name: 'error',
      files: withTest(
        `${use('readFileSync', 'node:fs')}\n${one('reads prices', equal("readFileSync('test/prices.json', 'utf8')", "''"))}`,
      ),
      expect: { refused: 'error' },
    },
    { name: 'syntax', files: withTest(`${words.test}('totals', () => {`), expect: { refused: 'syntax' } },
    {
      name: 'no tests',
      files: { 'test/total.test.js': `${head}\n${cart}\n` },
      expect: { refused: 'no-tests' },
    },
    {
      name: 'hang',
      files: withTest(one('waits', 'for (;;);')),
      expect: { refused: 'did-not-end' },
      wallMs: 12_000,
    },
    {
      name: 'exit code 0, tests failed',
      files: withTest(total),
      around: (line) => `(${line}); exit 0`,
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 1, all passed',
      files: withTest(one('totals nothing', equal('new Cart().total()', '0'))),
      around: (line) => `(${line}); exit 1`,
      expect: { refused: 'cannot-tell' },
    },
  ] as const satisfies readonly RedCase[];
  const green = [
    { name: 'green', files: sum, expect: { green: true } },
    { name: 'still red', files: src('7'), expect: { notGreen: 'still-red' } },
    {
      name: 'regression',
      files: { 'src/cart.js': (sum['src/cart.js'] ?? '').replace('return this.items.length', 'return 5') },
      expect: { notGreen: 'regression' },
    },
    {
      name: 'no test run',
      files: { ...sum, [testFile]: null, [otherFile]: null },
      expect: { notGreen: 'no-tests' },
      policy: 'refuses',
    },
    {
      name: 'fewer tests',
      files: { ...sum, [testFile]: `${head}\n${cart}\n${total}` },
      expect: { notGreen: 'fewer-tests' },
      policy: 'refuses',
    },
    { name: 'test deleted', files: { [testFile]: start }, expect: { notGreen: 'still-red' }, policy: 'refuses' },
    {
      name: 'skipped',
      files: withTest(one('totals its items', equal('new Cart([1, 2]).total()', '3'), `${words.test}.skip`)),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'softened',
      files: withTest(one('totals its items', equal('new Cart([1, 2]).total() >= 0', 'true'))),
      expect: { green: true },
      policy: 'refuses',
    },
  ] as const satisfies readonly GreenCase[];
  return { base, red, green, start, total, withTest, one };
}
