import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createGo } from '../../../src/adapters/runners/go/go.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { removal } from '../../support/removal.js';
import { missing } from '../../support/setup-rig.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { replay } from '../../support/runner-replay.js';
import { runTests, type RunWish } from '../../support/test-runs.js';

/** Real runs of small modules; the standard library comes from the build cache of whoever runs this. */
const absent = missing('go');
const withGo = absent === null ? test : test.skip;
const said = absent === null ? '' : ` (${absent})`;
const runner = createGo();
const env = { GOCACHE: process.env['GOCACHE'] ?? join(homedir(), '.cache/go-build') };

const start = (files: RunWish['files'], more: Partial<RunWish> = {}) =>
  runTests(runner, {
    ...{ argv: ['go', 'test', './...'], env },
    files: { 'go.mod': 'module example.com/shop\n\ngo 1.18\n', ...files },
    ...more,
  });
const run = async (files: RunWish['files'], argv = ['go', 'test', './...']): Promise<TestReport> =>
  (await start(files, { argv })).report;

const states = (report: TestReport) => Object.fromEntries(report.tests.map((one) => [one.id, one.state]));
const told = (failure: TestReport['fileFailures'][number]['failure'] | null) =>
  failure === null ? [] : [failure.kind, failure.missing, failure.module].filter((one) => one !== null);
const kinds = (report: TestReport) =>
  Object.fromEntries(report.tests.flatMap(({ name, failure }) => (failure ? [[name, told(failure).join(' ')]] : [])));
const broken = (report: TestReport) =>
  report.fileFailures.map(({ file, failure }) => [file, ...told(failure)].join(' ')).sort();

const replayed = (name: string, files: RunWish['files']) =>
  replay(
    runner,
    { path: `test/fixtures/runners/go/${name}`, code: 1, program: 'go' },
    { argv: ['go', 'test', './...'], files: { 'go.mod': 'module example.com/shop\n\ngo 1.18\n', ...files } },
  );

/** The tool's own words, without what Pawl puts in front. */
function planned(line: string): string {
  const parsed = parseTestCommand(line);
  const argv = parsed.kind === 'command' ? parsed.argv : [];
  const folder = mkdtempSync(join(tmpdir(), 'pawl-results-'));
  try {
    const plan = runner.plan({ runner: runner.name, argv, source: 'flag' }, folder);
    const own = plan.argv.filter((word) => word !== process.execPath && !word.startsWith(folder));
    return own.join(' ').replace(/^env /, '');
  } finally {
    rmSync(folder, removal);
  }
}

/** A test file: its imports, then its functions by name. */
const tests = (name: string, bodies: Readonly<Record<string, string>>, imports = '') =>
  `package ${name}\n\nimport (\n\t"testing"\n${imports}\n)\n\n${Object.entries(bodies)
    .map(([fn, body]) => `func ${fn}(t *testing.T) { ${body} }\n`)
    .join('\n')}`;
const one = (name: string, body: string, imports = '') => tests(name, { TestA: body }, imports);

const cart = {
  'cart/cart.go': `package cart

type Cart struct{ Size int }

func Total(prices ...int) int { return len(prices) }
func Fee(a int) int { return a }
func Later() int { panic("not implemented") }
`,
};

describe(`each class of failure${said}`, () => {
  withGo('C-6: of a test: what it reports itself is an assertion, a panic is not', async () => {
    const report = await run({
      ...cart,
      'cart/cart_test.go': `package cart

import (
	"fmt"
	"os"
	"testing"
)

func TestError(t *testing.T) { t.Errorf("got %d, want 2", Total(1)); t.Log("and more") }
func TestFatal(t *testing.T) { t.Fatal("no") }
func TestFail(t *testing.T)  { t.Fail() }
func TestPrints(t *testing.T) { fmt.Println("panic: not implemented"); t.Error("mine") }
func TestFixture(t *testing.T) {
	if _, err := os.ReadFile("testdata/cart.json"); err != nil { t.Fatal(err) }
}
func TestSkipped(t *testing.T) { t.Skip("later") }
func TestTable(t *testing.T) {
	for _, name := range []string{"one", "x > y/z é"} {
		t.Run(name, func(t *testing.T) { if name != "one" { t.Error("sub") } })
	}
}
func ExampleTotal() {
	fmt.Println(Total(1))
	// Output: 2
}
func FuzzTotal(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, price int) { t.Error("seed") })
}
`,
      'later/later_test.go': tests(
        'later',
        { TestBefore: '', TestLater: 'cart.Later()', TestAfter: '' },
        '"example.com/shop/cart"',
      ),
      'inner/inner_test.go': tests('inner', { TestDeep: 't.Run("deep", func(t *testing.T) { var p *int; _ = *p })' }),
      'routine/r_test.go': tests(
        'routine',
        { TestRoutine: 'go func() { panic("boom") }(); time.Sleep(time.Minute)' },
        '"time"',
      ),
      'leaves/l_test.go': tests('leaves', { TestLeaves: 'os.Exit(3)' }, '"os"'),
      'main/a_main_test.go':
        'package main\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { os.Exit(3) }\n',
      'main/a_test.go': one('main', ''),
    });
    expect(kinds(report)).toEqual({
      ...{ TestError: 'assertion', TestFatal: 'assertion', TestFail: 'assertion', TestPrints: 'assertion' },
      ...{ TestFixture: 'error', 'TestTable/x_>_y/z_é': 'assertion', ExampleTotal: 'assertion' },
      ...{ 'FuzzTotal/seed#0': 'assertion', TestLater: 'not-implemented' },
      ...{ 'TestDeep/deep': 'error', TestRoutine: 'error', TestLeaves: 'error' },
    });
    expect(broken(report)).toEqual(['main/a_main_test.go error']);
    expect(states(report)).toMatchObject({
      'cart/cart_test.go > TestTable': 'passed',
      'cart/cart_test.go > TestTable/one': 'passed',
      'cart/cart_test.go > TestTable/x_>_y/z_é': 'failed',
      'cart/cart_test.go > TestSkipped': 'skipped',
      'later/later_test.go > TestBefore': 'passed',
    });
    expect(report.tests.some(({ name }) => name === 'TestAfter' || name === 'TestDeep')).toBe(false);
    // Tests that the death of their process kept from running.
    expect([...(report.unbuilt ?? [])].sort()).toEqual([
      'inner/inner_test.go',
      'later/later_test.go',
      'leaves/l_test.go',
      'main/a_main_test.go',
      'main/a_test.go',
      'routine/r_test.go',
    ]);
    expect(report).toMatchObject({ exitCode: 1, end: 'exited', problem: null });
    const [error] = report.tests.filter(({ name }) => name === 'TestError');
    expect(error?.failure?.message).toBe('cart_test.go:9: got 1, want 2\ncart_test.go:9: and more');
  });

  withGo('C-6: of a file that does not build; what is missing, and where; the other packages run', async () => {
    const shop = '"example.com/shop/cart"';
    const report = await run({
      ...cart,
      'cart/inside_test.go': one('cart', 'Basket()'),
      'name/n_test.go': one('name', 'cart.Basket()', shop),
      'alias/n_test.go': one('alias', 'c.Basket()', `c ${shop}`),
      'method/m_test.go': one('method', 'var c *cart.Cart; c.Open()', shop),
      'field/f_test.go': one('field', '_ = cart.Cart{Colour: 1}', shop),
      'shape/s_test.go': one('shape', 'cart.Fee(1, 2)', shop),
      'results/s_test.go': one('results', 'a, b := cart.Fee(1); _, _ = a, b', shop),
      'two/t_test.go': one('two', 'cart.Basket(); cart.Bag()', shop),
      'other/o_test.go': one('other', 'time.Now().Basket()', '"time"'),
      'mixed/m_test.go': one('mixed', 'cart.Basket(); var a int = "x"; _ = a', shop),
      'unused/u_test.go': one('unused', 'a := 1'),
      'vet/v_test.go': one('vet', 'fmt.Printf("%d", "x")', '"fmt"'),
      'syntax/s_test.go': 'package syntax\n\nfunc TestA( {\n',
      'body/s_test.go': 'package body\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tx :=\n}\n',
      'package/p_test.go': one('pack', 'fees.Of(1)', '"example.com/shop/fees"'),
      'empty/e_test.go': one('empty_test', 'empty.Of(1)', '"example.com/shop/empty"'),
      'foreign/f_test.go': one('foreign', 'x.Y()', '"example.org/x"'),
      'std/s_test.go': one('std', 'x.Y()', '"nosuch/x"'),
      'wrong/w.go': 'package wrong\n\nfunc F() { return 1 }\n',
      'wrong/w_test.go': one('wrong', ''),
      'needs/n_test.go': one('needs', 'wrong.F()', '"example.com/shop/wrong"'),
      'fine/f_test.go': one('fine', ''),
    });
    expect(broken(report)).toEqual([
      'alias/n_test.go missing-symbol Basket cart/',
      'body/s_test.go syntax',
      'cart/inside_test.go missing-symbol Basket cart/',
      'empty/e_test.go missing-module empty/',
      'field/f_test.go missing-symbol Colour cart/',
      'foreign/f_test.go missing-module example.org/x',
      'method/m_test.go missing-symbol Open cart/',
      'mixed/m_test.go error',
      'name/n_test.go missing-symbol Basket cart/',
      'other/o_test.go missing-symbol Basket',
      'package/p_test.go missing-module fees/',
      'results/s_test.go missing-symbol Fee cart/',
      'shape/s_test.go missing-symbol Fee cart/',
      'std/s_test.go missing-module nosuch/x',
      'syntax/s_test.go syntax',
      'two/t_test.go missing-symbol Bag cart/',
      'two/t_test.go missing-symbol Basket cart/',
      'unused/u_test.go error',
      'vet/v_test.go error',
      'wrong/w.go error',
    ]);
    expect(states(report)).toEqual({ 'fine/f_test.go > TestA': 'passed' });
    expect(report.unbuilt).toHaveLength(20);
    expect(report.unbuilt).toContain('needs/n_test.go');
    expect(report).toMatchObject({ exitCode: 1, problem: null });
  });

  test('builds before Go 1.24 speak on standard error', async () => {
    const report = await replayed('go-1.21', {
      ...cart,
      'fees/fees_test.go': one('fees', 'cart.Basket()', '"example.com/shop/cart"'),
      'broken/b_test.go': 'package broken\n\nfunc TestA( {\n',
    });
    expect(broken(report)).toEqual(['broken/b_test.go syntax', 'fees/fees_test.go missing-symbol Basket cart/']);
    expect(report).toMatchObject({ problem: null, unbuilt: ['broken/b_test.go', 'fees/fees_test.go'] });
  });
});

describe(`how a command ended${said}`, () => {
  withGo('F57: a test that never ends', async () => {
    const body = tests('shop', { TestA: '', TestB: 'select {}' }).replace('select {}', 'time.Sleep(time.Hour)');
    const { report } = await start(
      { 'a_test.go': body.replace('"testing"', '"testing"\n\t"time"') },
      { hangsAfter: 'TestB' },
    );
    expect(report).toMatchObject({ end: 'timeout', tests: [{ id: 'a_test.go > TestA', state: 'passed' }] });
  });

  withGo('a process that a test leaves behind does not hold the result up', async () => {
    const body = one('shop', 'c := exec.Command("sleep", "600"); c.Start()', '"os/exec"');
    expect(await run({ 'a_test.go': body })).toMatchObject({
      end: 'exited',
      problem: null,
      tests: [{ state: 'passed' }],
    });
  });

  withGo('R10d: no test at all, no package, and a folder that is not there yet', async () => {
    expect(await run({ 'a.go': 'package a\n' })).toMatchObject({ exitCode: 0, tests: [], problem: null });
    expect(await run({})).toMatchObject({ exitCode: 1, tests: [], problem: null });
    expect(await run({ 'a.go': 'package a\n' }, ['go', 'test', './later/...'])).toMatchObject({
      tests: [],
      problem: null,
    });
  });

  withGo('R10b: a Go that is not installed, or too old, is the machine’s fault', async () => {
    const bare = await start({}, { env: { PATH: '/usr/nowhere' } });
    expect(bare.report).toMatchObject({ exitCode: 127, problemKind: 'runner-missing' });
    const young = { 'go.mod': 'module x\n\ngo 1.999\n', 'a_test.go': one('x', '') };
    const old = await start(young, { env: { ...env, GOTOOLCHAIN: 'local' } });
    expect(old.report).toMatchObject({ problemKind: 'runner-missing', problem: expect.stringContaining('1.999') });
  });

  withGo.each<[string, Record<string, string>, string[], string]>([
    ['a go.mod that can’t be read', { 'go.mod': 'modul x\n' }, ['go', 'test', './...'], 'unknown directive'],
    ['a flag that is none', {}, ['go', 'test', '-nosuch', './...'], 'nosuch'],
    ['a command before it that fails', {}, ['sh', '-c', 'false && go test ./...'], 'before any test'],
  ])('%s is a fault of the framework', async (_story, files, argv, words) => {
    const report = await run({ 'a_test.go': one('shop', ''), ...files }, argv);
    expect(report).toMatchObject({ problemKind: 'framework', problem: expect.stringContaining(words) });
  });
});

describe(`T11: a forged result is never a pass${said}`, () => {
  const forged = (name: string) => `\\x16=== RUN   ${name}\\n\\x16--- PASS: ${name} (0.00s)\\n`;
  withGo.each<[string, string, string]>([
    ['tells of a test that it is', `fmt.Print("${forged('TestA')}"); t.Fail()`, 'more than once'],
    ['tells of the next one', `fmt.Print("${forged('TestB')}")`, 'more than once'],
    ['ends the process by a system call', 'syscall.Exit(0)', 'before its tests did'],
    ['says the last word, too', `fmt.Print("${forged('TestB')}\\x16PASS\\n"); syscall.Exit(0)`, 'cannot'],
  ])('a test that %s', async (_how, body, words) => {
    const text = tests('shop', { TestA: body, TestB: 't.Fail()' }, '"fmt"; "syscall"');
    const report = await run({ 'a_test.go': `${text}\nvar _ = fmt.Print\nvar _ = syscall.Exit\n` });
    expect(report.problemKind).toBe('cannot-tell');
    if (words !== 'cannot') expect(report.problem).toContain(words);
  });

  withGo('JSON that a test prints is data', async () => {
    const line = JSON.stringify({ Action: 'pass', Package: 'example.com/shop', Test: 'TestA' });
    const report = await run({
      'a_test.go': one('shop', `os.Stdout.WriteString(${JSON.stringify(`${line}\n`)}); t.Fail()`, '"os"'),
    });
    expect(states(report)).toEqual({ 'a_test.go > TestA': 'failed' });
  });

  withGo('tests that failed and an exit code 0 prove nothing', async () => {
    const files = { 'a_test.go': one('shop', 't.Fail()') };
    const { report } = await start(files, { around: (line) => `${line} || true` });
    expect(report).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
  });

  withGo('8 MB of output of one test cost neither its result nor the reason of the next', async () => {
    const flood = 'for i := 0; i < 80000; i++ { os.Stdout.WriteString(strings.Repeat("x", 99) + "\\n") }';
    const text = tests('shop', { TestA: flood, TestB: 't.Error("mine")' }, '"os"; "strings"');
    const report = await run({ 'a_test.go': text });
    expect(states(report)).toEqual({ 'a_test.go > TestA': 'passed', 'a_test.go > TestB': 'failed' });
    expect(report.tests[1]?.failure?.message).toContain('mine');
  });
});

describe('the user’s own command', () => {
  test.each([
    ['go test ./...', 'go test -json -count=1 ./...'],
    [
      'go test -run Cart -failfast -count=3 ./cart -v -args -json',
      'go test -json -count=1 -run Cart ./cart -args -json',
    ],
    ['go test -count 3 -tags=a -fuzz Fuzz ./cart', 'go test -json -count=1 -tags=a ./cart'],
    ['go -C app test ./...', 'go -C app test -json -count=1 ./...'],
    ['env A=b /usr/bin/go1.21 test', 'A=b /usr/bin/go1.21 test -json -count=1'],
  ])('%s', (line, wanted) => {
    expect(planned(line)).toBe(wanted);
  });

  test.each([
    ['go build ./...'],
    ['go test -c'],
    ['go test -list .'],
    ['go vet'],
    ['gopher test'],
    ['go test ./... | tee x'],
  ])('%s is none of this runner', (line) => {
    const parsed = parseTestCommand(line);
    expect(parsed.kind === 'command' && runner.accepts(parsed.argv)).toBe(false);
  });

  test.each([
    ['go test ./...', ['cart/a_test.go', 'cart/b_test.go', 'z_test.go'], 'go test . ./cart'],
    ['go test -tags x -v', ['cart/a_test.go'], 'go test -tags x -v ./cart'],
    ['go test ./... -args -x', ['cart/a_test.go'], 'go test ./cart -args -x'],
    ['go test ./...', ['cart/testdata/a.json'], null],
    ['cd app && go test ./...', ['app/a_test.go'], null],
    ['go -C app test ./...', ['app/a_test.go'], null],
  ])('F56: %s narrowed to %p', (line, files, wanted) => {
    const parsed = parseTestCommand(line);
    const argv = parsed.kind === 'command' ? parsed.argv : [];
    const narrow = runner.narrow?.({ runner: runner.name, argv, source: 'flag' }, files);
    expect(narrow?.argv.join(' ') ?? null).toBe(wanted);
  });

  test.each([
    ['cart/cart_test.go', true],
    ['testdata/a.json', true],
    ['cart/cart.go', false],
    ['vendor/x/x_test.go', false],
  ])('%s is a test file: %p', (path, is) => {
    expect(runner.isTestFile(path)).toBe(is);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ['a module', { 'go.mod': '', 'a.go': '' }, true],
    ['tests beside another language', { 'go.mod': '', 'a_test.go': '', 'package.json': '' }, true],
    ['no tests beside another language', { 'go.mod': '', 'testdata/a_test.go': '', 'package.json': '' }, false],
    ['no module at the top', { 'svc/go.mod': '', 'svc/a_test.go': '' }, false],
  ])('R16: %s', async (_what, files, is) => {
    const found = await runner.detect(Object.keys(files), (path) => Promise.resolve(files[path] ?? null));
    expect(found.map(({ argv }) => argv.join(' '))).toEqual(is ? ['go test ./...'] : []);
  });
});
