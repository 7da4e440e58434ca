import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createDotnet } from '../../../src/adapters/runners/dotnet/dotnet.js';
import { readTrx } from '../../../src/adapters/runners/dotnet/trx.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { runTests } from '../../support/test-runs.js';

/** .NET is not on the machines that this was written on: what it says is told by a script. */
const runner = createDotnet();
const result = (id: number, name: string, outcome: string, message = '', trace = '') =>
  `<UnitTestResult testId="${id}" testName="${name}" outcome="${outcome}" duration="00:00:01.5000000">${
    message === ''
      ? ''
      : `<Output><StdOut>Failed: 9</StdOut><ErrorInfo><Message>${message}</Message><StackTrace>${trace}</StackTrace></ErrorInfo></Output>`
  }</UnitTestResult>`;
const trx = (results: readonly string[], total = results.length) =>
  `<?xml version="1.0" encoding="utf-8"?><TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>${results.join('')}</Results>
<TestDefinitions>${results.map((_, id) => `<UnitTest id="${id}"><TestMethod className="Shop.Tests.CartTests" name="x"/></UnitTest>`).join('')}</TestDefinitions>
<ResultSummary outcome="Failed"><Counters total="${total}"/></ResultSummary></TestRun>`;
const all = [
  result(0, 'Shop.Tests.CartTests.Adds', 'Passed'),
  result(1, 'Shop.Tests.CartTests.Totals(price: 1)', 'Failed', 'Assert.Equal() Failure: Values differ\nExpected: 3'),
  result(
    2,
    'Vat',
    'Failed',
    'System.NotImplementedException : later',
    'at Shop.Cart.Vat() in ROOT/Shop/Cart.cs:line 7',
  ),
  result(
    3,
    'Old',
    'Failed',
    'Test method Shop.Tests.CartTests.Old threw exception: \nSystem.NullReferenceException: Object',
  ),
  result(4, 'Later', 'NotExecuted'),
];
const summary =
  'Failed!  - Failed:     3, Passed:     1, Skipped:     1, Total:     5, Duration: 9 ms - Shop.Tests.dll (net8.0)';
const tree = {
  'Shop.sln': '',
  'Shop/Shop.csproj': '<Project/>',
  'Shop/Cart.cs': 'namespace Shop; public class Cart { }\n',
  'Shop.Tests/Shop.Tests.csproj':
    '<Project><ItemGroup><ProjectReference Include="..\\Shop\\Shop.csproj" /></ItemGroup></Project>',
  'Shop.Tests/CartTests.cs': 'namespace Shop.Tests; public class CartTests { }\n',
};

interface Told {
  readonly said?: string;
  readonly code?: number;
  readonly trx?: string;
}

async function told({ said = '', code = 1, trx: text }: Told): Promise<TestReport> {
  const script = `sed "s|ROOT|$PWD|g" .replay/out; exit ${code}`;
  const { report } = await runTests(runner, {
    argv: ['sh', '-c', 'chmod +x .replay/dotnet && PATH="$PWD/.replay:$PATH" dotnet test'],
    files: { ...tree, '.replay/out': `${said}\n`, '.replay/dotnet': `#!/bin/sh\n${script}\n` },
    spoil: async (results) => {
      if (text === undefined) return;
      await mkdir(join(results, 'pawl-trx'));
      await writeFile(join(results, 'pawl-trx/a.trx'), text);
    },
  });
  return report;
}

describe('dotnet test', () => {
  test('C-6: tests of xUnit, NUnit and MSTest, by what was thrown', async () => {
    const report = await told({ said: summary, trx: trx(all) });
    expect(report).toMatchObject({ runner: 'dotnet test', problem: null, fileFailures: [] });
    expect(report.tests.map(({ name, state, failure }) => [name, state, failure?.kind])).toEqual([
      ['Adds', 'passed', undefined],
      ['Totals(price: 1)', 'failed', 'assertion'],
      ['Vat', 'failed', 'not-implemented'],
      ['Old', 'failed', 'error'],
      ['Later', 'skipped', undefined],
    ]);
    expect(report.tests[0]).toMatchObject({
      ...{ id: 'Shop.Tests/CartTests.cs > Shop.Tests.CartTests > Adds', durationMs: 1_500 },
    });
  });

  test('C-6: a file that does not compile, by the compiler’s codes', async () => {
    const at = (code: string, words: string, file = 'CartTests') =>
      `ROOT/Shop.Tests/${file}.cs(5,12): error ${code}: ${words} [ROOT/Shop.Tests/Shop.Tests.csproj]`;
    const report = await told({
      said: [
        at('CS0246', "The type or namespace name 'Bag' could not be found (are you missing a using directive?)"),
        at('CS1061', "'Cart' does not contain a definition for 'Total' and no accessible extension method 'Total'"),
        at('CS1061', "'Cart' does not contain a definition for 'Total' and no accessible extension method 'Total'"),
        at('CS1002', '; expected', 'Broken'),
        at('CS0029', "Cannot implicitly convert type 'string' to 'int'", 'Wrong'),
      ].join('\n'),
    });
    expect(
      report.fileFailures.map(({ file, failure }) => [file, failure.kind, failure.missing, failure.module]),
    ).toEqual([
      ['Shop.Tests/CartTests.cs', 'missing-module', 'Shop/Bag.cs', null],
      ['Shop.Tests/CartTests.cs', 'missing-symbol', 'Total', 'Shop/Cart.cs'],
      ['Shop.Tests/Broken.cs', 'syntax', null, null],
      ['Shop.Tests/Wrong.cs', 'error', null, null],
    ]);
    expect(report).toMatchObject({ problem: null, unbuilt: ['./'] });
  });

  test.each<[string, Told, string, string]>([
    ['failures and exit code 0', { code: 0, trx: trx(all) }, 'cannot-tell', 'exit code 0'],
    ['fewer results than were told', { said: summary, trx: trx(all.slice(1)) }, 'cannot-tell', 'its result files of 4'],
    ['a file that counts others than it has', { trx: trx(all, 7) }, 'cannot-tell', 'counts 7'],
    ['a test process that died', { said: 'Test Run Aborted.', trx: trx(all) }, 'cannot-tell', 'Aborted'],
    ['no SDK', { said: 'No .NET SDKs were found.' }, 'runner-missing', 'SDK'],
    [
      'a project that can’t be read',
      { said: 'error MSB4025: The project file could not be loaded.' },
      'framework',
      'MSB4025',
    ],
  ])('%s', async (_what, wish, kind, words) => {
    expect(await told(wish)).toMatchObject({ problemKind: kind, problem: expect.stringContaining(words) });
  });

  test('R10d: no test at all', async () => {
    expect(await told({ code: 0 })).toMatchObject({ tests: [], problem: null });
  });

  test('a file that is no TRX is refused', () => {
    expect(readTrx('<testsuite/>')).toContain('TestRun');
    expect(readTrx(trx(all).slice(0, -20))).toEqual(expect.any(String));
  });

  test.each([
    [
      'dotnet test -c Release -l html -v q -- RunConfiguration.MaxCpuCount=1',
      'dotnet test -c Release --logger trx --results-directory F --verbosity minimal -- RunConfiguration.MaxCpuCount=1',
    ],
    [
      'dotnet test Shop.Tests --logger=html',
      'dotnet test Shop.Tests --logger trx --results-directory F --verbosity minimal',
    ],
  ])('%s', async (line, wanted) => {
    let planned = '';
    await runTests(
      { ...runner, read: (_command, folder, root, ended) => runner.read(_command, folder, root, ended) },
      {
        ...{ argv: line.split(' '), files: tree },
        around: (whole) => {
          planned = whole;
          return 'true';
        },
      },
    );
    const own = planned.split(' ').slice(2).join(' ');
    expect(own.replace(/\S*pawl-trx'?/, 'F')).toBe(wanted);
  });

  test.each([
    ['dotnet build', false],
    ['dotnet test --list-tests', false],
    ['dotnet test', true],
  ])('%s is one of this runner: %p', (line, is) => {
    expect(runner.accepts(line.split(' '))).toBe(is);
  });

  test.each([
    ['Shop.Tests/Cart.cs', true],
    ['tests/Cart/A.cs', true],
    ['Shop/CartTests.cs', true],
    ['Shop/Cart.cs', false],
    ['Shop.Tests/obj/a.cs', false],
  ])('%s is a test file: %p', (path, is) => {
    expect(runner.isTestFile(path)).toBe(is);
  });

  test.each<[string, readonly string[], string[]]>([
    ['a solution', ['Shop.sln'], ['dotnet test']],
    ['a project with tests beside another language', ['a.csproj', 'package.json', 'T.Tests/A.cs'], ['dotnet test']],
    ['no tests beside another language', ['a.csproj', 'package.json'], []],
    ['nothing at the top', ['src/a.csproj'], []],
  ])('R16: %s', async (_what, files, wanted) => {
    const found = await runner.detect(files, () => Promise.resolve(null));
    expect(found.map(({ argv }) => argv.join(' '))).toEqual(wanted);
  });
});
