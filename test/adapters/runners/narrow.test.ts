import { describe, expect, test } from '@jest/globals';
import { createRunners, runnerFor } from '../../../src/adapters/runners/runners.js';
import { parseTestCommand, showTestCommand } from '../../../src/domain/evidence/test-command.js';
import type { TestRunner } from '../../../src/ports/test-runner.js';
import { pytestHere } from '../../support/pytest.js';
import { runTests } from '../../support/test-runs.js';

/** The same command for some files alone, so that a failure is known early (F56). */
const runners = createRunners();

function narrowed(line: string, files: readonly string[]): string | null {
  const parsed = parseTestCommand(line);
  const argv = parsed.kind === 'command' ? parsed.argv : [];
  const runner = runnerFor(runners, argv);
  const found = runner?.narrow?.({ runner: runner.name, argv, source: 'flag' }, files) ?? null;
  return found === null ? null : showTestCommand(found.argv);
}

const js = ['test/a.test.js', 'test/b c.test.js', 'test/data.json'];

describe('F56: a command that is narrowed to files', () => {
  test.each<[string, string]>([
    ['node --test', "node --test test/a.test.js 'test/b c.test.js'"],
    ['node --test test/', "node --test test/a.test.js 'test/b c.test.js'"],
    [
      'node --import tsx --test --test-timeout=9 x y',
      "node --import tsx --test --test-timeout=9 test/a.test.js 'test/b c.test.js'",
    ],
    [
      'node --test --test-name-pattern "a b" x',
      "node --test --test-name-pattern 'a b' test/a.test.js 'test/b c.test.js'",
    ],
    ['A=b node --test "x/**"', "env A=b node --test test/a.test.js 'test/b c.test.js'"],
    [
      'npm run build && node --test dist/*.js',
      `sh -c 'npm run build && node --test test/a.test.js '\\''test/b c.test.js'\\'''`,
    ],
    ['npx jest', "npx jest --runTestsByPath test/a.test.js 'test/b c.test.js'"],
    [
      'npx jest src -t "a b" --testPathPatterns x y',
      "npx jest --runTestsByPath test/a.test.js 'test/b c.test.js' -t 'a b'",
    ],
    [
      'npx jest --projects a b --watch -- x',
      "npx jest --runTestsByPath test/a.test.js 'test/b c.test.js' --projects a b",
    ],
    ['npx jest --findRelatedTests src/a.js', "npx jest --runTestsByPath test/a.test.js 'test/b c.test.js'"],
    ['npx vitest', "npx vitest run test/a.test.js 'test/b c.test.js'"],
    ['vitest run src --dir src -t x', "npx vitest run --dir src -t x test/a.test.js 'test/b c.test.js'"],
  ])('%s', (line, wanted) => {
    expect(narrowed(line, js)).toBe(wanted);
  });

  const py = ['tests/test_a.py', 'tests/conftest.py', '-x/test_b.py', 'tests/data.csv'];
  test.each<[string, string]>([
    ['pytest', 'pytest tests/test_a.py ./-x/test_b.py'],
    [
      'python3 -m pytest tests -q -n 2 -k "a or b"',
      "python3 -m pytest -q -n 2 -k 'a or b' tests/test_a.py ./-x/test_b.py",
    ],
    ['python3 -W error -m pytest -rA tests', 'python3 -W error -m pytest -rA tests/test_a.py ./-x/test_b.py'],
    ['uv run pytest -vv a::b -- c', 'uv run pytest -vv tests/test_a.py ./-x/test_b.py'],
    [
      'coverage run --branch -m pytest --cov shop shop',
      'coverage run --branch -m pytest --cov shop tests/test_a.py ./-x/test_b.py',
    ],
  ])('%s', (line, wanted) => {
    expect(narrowed(line, py)).toBe(wanted);
  });

  test.each<[string, string, readonly string[]]>([
    ['a word that may be a value', 'node --test --some-option x', js],
    ['a word that may be a value', 'npx jest --some-option x', js],
    ['a word that may be a value', 'npx vitest run --some-option x', js],
    ['a word that may be a value', 'pytest --some-option x', ['test_a.py']],
    ['a word that only the shell knows', 'node --test $FILES', js],
    ['another folder', 'cd app && node --test', js],
    ['another folder', 'cd app && npx jest', js],
    ['another folder', 'cd app && npx vitest run', js],
    ['another folder', 'cd app && pytest', ['test_a.py']],
    ['a file that would be a pattern', 'node --test', ['test/[id].test.js']],
    ['a file that would name a test', 'pytest', ['test_[a].py']],
    ['nothing that could be run', 'npx jest', ['test/__snapshots__/a.snap', 'test/__mocks__/a.js']],
    ['nothing that could be run', 'pytest', ['tests/conftest.py']],
  ])('not with %s: %s', (_why, line, files) => {
    expect(narrowed(line, files)).toBeNull();
  });

  test('a command of no known runner stays whole', () => {
    const command = runners.find((one) => one.name === 'command');
    expect(command?.narrow?.({ runner: 'command', argv: ['make', 'check'], source: 'flag' }, js) ?? null).toBeNull();
  });
});

describe('F56: real runs of the files asked for and no others', () => {
  const named = (name: string): TestRunner => {
    const runner = runners.find((one) => one.name === name);
    if (runner === undefined) throw new Error(`no runner ${name}`);
    return runner;
  };
  const ranIn = async (
    name: string,
    argv: readonly string[],
    wish: Omit<Parameters<typeof runTests>[1], 'argv'>,
    only: readonly string[],
  ) => {
    const runner = named(name);
    const command = runner.narrow?.({ runner: name, argv, source: 'flag' }, only);
    const { report } = await runTests(runner, { ...wish, argv: command?.argv ?? ['narrow', 'gave', 'nothing'] });
    expect(report.problem).toBeNull();
    return [...new Set(report.tests.map((one) => one.file))].sort();
  };
  const only = ["test/it's a.test.js", 'test/(b).test.js'];
  const scripts = (body: string): Record<string, string> =>
    Object.fromEntries(
      [...only, 'test/other.test.js', "deep/test/it's a.test.js", "test/it's a.test.jsx"].map((path) => [path, body]),
    );

  test('node:test', async () => {
    const files = scripts("require('node:test')('one', () => {});");
    expect(await ranIn('node:test', ['node', '--test', 'test/'], { files }, only.slice(0, 1))).toEqual(
      only.slice(0, 1),
    );
  });

  test('jest', async () => {
    const files = { 'package.json': '{}', ...scripts("test('one', () => {});") };
    const argv = ['npx', 'jest', 'deep', '--verbose'];
    expect(await ranIn('jest', argv, { files, packages: true }, only)).toEqual([...only].sort());
  });

  test('vitest', async () => {
    const files = {
      'package.json': '{"type":"module"}',
      ...scripts("import { test } from 'vitest'; test('one', () => {});"),
    };
    // Its filters are parts of paths.
    const wanted = [...only, "deep/test/it's a.test.js", "test/it's a.test.jsx"].sort();
    expect(await ranIn('vitest', ['npx', 'vitest', 'deep'], { files, packages: true }, only)).toEqual(wanted);
  });

  test('pytest', async () => {
    const { env } = await pytestHere();
    const files = { "tests/test_it's a.py": 'def test_one(): pass', 'tests/test_b.py': 'def test_one(): pass' };
    const found = await ranIn('pytest', ['python3', '-m', 'pytest', 'tests'], { files, env }, ["tests/test_it's a.py"]);
    expect(found).toEqual(["tests/test_it's a.py"]);
  });
});
