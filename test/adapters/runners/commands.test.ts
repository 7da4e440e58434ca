import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createRunners, runnerFor } from '../../../src/adapters/runners/runners.js';
import { parseTestCommand } from '../../../src/domain/evidence/test-command.js';
import { removal } from '../../support/removal.js';

/** Which command belongs to which runner, which is found, and what is added to it. */
const runners = createRunners();

function runnerOf(line: string): string | null {
  const parsed = parseTestCommand(line);
  return parsed.kind === 'command' ? (runnerFor(runners, parsed.argv)?.name ?? null) : null;
}

async function detected(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const read = (path: string): Promise<string | null> => Promise.resolve(files[path] ?? null);
  const found = await Promise.all(runners.map((runner) => runner.detect(Object.keys(files), read)));
  return found.flat().map((one) => `${one.runner}: ${one.argv.join(' ')}`);
}

const nodeTest = "import test from 'node:test';";
const script = (test: string, more = {}) => JSON.stringify({ scripts: { test, ...more } });

describe('which runner speaks for a command', () => {
  test.each([
    ['node --test', 'node:test'],
    ['node --test test/', 'node:test'],
    ['/usr/bin/node --import tsx --test "test/**/*.ts"', 'node:test'],
    ['NODE_ENV=test node --experimental-vm-modules --test', 'node:test'],
    ['node --test test/*.test.js', 'node:test'],
    ['npm run build && node --test dist/', 'node:test'],
    ['pytest', 'pytest'],
    ['pytest tests -q', 'pytest'],
    ['python -m pytest', 'pytest'],
    ['python3.11 -W error::DeprecationWarning -X dev -m pytest tests', 'pytest'],
    ['.venv/bin/python -m pytest', 'pytest'],
    ['uv run pytest -n 2', 'pytest'],
    ['poetry run python -m pytest', 'pytest'],
    ['coverage run --branch -m pytest', 'pytest'],
    ['cd app && PYTHONPATH=src pytest', 'pytest'],
    ['node test.js', null],
    ['node script.js -- pytest', null],
    ['python manage.py -m pytest', null],
    ['python -m unittest', 'unittest'],
    ['jest', 'jest'],
    ['npx jest --ci', 'jest'],
    ['NODE_OPTIONS=--experimental-vm-modules npx jest', 'jest'],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', 'jest'],
    ['node -r ./setup.js node_modules/.bin/jest src', 'jest'],
    ['pnpm exec jest', 'jest'],
    ['yarn jest --watch', 'jest'],
    ['npm run build && jest', 'jest'],
    ['cross-env CI=1 jest', 'jest'],
    ['./node_modules/.bin/vitest', 'vitest'],
    ['vitest', 'vitest'],
    ['vitest run --coverage', 'vitest'],
    ['npm exec -- vitest run', 'vitest'],
    ['npx -p jest jest', null],
    ['node jest.js', null],
    ['jest --init', null],
    ['jest && eslint .', null],
    ['vitest bench', null],
    ['vitest related src/a.ts', null],
    ['npm test', null],
    ['node --test | tee out.txt', null],
    ['pytest || true', null],
    ['pytest; true', null],
    ['timeout 5 pytest', null],
  ])('%s: %p', (line, name) => {
    expect(runnerOf(line)).toBe(name);
  });
});

describe('R16: which command is found', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['the script of package.json', { 'package.json': script('node --test test/') }, ['node:test: node --test test/']],
    ['with its assignments', { 'package.json': script('A=b node --test') }, ['node:test: env A=b node --test']],
    [
      'with its patterns',
      { 'package.json': script('node --test test/*.js') },
      ['node:test: sh -c node --test test/*.js'],
    ],
    [
      'with what comes before it',
      { 'package.json': script('node --test', { pretest: 'npm run build' }) },
      ['node:test: sh -c npm run --silent pretest && node --test'],
    ],
    [
      'not when what comes before it is a program of node_modules',
      { 'package.json': script('tsc && node --test') },
      [],
    ],
    ['not when it is for another runner', { 'package.json': script('ava'), 'test/a.test.js': nodeTest }, []],
    [
      'only the one that the script is for',
      { 'package.json': script('jest'), 'test/a.test.js': nodeTest, 'vitest.config.ts': '' },
      ['jest: npx jest'],
    ],
    ['R15: without its watcher', { 'package.json': script('jest --watch src') }, ['jest: npx jest src']],
    ['R15: run once', { 'package.json': script('vitest --ui') }, ['vitest: npx vitest run']],
    ['R15: run once, of `watch`', { 'package.json': script('vitest watch src') }, ['vitest: npx vitest run src']],
    [
      'by the script that it names',
      { 'package.json': script('npm run unit', { unit: 'NODE_OPTIONS=--x jest' }) },
      ['jest: env NODE_OPTIONS=--x npx jest'],
    ],
    ['no end of scripts that name each other', { 'package.json': script('npm run a', { a: 'npm test' }) }, []],
    ['jest by its section', { 'package.json': '{"jest":{}}' }, ['jest: npx jest']],
    ['jest by its settings', { 'jest.config.ts': '' }, ['jest: npx jest']],
    [
      'vitest among the dependencies, beside a stub',
      { 'package.json': JSON.stringify({ scripts: { test: 'exit 0' }, devDependencies: { vitest: '^3' } }) },
      ['vitest: npx vitest run'],
    ],
    [
      'tests of node:test without a script',
      { 'package.json': '{}', 'test/a.test.js': nodeTest },
      ['node:test: node --test'],
    ],
    ['no tests of another runner', { 'package.json': '{}', 'test/a.test.js': "import { test } from 'vitest'" }, []],
    ['no package.json that is not readable', { 'package.json': '{', 'src/a.js': '' }, []],
    ['settings of pytest', { 'pytest.ini': '' }, ['pytest: python3 -m pytest']],
    [
      'settings in pyproject.toml',
      { 'pyproject.toml': '[project]\n[tool.pytest.ini_options]\n' },
      ['pytest: python3 -m pytest'],
    ],
    ['settings in tox.ini', { 'tox.ini': '[tox]\n[pytest]\n' }, ['pytest: python3 -m pytest']],
    ['settings in setup.cfg', { 'setup.cfg': '[tool:pytest]\n' }, ['pytest: python3 -m pytest']],
    ['test files of pytest', { 'tests/test_a.py': '' }, ['pytest: python3 -m pytest']],
    ['no Python without tests', { 'pyproject.toml': '[project]\n', 'setup.cfg': '[metadata]\n', 'a.py': '' }, []],
    ['nothing in an empty repository', {}, []],
  ])('%s', async (_story, files, wanted) => {
    expect(await detected(files)).toEqual(wanted);
  });

  test.each(['echo "Error: no test specified" && exit 1', 'echo "tests are elsewhere"; exit 0', 'exit 0', 'true'])(
    'a stub is never chosen, the tests beside it are: %s',
    async (stub) => {
      const files = { 'package.json': script(stub), 'pnpm-lock.yaml': '', 'tests/test_a.py': '' };
      expect(await detected(files)).toEqual(['pytest: python3 -m pytest']);
    },
  );

  test('of several, all are told', async () => {
    const files = { 'package.json': script('node --test'), 'tests/test_a.py': '' };
    expect(await detected(files)).toEqual(['node:test: node --test', 'pytest: python3 -m pytest']);
  });

  test.each([
    ['npm test', 'node --test test/'],
    ['npm t', 'node --test test/'],
    ['pnpm run unit', 'node --test unit/'],
    ['yarn test', 'node --test test/'],
    ['npm run lint', undefined],
    ['npm run no-such', undefined],
    ['npm test -- --watch', undefined],
    ['node --test', undefined],
  ])('%s stands for the script’s own command', async (line, wanted) => {
    const text = script('node --test test/', { unit: 'node --test unit/', lint: 'eslint .' });
    const read = (): Promise<string | null> => Promise.resolve(text);
    const expanded: string[] = [];
    for (const runner of runners) expanded.push(...((await runner.expand?.(line.split(' '), read)) ?? []));
    expect(expanded.join(' ')).toBe(wanted ?? '');
  });
});

describe('R15: what jest and vitest are started with', () => {
  const lineOf = async (line: string): Promise<string> => {
    const results = await mkdtemp(join(tmpdir(), 'pawl-results-'));
    try {
      const parsed = parseTestCommand(line);
      const argv = parsed.kind === 'command' ? parsed.argv : [];
      const runner = runnerFor(runners, argv);
      const plan = runner?.plan({ runner: runner.name, argv, source: 'flag' }, results);
      expect(plan?.argv.slice(0, -1).join(' ')).toBe('sh -c');
      return (plan?.argv.at(-1) ?? '')
        .replaceAll(results, 'R')
        .replace(/^PATH=.*?export PATH; (?:PAWL_LOADER=.*? fi; )?/, '');
    } finally {
      await rm(results, removal);
    }
  };
  const jest =
    '--reporters=R/pawl-reporter.cjs --reporters=default --ci --coverage=false --passWithNoTests --testFailureExitCode=1 --bail=0 --cacheDirectory=R/cache';
  const vitest =
    'run --reporter=R/pawl-reporter.mjs --reporter=default --passWithNoTests --coverage.enabled=false --bail=0 $PAWL_LOADER';
  test.each([
    ['jest', `exec jest ${jest}`],
    ['npx --no-install jest src -i', `exec jest ${jest} src -i`],
    ['jest --watch-all --bail=2 -o --coverage --json --outputFile x.json -t "a b"', `exec jest ${jest} -t 'a b'`],
    ['jest --reporters default jest-junit --ci src', `exec jest ${jest} src`],
    ['jest --changedSince main -- --watch', `exec jest ${jest} -- --watch`],
    ['A=b node --x node_modules/.bin/jest', `exec env A=b node --x node_modules/.bin/jest ${jest}`],
    ['tsc && jest "$X"', `tsc && jest ${jest} "$X"`],
    ['vitest', `exec vitest ${vitest}`],
    ['yarn run vitest dev --reporter verbose --bail 1 --coverage.all -u src', `exec yarn run vitest ${vitest} src`],
    ['npx vitest run --watch -t "it\'s"'.replace("\\'", "'"), `exec vitest ${vitest} -t 'it'\\''s'`],
  ])('%s', async (line, wanted) => {
    expect(await lineOf(line)).toBe(wanted);
  });
});

describe('which files are tests', () => {
  const isTest = (name: string, path: string) => runners.find((one) => one.name === name)?.isTestFile(path);
  test.each([
    ['node:test', 'test/a.js', true],
    ['node:test', 'packages/a/test/fixtures/b.json', true],
    ['node:test', 'tests/a.js', true],
    ['node:test', 'src/__tests__/a.js', true],
    ['node:test', 'src/a.test.mjs', true],
    ['node:test', 'src/a-test.cjs', true],
    ['node:test', 'src/a_test.ts', true],
    ['node:test', 'src/test-a.js', true],
    ['node:test', 'test.js', true],
    ['node:test', 'src/a.spec.ts', true],
    ['node:test', 'src/test', false],
    ['node:test', 'src/latest.js', false],
    ['node:test', 'src/attest.js', false],
    ['node:test', 'src/testing/a.js', false],
    ['node:test', 'src/a.test.md', false],
    ['node:test', 'package.json', false],
    ['jest', 'src/a.spec.tsx', true],
    ['jest', 'src/__tests__/a.ts', true],
    ['jest', 'src/__snapshots__/a.test.js.snap', true],
    ['jest', '__mocks__/fs.js', true],
    ['jest', 'jest.setup.js', true],
    ['jest', 'src/setupTests.ts', true],
    ['jest', 'jest.config.js', false],
    ['jest', 'src/setup.ts', false],
    ['jest', 'src/testing.ts', false],
    ['vitest', 'vitest.setup.mts', true],
    ['vitest', 'src/a.test-d.ts', true],
    ['vitest', 'vitest.config.ts', false],
    ['vitest', 'node_modules/a/a.test.js', false],
    ['command', 'src/test/java/com/acme/CartTest.java', true],
    ['command', 'Shop.Tests/Cart.cs', true],
    ['command', 'cart_test.go', true],
    ['command', 'spec/cart_spec.rb', true],
    ['command', 'checks/cart.bats', true],
    ['command', 'src/CartTest.kt', true],
    ['command', 'src/latest.kt', false],
    ['command', 'src/main/java/com/acme/Contest.java', false],
    ['pytest', 'test_a.py', true],
    ['pytest', 'shop/a_test.py', true],
    ['pytest', 'conftest.py', true],
    ['pytest', 'tests/data/a.csv', true],
    ['pytest', 'shop/test/a.py', true],
    ['pytest', 'shop/testing.py', false],
    ['pytest', 'shop/latest.py', false],
    ['pytest', 'test_a.txt', false],
    ['pytest', 'pytest.ini', false],
  ])('%s: %s: %p', (name, path, is) => {
    expect(isTest(name, path)).toBe(is);
  });
});

test('jest’s own settings name test files, as far as they are plain data', async () => {
  const settings = {
    testMatch: ['<rootDir>/checks/**/*.check.[jt]s?(x)', '**/?(*.)+(probe|try).js', '!**/x.js', '**/[!a]*.js'],
    setupFilesAfterEnv: ['<rootDir>/config/matchers.js', 'jest-extended/all'],
    globalSetup: './config/up.js',
  };
  const read = (path: string) => Promise.resolve(path === 'package.json' ? JSON.stringify({ jest: settings }) : null);
  const jest = runners.find((one) => one.name === 'jest');
  expect(await jest?.settingsTestFiles?.(read)).toEqual([
    ...['checks/**/*.check.js', 'checks/**/*.check.jsx', 'checks/**/*.check.ts', 'checks/**/*.check.tsx'],
    ...['**/probe.js', '**/try.js', '**/*.probe.js', '**/*.try.js'],
    ...['config/matchers.js', 'jest-extended/all', 'config/up.js'],
  ]);
  expect(await jest?.settingsTestFiles?.(() => Promise.resolve('{"jest":'))).toEqual([]);
  expect(await jest?.settingsTestFiles?.(() => Promise.resolve(null))).toEqual([]);
});

test('R23, T8: a plan writes nothing but into its result folder, and keeps the user’s words as they are', async () => {
  const results = await mkdtemp(join(tmpdir(), 'pawl-results-'));
  try {
    const words = ['--test-name-pattern', "it's $HOME `x`"];
    const [node, pytest] = runners;
    const plan = node?.plan({ runner: 'node:test', argv: ['node', '--test', ...words], source: 'flag' }, results);
    expect(plan?.argv.slice(-3)).toEqual(['--test', ...words]);
    expect(plan?.argv[0]).toBe('node');
    expect(plan?.env).toEqual({ CI: 'true', NO_COLOR: '1' });
    expect((await readdir(results)).sort()).toEqual(['pawl-key', 'pawl-preload.mjs', 'pawl-reporter.mjs']);
    const other = pytest?.plan(
      { runner: 'pytest', argv: ['pytest', ...words, '--', '-x.py'], source: 'flag' },
      results,
    );
    expect(other?.argv.slice(4, 7)).toEqual(['pytest', ...words]);
    expect(other?.argv.slice(-2)).toEqual(['--', '-x.py']);
    expect(() => node?.plan({ runner: 'node:test', argv: ['jest'], source: 'flag' }, results)).toThrow(
      'expected node --test',
    );
  } finally {
    await rm(results, removal);
  }
});
