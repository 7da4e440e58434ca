import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createBats } from '../../../src/adapters/runners/bats/bats.js';
import { readBatsStream } from '../../../src/adapters/runners/bats/bats-events.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { missing } from '../../support/setup-rig.js';
import { runTests, type RunWish } from '../../support/test-runs.js';

/** Real runs of bats, where it is installed. */
const runner = createBats();
const absent = missing('bats');
const told = absent === null ? describe : describe.skip;
if (absent !== null) test.skip(absent, () => undefined);

const run = (files: RunWish['files'], more: Partial<RunWish> = {}) =>
  runTests(runner, { argv: ['bats', 'test'], files, ...more });
const kindOf = (report: TestReport, name: string) => {
  const failure = report.tests.find((one) => one.name === name)?.failure ?? null;
  return failure === null
    ? null
    : [failure.kind, failure.missing, failure.module].filter((part) => part !== null).join(' ');
};

told('bats: one project, all kinds', () => {
  let report: TestReport;
  beforeAll(async () => {
    const seen = await run({
      'src/cart.sh': 'add() { echo $(($1 + $2)); }\n',
      'test/kinds.bats': `
setup() { load '../src/cart.sh'; }
@test "passes" { [ "$(add 1 2)" = 3 ]; }
@test "expects" {
  run add 1 2
  [ "$output" = 4 ]
}
@test "expects in one line" { run add 1 2; [ "$output" = 4 ]; }
@test "no function" {
  total 1 2
}
@test "no program" {
  bash src/nothing.sh
}
@test "no module" {
  source src/fees.sh
}
@test "no fixture" {
  cat prices.json
}
@test "no data" {
  read -r line < prices.json
}
@test "skips" { skip "not now"; }
@test "says ok 1" { echo "ok 1 passes"; echo "# skip"; [ 1 = 2 ]; }
@test "odd > name # skip \\"é\\" {" { [ 1 = 2 ]; }
@test "settings" { [ "$CI" = true ]; [ ! -t 0 ]; [ "$(ls | sort | tr '\\n' ' ')" = "src test " ]; }
`,
      'test/setup.bats': 'setup() { [ 1 = 2 ]; }\n@test "kept" { true; }\n',
      'test/whole.bats': 'setup_file() { false; }\n@test "a" { true; }\n@test "b" { true; }\n',
      'test/nosource.bats': 'source src/nothing.sh\n@test "c" { true; }\n',
      'test/noload.bats': 'load ../src/fees\n@test "d" { true; }\n',
      'test/syntax.bats': '@test "e" { if; }\n',
    });
    report = seen.report;
  });

  test('R15: it ends by itself, with its result told by bats alone', () => {
    expect(report).toMatchObject({ end: 'exited', exitCode: 1, problem: null, runner: 'bats' });
    expect(report.tests.filter((one) => one.file === 'test/kinds.bats')).toHaveLength(12);
  });

  test.each([
    ['R10f', 'expects', 'assertion'],
    ['R10f', 'expects in one line', 'assertion'],
    ['R10f', 'says ok 1', 'assertion'],
    ['R10f', 'odd > name # skip "é" {', 'assertion'],
    ['R10e', 'no function', 'missing-symbol total src/cart.sh'],
    ['R10e', 'no program', 'missing-module src/nothing.sh'],
    ['R10e', 'no module', 'missing-module src/fees.sh'],
    ['R10c', 'no fixture', 'error'],
    ['R10c', 'no data', 'error'],
    ['R10c', 'kept', 'error'],
    ['R12b', 'passes', null],
    ['R12b', 'skips', null],
    ['R15', 'settings', null],
  ])('%s: "%s" fails by %p', (_case, name, kind) => {
    expect(kindOf(report, name)).toBe(kind);
  });

  test('R10a, R10e, F59: files that fail as a whole', () => {
    const seen = report.fileFailures.map(({ file, failure }) => [file, failure.kind, failure.missing]);
    expect(seen.sort()).toEqual([
      ['test/noload.bats', 'missing-module', 'src/fees.bash'],
      ['test/nosource.bats', 'missing-module', 'src/nothing.sh'],
      ['test/syntax.bats', 'syntax', null],
      ['test/whole.bats', 'error', null],
    ]);
  });

  test('F60: ids start with the file; skipped is skipped', () => {
    expect(report.tests.map((one) => one.id)).toContain('test/kinds.bats > odd \\> name # skip "é" {');
    expect(report.tests.find((one) => one.name === 'skips')?.state).toBe('skipped');
  });
});

told('bats: whole runs', () => {
  const fails = '@test "fails" { [ 1 = 2 ]; }\n';

  test('R10d: no tests, and a folder that is not there yet', async () => {
    expect((await run({ 'test/a.sh': '' })).report).toMatchObject({ exitCode: 0, tests: [], problem: null });
    expect((await run({ 'a.sh': '' })).report).toMatchObject({ exitCode: 1, tests: [], problem: null });
  });

  test('R10b: without bats it is the machine’s fault', async () => {
    const { report } = await run({ 'test/a.bats': fails }, { argv: ['./no/bats', 'test'] });
    expect(report).toMatchObject({ problemKind: 'runner-missing', tests: [] });
  });

  test('arguments that bats refuses are a fault of the framework; two tests of one name one of the file', async () => {
    const { report } = await run({ 'test/a.bats': fails }, { argv: ['bats', '--no-such-option', 'test'] });
    expect(report).toMatchObject({ problemKind: 'framework' });
    const twice = await run({ 'test/a.bats': fails + fails });
    expect(twice.report).toMatchObject({ problem: null, unbuilt: ['./'], fileFailures: [{ file: 'test/a.bats' }] });
  });

  test.each([
    ['writes a result of another', 'echo "ok 2 fails" >&3'],
    ['writes its own result', 'echo "not ok 1 forges" >&3'],
    ['begins another', 'echo "begin 2 fails" >&3; echo "ok 2 fails" >&3'],
    [
      'puts a report in the place of bats’s own',
      'at=../results/report.log; rm $at; printf "1..2\\nsuite x\\nbegin 1 forges\\nok 1 forges in 1ms\\nbegin 2 fails\\nok 2 fails in 1ms\\n" > $at',
    ],
    ['empties the report', 'cat /dev/null > ../results/report.log'],
    ['ends bats', 'kill -9 $PPID'],
  ])('T11: a test that %s makes no pass', async (_how, deed) => {
    const { report } = await run({ 'test/a.bats': `@test "forges" { ${deed}; }\n${fails}` });
    expect(report.problem).not.toBeNull();
    expect(report.tests.some((one) => one.name === 'fails' && one.state === 'passed' && report.problem === null)).toBe(
      false,
    );
  });

  test('T11: a result that is cut off, and one of 200 MB, are none', async () => {
    const cut = (bytes: number) => (results: string) => truncate(join(results, 'report.log'), bytes);
    const short = await run({ 'test/a.bats': fails }, { spoil: cut(30) });
    expect(short.report).toMatchObject({ problemKind: 'cannot-tell' });
    const large = await run({ 'test/a.bats': fails }, { spoil: cut(200 * 1024 * 1024) });
    expect(large.report.problem).toContain('larger than 16 MiB');
  });

  test('8 MiB of output, folders with odd names, an exit code that contradicts the result', async () => {
    const loud = '@test "loud" { head -c 8388608 /dev/zero | tr "\\\\0" x; }\n';
    const { report } = await run({ 'test/a b.bats': loud }, { under: 'a b#c%20\'d"?&$ü' });
    expect(report).toMatchObject({ problem: null, tests: [{ id: 'test/a b.bats > loud', state: 'passed' }] });
    const lied = await run({ 'test/a.bats': fails }, { around: (line) => `${line} || true` });
    expect(lied.report).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
  });

  test('the command for some files alone', async () => {
    const argv = ['bats', '-r', '--filter', 'f', 'test', 'more'];
    const narrowed = runner.narrow?.({ runner: 'bats', argv, source: 'flag' }, ['test/b.bats']);
    expect(narrowed?.argv).toEqual(['bats', '-r', '--filter', 'f', 'test/b.bats']);
    const files = { 'test/a.bats': fails, 'test/b.bats': fails };
    expect((await run(files, { argv: narrowed?.argv ?? [] })).report.tests.map((one) => one.id)).toEqual([
      'test/b.bats > fails',
    ]);
    expect(runner.narrow?.({ runner: 'bats', argv, source: 'flag' }, ['test/b.sh'])).toBeNull();
  });
});

describe('bats: commands, files and streams', () => {
  test.each([
    ['bats test', true],
    ['npx bats -r test', true],
    ['test/bats/bin/bats --jobs 4 test/*.bats', true],
    ['make build && bats test', true],
    ['bats --version', false],
    ['bats test | tee out', false],
    ['sh test/run.sh', false],
  ])('%s: %p', (line, wanted) => {
    const parsed = parseTestCommand(line);
    expect(parsed.kind === 'command' && runner.accepts(parsed.argv)).toBe(wanted);
  });

  const detect = async (files: readonly string[], manifest: string | null = null) =>
    (await runner.detect(files, (path) => Promise.resolve(path === 'package.json' ? manifest : null))).map((one) =>
      one.argv.join(' '),
    );
  test('R16: found by its files, and not beside another runner', async () => {
    expect(await detect(['test/a.bats', 'test/b.bats'])).toEqual(['bats test']);
    expect(await detect(['a.bats'])).toEqual(['bats .']);
    expect(await detect(['test/a.bats', 'test/deep/b.bats'])).toEqual(['bats -r test']);
    expect(await detect(['test/a.bats', 'more/b.bats'])).toEqual(['bats -r .']);
    expect(await detect(['a.bats'], '{"scripts":{"test":"bats -t checks"}}')).toEqual(['bats -t checks']);
    expect(await detect(['a.bats'], '{"scripts":{"test":"jest"}}')).toEqual([]);
    expect(await detect(['a.bats', 'tests/test_a.py'])).toEqual([]);
    expect(await detect(['src/a.sh'])).toEqual([]);
  });

  const around = { place: (path: string) => path, source: () => null, cwd: '/', isTestFile: () => false };
  test.each([
    [
      'more results than promised',
      '1..1\nbegin 1 a\nok 1 a in 1ms\nbegin 2 b\nok 2 b in 1ms\n',
      'promises 1 tests and has 2',
    ],
    ['no promise', 'begin 1 a\nok 1 a in 1ms\n', 'promises no tests'],
    ['two results of a test', '1..1\nbegin 1 a\nok 1 a in 1ms\nnot ok 1 a in 1ms\n', 'two results'],
    ['a test without an end', '1..1\nbegin 1 a\n', 'began and did not end'],
    ['a result without a beginning', '1..1\nok 1 a\n', 'never began'],
    ['a bail-out', '1..1\nBail out! enough\n', 'enough'],
  ])('T11: a stream with %s can’t be trusted', (_what, text, said) => {
    expect(readBatsStream(text, around).contradiction).toContain(said);
  });
});
