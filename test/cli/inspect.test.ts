import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { git, removeRepositories, temporaryFolder, writeTree, type TestTree } from '../support/git-repos.js';
import { storyFiles, storyIssue } from '../support/story.js';
import { client } from './support/client.js';

const before = { home: process.env['PAWL_HOME'], address: process.env['TEMPORAL_ADDRESS'] };
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder('pawl-inspect');
  process.env['PAWL_HOME'] = join(folder, 'home');
  process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
});
afterAll(async () => {
  for (const [name, value] of [
    ['PAWL_HOME', before.home],
    ['TEMPORAL_ADDRESS', before.address],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await removeRepositories();
});

let count = 0;
async function origin(files: TestTree): Promise<string> {
  count += 1;
  const path = join(folder, `shop-${count}`);
  await mkdir(path);
  await writeTree(path, { ...storyFiles, 'docs/issue.md': storyIssue(2), ...files });
  await git(path, ['init', '-q', '-b', 'main']);
  await git(path, ['config', 'user.name', 'Ann']);
  await git(path, ['config', 'user.email', 'ann@example.org']);
  await git(path, ['add', '-A']);
  await git(path, ['commit', '-qm', 'start']);
  return path;
}

interface Found {
  readonly usable: boolean;
  readonly problems: readonly { readonly cause: string }[];
}

async function inspect(path: string, ...flags: readonly string[]): Promise<Found & { readonly code: number }> {
  const { code, out, err } = await client('inspect', join(path, 'docs/issue.md'), '--json', ...flags);
  if (out === '') throw new Error(err);
  return { code, ...(JSON.parse(out) as Found) };
}

describe('pawl inspect, without server and worker', () => {
  test('what a run would make of the source; the origin stays as it was', async () => {
    const path = await origin({ 'pawl.json': '{"maxFiles": 2, "setup": "npm ci --ignore-scripts"}' });
    const status = await git(path, ['status', '--porcelain', '--ignored']);
    const found = await inspect(path, '--issue', '42');
    expect(found).toMatchObject({
      ...{
        code: 0,
        usable: true,
        problems: [],
        branch: 'tdd/issue-42-more-numbers',
        branchTip: null,
        ledger: '.tdd/issue-42.md',
      },
      base: { ref: 'main', sha: await git(path, ['rev-parse', 'main']) },
      testCommand: { line: 'node --test', source: 'detected' },
      setup: { commands: ['npm ci --ignore-scripts'], why: 'named in pawl.json' },
      rules: { maxFiles: 2 },
      survey: {
        criteria: [
          { number: 1, line: 7 },
          { number: 2, line: 8 },
        ],
      },
    });
    const shown = await client('inspect', join(path, 'docs/issue.md'));
    expect(shown).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^More numbers\n[^]*1\. `value\('n1'\)` is 1 \(line 7\)[^]*pawl run docs\/issue\.md$/m,
      ),
    });
    expect(shown.out).toMatch(/^ {2}pawl\.json setup \[\["npm","ci","--ignore-scripts"\]\], maxFiles 2$/m);
    expect(await git(path, ['status', '--porcelain', '--ignored'])).toBe(status);
    expect(await git(path, ['for-each-ref', '--format=%(refname)'])).toBe('refs/heads/main');
  });

  test('what pawl.json asks for, and nothing that it leaves out', async () => {
    const line = async (files: TestTree): Promise<string | undefined> => {
      const { out } = await client('inspect', join(await origin(files), 'docs/issue.md'));
      return /^ {2}pawl\.json (.*)$/m.exec(out)?.[1];
    };
    expect(await line({})).toBe('none, or it asks for nothing');
    expect(await line({ 'pawl.json': '{"discipline": "strict", "lint": false, "specs": {}}' })).toBe(
      'lint "none", discipline "strict"',
    );
  });

  test('the project below the top that the issue names, with its folder, as a run would take it', async () => {
    const go = { 'go.mod': 'module shop\n\ngo 1.22\n', 'one_test.go': 'package shop\n' };
    const path = await origin({
      'docs/issue.md': '# Double\n\nIn `services/b/num.go`.\n\n## Acceptance criteria\n\n- it doubles\n',
    });
    await git(path, ['rm', '-rqf', 'test', 'package.json']);
    for (const name of ['a', 'b']) await writeTree(join(path, 'services', name), go);
    await git(path, ['add', '-A']);
    await git(path, ['commit', '-qm', 'services']);
    expect(await inspect(path)).toMatchObject({
      ...{ code: 0, problems: [], candidates: ['cd services/b && go test ./...'] },
      testCommand: { line: 'cd services/b && go test ./...', runner: 'go test' },
    });
  });

  test('exit 1 with every problem, not only the first, and what mends it', async () => {
    const path = await origin({ 'pawl.json': '{"tset": "x"}', 'docs/issue.md': '# T\n\nno list\n' });
    await writeTree(path, { 'src/numbers.js': 'changed\n' });
    const found = await inspect(path, '--base', 'nowhere');
    expect([found.code, found.problems.map(({ cause }) => cause)]).toEqual([
      1,
      ['no-criteria', 'dirty-origin', 'base-unknown'],
    ]);
    const others = await inspect(path, '--allow-dirty', '--test-command', 'make check');
    expect(others.problems.map(({ cause }) => cause)).toEqual([
      'no-criteria',
      'unsupported-repository',
      'no-test-command',
    ]);
    const shown = await client('inspect', join(path, 'docs/issue.md'));
    expect(shown.out).toMatch(
      /A run would bail:\n {2}- no-criteria\n[^]*next: mend the issue or plan, then: pawl run docs\/issue\.md/,
    );
  });

  test('a branch of the run’s name that is not Pawl’s; several test commands that fit', async () => {
    const path = await origin({ 'test/test_a.py': 'def test_a(): pass\n', 'pytest.ini': '[pytest]\n' });
    await git(path, ['branch', 'tdd/docs--issue']);
    const { code, problems } = await inspect(path);
    expect([code, problems.map(({ cause }) => cause)]).toEqual([1, ['branch-moved', 'needs-user']]);
    expect((await client('inspect', join(path, 'docs/issue.md'))).out).toMatch(
      /next: name the one you mean, for example: pawl run docs\/issue\.md --test-command "node --test"; or start it/,
    );
  });

  test('wrong use is exit 2: no such file, a folder, the id of a run', async () => {
    const path = await origin({});
    for (const source of [join(path, 'docs/none.md'), join(path, 'docs'), 'tdd/acme/shop/issue-4']) {
      expect(await client('inspect', source)).toMatchObject({ code: 2, out: '' });
    }
  });
});
