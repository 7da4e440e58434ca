import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories, type TestTree } from '../support/git-repos.js';
import { bwrapPath } from '../adapters/process/support/rig.js';
import { missing } from '../support/setup-rig.js';
import { checkedRun, message, type CheckedRun, type RunWish } from './check-support.js';

let rig: ActivityRig;
beforeAll(async () => {
  rig = await activityRig({ jail: 'process' });
});
afterAll(async () => {
  await rig.remove();
  await removeRepositories();
});

const program = (...lines: readonly string[]) => ({ program: ['#!/bin/bash', ...lines, ''].join('\n') });
const staged = 'git diff --cached --name-only --diff-filter=ACM';
const trims = `for f in $(${staged}); do grep -q ' $' "$f" && { sed -i 's/ *$//' "$f"; found=1; }; done`;
const change: TestTree = { 'src/a.js': 'one  \n' };

/** A hook in a tracked folder that `core.hooksPath` names. */
function hooked(hook: TestTree[string], more: Partial<RunWish> = {}): Promise<CheckedRun> {
  const base = { '.githooks/pre-commit': hook, 'src/b.js': 'b\n', ...more.base };
  return checkedRun(rig, { config: { 'core.hooksPath': '.githooks' }, ...more, base });
}

describe('R19: the pre-commit hook', () => {
  test('R19 a: that exits 1 with a message sends the tree back, with its words', async () => {
    const run = await hooked(program(`for f in $(${staged}); do echo "$f: bad style"; done`, 'exit 1'));
    expect(run.notes).toEqual(['checked before each commit: pre-commit hook .githooks/pre-commit']);
    const report = await run.check(change);
    expect(report.failures).toEqual([
      'the pre-commit hook .githooks/pre-commit refuses (exit code 1):\nsrc/a.js: bad style',
    ]);
    expect(report.ran).toMatchObject([{ kind: 'hook', name: '.githooks/pre-commit', ok: false }]);
    expect(report.reformatted).toEqual([]);
  });

  test('R19 b: that reformats and exits 1 gives a new tree, on which it passes', async () => {
    const run = await hooked(program(trims, '[ -z "$found" ] || { echo reformatted; exit 1; }'));
    const report = await run.check(change);
    expect(report).toMatchObject({ failures: [], reformatted: ['src/a.js'] });
    expect(await run.trusted.readFile(report.tree, 'src/a.js')).toBe('one\n');
    expect(report.ran).toMatchObject([{ kind: 'hook', ok: true }]);
  });

  test('R19 c: that reformats, exits 0 and leaves it unstaged gives the same new tree', async () => {
    const run = await hooked(program(trims, 'exit 0'));
    const report = await run.check(change);
    expect(report).toMatchObject({ failures: [], reformatted: ['src/a.js'] });
    expect(await run.trusted.readFile(report.tree, 'src/a.js')).toBe('one\n');
    expect(await run.trusted.changes(await run.tree(change), report.tree)).toHaveLength(1);
  });

  test('R19 c: a hook that stages what it formatted is no other', async () => {
    const run = await hooked(program(trims, `git add $(${staged})`, 'exit 0'));
    const report = await run.check(change);
    expect(report).toMatchObject({ failures: [], reformatted: ['src/a.js'] });
    expect(await run.trusted.readFile(report.tree, 'src/a.js')).toBe('one\n');
  });

  test('R19 b: a second failure on the tree it left is one for the developer; it is not asked a third time', async () => {
    const run = await hooked(program(trims, `for f in $(${staged}); do echo "$f: unused x"; done`, 'exit 1'));
    const report = await run.check(change);
    expect(report.failures).toEqual([expect.stringContaining('src/a.js: unused x')]);
    expect(report.reformatted).toEqual(['src/a.js']);
  });

  test('R19: one that never comes to rest is broken', async () => {
    const run = await hooked(program('echo x >> src/a.js'));
    expect(await run.fails(change)).toEqual({
      cause: 'hook-broken',
      message: 'the hook .githooks/pre-commit changes src/a.js at each run anew',
    });
  });

  test.each([
    ['lacks a script', program(`[ -z "$(${staged})" ] || ./scripts/lint.sh`)],
    ['names an interpreter that is not there', { program: '#!/no/such/interpreter\n' }],
    ['calls a script that can not be executed', program('./src/b.js')],
    ['hides its missing script behind exit code 1', program('npx-of-nowhere lint-staged || exit 1')],
  ])('R19 d: a hook that %s is a system fault, not the developer’s', async (_what, hook) => {
    const run = await hooked(hook);
    const failure = await run.fails(change);
    expect(failure.cause).toBe('hook-broken');
    expect(failure.message).toContain("the pre-commit hook .githooks/pre-commit can't be used: ");
  });

  test('R19: a hook that hangs is ended and broken', async () => {
    const run = await hooked(program('echo waiting; sleep 600'), { facts: { idleTimeoutMs: 1_500 } });
    const failure = await run.fails(change);
    expect(failure).toMatchObject({
      cause: 'hook-broken',
      message: expect.stringContaining('it did not end:\nwaiting'),
    });
  });

  test('R19: what it changes, adds or removes besides the commit’s own paths is not taken, and named', async () => {
    const run = await hooked(program('echo 1 > src/b.js; echo 2 > new.txt; rm README.md; chmod +x src/a.js'));
    const report = await run.check(change);
    expect(report).toMatchObject({ failures: [], reformatted: ['src/a.js'] });
    const changes = await run.trusted.changes(await run.tree(change), report.tree);
    expect(changes).toEqual([{ kind: 'modified', path: 'src/a.js', mode: '100755' }]);
    expect(report.notes.join()).toMatch(
      /not taken from the hooks.*README\.md \(deleted\), src\/b\.js \(modified\), new\.txt \(new\)/,
    );
  });

  test('R19: a hook sees the change staged on its parent, as git would show it', async () => {
    const run = await hooked(
      program('git diff --cached --name-status; git diff --stat; git log --format=%s; git show HEAD:src/b.js; exit 1'),
    );
    const report = await run.check({ ...change, 'src/b.js': null });
    expect(report.failures.join()).toContain('A\tsrc/a.js\nD\tsrc/b.js\nstart\nb');
  });

  test('design 5: the base commit’s version of the hook counts, whatever stands in the tree', async () => {
    const run = await hooked(
      program('echo "the old hook $(cat .githooks/words)"; git diff --cached --quiet || exit 1'),
      {
        base: { '.githooks/words': 'speaks' },
      },
    );
    const report = await run.check({
      ...change,
      '.githooks/pre-commit': program('exit 0'),
      '.githooks/words': 'is silent',
    });
    expect(report.failures.join()).toContain('refuses');
    expect(report.failures.join()).toContain('the old hook speaks');
  });

  test('never bypassed: a hook that lets CI pass does not find CI, and none waits for input or an editor', async () => {
    const run = await hooked(
      program('[ -n "$CI" ] && exit 0', 'read answer', `${staged}; git commit --amend -q; exit 1`),
    );
    expect((await run.check(change)).failures.join()).toContain('src/a.js');
  });

  test('T4: nothing of the hook’s own git counts: commits, configuration, index', async () => {
    const run = await hooked(
      program(
        'echo evil > src/b.js; git add -A; git commit -qm evil --no-verify; git config core.fsmonitor "touch /tmp/x"',
      ),
    );
    const report = await run.check(change);
    expect(report).toMatchObject({ failures: [], reformatted: [] });
    expect(report.tree).toBe(await run.tree(change));
  });

  test('a file that the hook leaves as a pipe ends as hook-broken', async () => {
    const run = await hooked(program('rm src/a.js; mkfifo src/a.js'));
    expect(await run.fails(change)).toMatchObject({
      cause: 'hook-broken',
      message: expect.stringContaining('src/a.js'),
    });
  });
});

describe('where hooks are found', () => {
  test('R19: husky’s hooks run as husky runs them, with the helper of older versions', async () => {
    const old = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\nlint-it\n';
    const bin = program('git diff --cached --name-only; exit 1');
    const base = { '.husky/pre-commit': old, 'node_modules/.bin/lint-it': bin };
    const run = await checkedRun(rig, { base, config: { 'core.hooksPath': '.husky/_' } });
    expect((await run.check(change)).failures).toEqual([
      'the pre-commit hook .husky/pre-commit refuses (exit code 1):\nsrc/a.js',
    ]);
  });

  test('R19: hooks without a first line, not executable, are husky’s own way; what it left is not named as new', async () => {
    const run = await checkedRun(rig, { base: { '.husky/pre-commit': 'ls .husky/_ > /dev/null\n' } });
    expect(await run.check(change)).toMatchObject({ failures: [], notes: [], ran: [{ ok: true }] });
  });

  test('a hook of `hooks` in pawl.json runs beside the others; one that is not executable is asleep, as for git', async () => {
    const base = {
      'pawl.json': '{"hooks":"./checks/"}',
      'checks/pre-commit': program('echo from pawl.json; exit 0'),
      '.githooks/pre-commit': '#!/bin/sh\nexit 1\n',
    };
    const run = await checkedRun(rig, { base, config: { 'core.hooksPath': '.githooks' } });
    expect(run.notes).toContain(
      '.githooks/pre-commit is not executable at the base: git starts no such hook, and neither does Pawl',
    );
    expect((await run.check(change)).ran).toMatchObject([{ name: 'checks/pre-commit', ok: true }]);
  });

  test('an untracked hook of the person is named and not run', async () => {
    const untracked = { '.git/hooks/pre-commit': program('exit 1') };
    const run = await checkedRun(rig, { base: {}, untracked });
    expect(run.notes.join()).toContain('.git/hooks/pre-commit of this checkout is no part of the repository');
    expect(await run.check(change)).toMatchObject({ ran: [], failures: [] });
  });

  test('a configured hook manager that is not there is hook-broken', async () => {
    const run = await checkedRun(rig, { base: { 'lefthook.yml': 'pre-commit:\n  commands: {}\n' } });
    if ((await rig.tools.toolchains.versionOf('lefthook')) !== 'absent') return;
    expect(await run.fails(change)).toMatchObject({
      cause: 'hook-broken',
      message: expect.stringContaining('the pre-commit hook lefthook'),
    });
  });

  test('R-001-16: a repository without any check has none, and nothing is said', async () => {
    const run = await checkedRun(rig, { base: {} });
    expect(run.notes).toEqual([]);
    expect(await run.check(change)).toMatchObject({ ran: [], failures: [], notes: [], reformatted: [], message: null });
  });
});

describe('R19: real hook managers', () => {
  test('pre-commit: what it fixes is taken, what it refuses goes back, what it can not fetch is hook-broken', async () => {
    const absent = missing('pre-commit');
    if (absent !== null) return console.warn(absent);
    const local = (entry: string): string => `
repos:
  - repo: local
    hooks:
      - { id: local, name: local, language: system, files: 'js$', entry: "${entry}" }
`;
    const at = (config: string) => checkedRun(rig, { base: { '.pre-commit-config.yaml': config } });
    const fixing = await (await at(local("sed -i 's/ *$//'"))).check(change);
    expect(fixing).toMatchObject({ failures: [], reformatted: ['src/a.js'] });
    const refusing = await (await at(local("sh -c 'echo $0: bad; exit 1'"))).check(change);
    expect(refusing.failures.join()).toContain('src/a.js: bad');
    const remote = 'repos:\n  - repo: https://nowhere.invalid/hooks\n    rev: v1\n    hooks: [{ id: x }]\n';
    expect(await (await at(remote)).fails(change)).toMatchObject({ cause: 'hook-broken' });
  });

  test('lint-staged by husky: with the programs of node_modules, on what is staged', async () => {
    const absent = missing('lint-staged');
    if (absent !== null) return console.warn(absent);
    const base = {
      'package.json': JSON.stringify({ 'lint-staged': { '*.js': ["sed -i 's/ *$//'", 'grep -H -v bad'] } }),
      '.husky/pre-commit': 'lint-staged\n',
      'node_modules/.bin/lint-staged': program(
        `exec ${execFileSync('sh', ['-c', 'command -v lint-staged']).toString().trim()} "$@"`,
      ),
    };
    const run = await checkedRun(rig, { base });
    expect(await run.check(change)).toMatchObject({ failures: [], reformatted: ['src/a.js'], ran: [{ ok: true }] });
    expect((await run.check({ 'src/a.js': 'bad\n' })).failures).toEqual([expect.stringContaining('grep -H -v bad')]);
  });
});

describe('the commit-msg hook', () => {
  const msg = (...lines: readonly string[]) => ({
    base: { '.githooks/commit-msg': program(...lines) },
    config: { 'core.hooksPath': '.githooks' },
  });

  test('gets the message as a file and may reword it', async () => {
    const run = await checkedRun(rig, msg('sed -i "1s/$/ [SHOP-1]/" "$1"', 'echo "Change-Id: I1" >> "$1"'));
    const report = await run.check(change);
    expect(report.message).toBe(`${message.replace('a step', 'a step [SHOP-1]')}Change-Id: I1\n`);
    expect(report.ran).toMatchObject([{ kind: 'hook', name: '.githooks/commit-msg', ok: true }]);
  });

  test('that leaves it alone changes nothing', async () => {
    const run = await checkedRun(rig, msg('grep -q "^feat: " .git/COMMIT_EDITMSG'));
    expect((await run.check(change)).message).toBeNull();
  });

  test.each([
    ['drops a trailer', 'sed -i "/^Task:/d" "$1"', 'trailers Task'],
    ['puts a link in its place', 'ln -sf /etc/passwd "$1"', 'unreadable'],
    ['refuses it', 'echo "subject too long"; exit 1', 'it refuses the message "feat: a step":\nsubject too long'],
  ])('that %s is hook-broken, with the words', async (_what, line, words) => {
    const run = await checkedRun(rig, msg(line));
    const failure = await run.fails(change);
    expect(failure).toMatchObject({ cause: 'hook-broken', message: expect.stringContaining(words) });
  });

  test('does not run after an edit', async () => {
    const run = await checkedRun(rig, msg('exit 1'));
    expect(await run.check(change, { when: 'edit', message: null })).toMatchObject({ ran: [], failures: [] });
  });
});

test('in bubblewrap a hook reaches neither a network nor Pawl’s home, and does its work', async () => {
  if (bwrapPath === null) return console.warn('skipped: bubblewrap not installed');
  const jailed = await activityRig({ jail: 'bubblewrap' });
  const probe = program(
    `[ -e ${jailed.home}/repositories ] && { echo "sees Pawl's home"; exit 1; }`,
    'tail -n +3 /proc/net/dev | grep -v "^ *lo:" && exit 1',
    trims,
    'exit 0',
  );
  try {
    const base = { '.githooks/pre-commit': probe };
    const run = await checkedRun(jailed, { base, config: { 'core.hooksPath': '.githooks' } });
    expect(await run.check(change)).toMatchObject({ failures: [], reformatted: ['src/a.js'] });
  } finally {
    await jailed.remove();
  }
});
