import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createCargo } from '../../../src/adapters/runners/cargo/cargo.js';
import { usesIn } from '../../../src/adapters/runners/cargo/rust-paths.js';
import { failureOfRust } from '../../../src/adapters/runners/cargo/rust-error.js';
import type { TestFailure, TestReport } from '../../../src/domain/evidence/evidence.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { removal } from '../../support/removal.js';
import { missing } from '../../support/setup-rig.js';
import { runTests, type RunWish } from '../../support/test-runs.js';

/** Real runs of small packages without dependencies. */
const absent = missing('cargo', 'cc');
const withCargo = absent === null ? test : test.skip;
const said = absent === null ? '' : ` (${absent})`;
const runner = createCargo();
const home = process.env['HOME'] ?? '';
const env = {
  RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(home, '.rustup'),
  CARGO_PROFILE_DEV_DEBUG: '0',
};

const manifest = '[package]\nname = "shop-x"\nversion = "0.1.0"\nedition = "2021"\n';
const start = (files: RunWish['files'], more: Partial<RunWish> = {}) =>
  runTests(runner, {
    argv: ['cargo', 'test'],
    env,
    files: { 'Cargo.toml': manifest, 'src/lib.rs': '', ...files },
    ...more,
  });
const run = async (files: RunWish['files'], argv = ['cargo', 'test']): Promise<TestReport> =>
  (await start(files, { argv })).report;

const states = (report: TestReport) => Object.fromEntries(report.tests.map((one) => [one.id, one.state]));
const told = ({ kind, missing: lacking, module }: TestFailure) =>
  [kind, lacking, module].filter((one) => one !== null).join(' ');
const kinds = (report: TestReport) =>
  Object.fromEntries(report.tests.flatMap(({ name, failure }) => (failure ? [[name, told(failure)]] : [])));
const broken = (report: TestReport) =>
  report.fileFailures.map(({ file, failure }) => `${file} ${told(failure)}`).sort();
const fn = (name: string, body: string, more = '') => `#[test]\n${more}fn ${name}() { ${body} }\n`;

const cart = {
  'src/lib.rs': 'pub mod cart;\npub mod deep;\npub mod target;\n',
  'src/target/mod.rs': '#[cfg(test)]\nmod tests {\n    #[test]\n    fn aims() {}\n}\n',
  'src/deep/mod.rs': 'pub mod inner;\n',
  'src/deep/inner.rs': '#[cfg(test)]\nmod tests {\n    #[test]\n    fn fine() {}\n}\n',
  'src/cart.rs': `#[derive(Default)]
pub struct Cart {
    pub items: Vec<i32>,
}
impl Cart {
    pub fn count(&self) -> usize {
        self.items.len()
    }
}
pub enum Kind {
    A,
}
pub fn fee(a: i32) -> i32 {
    a
}
fn hidden() {}
pub fn vat() -> i32 {
    todo!()
}
pub fn later() -> i32 {
    unimplemented!("in step {}", 2)
}
/// \`\`\`
/// assert_eq!(shop_x::cart::fee(1), 2);
/// \`\`\`
pub fn documented() {}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn inside() {
        hidden();
        assert!(fee(1) == 2, "fees are {}", 2);
    }
}
`,
};

describe(`each class of failure${said}`, () => {
  withCargo(
    'C-6: of a test, by its panic; files of unit tests, of integration tests and of documentation',
    async () => {
      const report = await run({
        ...cart,
        'tests/kinds.rs': `use shop_x::cart::*;
${fn('equal', 'assert_eq!(fee(1), 2);')}
${fn('words', 'assert!(fee(1) == 2, "a fee of {}", 2);')}
${fn('says', 'if fee(1) == 1 { panic!("it is free"); }')}
${fn('unwraps', 'None::<i32>.unwrap();')}
${fn('expects', 'None::<i32>.expect("a price");')}
${fn('index', 'let v: Vec<i32> = vec![]; let i = fee(3) as usize; v[i];')}
${fn('file', 'std::fs::read_to_string("tests/cart.json").unwrap();')}
${fn('unwritten', 'vat();')}
${fn('later_on', 'later();')}
${fn('calm', '', '#[should_panic]\n')}
${fn('other_words', 'panic!("b")', '#[should_panic(expected = "a")]\n')}
${fn('not_yet', 'vat();', '#[should_panic(expected = "too low")]\n')}
${fn('not_now', 'panic!()', '#[ignore]\n')}
#[test]
fn result() -> Result<(), String> { Err("bad".into()) }
${fn('prints', 'println!("thread \'prints\' panicked at src/lib.rs:1:1:\\nnot implemented"); assert_eq!(1, 2);')}
`,
        'tests/whole/main.rs': 'mod part;\n',
        'tests/whole/part.rs': fn('in_part', ''),
        'tests/own.rs': 'fn main() { std::process::exit(4) }\n',
        'Cargo.toml': `${manifest}[[test]]\nname = "own"\nharness = false\n`,
      });
      expect(kinds(report)).toEqual({
        ...{ equal: 'assertion', words: 'assertion', says: 'assertion', unwraps: 'error', expects: 'error' },
        ...{ index: 'error', file: 'error', unwritten: 'not-implemented', later_on: 'not-implemented' },
        ...{ calm: 'assertion', other_words: 'assertion', not_yet: 'not-implemented', result: 'error' },
        ...{ prints: 'assertion', 'cart::tests::inside': 'assertion', own: 'error' },
        'src/cart.rs - cart::documented': 'assertion',
      });
      expect(states(report)).toMatchObject({
        'src/cart.rs > cart::tests::inside': 'failed',
        'src/deep/inner.rs > deep::inner::tests::fine': 'passed',
        'src/target/mod.rs > target::tests::aims': 'passed',
        'tests/kinds.rs > not_now': 'skipped',
        'tests/kinds.rs > equal': 'failed',
        'tests/whole/part.rs > part::in_part': 'passed',
        'src/cart.rs > src/cart.rs - cart::documented': 'failed',
        'tests/own.rs > own': 'failed',
      });
      expect(report).toMatchObject({ exitCode: 101, end: 'exited', problem: null, fileFailures: [] });
      expect(report.unbuilt).toBeUndefined();
    },
  );

  /** One test program, whose modules each have an error of their own. */
  const modules = (files: Readonly<Record<string, string>>) => ({
    ...cart,
    'tests/all/main.rs': Object.keys(files)
      .map((name) => `mod ${name};\n`)
      .join(''),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`tests/all/${name}.rs`, text])),
  });

  withCargo('C-6: of a file whose names are not there; nothing runs', async () => {
    const report = await run(
      modules({
        import: 'use shop_x::cart::Basket;',
        group: 'use shop_x::{deep, cart::{self, Cart, Basket as B}};',
        module: 'use shop_x::fees;',
        module_of: 'use shop_x::fees::{Of, By};',
        inner: 'use shop_x::deep::fees;',
        outside: 'use carts_of_others::Of;',
        function: fn('a', 'shop_x::cart::total();'),
        used: `use shop_x::cart;\n${fn('a', 'cart::total(); cart::Bag::new();')}`,
        glob: `use shop_x::cart::*;\n${fn('a', 'total();')}`,
        typo: fn('a', 'let wanted = 1; assert_eq!(wannted, 1);'),
        type_of: fn('a', 'let _: Option<shop_x::cart::Bag> = None;'),
        two: `use shop_x::cart::Basket;\nuse shop_x::deep::Fee;`,
        fine: fn('a', ''),
      }),
    );
    expect(broken(report)).toEqual(
      [
        ...['import missing-symbol Basket src/cart.rs', 'group missing-symbol Basket src/cart.rs'],
        ...['module missing-symbol fees src/lib.rs', 'module_of missing-symbol fees src/lib.rs'],
        ...['inner missing-symbol fees src/deep/mod.rs', 'outside missing-module carts_of_others'],
        ...['function missing-symbol total src/cart.rs', 'used missing-symbol total src/cart.rs'],
        ...['used missing-symbol Bag src/cart.rs', 'glob missing-symbol total src/cart.rs'],
        ...['typo missing-symbol wannted', 'type_of missing-symbol Bag src/cart.rs'],
        ...['two missing-symbol Basket src/cart.rs', 'two missing-symbol Fee src/deep/mod.rs'],
      ]
        .map((one) => `tests/all/${one.replace(' ', '.rs ')}`)
        .sort(),
    );
    expect(report).toMatchObject({ exitCode: 101, problem: null, tests: [], unbuilt: ['./'] });
  });

  withCargo('C-6: of a file whose types do not fit', async () => {
    const report = await run(
      modules({
        method: `use shop_x::cart::*;\n${fn('a', 'Cart::default().total();')}`,
        by_name: `use shop_x::cart::Cart;\n${fn('a', 'Cart::new(); (&Cart::default()).total();')}`,
        variant: fn('a', 'let _ = shop_x::cart::Kind::B;'),
        field: fn('a', 'let c = shop_x::cart::Cart { items: vec![], colour: 1 }; c.name;'),
        shape: fn('a', 'shop_x::cart::fee(1, 2);'),
        hidden: fn('a', 'shop_x::cart::hidden();'),
        debug: fn('a', 'assert_eq!(shop_x::cart::Cart::default(), shop_x::cart::Cart::default());'),
        foreign: fn('a', '1i32.total();'),
        types: fn('a', 'let _: i32 = "a";'),
        both: fn('a', 'shop_x::cart::Kind::B; let _: i32 = "a";'),
      }),
    );
    expect(broken(report)).toEqual(
      [
        ...['method missing-symbol total src/cart.rs', 'by_name missing-symbol new src/cart.rs'],
        ...['by_name missing-symbol total src/cart.rs', 'variant missing-symbol B src/cart.rs'],
        ...['field missing-symbol colour src/cart.rs', 'field missing-symbol name src/cart.rs'],
        ...['shape missing-symbol fee src/cart.rs', 'debug missing-symbol Debug src/cart.rs'],
        ...['debug missing-symbol PartialEq src/cart.rs', 'foreign missing-symbol total'],
        ...['types error', 'both error', 'hidden missing-symbol hidden src/cart.rs'],
      ]
        .map((one) => `tests/all/${one.replace(' ', '.rs ')}`)
        .sort(),
    );
  });

  withCargo('C-6: of a test module inside of its source, of a syntax error, of production code', async () => {
    const inside = await run({
      'src/lib.rs':
        'pub fn fee() {}\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn a() { total(); }\n}\n',
    });
    expect(broken(inside)).toEqual(['src/lib.rs missing-symbol total src/lib.rs']);
    const syntax = await run({ ...cart, 'tests/a.rs': '#[test]\nfn a( {}\n' });
    expect(broken(syntax)).toEqual(['tests/a.rs syntax']);
    const code = await run({ 'src/lib.rs': 'pub fn fee() -> i32 { "a" }\n', 'tests/a.rs': fn('a', '') });
    expect(broken(code)).toEqual(['src/lib.rs error']);
    expect(code).toMatchObject({ problem: null, unbuilt: ['./'] });
  });

  test('the panics of Rust before 1.73 and 1.78 are told apart, too', async () => {
    const seen = (output: string) =>
      failureOfRust({ name: 'a', state: 'failed', seconds: 0, message: '', output }, () => Promise.resolve(null));
    const old = (words: string) =>
      `thread 'a' panicked at '${words}', tests/a.rs:1:2\nnote: run with \`RUST_BACKTRACE=1\`\n`;
    const kindsOf = await Promise.all(
      [
        old('assertion failed: `(left == right)`\n  left: `1`,\n right: `2`'),
        old('assertion failed: x'),
        old('not yet implemented'),
        old('called `Option::unwrap()` on a `None` value'),
        "thread 'a' panicked at tests/a.rs:1:2:\nassertion `left == right` failed\n  left: 1\n right: 2\n",
      ].map(seen),
    );
    expect(kindsOf.map(({ kind }) => kind)).toEqual([
      'assertion',
      'assertion',
      'not-implemented',
      'error',
      'assertion',
    ]);
    expect(kindsOf[0]?.message).toContain('right: `2`');
  });

  test('groups of imports are taken apart', () => {
    expect(usesIn('use a::{b, c::{self, D as E, *}};\npub use x;').map((path) => path.join('::'))).toEqual([
      ...['a::b', 'a::c', 'a::c::D', 'a::c::*', 'x'],
    ]);
  });
});

describe(`how a command ended${said}`, () => {
  withCargo('F57: a test that never ends', async () => {
    const files = { 'tests/a.rs': fn('a', '') + fn('b', 'loop { std::thread::park(); }') };
    const { report } = await start(files, { argv: ['cargo', 'test', '--', '--test-threads=1'], hangsAfter: '"b\\' });
    expect(report).toMatchObject({ end: 'timeout', tests: [{ id: 'tests/a.rs > a', state: 'passed' }] });
  });

  withCargo('R10d: no test at all', async () => {
    expect(await run({})).toMatchObject({ exitCode: 0, tests: [], problem: null });
  });

  withCargo('R10b: a cargo that is not installed is the machine’s fault', async () => {
    const { report } = await start({}, { env: { PATH: '/usr/nowhere' } });
    expect(report).toMatchObject({ exitCode: 127, problemKind: 'runner-missing' });
  });

  withCargo.each<[string, Record<string, string>, string[], string]>([
    ['a manifest that can’t be read', { 'Cargo.toml': '[package\n' }, ['cargo', 'test'], 'Cargo.toml'],
    [
      'a package that was not fetched',
      { 'Cargo.toml': `${manifest}[dependencies]\nno-such = "1"\n` },
      ['cargo', 'test'],
      'no-such',
    ],
    ['an option that is none', {}, ['cargo', 'test', '--nosuch'], 'nosuch'],
    ['a command before it that fails', {}, ['sh', '-c', 'false && cargo test'], 'before any test'],
  ])('%s is a fault of the framework', async (_story, files, argv, words) => {
    expect(await run(files, argv)).toMatchObject({ problemKind: 'framework', problem: expect.stringContaining(words) });
  });

  withCargo('a test program that dies is a failure of its file', async () => {
    const report = await run({ 'tests/a.rs': fn('a', 'std::process::abort()'), 'tests/b.rs': fn('b', '') });
    expect(broken(report)).toEqual(['tests/a.rs error']);
    expect(states(report)).toEqual({ 'tests/b.rs > b': 'passed' });
    expect(report.fileFailures[0]?.failure.message).toContain('SIGABRT while these ran: a');
  });
});

describe(`T11: a forged result is never a pass${said}`, () => {
  const event = (name: string) => `{ \\"type\\": \\"test\\", \\"name\\": \\"${name}\\", \\"event\\": \\"ok\\" }\\n`;
  // A child process has the test program's own output.
  const print = (text: string) => `std::process::Command::new("printf").args(["%s", "${text}"]).status().unwrap();`;
  withCargo.each<[string, string, string]>([
    ['tells of itself', `${print(event('a'))} panic!()`, 'ended twice'],
    ['tells of another one', print(event('ghost')), 'counts 2 tests and told of 3'],
    ['ends the process', 'std::process::exit(0)', 'ended before its tests did'],
  ])('a test that %s past the capture', async (_how, body, words) => {
    const argv = ['cargo', 'test', '--', '--test-threads=1'];
    const report = await run({ 'tests/a.rs': fn('a', body) + fn('b', 'panic!()') }, argv);
    expect(report).toMatchObject({ problemKind: 'cannot-tell', problem: expect.stringContaining(words) });
  });

  withCargo('what a test prints is data, with and without the capture, in the middle of a line too', async () => {
    const frame = '{\\"pawl\\":\\"cargo\\",\\"event\\":\\"line\\",\\"line\\":\\"x\\"}\\n';
    const body = `println!("${event('b').replaceAll('{', '{{').replaceAll('}', '}}')}"); ${print(`${frame}no newline`)} panic!()`;
    const report = await run({ 'tests/a.rs': fn('a', body) + fn('b', '') });
    expect(report.problem).toBeNull();
    expect(states(report)).toEqual({ 'tests/a.rs > a': 'failed', 'tests/a.rs > b': 'passed' });
  });

  withCargo('8 MB of output of one test cost neither its result nor the reason of the next', async () => {
    const flood = 'for _ in 0..80000 { println!("{}", "x".repeat(99)); } panic!("flooded")';
    const report = await run({ 'tests/a.rs': fn('a', flood) + fn('b', 'panic!("mine")') });
    expect(states(report)).toEqual({ 'tests/a.rs > a': 'failed', 'tests/a.rs > b': 'failed' });
    expect(report.tests.map(({ failure }) => failure?.kind)).toEqual(['assertion', 'assertion']);
  });

  withCargo('tests that failed and an exit code 0 prove nothing', async () => {
    const { report } = await start({ 'tests/a.rs': fn('a', 'panic!()') }, { around: (line) => `${line} || true` });
    expect(report).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
  });
});

/** The tool's own words, without what Pawl puts in front. */
function planned(line: string): string {
  const parsed = parseTestCommand(line);
  const argv = parsed.kind === 'command' ? parsed.argv : [];
  const folder = mkdtempSync(join(tmpdir(), 'pawl-results-'));
  try {
    const plan = runner.plan({ runner: runner.name, argv, source: 'flag' }, folder);
    const own = plan.argv.filter((word) => word !== process.execPath && !word.startsWith(folder));
    return own.join(' ').replace(/--config target\.\S+runner=\S+/, '+');
  } finally {
    rmSync(folder, removal);
  }
}

describe('the user’s own command', () => {
  const own = '--no-fail-fast --message-format=json +';
  test.each([
    ['cargo test', `cargo test ${own}`],
    [
      'cargo +nightly t -q --workspace -- --nocapture --test-threads 1',
      `cargo +nightly t ${own} --workspace -- --test-threads 1`,
    ],
    ['cargo --color always test --message-format short a_name', `cargo --color always test ${own} a_name`],
  ])('%s', (line, wanted) => {
    expect(planned(line)).toBe(wanted);
  });

  test.each([
    ...[
      'cargo build',
      'cargo test --no-run',
      'cargo test -- --list',
      'cargo nextest run',
      'cargo bench',
      'cargo test; true',
    ],
  ])('%s is none of this runner', (line) => {
    const parsed = parseTestCommand(line);
    expect(parsed.kind === 'command' && runner.accepts(parsed.argv)).toBe(false);
  });

  test.each([
    ['cargo test', ['tests/b.rs', 'tests/a.rs', 'tests/c/main.rs'], 'cargo test --test a --test b --test c'],
    [
      'cargo test --all-features -- --test-threads=1',
      ['tests/a.rs'],
      'cargo test --all-features --test a -- --test-threads=1',
    ],
    ['cargo test', ['tests/common/mod.rs'], null],
    ['cargo test', ['src/cart.rs'], null],
    ['cargo test --workspace', ['tests/a.rs'], null],
    ['cargo test name', ['tests/a.rs'], null],
    ['cd app && cargo test', ['tests/a.rs'], null],
  ])('F56: %s narrowed to %p', (line, files, wanted) => {
    const parsed = parseTestCommand(line);
    const argv = parsed.kind === 'command' ? parsed.argv : [];
    const narrow = runner.narrow?.({ runner: runner.name, argv, source: 'flag' }, files);
    expect(narrow?.argv.join(' ') ?? null).toBe(wanted);
  });

  test.each([
    ['tests/cart.rs', true],
    ['crates/cart/tests/data/a.json', true],
    ['benches/cart.rs', true],
    ['src/snapshots/a.snap', true],
    ['src/cart.rs', false],
    ['src/tests.rs', false],
  ])('%s is a test file: %p', (path, is) => {
    expect(runner.isTestFile(path)).toBe(is);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['a package', { 'Cargo.toml': '[package]', 'src/lib.rs': '' }, ['cargo test']],
    ['a workspace', { 'Cargo.toml': '[workspace]' }, ['cargo test --workspace']],
    [
      'tests beside another language',
      { 'Cargo.toml': '', 'package.json': '', 'src/lib.rs': '#[test]\nfn a() {}' },
      ['cargo test'],
    ],
    ['no tests beside another language', { 'Cargo.toml': '', 'package.json': '', 'src/lib.rs': '' }, []],
    ['no package at the top', { 'core/Cargo.toml': '', 'core/tests/a.rs': '' }, []],
  ])('R16: %s', async (_what, files, wanted) => {
    const found = await runner.detect(Object.keys(files), (path) => Promise.resolve(files[path] ?? null));
    expect(found.map(({ argv }) => argv.join(' '))).toEqual(wanted);
  });
});
