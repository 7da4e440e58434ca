import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createCommand } from '../../../src/adapters/runners/command/command.js';
import { failureOfJunit } from '../../../src/adapters/runners/junit/junit-error.js';
import { createTestPlaces } from '../../../src/adapters/runners/junit/test-places.js';
import { readXml } from '../../../src/adapters/runners/junit/xml.js';
import { setupProblem } from '../../../src/domain/evidence/evidence-faults.js';
import { removal } from '../../support/removal.js';
import { runTests, writeTree } from '../../support/test-runs.js';

/** Any program by its result files: a shell script stands for it, since only what it writes counts. */
const suite = (cases: string, more = '') =>
  `<?xml version="1.0"?><testsuites><testsuite name="s" ${more}>${cases}</testsuite></testsuites>`;
const pass = '<testcase classname="shop.CartTest" name="adds" time="0.25"/>';
const fail =
  '<testcase classname="shop.CartTest" name="totals"><failure type="org.opentest4j.AssertionFailedError" message="expected: &lt;2&gt;"/></testcase>';
const java = { 'src/test/java/shop/CartTest.java': '', 'src/main/java/shop/Cart.java': '' };

const write = (xml: string, code = 0, to = 'reports/junit.xml') => {
  const text = xml.replaceAll("'", "'\\''");
  return ['sh', '-c', `mkdir -p "$(dirname ${to})"; printf '%s' '${text}' > ${to}; exit ${code}`];
};
const run = async (argv: readonly string[], files: Record<string, string> = java, results = 'junit:reports') =>
  (await runTests(createCommand(), { argv, files, results })).report;

describe('a command with JUnit XML', () => {
  test('R10f: tests, files, times and kinds are read', async () => {
    const skip = '<testcase classname="shop.CartTest" name="later"><skipped/></testcase>';
    const report = await run(write(suite(pass + fail + skip), 1));
    expect(report).toMatchObject({
      ...{ runner: 'command', end: 'exited', exitCode: 1, problem: null, fileFailures: [] },
      tests: [
        { file: 'src/test/java/shop/CartTest.java', name: 'adds', state: 'passed', durationMs: 250 },
        { state: 'failed', failure: { kind: 'assertion', message: expect.stringContaining('expected: <2>') } },
        { name: 'later', state: 'skipped' },
      ],
    });
    expect(report.tests[1]?.id).toBe('src/test/java/shop/CartTest.java > shop.CartTest > totals');
  });

  test('node’s own JUnit reporter: what was thrown decides, not the one type it gives each failure', async () => {
    const bodies = {
      asserts: 'assert.equal(1, 2)',
      errs: 'undefined.x()',
      'lacks a function': 'shop.total()',
      'lacks a method': 'new Cart().total()',
      'lacks a method of another': 'rate().total()',
      'lacks a module': 'await import("../src/total.js")',
      'requires a module': 'require("../src/fees.js")',
      'is not written': 'throw Object.assign(new Error("soon"), { name: "NotImplementedError" })',
      'says so only': 'throw new Error("TypeError: shop.total is not a function")',
    };
    const head = [
      "import test from 'node:test'; import assert from 'node:assert';",
      "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      "import * as shop from '../src/cart.js'; import { Cart } from '../src/cart.js'; const rate = () => ({});",
    ];
    const tests = Object.entries(bodies).map(([name, body]) => `test('${name}', async () => { ${body} });`);
    const files = {
      'package.json': '{"type":"module"}',
      'src/cart.js': 'export class Cart {}',
      'test/cart.test.js': [...head, ...tests].join('\n'),
    };
    const argv = ['node', '--test', '--test-reporter=junit', '--test-reporter-destination=j.xml'];
    const report = await run(argv, files, 'junit:j.xml');
    const told = (name: string) => report.tests.find((one) => one.name === name)?.failure;
    expect(Object.keys(bodies).map((name) => told(name)?.kind)).toEqual([
      ...[
        'assertion',
        'error',
        'missing-symbol',
        'missing-symbol',
        'error',
        'missing-module',
        'missing-module',
        'not-implemented',
        'error',
      ],
    ]);
    expect(told('errs')?.message).toMatch(/^TypeError: /);
    expect(told('lacks a function')).toMatchObject({ missing: 'total', module: 'src/cart.js' });
    expect(told('requires a module')).toMatchObject({ missing: 'src/fees.js' });
    expect(told('lacks a module')).toMatchObject({ missing: 'src/total.js' });
  });

  test('jest’s words in a JUnit file: a missing function is told by its call', async () => {
    const call =
      'TypeError: (0 , _cart.total) is not a function\n    at Object.&lt;anonymous&gt; (ROOT/test/a.test.js:2:30)';
    const xml = suite(
      `<testcase classname="a" name="totals" file="test/a.test.js"><failure>${call}</failure></testcase>`,
    );
    const files = {
      'test/a.test.js': "import { total } from '../src/cart';\ntest('totals', () => { expect(total([])).toBe(0) });",
      'junit.txt': xml,
    };
    const argv = ['sh', '-c', 'sed "s#ROOT#$PWD#" junit.txt > junit.xml; exit 1'];
    const { tests } = await run(argv, files, 'junit:junit.xml');
    expect(tests[0]?.failure).toMatchObject({ kind: 'missing-symbol', missing: 'total', module: 'src/cart' });
  });

  test('several files of a pattern are one result, in a fixed order', async () => {
    const argv = [
      'sh',
      '-c',
      `mkdir -p a/b; echo '${suite(pass)}' > a/b/TEST-2.xml; echo '${suite(fail)}' > a/TEST-1.xml; echo x > a/x.txt; exit 1`,
    ];
    const report = await run(argv, java, 'junit:a/**/TEST-*.xml');
    expect(report.tests.map((one) => one.name)).toEqual(['totals', 'adds']);
  });

  test.each<[string, readonly string[], Record<string, string>, string]>([
    ['R11: exit code 0 although tests failed', write(suite(pass + fail), 0), java, 'exit code 0'],
    ['an exit code for a failure, and no test that failed', write(suite(pass), 3), java, 'exit code 3'],
    ['no result file', ['true'], java, 'wrote no result file (exit code 0); expected junit:'],
    [
      'T11: a result that lay in the tree before',
      ['true'],
      { ...java, 'reports/junit.xml': suite(pass) },
      'reports/junit.xml was there before the run',
    ],
    [
      'a link in its place',
      ['sh', '-c', `echo '${suite(pass)}' > x; mkdir reports; ln -s ../x reports/junit.xml`],
      java,
      'no result file',
    ],
    [
      'a folder that is a link',
      ['sh', '-c', `mkdir x; echo '${suite(pass)}' > x/junit.xml; ln -s x reports`],
      java,
      'no result file',
    ],
    ['a result that is cut off', write(suite(pass).slice(0, -20)), java, 'cut off: its <testsuites> is not closed'],
    ['a result that is cut off in a tag', write(suite(pass).slice(0, 70)), java, 'cut off: its <testsuites>'],
    ['a result that is cut off in a value', write(suite(pass).slice(0, 51)), java, 'cut off: its <testsuites>'],
    ['a result that is no XML', write('1..1\nok 1'), java, 'no JUnit XML'],
    ['a report of another kind', write('<coverage/>'), java, 'no testsuite'],
    ['entities', write(`<!DOCTYPE t [<!ENTITY a "x">]>${suite(pass)}`), java, 'document type'],
    ['tags in tags without end', write('<testsuite>'.repeat(60) + '</testsuite>'.repeat(60)), java, 'no JUnit XML'],
    ['a suite of another day', write(suite(pass, 'timestamp="2020-02-02T10:00:00"')), java, '2020-02-02'],
    [
      'a suite that counts fewer tests than it has',
      write(suite(pass + pass, 'tests="1"')),
      java,
      'counts 1 tests and has 2',
    ],
  ])('%s is no evidence', async (_what, argv, files, said) => {
    const report = await run(argv, files);
    expect(report).toMatchObject({ problemKind: 'cannot-tell', problem: expect.stringContaining(said) });
  });

  test('a result larger than 16 MiB is refused, and not read', async () => {
    const argv = ['sh', '-c', 'mkdir reports; head -c 17000000 /dev/zero > reports/junit.xml'];
    expect(await run(argv)).toMatchObject({ problemKind: 'cannot-tell', problem: expect.stringContaining('16 MiB') });
  });

  test('R10b: a program that is not there is the machine’s fault', async () => {
    expect(setupProblem(await run(['no-such-program']))).toContain('could not be started');
    expect(setupProblem(await run(['sh', '-c', 'no-such-program']))).toContain('not installed');
  });

  test('R15: a command that never ends is told apart', async () => {
    const { report } = await runTests(createCommand(), {
      ...{ argv: ['sleep', '600'], files: java, results: 'junit:reports', hangs: true },
    });
    expect(report).toMatchObject({ end: 'timeout', tests: [] });
  });

  test('one adapter reads what it planned, once', async () => {
    const { report } = await runTests(createCommand(), {
      ...{ argv: ['true'], files: java, results: 'exit-only' },
    });
    expect(report).toMatchObject({ exitOnly: true, exitCode: 0, tests: [], problem: null });
    const result = {
      end: 'exited',
      exitCode: 0,
      signal: null,
      problem: null,
      durationMs: 1,
      survivorsEnded: 0,
      outOfMemory: false,
      processLimitHit: false,
    } as const;
    const none = { path: '', bytes: 0, truncated: false, tail: '' };
    const command = { runner: 'command', argv: ['true'], source: 'flag', results: 'exit-only' } as const;
    const other = await createCommand().read(command, '/nowhere', '/nowhere', { ...result, out: none, err: none });
    expect(other).toMatchObject({ problemKind: 'cannot-tell' });
  });
});

describe('the kind of a failure in JUnit XML', () => {
  const kindOf = (xml: string) => {
    const read = readXml(xml);
    return read.kind === 'element' ? failureOfJunit(read.element, 'test/cart.test.js') : null;
  };
  test.each<[string, string, Record<string, unknown>]>([
    ['JUnit 5', '<failure type="org.opentest4j.AssertionFailedError"/>', { kind: 'assertion' }],
    ['JUnit 4', '<failure type="org.junit.ComparisonFailure"/>', { kind: 'assertion' }],
    ['JUnit 3', '<failure type="junit.framework.AssertionFailedError"/>', { kind: 'assertion' }],
    ['Java', '<error type="java.lang.AssertionError"/>', { kind: 'assertion' }],
    ['PHPUnit', '<failure type="PHPUnit\\Framework\\ExpectationFailedException"/>', { kind: 'assertion' }],
    ['RSpec', '<failure type="RSpec::Expectations::ExpectationNotMetError"/>', { kind: 'assertion' }],
    ['pytest', '<failure message="assert 1 == 2"/>', { kind: 'assertion' }],
    ['mocha', '<failure type="AssertionError" message="1 == 2"/>', { kind: 'assertion' }],
    ['jest-junit', '<failure>Error: expect(received)</failure>', { kind: 'error' }],
    [
      'Go',
      '<failure message="Failed" type="">cart_test.go:4: got 0</failure>',
      { kind: 'error', message: expect.stringContaining('no error class') },
    ],
    ['a null', '<error type="java.lang.NullPointerException"/>', { kind: 'error' }],
    [
      'Python',
      '<error message="ModuleNotFoundError: No module named \'shop.total\'"/>',
      { kind: 'missing-module', missing: 'shop/total' },
    ],
    [
      'Node',
      '<failure type="MODULE_NOT_FOUND" message="Cannot find module \'../src/total\'"/>',
      { kind: 'missing-module', missing: 'src/total' },
    ],
    ['C#', '<failure type="System.NotImplementedException"/>', { kind: 'not-implemented' }],
    ['a parser', '<error message="SyntaxError: Unexpected token"/>', { kind: 'syntax' }],
    ['words alone', '<failure message="AssertionErrors are nice"/>', { kind: 'error' }],
  ])('%s', (_tool, xml, wanted) => {
    expect(kindOf(xml)).toMatchObject(wanted);
  });
});

test('where a test stands is found by its class, else by its name, else not at all', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pawl-places-'));
  try {
    await writeTree(root, {
      'app/src/test/java/com/acme/CartTest.java': 'void totals()',
      'app/src/main/java/com/acme/Cart.java': 'void totals()',
      'tests/test_cart.py': 'def test_adds',
      'shop/cart_test.go': 'func TestTotal(',
      'shop/other_test.go': 'func TestOther(',
      'node_modules/a/test/CartTest.java': '',
      'a/test/Twin.java': '',
      'b/test/Twin.java': '',
    });
    await mkdir(join(root, 'tests', 'deep'));
    await writeFile(join(root, 'tests', 'deep', 'cart.bats'), '');
    const places = createTestPlaces(root);
    const found = (className: string, name: string) => places.find(className, name);
    expect(await found('com.acme.CartTest', 'totals')).toBe('app/src/test/java/com/acme/CartTest.java');
    expect(await found('com.acme.CartTest$Deep', 'totals()')).toBe('app/src/test/java/com/acme/CartTest.java');
    expect(await found('tests.test_cart.TestCart', 'test_adds')).toBe('tests/test_cart.py');
    expect(await found('tests/deep/cart.bats', 'adds')).toBe('tests/deep/cart.bats');
    expect(await found('acme/shop', 'TestTotal/with_vat')).toBe('shop/cart_test.go');
    expect(await found('Twin', 'x')).toBeNull();
    expect(await found('', 'nowhere to be found')).toBeNull();
  } finally {
    await rm(root, removal);
  }
});
