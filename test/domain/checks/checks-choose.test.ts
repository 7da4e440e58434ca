import { describe, expect, test } from '@jest/globals';
import { kindsOf, type ChecksOfRun } from '../../../src/domain/checks/checks.js';
import { checkFiles, chooseChecks } from '../../../src/domain/checks/choose-checks.js';
import type { CheckSources } from '../../../src/domain/checks/sources.js';
import { toolCommand } from '../../../src/domain/checks/tool-command.js';

interface Given extends Partial<Omit<CheckSources, 'hasProgram' | 'programs'>> {
  readonly programs?: readonly string[];
  readonly installed?: readonly string[];
}

function choose(files: Readonly<Record<string, string>>, given: Given = {}) {
  const names = Object.keys(files);
  return chooseChecks({
    files: names,
    texts: new Map(checkFiles(names).map((path) => [path, files[path] ?? ''])),
    programs: new Set(given.programs ?? []),
    hasProgram: (name) => (given.installed ?? []).includes(name),
    wishes: given.wishes ?? { typecheck: null, lint: null, hooks: null },
    checkout: given.checkout ?? { path: null, untracked: [] },
  });
}

function chosen(...args: Parameters<typeof choose>): ChecksOfRun & { readonly notes: readonly string[] } {
  const found = choose(...args);
  if (found.kind === 'problem') throw new Error(found.message);
  return { ...found.checks, notes: found.notes };
}

/** `kind name: command`, of each tool. */
const lines = (...args: Parameters<typeof choose>): readonly string[] =>
  chosen(...args).tools.map(({ kind, name, argv, touched }) => {
    return `${kind} ${name}: ${argv.join(' ')}${touched === null ? '' : ' …'}`;
  });

const pkg = (fields: Readonly<Record<string, unknown>>) => ({ 'package.json': JSON.stringify(fields) });
const named = (...names: readonly string[]) => ({
  devDependencies: Object.fromEntries(names.map((name) => [name, '*'])),
});

describe('R-001-16, R-001-25, R-001-26: which checks a repository has', () => {
  test('none that is not set up, silently', () => {
    const none = { tools: [], hooks: [], specs: {}, notes: [] };
    expect(chosen({})).toEqual(none);
    expect(chosen({ ...pkg({}), 'src/a.ts': '' })).toEqual(none);
    expect(chosen({ 'package.json': 'not json', 'tsconfig.json': '{}' })).toEqual(none);
    expect(chosen({ 'package.json': '{"scripts":[],"devDependencies":3}', 'tsconfig.json': '{}' })).toEqual(none);
    expect(chosen({ 'sub/package.json': pkg({ scripts: { lint: 'x' } })['package.json'] })).toEqual(none);
    expect(kindsOf(none)).toEqual([]);
  });

  test.each([
    [{ ...pkg(named('typescript')), 'tsconfig.json': '{}' }, 'typecheck tsc: tsc -p tsconfig.json --noEmit --pretty false'],
    [{ ...pkg(named('typescript')), 'tsconfig.json': '{"files":[],"references": [ {"path":"a"}]}' }, 'typecheck tsc: tsc -b --pretty false'],
    [{ ...pkg({ scripts: { typecheck: 'tsc -b' }, ...named('typescript') }), 'tsconfig.json': '{}' }, 'typecheck script "typecheck": tsc -b'],
    [pkg({ scripts: { 'type-check': 'vue-tsc', 'pretype-check': 'make types' } }), 'typecheck script "type-check": sh -c make types && vue-tsc'],
    [pkg({ scripts: { typecheck: 'npm run types', types: 'tsc --noEmit' } }), 'typecheck script "typecheck": tsc --noEmit'],
    [{ 'mypy.ini': '[mypy]\nstrict = True\n' }, 'typecheck mypy: mypy --no-color-output --no-error-summary .'],
    [{ 'pyproject.toml': '[tool.mypy]\nfiles = ["src"]\n' }, 'typecheck mypy: mypy --no-color-output --no-error-summary'],
    [{ 'setup.cfg': '[mypy]\n' }, 'typecheck mypy: mypy --no-color-output --no-error-summary .'],
    [{ 'pyproject.toml': '[tool.ruff.lint]\nselect = ["E"]\n' }, 'lint ruff: ruff check --force-exclude --output-format=concise …'],
    [{ '.golangci.yml': '' }, 'lint golangci-lint: golangci-lint run'],
    [{ 'Cargo.toml': '[lints.clippy]\nall = "deny"\n' }, 'lint clippy: cargo clippy --quiet --all-targets --message-format short'],
    [pkg({ scripts: { lint: 'biome check .' } }), 'lint script "lint": biome check .'],
    [pkg({ scripts: { lint: 'npx eslint .' } }), 'lint script "lint": eslint …'],
    [{ ...pkg(named('eslint')), 'eslint.config.mjs': '' }, 'lint eslint: eslint --no-warn-ignored …'],
    [{ ...pkg(named('eslint')), '.eslintrc.json': '' }, 'lint eslint: eslint …'],
    [pkg({ eslintConfig: {}, ...named('eslint') }), 'lint eslint: eslint …'],
  ])('%j: %s', (files, line) => {
    expect(lines(files as unknown as Readonly<Record<string, string>>)).toEqual([line]);
  }); // prettier-ignore

  test('R16: a stub is no check, and what it hides is looked for', () => {
    const scripts = { lint: 'echo "no linter" && exit 0', typecheck: 'true' };
    expect(lines({ ...pkg({ scripts, ...named('eslint') }), 'eslint.config.js': '' })).toEqual([
      'lint eslint: eslint --no-warn-ignored …',
    ]);
    expect(lines(pkg({ scripts: { lint: 'npm run lint' } }))).toEqual([]);
  });

  test('settings without the dependency are somebody’s editor’s; clippy where the toolchain has it', () => {
    expect(lines({ ...pkg({}), 'tsconfig.json': '{}', 'eslint.config.js': '' })).toEqual([]);
    expect(lines({ 'Cargo.toml': '[package]\n' })).toEqual([]);
    expect(lines({ 'Cargo.toml': '[package]\n' }, { installed: ['cargo-clippy'] })).toHaveLength(1);
  });

  test('a tool that only pre-commit brings along is left to pre-commit', () => {
    const files = { 'pyproject.toml': '[tool.ruff]\n', '.pre-commit-config.yaml': 'repo: x/ruff-pre-commit' };
    expect(chosen(files)).toMatchObject({ tools: [], hooks: [{ name: 'pre-commit' }] });
    expect(lines({ ...files, 'requirements-dev.txt': 'ruff==0.6\n' })).toHaveLength(1);
    expect(lines(files, { installed: ['ruff'] })).toHaveLength(1);
  });

  test('of several languages each, linters first; the notes say which', () => {
    const files = {
      ...pkg({ scripts: { lint: 'eslint .', typecheck: 'tsc' } }),
      'eslint.config.js': '',
      'ruff.toml': '',
      'mypy.ini': '[mypy]',
      '.husky/pre-commit': '',
    };
    const { notes, ...checks } = chosen(files);
    expect(notes).toEqual([
      'checked before each commit: lint by script "lint" on touched files, lint by ruff on touched files, typecheck by script "typecheck", typecheck by mypy, pre-commit hook .husky/pre-commit',
    ]);
    expect(kindsOf(checks)).toEqual(['typecheck', 'lint', 'hook']);
  });

  test('pawl.json takes the place of what is detected, or says that there is none', () => {
    const files = { ...pkg({ scripts: { lint: 'biome', typecheck: 'tsc' } }), 'ruff.toml': '' };
    const wishes = { typecheck: 'none', lint: ['make', 'lint'], hooks: null } as const;
    expect(lines(files, { wishes })).toEqual(['lint pawl.json "lint": make lint']);
  });

  test('what only a shell understands is left to one', () => {
    for (const lint of ['! grep -rn TODO src', 'exec biome', '. ./env']) {
      expect(lines(pkg({ scripts: { lint } }))).toEqual([`lint script "lint": sh -c ${lint}`]);
    }
  });

  test('a script that mends files says so', () => {
    expect(chosen(pkg({ scripts: { lint: 'prettier --write . && biome lint' } })).notes.join()).toContain(
      'script "lint" mends files by itself; it runs in a copy',
    );
  });
});

describe('R-004-46: touched files', () => {
  const command = (script: string, touched: readonly string[], more: Readonly<Record<string, unknown>> = {}) => {
    const files = { ...pkg({ scripts: { lint: script }, ...more }), 'eslint.config.js': '' };
    const [tool] = chosen(files).tools;
    const argv = tool === undefined ? null : toolCommand(tool, touched);
    return argv === null ? null : argv.join(' ');
  };

  test.each([
    ['eslint .', 'eslint --no-warn-ignored src/a.js'],
    ['eslint', 'eslint --no-warn-ignored src/a.js'],
    ['npx --no-install eslint src/ test -c my.config.js', 'eslint -c my.config.js --no-warn-ignored src/a.js'],
    ['pnpm exec eslint ./src --fix --fix-type layout', 'eslint --no-warn-ignored src/a.js'],
    ['node_modules/.bin/eslint --ext .js,.ts . --cache', 'eslint --ext .js,.ts --cache --no-warn-ignored src/a.js'],
    ['NODE_ENV=test eslint .', 'env NODE_ENV=test eslint --no-warn-ignored src/a.js'],
    ['tsc && eslint .', 'sh -c tsc && eslint --no-warn-ignored src/a.js'],
  ])('%s', (script, expected) => {
    expect(command(script, ['src/a.js', 'README.md'])).toBe(expected);
  });

  test.each(['eslint "src/**/*.js"', 'eslint . || true', 'eslint . | tee x', 'eslint $FILES'])(
    'a command that can not be taken apart runs whole: %s',
    (script) => {
      expect(command(script, ['src/a.js'])).toContain(script.replaceAll('"', '').split(' ')[1]?.slice(0, 3) ?? '');
      expect(command(script, [])).not.toBeNull();
    },
  );

  test('outside of what the script looks at nothing is linted; odd names stay one word each', () => {
    expect(command('eslint src', ['top.js', 'srcs/a.js'])).toBeNull();
    expect(command('eslint .', ['-o.js', "a 'b.ts"])).toBe("eslint --no-warn-ignored ./-o.js a 'b.ts");
    expect(command('tsc && eslint .', ["a 'b.ts"])).toBe("sh -c tsc && eslint --no-warn-ignored 'a '\\''b.ts'");
  });

  test('old settings: only what they can parse, and whole where warnings count', () => {
    const [tool] = chosen({ ...pkg({ eslintConfig: {}, ...named('eslint') }) }).tools;
    expect(tool === undefined ? null : toolCommand(tool, ['a.ts', 'a.jsx'])).toBeNull();
    const warns = pkg({ eslintConfig: {}, scripts: { lint: 'eslint . --max-warnings 0' } });
    expect(chosen(warns).tools).toMatchObject([{ touched: null }]);
  });
});

describe('R19: hooks', () => {
  const hooksOf = (...args: Parameters<typeof choose>) =>
    chosen(...args).hooks.map(({ stage, name, argv }) => `${stage} ${name}: ${argv.join(' ')}`);

  test('of every manager, pre-commit before commit-msg, each once', () => {
    const files = {
      '.husky/commit-msg': '',
      '.husky/pre-commit': '',
      '.husky/_/pre-commit': '',
      '.githooks/pre-commit': '',
      '.pre-commit-config.yaml': 'default_install_hook_types: [pre-commit, commit-msg]',
      'lefthook.yml': 'pre-push:\n  x: 1\ncommit-msg:\n  commands: {}\n',
      ...pkg({ 'simple-git-hooks': { 'pre-commit': 'npx lint-staged' }, husky: { hooks: { 'commit-msg': 'check' } } }),
    };
    const checkout = { path: '.githooks', untracked: [] };
    const wishes = { typecheck: null, lint: null, hooks: '.githooks' };
    expect(hooksOf(files, { programs: ['.githooks/pre-commit'], checkout, wishes })).toEqual([
      'pre-commit .husky/pre-commit: sh -e .husky/pre-commit',
      'pre-commit .githooks/pre-commit: sh -c exec "$0" "$@" ./.githooks/pre-commit',
      'pre-commit pre-commit: pre-commit run --color never',
      expect.stringMatching(/^pre-commit simple-git-hooks pre-commit: sh -c .*\nnpx lint-staged pre-commit$/s),
      'commit-msg .husky/commit-msg: sh -e .husky/commit-msg',
      'commit-msg pre-commit: pre-commit run --color never --hook-stage commit-msg --commit-msg-filename',
      'commit-msg lefthook: lefthook run commit-msg',
      expect.stringContaining('commit-msg husky.hooks commit-msg: sh -c '),
    ]);
  });

  test('pawl.json takes none of them away', () => {
    const files = { '.husky/pre-commit': '', 'checks/commit-msg': '' };
    const wishes = { typecheck: 'none', lint: 'none', hooks: 'checks' } as const;
    expect(hooksOf(files, { wishes, programs: ['checks/commit-msg'] })).toHaveLength(2);
  });

  test('a folder of pawl.json without a hook is a problem, in words', () => {
    const wishes = { typecheck: null, lint: null, hooks: 'checks' };
    expect(choose({ 'checks/readme.md': '' }, { wishes })).toEqual({
      kind: 'problem',
      message:
        'pawl.json names "checks" as its hooks, and no pre-commit or commit-msg lies there at the base; expected a folder with one of them, for example: {"hooks":".githooks"}',
    });
  });

  test('an untracked hook is named, unless it is what a manager of the repository left there', () => {
    const checkout = { path: null, untracked: ['.git/hooks/pre-commit', '.git/hooks/commit-msg'] };
    expect(chosen({ '.pre-commit-config.yaml': '' }, { checkout }).notes.at(-1)).toMatch(
      /^\.git\/hooks\/commit-msg of this checkout is no part of the repository and is not run/,
    );
    expect(chosen({ '.overcommit.yml': '' }).notes).toEqual([
      'overcommit sets up hooks here, and this version can not run them',
    ]);
  });
});
