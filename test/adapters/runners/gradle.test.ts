import { describe, expect, test } from '@jest/globals';
import { gradleTest, startedGradle } from '../../../src/adapters/runners/gradle/gradle-command.js';
import { createGradle } from '../../../src/adapters/runners/gradle/gradle.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { replay, type Replayed } from '../../support/runner-replay.js';

/** Gradle is not on the machines that this was written on: what it says is told by a script. */
const runner = createGradle();
const cases = `<testcase name="adds()" classname="shop.CartTest" time="0.01"/>
<testcase name="totals()" classname="shop.CartTest" time="0.02"><failure message="org.opentest4j.AssertionFailedError: expected: &lt;3&gt; but was: &lt;0&gt;" type="org.opentest4j.AssertionFailedError">org.opentest4j.AssertionFailedError
	at shop.CartTest.totals(CartTest.java:9)</failure></testcase>
<testcase name="vat()" classname="shop.CartTest" time="0.02"><failure message="java.lang.UnsupportedOperationException: later" type="java.lang.UnsupportedOperationException">java.lang.UnsupportedOperationException: later
	at shop.Cart.vat(Cart.java:7)</failure></testcase>
<testcase name="later()" classname="shop.CartTest"><skipped/></testcase>`;
const report = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="shop.CartTest" tests="4" skipped="1" failures="2" errors="0">${cases}</testsuite>`;
const tree = {
  'build.gradle': '',
  'src/main/java/shop/Cart.java': 'package shop;\npublic class Cart {}\n',
  'src/test/java/shop/CartTest.java': 'package shop;\nclass CartTest { Bag bag; void a() { new Cart().total(); } }\n',
};
const told = (said: string, more: Partial<Replayed> = {}) =>
  replay(
    runner,
    { path: '/nowhere', code: 1, program: 'gradle', said, ...more },
    { argv: ['gradle', '-q', 'test'], files: tree },
  );
const writes = { 'build/test-results/test/TEST-shop.CartTest.xml': report };

describe('Gradle', () => {
  test('C-6: tests, by what was thrown', async () => {
    const seen = await told('> Task :test FAILED\n4 tests completed, 2 failed, 1 skipped', { writes });
    expect(seen).toMatchObject({ runner: 'gradle', problem: null, fileFailures: [] });
    expect(seen.tests.map(({ name, state, failure }) => [name, state, failure?.kind])).toEqual([
      ['adds()', 'passed', undefined],
      ['totals()', 'failed', 'assertion'],
      ['vat()', 'failed', 'not-implemented'],
      ['later()', 'skipped', undefined],
    ]);
    expect(seen.tests[0]?.file).toBe('src/test/java/shop/CartTest.java');
  });

  test('C-6: a file that does not compile', async () => {
    const javac = [
      'ROOT/src/test/java/shop/CartTest.java:2: error: cannot find symbol',
      'class CartTest { Bag bag; void a() { new Cart().total(); } }',
      '                 ^',
      '  symbol:   class Bag',
      '  location: class CartTest',
      'ROOT/src/test/java/shop/CartTest.java:2: error: cannot find symbol',
      '  symbol:   method total()',
      '  location: class Cart',
      '2 errors',
    ];
    const seen = await told(javac.join('\n'));
    expect(seen.fileFailures.map(({ file, failure }) => [file, failure.kind, failure.missing, failure.module])).toEqual(
      [
        ['src/test/java/shop/CartTest.java', 'missing-module', 'src/main/java/shop/Bag.java', null],
        ['src/test/java/shop/CartTest.java', 'missing-symbol', 'total', 'src/main/java/shop/Cart.java'],
      ],
    );
    expect(seen).toMatchObject({ problem: null, unbuilt: ['src/test/'] });
  });

  test.each<[string, string, Partial<Replayed>, string, string]>([
    ['a failure that the files lack', '4 tests completed, 3 failed', { writes }, 'cannot-tell', '3 failed tests'],
    ['failures and exit code 0', '', { writes, code: 0 }, 'cannot-tell', 'exit code 0'],
    [
      'a test process that died',
      "Process 'Gradle Test Executor 1' finished with non-zero exit value 3",
      { writes },
      'cannot-tell',
      'ended before',
    ],
    [
      'a wrapper without its Gradle',
      'Exception in thread "main" java.net.UnknownHostException: x',
      {},
      'runner-missing',
      'missing',
    ],
    ['a build file that can’t be read', 'FAILURE: Build failed', {}, 'framework', 'could not run'],
  ])('%s', async (_what, said, more, kind, words) => {
    expect(await told(said, more)).toMatchObject({ problemKind: kind, problem: expect.stringContaining(words) });
  });

  const parsed = (line: string): readonly string[] => {
    const read = parseTestCommand(line);
    return read.kind === 'command' ? read.argv : [];
  };
  const own = '--offline --no-daemon --no-build-cache --console=plain --continue';
  test.each([
    ['gradle test', `gradle ${own} test`],
    ['./gradlew -t --scan :core:test --tests Cart', `./gradlew ${own} :core:test --tests Cart`],
    ['sh ./gradlew check --console rich', `sh ./gradlew ${own} check`],
    ['gradle --version', ''],
    ['gradle -x test assemble', ''],
    ['./gradlew jar', ''],
  ])('R15: %s is started as %p', (line, wanted) => {
    const found = gradleTest(parsed(line));
    expect(
      found === null
        ? ''
        : startedGradle(found)
            .map(({ value }) => value)
            .join(' '),
    ).toBe(wanted);
  });

  test.each<[string, readonly string[], string[]]>([
    ['a build', ['build.gradle.kts'], ['gradle test']],
    ['its wrapper', ['settings.gradle', 'gradlew', 'app/src/test/java/A.java'], ['sh ./gradlew test']],
    ['beside Maven', ['build.gradle', 'pom.xml', 'src/test/java/A.java'], []],
    ['beside another language', ['build.gradle', 'package.json'], []],
  ])('R16: %s', async (_what, files, wanted) => {
    const found = await runner.detect(files, () => Promise.resolve(null));
    expect(found.map(({ argv }) => argv.join(' '))).toEqual(wanted);
  });
});
