import type { Files, GreenCase, RedCase } from './row.js';

/** What builds for the JVM differ in: files over those of the row's base. */
export interface JvmSettings {
  /** A build file that can't be read. */
  readonly broken: Files;
  /** Leaves `CartTest` out. */
  readonly leftOut: Files;
}

const cart = (result: string, count = 'items.length'): string => `package shop;

public class Cart {
    private final int[] items;

    public Cart(int... items) {
        this.items = items;
    }

    public int count() {
        return ${count};
    }

    public int total() {
        return ${result};
    }

    public int vat() {
        throw new UnsupportedOperationException("comes later");
    }
}
`;
const testFile = 'src/test/java/shop/CartTest.java';
const otherFile = 'src/test/java/shop/EmptyTest.java';
const one = (name: string, body: string): string =>
  `\n    @Test\n    void ${name}() throws Exception {\n        ${body}\n    }\n`;
const classOf = (name: string, tests: string, imports = ''): string => `package shop;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
${imports}
class ${name} {${tests}}
`;
const old = one('countsItsItems', 'assertEquals(2, new Cart(1, 2).count());');
const withTest = (more: string, imports = ''): Files => ({ [testFile]: classOf('CartTest', old + more, imports) });
const total = one('totalsItsItems', 'assertEquals(3, new Cart(1, 2).total());');
const files = withTest(total);
const sum = { 'src/main/java/shop/Cart.java': cart('java.util.Arrays.stream(items).sum()') };

/** The project without its build file. */
export const jvmBase = {
  'src/main/java/shop/Cart.java': cart('0'),
  [testFile]: classOf('CartTest', old),
  [otherFile]: classOf('EmptyTest', one('isEmptyAtFirst', 'assertEquals(0, new Cart().count());')),
};
export const jvmRed = files;
export const jvmTestFile = testFile;
export const jvmMayCreate = ['src/main/java/shop/Cart.java', 'src/main/java/shop/Vat.java'];

export function jvmCases(settings: JvmSettings): {
  readonly red: readonly RedCase[];
  readonly green: readonly GreenCase[];
} {
  return {
    red: [
      { name: 'assertion', files, expect: { red: 'assertion' } },
      {
        name: 'missing module',
        files: withTest(one('knowsItsVat', 'assertEquals(19, Vat.of(100));')),
        expect: { red: 'missing-under-test' },
      },
      {
        name: 'missing symbol',
        files: withTest(one('knowsDiscounts', 'assertEquals(3, Cart.discount(100));')),
        expect: { red: 'missing-under-test' },
      },
      {
        name: 'missing method',
        files: withTest(one('knowsDiscounts', 'assertEquals(3, new Cart().discount());')),
        expect: { red: 'missing-under-test' },
      },
      {
        name: 'not implemented',
        files: withTest(one('knowsItsVat', 'assertEquals(3, new Cart().vat());')),
        expect: { red: 'missing-under-test' },
      },
      {
        name: 'missing module outside the plan',
        files: withTest(one('isOdd', 'Nothing.of();'), 'import org.nothing.Nothing;\n'),
        expect: { refused: 'error' },
      },
      {
        name: 'passes',
        files: withTest(one('totalsNothing', 'assertEquals(0, new Cart().total());')),
        expect: { refused: 'passes' },
      },
      {
        name: 'error',
        files: withTest(one('hasAFirstItem', 'Cart none = null;\n        assertEquals(0, none.count());')),
        expect: { refused: 'error' },
      },
      {
        name: 'missing fixture',
        files: withTest(
          one(
            'readsPrices',
            'java.nio.file.Files.readString(java.nio.file.Path.of("src/test/resources/prices.json"));',
          ),
        ),
        expect: { refused: 'error' },
      },
      {
        name: 'wrong type in the test',
        files: withTest(one('totals', 'String wanted = 3;')),
        expect: { refused: 'error' },
      },
      { name: 'syntax', files: withTest('\n    @Test\n    void totals( {\n'), expect: { refused: 'syntax' } },
      { name: 'broken settings', files: { ...files, ...settings.broken }, expect: { refused: 'framework' } },
      { name: 'runner not installed', files, env: { PATH: '/nowhere' }, expect: { bails: 'runner-missing' } },
      {
        name: 'no tests',
        files: { 'src/test/java/shop/TotalTest.java': 'package shop;\n\nclass TotalTest {}\n' },
        expect: { refused: 'no-tests' },
      },
      {
        name: 'hang',
        files: withTest(one('waits', 'while (true) Thread.sleep(1_000);')),
        expect: { refused: 'did-not-end' },
        wallMs: 45_000,
      },
      {
        name: 'watcher, CI=false',
        files: withTest(
          `${total}${one('watches', 'while (!"true".equals(System.getenv("CI"))) Thread.sleep(1_000);')}`,
        ),
        env: { CI: 'false' },
        expect: { red: 'assertion' },
      },
      {
        name: 'ends early',
        files: withTest(one('endsTheRunner', 'System.exit(0);')),
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
        files: withTest(one('totalsNothing', 'assertEquals(0, new Cart().total());')),
        around: (line) => `(${line}); exit 1`,
        expect: { refused: 'cannot-tell' },
      },
    ],
    green: [
      { name: 'green', files: sum, expect: { green: true } },
      {
        name: 'still red',
        files: { 'src/main/java/shop/Cart.java': cart('7') },
        expect: { notGreen: 'still-red' },
      },
      {
        name: 'regression',
        files: { 'src/main/java/shop/Cart.java': cart('java.util.Arrays.stream(items).sum()', '5') },
        expect: { notGreen: 'regression' },
      },
      {
        name: 'does not build',
        files: { 'src/main/java/shop/Cart.java': cart('nothing') },
        expect: { notGreen: 'still-red' },
      },
      {
        name: 'no test run',
        files: { ...sum, [testFile]: null, [otherFile]: null },
        expect: { notGreen: 'no-tests' },
        policy: 'refuses',
      },
      {
        name: 'fewer tests',
        files: { ...sum, [testFile]: classOf('CartTest', total) },
        expect: { notGreen: 'fewer-tests' },
        policy: 'refuses',
      },
      {
        name: 'test deleted',
        files: { [testFile]: classOf('CartTest', old) },
        expect: { notGreen: 'still-red' },
        policy: 'refuses',
      },
      {
        name: 'skipped',
        files: withTest(total.replace('@Test', '@Disabled\n    @Test')),
        expect: { notGreen: 'still-red' },
        policy: 'refuses',
      },
      {
        name: 'softened',
        files: withTest(total.replace('assertEquals', 'assertNotEquals')),
        expect: { green: true },
        policy: 'refuses',
      },
      {
        name: 'folder left out',
        files: {
          ...sum,
          ...settings.leftOut,
        },
        expect: { notGreen: 'still-red' },
        policy: 'refuses',
      },
    ],
  };
}
