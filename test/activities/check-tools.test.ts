import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories, temporaryFolder, type TestTree } from '../support/git-repos.js';
import { projectRoot } from '../support/rig.js';
import { missing } from '../support/setup-rig.js';
import { checkedRun } from './check-support.js';

let rig: ActivityRig;
let started: string[] = [];
beforeAll(async () => {
  const made = await activityRig({ jail: 'process' });
  const { programs } = made.tools;
  const run: typeof programs.run = (spec, watch) => {
    started.push(spec.argv.join(' '));
    return programs.run(spec, watch);
  };
  rig = { ...made, tools: { ...made.tools, programs: { ...programs, run } } };
});
afterAll(async () => {
  await rig.remove();
  await removeRepositories();
});

/** This project's own tsc and eslint, where a package manager would have put them. */
const tool = (path: string) => ({ program: `#!/bin/sh\nexec node ${projectRoot}/node_modules/${path} "$@"\n` });
const tsc = { 'node_modules/.bin/tsc': tool('typescript/bin/tsc') };
const eslint = { 'node_modules/.bin/eslint': tool('eslint/bin/eslint.js') };
const json = (value: unknown): string => JSON.stringify(value);

const typed: TestTree = {
  ...tsc,
  'package.json': json({ type: 'module', devDependencies: { typescript: '*' } }),
  'tsconfig.json':
    '{\n  // strict\n  "compilerOptions": { "strict": true, "types": [], "lib": ["ES5"], "skipLibCheck": true }, "include": ["src"]\n}\n',
  'src/a.ts': 'export const a: number = 1;\n',
};
const linted: TestTree = {
  ...eslint,
  'package.json': json({ type: 'module', devDependencies: { eslint: '*' } }),
  'eslint.config.js': "export default [{ rules: { 'no-debugger': 'error', 'no-empty': 'error' } }];\n",
  'src/a.js': 'export const a = 1;\n',
  'src/b.js': 'debugger;\n',
};

test('R-001-49: a touched source file without its test file is named before any tool runs, where pawl.json asks for it', async () => {
  const checks = { tools: [], hooks: [], specs: { 'src/{path}.js': 'test/{path}.test.js' } };
  const run = await checkedRun(rig, { base: { 'src/a.js': '', 'test/a.test.js': '' }, facts: { checks } });
  const report = await run.check({ 'src/a.js': '1;\n', 'src/b.js': '1;\n' });
  expect(report.failures).toEqual(['src/b.js has no test file; pawl.json asks for test/b.test.js']);
  expect(report.ran).toMatchObject([{ kind: 'specs', ok: false }]);
  const both = await run.check({ 'src/b.js': '1;\n', 'test/b.test.js': '1;\n' });
  expect(both).toMatchObject({ failures: [], ran: [{ kind: 'specs', ok: true }] });
});

describe('R-001-16, R-001-26: the type-check', () => {
  test('R-001-16: by tsc, an error of an edit goes back with its place; after the edit nothing else runs', async () => {
    const base = {
      ...typed,
      'package.json': json({ devDependencies: { typescript: '*' }, scripts: { lint: 'exit-9' } }),
    };
    const run = await checkedRun(rig, { base });
    const report = await run.check({ 'src/a.ts': 'export const a: number = "x";\n' }, { when: 'edit', message: null });
    expect(report.failures).toEqual([
      "typecheck by tsc fails:\nsrc/a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    ]);
    expect(report.ran).toMatchObject([{ kind: 'typecheck', name: 'tsc', ok: false }]);
    const mended = await run.check({ 'src/a.ts': 'export const a: number = 2;\n' }, { when: 'edit', message: null });
    expect(mended).toMatchObject({ failures: [], notes: [], ran: [{ name: 'tsc', ok: true }] });
  });

  test('errors from before the run blame nobody; one more of them does; the base is measured once', async () => {
    const base = { ...typed, 'src/old.ts': 'export const old: number = "x";\n' };
    const run = await checkedRun(rig, { base });
    started = [];
    const same = await run.check({ 'src/old.ts': '// moved\nexport const old: number = "x";\n' });
    expect(same.failures).toEqual([]);
    expect(same.notes).toEqual(['typecheck by tsc: red before the run began, and nothing new (1 messages)']);
    const more = await run.check({ 'src/old.ts': 'export const old: number = "x", two: number = "x";\n' });
    expect(more.failures).toEqual([expect.stringContaining('fails anew (1 others were there before the run began)')]);
    expect(more.failures[0]?.match(/error TS2322/g)).toHaveLength(1);
    expect(started.filter((line) => line.startsWith('tsc'))).toHaveLength(3);
  });

  test('a tree that passed after its edit is not measured again before its commit', async () => {
    const run = await checkedRun(rig, { base: typed });
    started = [];
    await run.check({ 'src/a.ts': 'export const a = 3;\n' }, { when: 'edit', message: null });
    const report = await run.check({ 'src/a.ts': 'export const a = 3;\n' });
    expect(report.ran).toMatchObject([{ name: 'tsc', ok: true }]);
    expect(started.filter((line) => line.startsWith('tsc'))).toHaveLength(1);
  });
});

describe('R-001-25, R-004-46: the linter', () => {
  test('R-004-46: eslint looks at touched files alone', async () => {
    const run = await checkedRun(rig, { base: linted });
    expect(run.notes).toEqual(['checked before each commit: lint by eslint on touched files']);
    started = [];
    expect(await run.check({ 'src/a.js': 'export const a = 2;\n' })).toMatchObject({ failures: [], notes: [] });
    expect(started).toEqual([expect.stringMatching(/^eslint .*src\/a\.js$/)]);
    const report = await run.check({ 'src/c d.js': 'if (true) {}\n', 'notes.md': 'x\n' });
    expect(report.failures).toEqual([
      expect.stringMatching(/^lint by eslint fails:\nsrc\/c d\.js\n\s+1:11 +error .*no-empty/),
    ]);
  });

  test('a fault that a touched file had before is not the developer’s, wherever its line is now', async () => {
    const run = await checkedRun(rig, { base: linted });
    expect(await run.check({ 'src/b.js': '\n\ndebugger;\n' })).toMatchObject({
      failures: [],
      notes: ['lint by eslint: red before the run began, and nothing new (1 messages)'],
      ran: [{ ok: true }],
    });
    const { failures } = await run.check({ 'src/b.js': 'debugger;\nif (true) {}\n' });
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain('no-empty');
    expect(failures[0]).not.toContain('no-debugger');
  });

  test('nothing to lint: not among what ran', async () => {
    const run = await checkedRun(rig, { base: linted });
    expect(await run.check({ 'notes.md': 'x\n', 'src/b.js': null })).toMatchObject({ ran: [], failures: [] });
  });

  test('the script "lint" comes first, is eslint on touched files where it is eslint, and mends nothing', async () => {
    const scripts = { lint: 'eslint src --fix --max-warnings 0' };
    const base = { ...linted, 'package.json': json({ type: 'module', scripts }) };
    const run = await checkedRun(rig, { base });
    started = [];
    await run.check({ 'src/a.js': 'export const a = 2;\n', 'top.js': 'debugger;\n' });
    expect(started).toEqual(['eslint --max-warnings 0 --no-warn-ignored src/a.js']);
  });

  test('a script of the base counts, whatever the tree’s package.json makes of it', async () => {
    const base = {
      ...linted,
      'package.json': json({ scripts: { lint: 'sh lint.sh' } }),
      'lint.sh': 'grep -rq bad src && exit 1 || exit 0\n',
    };
    const run = await checkedRun(rig, { base });
    const change = { 'package.json': json({ scripts: { lint: 'true' } }), 'src/a.js': 'bad\n' };
    expect((await run.check(change)).failures).toEqual(['lint by script "lint" fails:\n']);
  });

  test('red before the run and not to be compared: said aloud, and no bar', async () => {
    const base = { 'package.json': json({ scripts: { lint: 'sh lint.sh' } }), 'lint.sh': 'date; exit 3\n' };
    const run = await checkedRun(rig, { base });
    const report = await run.check({ 'src/a.js': 'a\n' });
    expect(report.failures).toEqual([]);
    expect(report.notes).toEqual([
      'lint by script "lint": red before the run began, so it does not count: what is new in what it says can not be told',
    ]);
  });

  test('a hook’s work is linted, too', async () => {
    const hook = { program: '#!/bin/sh\ngrep -q debugger src/a.js || echo "debugger;" >> src/a.js\n' };
    const run = await checkedRun(rig, {
      base: { ...linted, 'hooks/pre-commit': hook, 'pawl.json': '{"hooks":"hooks"}' },
    });
    const report = await run.check({ 'src/a.js': 'export const a = 2;\n' });
    expect(report.failures).toEqual([expect.stringContaining('no-debugger')]);
    expect(report.reformatted).toEqual(['src/a.js']);
  });

  test('ruff and mypy, where they are installed', async () => {
    const absent = missing('ruff', 'mypy');
    if (absent !== null) return console.warn(absent);
    const base = { 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\nstrict = true\n', 'a.py': 'a: int = 1\n' };
    const run = await checkedRun(rig, { base });
    const report = await run.check({ 'a.py': 'import os\n\na: int = "x"\n' });
    expect(report.failures.join('\n')).toMatch(/a\.py:1:8: F401[^]*a\.py:3: error/);
  });
});

describe('faults of the system', () => {
  test.each([
    ['is not installed', 'no-such-tool --strict'],
    ['calls one that is not installed', 'true && no-such-tool'],
    ['is installed and can not be executed', './README.md'],
  ])('a tool that %s is setup-failed, with the way out', async (_what, typecheck) => {
    const run = await checkedRun(rig, { base: { 'pawl.json': json({ typecheck }) } });
    const failure = await run.fails({ 'src/a.js': 'a\n' });
    expect(failure.cause).toBe('setup-failed');
    expect(failure.message).toContain('typecheck by pawl.json "typecheck"');
    expect(failure.message).toContain('or name another command, or false for none, as "typecheck" in pawl.json');
  });

  test('one that never ends is ended, and no fault of the developer', async () => {
    const base = { 'pawl.json': json({ lint: 'echo begun && sleep 600' }) };
    const run = await checkedRun(rig, { base, facts: { leafTimeoutMs: 1_500 } });
    expect(await run.fails({ 'src/a.js': 'a\n' })).toMatchObject({
      cause: 'tests-did-not-end',
      message: expect.stringContaining('did not end within its time (--leaf-timeout):\nbegun'),
    });
  });

  test('8 MB of output are capped', async () => {
    const run = await checkedRun(rig, {
      base: { 'pawl.json': json({ lint: 'cat README.md && yes x | head -c 8000000 && test ! -f bad' }) },
    });
    const { failures } = await run.check({ bad: 'a\n' });
    expect(failures).toHaveLength(1);
    expect(failures[0]?.length).toBeLessThan(5_001);
  });
});

test('programs come from the dependency store, as for tests', async () => {
  const made = await temporaryFolder('pawl-made');
  const bin = join(made, 'work/node_modules/.bin');
  await mkdir(bin, { recursive: true });
  await mkdir(join(made, 'home'));
  await writeFile(join(bin, 'tsc'), '#!/bin/sh\necho "src/a.ts(1,1): error TS1: of the store"; exit 2\n', {
    mode: 0o755,
  });
  const places = { work: join(made, 'work'), home: join(made, 'home') };
  const store = await rig.tools.stores.seal('b'.repeat(64), { ...places, tracked: [], keeps: ['node_modules'] });
  const { 'node_modules/.bin/tsc': _own, ...base } = typed as Record<string, string>;
  const run = await checkedRun(rig, { base });
  expect((await run.check({ 'src/a.ts': 'export const a = 2;\n' }, { store })).notes).toEqual([
    'typecheck by tsc: red before the run began, and nothing new (1 messages)',
  ]);
});
