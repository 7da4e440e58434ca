import { join } from 'node:path';
import { createGo } from '../../../src/adapters/runners/go/go.js';
import type { Files, Installed, MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const cart = (result: string, count = 'len(c.Items)'): string => `package cart

type Cart struct{ Items []int }

func (c Cart) Count() int { return ${count} }

func (c Cart) Total() int { return ${result} }

func (c Cart) VAT() int { panic("not implemented") }

func sum(items []int) int {
	total := 0
	for _, item := range items {
		total += item
	}
	return total
}
`;
const testFile = 'cart/cart_test.go';
const otherFile = 'empty/empty_test.go';
const head = (imports = '') => `package cart_test

import (
	"testing"

	"example.com/shop/cart"
${imports})

func TestCountsItsItems(t *testing.T) {
	if got := (cart.Cart{Items: []int{1, 2}}).Count(); got != 2 {
		t.Errorf("Count() = %d, want 2", got)
	}
}
`;
const one = (name: string, body: string): string => `\nfunc Test${name}(t *testing.T) {\n\t${body}\n}\n`;
const equal = (actual: string, wanted: string): string =>
  `if got := ${actual}; got != ${wanted} {\n\t\tt.Errorf("got %d, want ${wanted}", got)\n\t}`;
const withTest = (more: string, imports = ''): Files => ({ [testFile]: head(imports) + more });
const filled = '(cart.Cart{Items: []int{1, 2}})';
const total = one('TotalsItsItems', equal(`${filled}.Total()`, '3'));
const files = withTest(total);
const sum = { 'cart/cart.go': cart('sum(c.Items)') };

/** The standard library is built once: what a setup does for a run. */
async function install(project: string, shared: string): Promise<Installed> {
  const env = { GOCACHE: join(shared, 'go-build') };
  await runIn(project, ['go', 'test', './...'], env);
  return { env, writable: [shared] };
}

export const row: MatrixRow = {
  runner: 'go test',
  create: createGo,
  command: 'go test ./...',
  needs: ['go'],
  install,
  version: async (folder, env) => (await runIn(folder, ['go', 'version'], env)).replace(/^go version (\S+).*$/, '$1'),
  base: {
    'go.mod': 'module example.com/shop\n\ngo 1.21\n',
    'cart/cart.go': cart('0'),
    [testFile]: head(),
    [otherFile]: `package empty\n\nimport (\n\t"testing"\n\n\t"example.com/shop/cart"\n)\n${one(
      'IsEmptyAtFirst',
      equal('(cart.Cart{}).Count()', '0'),
    )}`,
  },
  mayCreate: ['cart/cart.go', 'vat/vat.go'],
  testFile,
  red: [
    { name: 'assertion', files, expect: { red: 'assertion' } },
    {
      name: 'new case of a table',
      files: {
        [testFile]: head().replace(
          /func TestCounts[^]*$/,
          `func TestCountsItsItems(t *testing.T) {
	for name, wanted := range map[string]int{"two": 2, "three": 3} {
		t.Run(name, func(t *testing.T) { ${equal(`${filled}.Count()`, 'wanted')} })
	}
}
`,
        ),
      },
      expect: { red: 'assertion' },
    },
    {
      name: 'missing module',
      files: withTest(one('KnowsItsVAT', equal('vat.Of(100)', '19')), '\t"example.com/shop/vat"\n'),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(one('KnowsDiscounts', equal('cart.Discount(100)', '3'))),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing method',
      files: withTest(one('KnowsDiscounts', equal('(cart.Cart{}).Discount()', '3'))),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'not implemented',
      files: withTest(one('KnowsItsVAT', equal('(cart.Cart{}).VAT()', '3')) + one('Runs', '')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing module outside the plan',
      files: withTest(one('IsOdd', 'nothing.Of()'), '\t"example.com/shop/nothing"\n'),
      expect: { refused: 'error' },
    },
    {
      name: 'passes',
      files: withTest(one('TotalsNothing', equal('(cart.Cart{}).Total()', '0'))),
      expect: { refused: 'passes' },
    },
    {
      name: 'error',
      files: withTest(one('ReadsPrices', 'var c *cart.Cart\n\t_ = c.Count()')),
      expect: { refused: 'error' },
    },
    {
      name: 'missing fixture',
      files: withTest(
        one('ReadsPrices', 'if _, err := os.ReadFile("testdata/prices.json"); err != nil {\n\t\tt.Fatal(err)\n\t}'),
        '\t"os"\n',
      ),
      expect: { refused: 'error' },
    },
    {
      name: 'wrong type in the test',
      files: withTest(one('Totals', 'var wanted string = 3\n\t_ = wanted')),
      expect: { refused: 'error' },
    },
    { name: 'syntax', files: withTest('\nfunc TestTotals( {\n'), expect: { refused: 'syntax' } },
    { name: 'broken settings', files: { ...files, 'go.mod': 'modul shop\n' }, expect: { refused: 'framework' } },
    {
      name: 'runner not installed',
      files,
      env: { PATH: '/nowhere' },
      expect: { bails: 'runner-missing' },
    },
    { name: 'no tests', files: { 'cart/total_test.go': 'package cart_test\n' }, expect: { refused: 'no-tests' } },
    { name: 'hang', files: withTest(one('Waits', 'for {\n\t}')), expect: { refused: 'did-not-end' }, wallMs: 20_000 },
    {
      name: 'watcher, CI=false',
      files: withTest(
        `${total}${one('Watches', 'if os.Getenv("CI") != "true" {\n\t\ttime.Sleep(time.Hour)\n\t}')}`,
        '\t"os"\n\t"time"\n',
      ),
      env: { CI: 'false' },
      expect: { red: 'assertion' },
    },
    {
      name: 'ends early',
      files: withTest(one('EndsTheRunner', 'syscall.Exit(0)'), '\t"syscall"\n'),
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 0, tests failed',
      files,
      around: (line) => `(${line}); exit 0`,
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 1, all passed',
      files: withTest(one('TotalsNothing', equal('(cart.Cart{}).Total()', '0'))),
      around: (line) => `(${line}); exit 1`,
      expect: { refused: 'cannot-tell' },
    },
  ],
  green: [
    { name: 'green', files: sum, expect: { green: true } },
    { name: 'still red', files: { 'cart/cart.go': cart('7') }, expect: { notGreen: 'still-red' } },
    { name: 'regression', files: { 'cart/cart.go': cart('sum(c.Items)', '5') }, expect: { notGreen: 'regression' } },
    { name: 'does not build', files: { 'cart/cart.go': cart('nothing') }, expect: { notGreen: 'still-red' } },
    {
      name: 'no test run',
      files: { ...sum, [testFile]: null, [otherFile]: null },
      expect: { notGreen: 'no-tests' },
      policy: 'refuses',
    },
    {
      name: 'fewer tests',
      files: { ...sum, [testFile]: head().replace(/func TestCounts[^]*$/, '') + total },
      expect: { notGreen: 'fewer-tests' },
      policy: 'refuses',
    },
    { name: 'test deleted', files: { [testFile]: head() }, expect: { notGreen: 'still-red' }, policy: 'refuses' },
    {
      name: 'skipped',
      files: withTest(total.replace('{\n\t', '{\n\tt.Skip("later")\n\t')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'softened',
      files: withTest(total.replace('got != 3', 'got < 0')),
      expect: { green: true },
      policy: 'refuses',
    },
    {
      name: 'folder left out',
      files: { ...sum, [testFile]: `//go:build never\n\n${head()}${total}` },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
  lacks: { watcher: 'go test has no watcher' },
};
