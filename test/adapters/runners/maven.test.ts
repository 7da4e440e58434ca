import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { failuresOfJava, javaErrors } from '../../../src/adapters/runners/maven/java-build.js';
import { readJavaTree } from '../../../src/adapters/runners/maven/java-tree.js';
import { mavenTest, startedMaven } from '../../../src/adapters/runners/maven/maven-command.js';
import { createMaven } from '../../../src/adapters/runners/maven/maven.js';
import { createPlace } from '../../../src/adapters/runners/places.js';
import type { TestFailure, TestReport } from '../../../src/domain/evidence/evidence.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { removal } from '../../support/removal.js';
import { replay, type Replayed } from '../../support/runner-replay.js';
import { runTests, writeTree } from '../../support/test-runs.js';

/** What Maven 3.8.7 with Surefire 3.5.6 and javac 17 said, told again; the runner matrix starts them in earnest. */
const runner = createMaven();
const fixtures = 'test/fixtures/runners/maven';
const kept = (name: string): string => readFileSync(`${fixtures}/${name}`, 'utf8');
const reports = (edit: (xml: string) => string = (xml) => xml) => ({
  'target/surefire-reports/TEST-shop.ATest.xml': edit(kept('surefire-3.5/TEST-shop.ATest.xml')),
  'target/surefire-reports/TEST-shop.BeforeTest.xml': kept('surefire-3.5/TEST-shop.BeforeTest.xml'),
});
/** One report only. */
const gone = { 'target/surefire-reports/TEST-shop.BeforeTest.xml': '<testsuite name="x" tests="0"/>' };
const tree = {
  'pom.xml': '<project/>',
  'src/main/java/shop/Cart.java': kept('compile/Cart.java.txt'),
  'src/test/java/shop/ATest.java': kept('compile/ATest.java.txt'),
  'src/test/java/shop/BeforeTest.java': 'package shop;\n',
  'src/main/java/shop/build/Plan.java': 'package shop.build;\nclass Plan {}\n',
  'target/classes/src/main/java/shop/Cart.java': '',
  'src/test/java/other/BTest.java': kept('compile/BTest.java.txt'),
};
const told = (name: string, more: Partial<Replayed> = {}, files: Readonly<Record<string, string>> = tree) =>
  replay(
    runner,
    { path: `${fixtures}/${name}`, code: 1, program: 'mvn', ...more },
    { argv: ['mvn', '-q', 'verify'], files },
  );

const words = ({ kind, missing, module }: TestFailure) =>
  [kind, missing, module].filter((one) => one !== null).join(' ');
const kinds = (report: TestReport) =>
  Object.fromEntries(report.tests.flatMap(({ name, failure }) => (failure ? [[name, words(failure)]] : [])));

describe('each class of failure', () => {
  test('C-6: of a test, by what was thrown', async () => {
    const report = await told('tests', { writes: reports() });
    expect(report).toMatchObject({ runner: 'maven', exitCode: 1, problem: null });
    expect(kinds(report)).toEqual({
      ...{ equal: 'assertion', all: 'assertion', own: 'assertion', 'par(int)[2]': 'assertion' },
      ...{ unwritten: 'not-implemented', unchangeable: 'error', nothing: 'error', file: 'error' },
    });
    expect(report.fileFailures).toMatchObject([
      {
        file: 'src/test/java/shop/BeforeTest.java',
        failure: { kind: 'error', message: expect.stringContaining('no') },
      },
    ]);
    const at = 'src/test/java/shop/ATest.java > shop.ATest';
    expect(Object.fromEntries(report.tests.map(({ id, state }) => [id, state]))).toMatchObject({
      [`${at} > ok`]: 'passed',
      [`${at} > later`]: 'skipped',
      [`${at} > par(int)[1]`]: 'passed',
      [`${at}$Deep > in`]: 'passed',
    });
    expect(report.tests).toHaveLength(12);
  });

  test('C-6: of a file that does not compile; one wrong error counts before what is missing', async () => {
    const report = await told('compile');
    expect(report.fileFailures.map(({ file, failure }) => `${file} ${words(failure)}`)).toEqual([
      'src/test/java/shop/ATest.java error',
      'src/test/java/other/BTest.java error',
    ]);
    expect(report).toMatchObject({ problem: null, tests: [], unbuilt: ['src/test/'] });
  });

  test('C-6: each of javac’s words, by the line it is about', async () => {
    const root = await mkdtemp(join(tmpdir(), 'pawl-java-'));
    try {
      await writeTree(root, tree);
      const java = await readJavaTree(root);
      const lines = kept('compile.out').replaceAll('ROOT', root).split('\n');
      const seen: Record<string, string> = {};
      for (const error of javaErrors(lines)) {
        const [failed] = await failuresOfJava([error], createPlace(root, null), java);
        const name = failed?.file.endsWith('BTest.java') === true ? 'B' : '';
        seen[`${name}${error.line}`] = failed === undefined ? '' : words(failed.failure);
      }
      const main = 'src/main/java/shop';
      // A package called `build` is no folder of what was built.
      expect(java.fileOf('shop.build.Plan', 'src/test/java/A.java')).toBe(`${main}/build/Plan.java`);
      expect(seen).toEqual({
        ...{ 3: `missing-module ${main}/fees/Fee.java`, 4: `missing-module ${main}/Basket.java` },
        ...{ 5: `missing-symbol one ${main}/Cart.java`, 6: 'missing-module src/main/java/nothere/foo/Bar.java' },
        ...{ 9: `missing-module ${main}/Bag.java`, 10: `missing-module ${main}/Bag.java` },
        ...{ 11: `missing-symbol total ${main}/Cart.java`, 12: `missing-symbol name ${main}/Cart.java` },
        ...{ 13: `missing-symbol fee ${main}/Cart.java`, 14: 'error', 15: `missing-symbol Cart ${main}/Cart.java` },
        ...{ 16: `missing-symbol make ${main}/Cart.java`, 17: `missing-symbol B ${main}/Cart.java`, 18: 'error' },
        // What the test itself lacks, and what Java's own classes lack, is nothing that a step may write.
        ...{ 19: 'error', 20: 'error', 21: 'missing-symbol foo', 22: 'error', 23: 'error' },
        ...{ 24: `missing-symbol hid ${main}/Cart.java`, 25: `missing-module ${main}/fees/Fee.java` },
        ...{ 26: `missing-module ${main}/other/Thing.java`, 27: 'error', 28: `missing-symbol Inner ${main}/Cart.java` },
        ...{ 29: `missing-module ${main}/Bog.java`, B6: `missing-module ${main}/Bag.java` },
        ...{ B7: `missing-symbol total ${main}/Cart.java`, B8: 'error' },
      });
    } finally {
      await rm(root, removal);
    }
  });

  test('C-6: a syntax error, in the words of Maven and of javac itself', () => {
    const told = javaErrors([
      '[ERROR] /x/A.java:[3,11] illegal start of type',
      '[ERROR] /x/A.java:[3,11] illegal start of type',
      '/x/B.java:5: error: cannot find symbol',
      '        new Bag();',
      '            ^',
      '  symbol:   class Bag',
      '  location: class B',
      'e: file:///x/C.kt:7:3 Unresolved reference: total',
    ]);
    expect(told).toMatchObject([
      { file: '/x/A.java', line: 3, words: 'illegal start of type' },
      { file: '/x/B.java', line: 5, symbol: 'class Bag', location: 'class B' },
      { file: '/x/C.kt', line: 7, words: 'Unresolved reference: total' },
    ]);
  });
});

describe('how a command ended', () => {
  const run = (said: string, code: number) =>
    replay(runner, { path: '/nowhere', code, program: 'mvn', said }, { argv: ['mvn', 'test'], files: tree });

  test.each<[string, Partial<Replayed>, string]>([
    ['R11: exit code 0 although tests failed', { code: 0, writes: reports() }, 'exit code 0'],
    ['T11: fewer results than Maven told of', { writes: { ...reports(), ...gone } }, 'Maven told of 13 run, 9 failed'],
    [
      'T11: a failure that became a pass after Maven’s words',
      { writes: reports((xml) => xml.replace(/<failure[^]*?<\/failure>/, '')) },
      'its result files of 13 run, 8 failed',
    ],
    ['results that are cut off', { writes: reports((xml) => xml.slice(0, -40)) }, 'can’t be trusted'],
    ['entities', { writes: reports((xml) => xml.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')) }, 'document type'],
    ['results that are not there', {}, 'its result files of 0 run'],
  ])('%s: nothing is believed', async (_what, more, said) => {
    const report = await told('tests', more);
    expect(report).toMatchObject({
      problemKind: 'cannot-tell',
      problem: expect.stringContaining(said.replace('’', "'")),
    });
  });

  test.each<[string, number, string | null, string]>([
    ['No tests to run.', 0, null, ''],
    ['[ERROR] Non-readable POM', 1, 'framework', 'Non-readable POM'],
    ['[ERROR] Plugin x could not be resolved: Cannot access central in offline mode', 1, 'framework', 'offline'],
    ['The JAVA_HOME environment variable is not defined correctly', 1, 'runner-missing', 'JAVA_HOME'],
    ['[ERROR] Fatal error compiling: error: release version 99 not supported', 1, 'runner-missing', '99'],
    ['[ERROR] The forked VM terminated without properly saying goodbye.', 1, 'cannot-tell', 'goodbye'],
  ])('%s', async (line, code, kind, said) => {
    const report = await run(line, code);
    expect(report.problemKind ?? null).toBe(kind);
    expect(report.problem ?? '').toContain(said);
    expect(report.tests).toEqual([]);
  });

  test('R10b: a Maven that is not installed is the machine’s fault', async () => {
    const { report } = await runTests(runner, { argv: ['mvn', 'test'], files: tree, env: { PATH: '/usr/nowhere' } });
    expect(report).toMatchObject({ exitCode: 127, problemKind: 'runner-missing' });
  });
});

describe('the user’s own command', () => {
  const parsed = (line: string): readonly string[] => {
    const read = parseTestCommand(line);
    return read.kind === 'command' ? read.argv : [];
  };
  const own = '-B -o -fae -Dstyle.color=never -Dmaven.test.redirectTestOutputToFile=true -Dsurefire.printSummary=true';
  test.each([
    ['mvn test', `mvn ${own} test`],
    ['mvn -q -f app/pom.xml -fn verify -l out.txt -Pfast', `mvn ${own} -f app/pom.xml verify -Pfast`],
    ['sh ./mvnw -Dmaven.test.failure.ignore=true test', `sh ./mvnw ${own} test`],
  ])('%s', (line, wanted) => {
    const found = mavenTest(parsed(line));
    expect(
      found === null
        ? ''
        : startedMaven(found)
            .map(({ value }) => value)
            .join(' '),
    ).toBe(wanted);
  });

  test.each([
    ['./mvnw test', true],
    ['mvn -q verify', true],
    ['mvn -pl core surefire:test', true],
    ['mvn clean org.apache.maven.plugins:maven-surefire-plugin:3.5.0:test', true],
    ['cd app && mvn package', true],
    ['mvn compile', false],
    ['mvn -DskipTests package', false],
    ['mvn deploy', false],
    ['mvn -P test compile', false],
    ['mvn test | tee out.txt', false],
    ['make test', false],
  ])('%s is one of this runner: %p', (line, is) => {
    expect(runner.accepts(parsed(line))).toBe(is);
  });

  test.each([
    [
      'mvn test',
      ['src/test/java/shop/CartTest.java', 'core/src/test/kotlin/FeeTest.kt'],
      'mvn -Dtest=FeeTest,FeeTest$*,shop.CartTest,shop.CartTest$* -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false test',
    ],
    ['mvn test', ['src/test/resources/a.json'], null],
    ['mvn verify', ['src/test/java/shop/CartIT.java'], null],
    ['mvn -Dtest=A test', ['src/test/java/shop/CartTest.java'], null],
  ])('F56: %s narrowed to %p', (line, files, wanted) => {
    const narrow = runner.narrow?.({ runner: runner.name, argv: parsed(line), source: 'flag' }, files);
    expect(narrow?.argv.join(' ') ?? null).toBe(wanted);
  });

  test.each([
    ['src/test/java/shop/CartTest.java', true],
    ['core/src/test/resources/a.json', true],
    ['src/integrationTest/java/CartIT.java', true],
    ['src/main/java/shop/CartTest.java', false],
    ['pom.xml', false],
  ])('%s is a test file: %p', (path, is) => {
    expect(runner.isTestFile(path)).toBe(is);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['a project', { 'pom.xml': '' }, ['mvn test']],
    ['its wrapper', { 'pom.xml': '', mvnw: '' }, ['sh ./mvnw test']],
    [
      'tests beside another language',
      { 'pom.xml': '', 'package.json': '', 'a/src/test/java/A.java': '' },
      ['mvn test'],
    ],
    ['no tests beside another language', { 'pom.xml': '', 'package.json': '' }, []],
    ['no project at the top', { 'app/pom.xml': '', 'app/src/test/java/A.java': '' }, []],
  ])('R16: %s', async (_what, files, wanted) => {
    const found = await runner.detect(Object.keys(files), (path) => Promise.resolve(files[path] ?? null));
    expect(found.map(({ argv }) => argv.join(' '))).toEqual(wanted);
  });
});
