import { createRspec } from '../../../src/adapters/runners/rspec/rspec.js';
import type { Files, MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const cart = (total: string): string => `class Cart
  def initialize(items = [])
    @items = items
  end

  def count
    @items.length
  end

  def total
    ${total}
  end

  def vat
    raise NotImplementedError, 'comes later'
  end
end
`;
const testFile = 'spec/cart_spec.rb';
const otherFile = 'checks/empty_spec.rb';
const head = "require 'cart'\n";
const one = (name: string, body: string, word = 'it'): string => `  ${word} '${name}' do\n    ${body}\n  end\n`;
const suite = (examples: string): string => `\nRSpec.describe Cart do\n${examples}end\n`;
const counts = one('counts its items', 'expect(Cart.new([1, 2]).count).to eq 2');
const withTest = (more: string, top = head): Files => ({ [testFile]: top + suite(counts + more) });
const total = one('totals its items', 'expect(Cart.new([1, 2]).total).to eq 3');
const files = withTest(total);
const sum = { 'lib/cart.rb': cart('@items.sum') };

export const row: MatrixRow = {
  runner: 'rspec',
  create: createRspec,
  command: 'rspec spec checks',
  needs: ['rspec'],
  version: async (folder, env) =>
    `rspec-core ${/rspec-core (\S+)/.exec(await runIn(folder, ['rspec', '--version'], env))?.[1] ?? '?'}`,
  base: {
    '.rspec': '--format documentation\n',
    'lib/cart.rb': cart('0'),
    [testFile]: head + suite(counts),
    [otherFile]: head + suite(one('is empty at first', 'expect(Cart.new.count).to eq 0')),
  },
  mayCreate: ['lib/cart.rb', 'lib/vat.rb'],
  testFile,
  red: [
    { name: 'assertion', files, expect: { red: 'assertion' } },
    {
      name: 'missing module',
      files: withTest(one('knows its VAT', 'expect(Vat.of(100)).to eq 19'), `${head}require 'vat'\n`),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(one('knows discounts', 'expect(Discount.new.of(100)).to eq 3')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing method',
      files: withTest(one('knows discounts', 'expect(Cart.new.discount).to eq 3')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'not implemented',
      files: withTest(one('knows its VAT', 'expect(Cart.new.vat).to eq 3')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing module outside the plan',
      files: withTest(one('is odd', 'expect(1).to eq 2'), `${head}require 'nothing'\n`),
      expect: { refused: 'error' },
    },
    {
      name: 'passes',
      files: withTest(one('totals nothing', 'expect(Cart.new.total).to eq 0')),
      expect: { refused: 'passes' },
    },
    {
      name: 'error',
      files: withTest(one('reads prices', "expect(File.read('spec/prices.json')).to eq ''")),
      expect: { refused: 'error' },
    },
    { name: 'syntax', files: withTest('  it("totals" do\n'), expect: { refused: 'syntax' } },
    {
      name: 'broken settings',
      files: { ...files, '.rspec': '--no-such-option\n' },
      expect: { refused: 'framework' },
    },
    { name: 'runner not installed', files, command: './no/rspec spec', expect: { bails: 'runner-missing' } },
    {
      name: 'package of the settings not installed',
      files: { ...files, '.rspec': '--require no_such_gem\n' },
      expect: { bails: 'runner-missing' },
    },
    { name: 'no tests', files: { 'spec/total_spec.rb': head }, expect: { refused: 'no-tests' } },
    {
      name: 'hang',
      files: withTest(one('waits', 'loop { }')),
      expect: { refused: 'did-not-end' },
      wallMs: 12_000,
    },
    { name: 'ends early', files: withTest(one('ends the runner', 'exit!(0)')), expect: { refused: 'cannot-tell' } },
    {
      name: 'exit code 0, tests failed',
      files,
      around: (line) => `(${line}); exit 0`,
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 1, all passed',
      files: withTest(one('totals nothing', 'expect(Cart.new.total).to eq 0')),
      around: (line) => `(${line}); exit 1`,
      expect: { refused: 'cannot-tell' },
    },
  ],
  green: [
    { name: 'green', files: sum, expect: { green: true } },
    { name: 'still red', files: { 'lib/cart.rb': cart('7') }, expect: { notGreen: 'still-red' } },
    {
      name: 'regression',
      files: { 'lib/cart.rb': cart('@items.sum').replace('@items.length', '5') },
      expect: { notGreen: 'regression' },
    },
    {
      name: 'no test run',
      files: { ...sum, [testFile]: null, [otherFile]: null, 'spec/keep': '', 'checks/keep': '' },
      expect: { notGreen: 'no-tests' },
      policy: 'refuses',
    },
    {
      name: 'fewer tests',
      files: { ...sum, [testFile]: head + suite(total) },
      expect: { notGreen: 'fewer-tests' },
      policy: 'refuses',
    },
    {
      name: 'test deleted',
      files: { [testFile]: head + suite(counts) },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'skipped',
      files: withTest(total.replace('  it ', '  xit ')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'softened',
      files: withTest(total.replace('to eq 3', 'to be >= 0')),
      expect: { green: true },
      policy: 'refuses',
    },
    {
      name: 'folder left out',
      files: { '.rspec': '--exclude-pattern "spec/**/*_spec.rb"\n' },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
  lacks: {
    watcher: 'rspec has no watcher; guard is a program of its own',
    'watcher, CI=false': 'rspec has no watcher, and ends with its last example',
  },
};
