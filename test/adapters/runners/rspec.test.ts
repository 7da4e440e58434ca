import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createRspec } from '../../../src/adapters/runners/rspec/rspec.js';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { missing } from '../../support/setup-rig.js';
import { runTests, type RunWish } from '../../support/test-runs.js';

/** Real runs of RSpec, where it is installed. */
const runner = createRspec();
const absent = missing('rspec');
const told = absent === null ? describe : describe.skip;
if (absent !== null) test.skip(absent, () => undefined);

const run = (files: RunWish['files'], more: Partial<RunWish> = {}) =>
  runTests(runner, { argv: ['rspec'], files, ...more });
const wordsOf = (failure: TestReport['fileFailures'][number]['failure'] | null | undefined) =>
  failure === null || failure === undefined
    ? null
    : [failure.kind, failure.missing, failure.module].filter((part) => part !== null).join(' ');
const cart = `class Cart
  def initialize(items = []) = @items = items
  def count = @items.length
  def vat = raise(NotImplementedError, "later")
  def deep = @items.nothing
end
`;

told('rspec: one project, all kinds', () => {
  let report: TestReport;
  beforeAll(async () => {
    const seen = await run({
      '.rspec': '--format documentation --fail-fast --color\n',
      'lib/cart.rb': cart,
      'spec/cart_spec.rb': `require 'cart'
RSpec.describe Cart do
  it('passes') { expect(Cart.new([1]).count).to eq 1 }
  it('expects') { expect(Cart.new([1]).count).to eq 2 }
  it('raises') { expect { }.to raise_error(ArgumentError) }
  it('aggregates', :aggregate_failures) { expect(1).to eq 2; expect(1).to eq 3 }
  it('mocks') { expect(Cart).to receive(:new) }
  it('no method') { Cart.new.total }
  it('no class method') { Cart.parse }
  it('no constant') { Basket.new }
  it('no function') { total(1) }
  it('deep') { Cart.new.deep }
  it('of nil') { nil.total }
  it('not written') { Cart.new.vat }
  it('no module') { require 'cart/fees' }
  it('no file') { require_relative '../lib/fees' }
  it('no fixture') { File.read('nope') }
  it('later')
  xit('skipped') { }
  it('pending') { pending 'x'; raise 'y' }
  it('pending and fixed') { pending 'x' }
  it('odd > "é" <x> &amp; \\u2028') { expect(1).to eq 2 }
  it('settings') { expect([ENV['CI'], $stdout.tty?, Dir.children('.').sort]).to eq ['true', false, %w[.rspec lib spec]] }
  describe('before') { before { expect(1).to eq 2 }; it('kept') {} }
  describe('all') { before(:all) { expect(1).to eq 2 }; it('kept all') {} }
  it('twice') { }
  it('twice') { raise 'second' }
end
`,
      'spec/after_spec.rb': "RSpec.describe('after') { after(:all) { raise 'after' }; it('fine') {} }\n",
    });
    report = seen.report;
  });
  const found = (name: string) => report.tests.find((one) => one.name === name);

  test('R15: settings that stop early and colour are taken back, and every example ran', () => {
    expect(report).toMatchObject({ end: 'exited', exitCode: 1, problem: null, runner: 'rspec' });
    expect(report.unbuilt).toBeUndefined();
    expect(report.tests).toHaveLength(26);
  });

  test.each([
    ['R10f', 'expects', 'assertion'],
    ['R10f', 'raises', 'assertion'],
    ['R10f', 'aggregates', 'assertion'],
    ['R10f', 'mocks', 'assertion'],
    ['R10f', 'odd > "é" <x> &amp; \\u2028', 'assertion'],
    ['R10e', 'no method', 'missing-symbol total lib/cart.rb'],
    ['R10e', 'no class method', 'missing-symbol parse lib/cart.rb'],
    ['R10e', 'no constant', 'missing-symbol Basket lib/cart.rb'],
    ['R10e', 'no function', 'missing-symbol total lib/cart.rb'],
    ['R10e', 'not written', 'not-implemented'],
    ['R10e', 'no module', 'missing-module lib/cart/fees.rb'],
    ['R10e', 'no file', 'missing-module lib/fees.rb'],
    ['R10c', 'deep', 'error'],
    ['R10c', 'of nil', 'error'],
    ['R10c', 'no fixture', 'error'],
    ['R10c', 'pending and fixed', 'error'],
    ['R10c', 'kept', 'error'],
    ['R10c', 'kept all', 'error'],
    ['R12b', 'passes', null],
    ['R15', 'settings', null],
  ])('%s: "%s" fails by %p', (_case, name, kind) => {
    expect(found(name)).toBeDefined();
    expect(wordsOf(found(name)?.failure)).toBe(kind);
  });

  test('R12b: what was not run to a result is no pass', () => {
    expect(['later', 'skipped', 'pending', 'passes'].map((name) => found(name)?.state)).toEqual([
      ...['skipped', 'skipped', 'skipped', 'passed'],
    ]);
  });

  test('a hook around all that fails is the file’s; ids start with the file and are unique', () => {
    expect(report.fileFailures).toMatchObject([{ file: 'spec/after_spec.rb', failure: { kind: 'error' } }]);
    const ids = report.tests.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('spec/cart_spec.rb > Cart > twice #2');
  });
});

told('rspec: whole runs', () => {
  const fails = "RSpec.describe('a') { it('fails') { expect(1).to eq 2 } }\n";

  test('R10a, R10e, F59: one spec that can’t be loaded keeps all others from running, and that is said', async () => {
    const { report } = await run({
      'lib/cart.rb': cart,
      'spec/a_spec.rb': fails,
      'spec/module_spec.rb': "require 'cart/fees'\n",
      'spec/syntax_spec.rb': "RSpec.describe('x') { it('a') {\n",
      'spec/name_spec.rb': "require 'cart'\nRSpec.describe(Basket) { it('a') {} }\n",
      'spec/outside_spec.rb': "raise 'outside'\n",
    });
    expect(report).toMatchObject({ problem: null, tests: [], unbuilt: ['./'] });
    expect(report.fileFailures.map(({ file, failure }) => `${file} ${wordsOf(failure) ?? ''}`).sort()).toEqual([
      'spec/module_spec.rb missing-module lib/cart/fees.rb',
      'spec/name_spec.rb missing-symbol Basket lib/cart.rb',
      'spec/outside_spec.rb error',
      'spec/syntax_spec.rb syntax',
    ]);
  });

  test('R10d: no examples, and a spec that is not there yet', async () => {
    expect((await run({ 'lib/a.rb': '' })).report).toMatchObject({ exitCode: 0, tests: [], problem: null });
    const { report } = await run({ 'lib/a.rb': '' }, { argv: ['rspec', 'spec/a_spec.rb'] });
    expect(report).toMatchObject({ tests: [], fileFailures: [], problem: null });
    expect(report.unbuilt).toBeUndefined();
  });

  test('R10b: without rspec, or without a package that its settings load, it is the machine’s fault', async () => {
    const bare = await run({ 'spec/a_spec.rb': fails }, { argv: ['./no/rspec'] });
    expect(bare.report).toMatchObject({ problemKind: 'runner-missing', tests: [] });
    const { report } = await run({ '.rspec': '--require no_such_gem\n', 'spec/a_spec.rb': fails });
    expect(report).toMatchObject({ problemKind: 'runner-missing' });
  });

  test('settings that rspec refuses are a fault of the framework', async () => {
    const { report } = await run({ '.rspec': '--no-such-option\n', 'spec/a_spec.rb': fails });
    expect(report).toMatchObject({ problemKind: 'framework', tests: [] });
  });

  test.each([
    ['ends rspec', 'exit!(0)'],
    ['exits', 'exit 0'],
    [
      'writes a result of its own',
      `File.unlink('../results/rspec.json'); File.write('../results/rspec.json', '{"examples":[],"summary":{"example_count":0,"failure_count":0}}')`,
    ],
  ])('T11: an example that %s makes no pass', async (_how, deed) => {
    const spec = `RSpec.describe('a') { it('forges') { ${deed} }; it('fails') { expect(1).to eq 2 } }\n`;
    const { report } = await run({ 'spec/a_spec.rb': spec }, { argv: ['rspec', '--order', 'defined'] });
    expect(report.problem).not.toBeNull();
    expect(report.tests.some((one) => one.name === 'fails' && one.state === 'passed')).toBe(false);
  });

  test('T11: an example that empties the result is too early: RSpec writes at its end', async () => {
    const spec =
      "RSpec.describe('a') { it('forges') { File.write('../results/rspec.json', '') }; it('fails') { expect(1).to eq 2 } }";
    const { report } = await run({ 'spec/a_spec.rb': spec });
    expect(report.tests.find((one) => one.name === 'fails')?.state).toBe('failed');
  });

  test('T11: a result that is cut off, one of 200 MB, and an exit code that contradicts it are none', async () => {
    const cut = (bytes: number) => (results: string) => truncate(join(results, 'rspec.json'), bytes);
    const short = await run({ 'spec/a_spec.rb': fails }, { spoil: cut(60) });
    expect(short.report).toMatchObject({ problemKind: 'cannot-tell', tests: [] });
    const large = await run({ 'spec/a_spec.rb': fails }, { spoil: cut(200 * 1024 * 1024) });
    expect(large.report.problem).toContain('larger than 16 MiB');
    const lied = await run({ 'spec/a_spec.rb': fails }, { around: (line) => `${line} || true` });
    expect(lied.report).toMatchObject({ exitCode: 0, problemKind: 'cannot-tell' });
  });

  test('8 MiB of output, folders with odd names; the command for some files alone', async () => {
    const files = {
      'spec/a b_spec.rb': "RSpec.describe('a') { it('loud') { puts 'x' * 8 * 1024 * 1024 } }\n",
      'spec/b_spec.rb': fails,
    };
    const command = {
      runner: 'rspec',
      argv: ['rspec', '--order', 'defined', '-P', 'spec/*', 'spec'],
      source: 'flag',
    } as const;
    const argv = runner.narrow?.(command, ['spec/a b_spec.rb'])?.argv ?? [];
    expect(argv).toEqual(['rspec', '--order', 'defined', 'spec/a b_spec.rb']);
    const { report } = await run(files, { argv, under: 'a b#c%20\'d"?&$ü', env: { LANG: 'C.UTF-8' } });
    expect(report).toMatchObject({ problem: null, tests: [{ id: 'spec/a b_spec.rb > a > loud', state: 'passed' }] });
  });
});

describe('rspec: commands and files', () => {
  test.each([
    ['rspec', true],
    ['bundle exec rspec spec/models', true],
    ['RAILS_ENV=test bin/rspec --order defined', true],
    ['rake db:test:prepare && bundle exec rspec', true],
    ['rspec --dry-run', false],
    ['bundle exec rake spec', false],
    ['rspec | tee out', false],
  ])('%s: %p', (line, wanted) => {
    const parsed = parseTestCommand(line);
    expect(parsed.kind === 'command' && runner.accepts(parsed.argv)).toBe(wanted);
  });

  const detect = async (files: Readonly<Record<string, string>>) =>
    (await runner.detect(Object.keys(files), (path) => Promise.resolve(files[path] ?? null))).map((one) =>
      one.argv.join(' '),
    );
  test('R16: found by its settings or specs, and not beside another runner', async () => {
    expect(await detect({ '.rspec': '' })).toEqual(['rspec']);
    expect(await detect({ 'spec/a/b_spec.rb': '', Gemfile: "gem 'rspec'\n" })).toEqual(['bundle exec rspec']);
    expect(await detect({ 'spec/a_spec.rb': '', 'package.json': '{"jest":{}}' })).toEqual([]);
    expect(await detect({ 'lib/a.rb': '' })).toEqual([]);
    expect(['spec/a_spec.rb', 'spec/spec_helper.rb', '.rspec', 'lib/cart.rb'].map(runner.isTestFile)).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
