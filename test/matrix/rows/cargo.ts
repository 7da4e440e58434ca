import { createCargo } from '../../../src/adapters/runners/cargo/cargo.js';
import type { Files, MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const cart = (result: string, count = 'self.items.len() as i32'): string => `#[derive(Default)]
pub struct Cart {
    pub items: Vec<i32>,
}

impl Cart {
    pub fn count(&self) -> i32 {
        ${count}
    }

    pub fn total(&self) -> i32 {
        ${result}
    }

    pub fn vat(&self) -> i32 {
        todo!()
    }
}
`;
const testFile = 'tests/cart.rs';
const otherFile = 'tests/empty.rs';
const one = (name: string, body: string): string => `\n#[test]\nfn ${name}() {\n    ${body}\n}\n`;
const filled = 'Cart { items: vec![1, 2] }';
const start = `use shop::cart::Cart;\n${one('counts_its_items', `assert_eq!(${filled}.count(), 2);`)}`;
const withTest = (more: string): Files => ({ [testFile]: start + more });
const total = one('totals_its_items', `assert_eq!(${filled}.total(), 3);`);
const files = withTest(total);
const sum = { 'src/cart.rs': cart('self.items.iter().sum()') };

export const row: MatrixRow = {
  runner: 'cargo test',
  create: createCargo,
  command: 'cargo test',
  needs: ['cargo', 'cc'],
  version: (folder, env) => runIn(folder, ['cargo', '--version'], env),
  base: {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub mod cart;\n',
    'src/cart.rs': cart('0'),
    [testFile]: start,
    [otherFile]: `use shop::cart::Cart;\n${one('is_empty_at_first', 'assert_eq!(Cart::default().count(), 0);')}`,
  },
  // A new module is named in the one above it.
  mayCreate: ['src/cart.rs', 'src/vat.rs', 'src/lib.rs'],
  testFile,
  red: [
    { name: 'assertion', files, expect: { red: 'assertion' } },
    {
      name: 'assertion with words of its own',
      files: withTest(one('totals_its_items', `assert!(${filled}.total() == 3, "the total is {}", 3);`)),
      expect: { red: 'assertion' },
    },
    {
      name: 'missing module',
      files: withTest(one('knows_its_vat', 'assert_eq!(shop::vat::of(100), 19);')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(`\nuse shop::cart::discount;\n${one('knows_discounts', 'assert_eq!(discount(100), 3);')}`),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing method',
      files: withTest(one('knows_discounts', 'assert_eq!(Cart::default().discount(), 3);')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'not implemented',
      files: withTest(one('knows_its_vat', 'assert_eq!(Cart::default().vat(), 3);')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing module outside the plan',
      files: withTest(`\nuse nothing::Nothing;\n${one('is_odd', 'Nothing::of();')}`),
      expect: { refused: 'error' },
    },
    {
      name: 'passes',
      files: withTest(one('totals_nothing', 'assert_eq!(Cart::default().total(), 0);')),
      expect: { refused: 'passes' },
    },
    {
      name: 'error',
      files: withTest(one('has_a_first_item', 'assert_eq!(*Cart::default().items.first().unwrap(), 1);')),
      expect: { refused: 'error' },
    },
    {
      name: 'missing fixture',
      files: withTest(one('reads_prices', 'std::fs::read_to_string("tests/prices.json").unwrap();')),
      expect: { refused: 'error' },
    },
    {
      name: 'wrong type in the test',
      files: withTest(one('totals', 'let _: String = 3;')),
      expect: { refused: 'error' },
    },
    { name: 'syntax', files: withTest('\n#[test]\nfn totals( {}\n'), expect: { refused: 'syntax' } },
    { name: 'broken settings', files: { ...files, 'Cargo.toml': '[package\n' }, expect: { refused: 'framework' } },
    { name: 'runner not installed', files, env: { PATH: '/nowhere' }, expect: { bails: 'runner-missing' } },
    { name: 'no tests', files: { 'tests/total.rs': 'fn total() {}\n' }, expect: { refused: 'no-tests' } },
    { name: 'hang', files: withTest(one('waits', 'loop {}')), expect: { refused: 'did-not-end' }, wallMs: 20_000 },
    {
      name: 'watcher, CI=false',
      files: withTest(
        `${total}${one(
          'watches',
          'while std::env::var("CI") != Ok("true".into()) {\n        std::thread::park();\n    }',
        )}`,
      ),
      env: { CI: 'false' },
      expect: { red: 'assertion' },
    },
    {
      name: 'ends early',
      files: withTest(one('ends_it', 'std::process::exit(0);')),
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'dies',
      files: withTest(one('dies', 'std::process::abort();')),
      expect: { refused: 'error' },
    },
    {
      name: 'exit code 0, tests failed',
      files,
      around: (line) => `(${line}); exit 0`,
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 1, all passed',
      files: withTest(one('totals_nothing', 'assert_eq!(Cart::default().total(), 0);')),
      around: (line) => `(${line}); exit 1`,
      expect: { refused: 'cannot-tell' },
    },
  ],
  green: [
    { name: 'green', files: sum, expect: { green: true } },
    { name: 'still red', files: { 'src/cart.rs': cart('7') }, expect: { notGreen: 'still-red' } },
    {
      name: 'regression',
      files: { 'src/cart.rs': cart('self.items.iter().sum()', '5') },
      expect: { notGreen: 'regression' },
    },
    { name: 'does not build', files: { 'src/cart.rs': cart('nothing') }, expect: { notGreen: 'still-red' } },
    {
      name: 'no test run',
      files: { ...sum, [testFile]: null, [otherFile]: null },
      expect: { notGreen: 'no-tests' },
      policy: 'refuses',
    },
    {
      name: 'fewer tests',
      files: { ...sum, [testFile]: `use shop::cart::Cart;\n${total}` },
      expect: { notGreen: 'fewer-tests' },
      policy: 'refuses',
    },
    { name: 'test deleted', files: { [testFile]: start }, expect: { notGreen: 'still-red' }, policy: 'refuses' },
    {
      name: 'skipped',
      files: withTest(total.replace('#[test]', '#[test]\n#[ignore]')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'softened',
      files: withTest(total.replace('assert_eq!', 'assert_ne!')),
      expect: { green: true },
      policy: 'refuses',
    },
    {
      name: 'folder left out',
      files: { ...sum, [testFile]: `#![cfg(any())]\n${start}${total}` },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
  lacks: { watcher: 'cargo test has no watcher; cargo-watch is a command of its own' },
};
