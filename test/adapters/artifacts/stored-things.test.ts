import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { cleanPlan, usualAges, type OpenRuns, type StoredThing } from '../../../src/domain/run/housekeeping.js';
import { clean, planCleaning } from '../../../src/local/housekeeping.js';
import { storedThings } from '../../../src/adapters/artifacts/stored-things.js';
import { removeRepositories, temporaryFolder } from '../../support/git-repos.js';
import { ada, opened } from '../git/fixture.js';

afterEach(removeRepositories);

const dayMs = 86_400_000;
const none: OpenRuns = { kind: 'known', keys: [], sinceMs: null };
const path = process.env['PATH'] ?? '/usr/bin:/bin';

async function put(home: string, file: string, text = 'x'): Promise<string> {
  await mkdir(dirname(join(home, file)), { recursive: true });
  await writeFile(join(home, file), text);
  return join(home, file);
}

/** In a year everything is past its age. */
function later(): { ages: typeof usualAges; diskBudgetBytes: null; nowMs: number } {
  return { ages: usualAges, diskBudgetBytes: null, nowMs: Date.now() + 365 * dayMs };
}

test('each thing is found with its kind, run, size and last use; what is none of these is not', async () => {
  const home = await temporaryFolder('pawl-home');
  await put(home, 'runs/a/work/1-develop/work/big', 'x'.repeat(100_000));
  await put(home, 'runs/a/review/1-abc/test.js');
  await put(home, 'runs/a/leaves/1-develop/out');
  await put(home, 'runs/a/events.jsonl', '{"kind":"exit"}\n{"kind":"ended","isDone":true}\n');
  await put(home, 'runs/b/events.jsonl', '{"kind":"ended","isDone":true}\n{"kind":"launch"}\n');
  await put(home, 'stores/0123abcd/store.json');
  await put(home, 'stores/0123abcd.draft/half');
  await put(home, 'repositories/.drafts/77/half');
  await put(home, 'host-id');
  await put(home, 'config.json');
  await put(home, 'temporal/server.db');
  await put(home, 'memory/a.md');
  const found = await storedThings(home, Date.now());
  expect(found.map(({ kind, run, isDone }) => [kind, run, isDone])).toEqual([
    ['workspace', 'a', true],
    ['review-copy', 'a', true],
    ['log', 'a', true],
    ['log', 'b', false],
    ['store', null, false],
    ['draft', null, false],
    ['draft', null, false],
  ]);
  expect(found[0]?.bytes).toBeGreaterThanOrEqual(100_000);
});

test('F39: what went is gone, read-only content included; links are not followed; the rest of the home stays', async () => {
  const home = await temporaryFolder('pawl-home');
  const outside = await put(await temporaryFolder('pawl-outside'), 'keep');
  const file = await put(home, 'runs/a/work/1-develop/work/deep/file');
  await symlink(dirname(outside), join(home, 'runs/a/work/1-develop/work/link'));
  await chmod(file, 0o000);
  await chmod(dirname(file), 0o000);
  await put(home, 'runs/a/leaves/1-develop/out');
  await put(home, 'runs/open/work/1-develop/work/file');
  await put(home, 'host-id');
  const open: OpenRuns = { kind: 'known', keys: ['open'], sinceMs: 0 };
  const config = { home, path };
  const plan = await planCleaning(config, open, later());
  expect(await readdir(join(home, 'runs'))).toEqual(['a', 'open']);
  const { removed, stuck } = await clean(config, open, plan);
  expect({ kinds: removed.map(({ thing }) => thing.kind), stuck }).toEqual({ kinds: ['workspace', 'log'], stuck: [] });
  expect(await readdir(join(home, 'runs'))).toEqual(['open']);
  expect(await readdir(dirname(outside))).toEqual(['keep']);
  expect(await readdir(home)).toContain('host-id');
});

test('a workspace of today stays, one of last week goes: by the newest time in it', async () => {
  const home = await temporaryFolder('pawl-home');
  const old = new Date(Date.now() - 7 * dayMs);
  for (const name of ['old', 'touched']) {
    const file = await put(home, `runs/a/work/${name}/work/file`);
    const tops = ['', 'work'].map((part) => join(home, 'runs/a/work', name, part));
    for (const place of [file, ...tops]) await utimes(place, old, old);
  }
  await put(home, 'runs/a/work/touched/work/file', 'again');
  const things = await storedThings(home, Date.now());
  const plan = cleanPlan(things, none, { ages: usualAges, diskBudgetBytes: null, nowMs: Date.now() });
  expect(plan.remove.map(({ thing }) => thing.id)).toEqual([join(home, 'runs/a/work/old')]);
});

test('attempts with their logs and review marks go by run; a repository goes when its origin is gone', async () => {
  const { home, origin, trusted, commit, tree } = await opened({ a: 'x' });
  const request = { tree, parent: commit, message: 'm', author: ada, atMs: Date.now() - 100 * dayMs };
  await trusted.keepAttempt('old/1/1', request);
  await trusted.keepAttemptLogs('old/1/1', { out: 'said' }, request);
  await trusted.keepAttempt('open/1/1', request);
  await trusted.keepAttempt('young/1/1', { ...request, atMs: Date.now() });
  const refs = (): string =>
    execFileSync('git', ['--git-dir', trusted.path, 'for-each-ref', '--format=%(refname)', 'refs/pawl'], {
      encoding: 'utf8',
    });
  const open: OpenRuns = { kind: 'known', keys: ['open'], sinceMs: Date.now() };
  const config = { home, path };
  const rules = { ages: usualAges, diskBudgetBytes: null, nowMs: Date.now() };
  const first = await clean(config, open, await planCleaning(config, open, rules));
  expect(first.removed.map(({ thing }: { thing: StoredThing }) => [thing.kind, thing.run])).toEqual([
    ['attempt', 'old'],
  ]);
  expect(refs().trim().split('\n')).toEqual(['refs/pawl/attempts/open/1/1', 'refs/pawl/attempts/young/1/1']);
  await rm(origin.path, { recursive: true });
  const second = await clean(config, none, await planCleaning(config, none, later()));
  expect(second.removed.map(({ thing }: { thing: StoredThing }) => thing.kind)).toContain('mirror');
  expect((await readdir(join(home, 'repositories'))).filter((name) => !name.startsWith('.'))).toEqual([]);
});
