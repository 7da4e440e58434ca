import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RunInput } from '../../src/contract/run-input.js';
import { follow, layOrigin, replays, rig, tell, type Rig, type Told } from '../support/rig.js';
import { redDo, storyFiles, storyIssue, type StoryLeaf } from '../support/story.js';
import { branch, expectWhole } from './oracle.js';

const run = promisify(execFile);
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })), 60_000);
afterAll(() => rigged.close());

async function git(folder: string, ...args: string[]): Promise<string> {
  return (await run('git', ['-C', folder, ...args])).stdout.trimEnd();
}

let count = 0;

/** An origin made otherwise than by `tell`, and the run on it, with what the input says otherwise. */
async function runOn(
  place: { readonly origin: string; readonly file?: string },
  options: Partial<RunInput['options']> = {},
): Promise<Told> {
  count += 1;
  // Its host, scenario and options are those of any other run.
  const model = await modelInput();
  const file = place.file ?? join(place.origin, 'docs/issue.md');
  const source = { ...model.source, origin: place.origin, file };
  const id = `tdd/local/odd-${count}-abcdef/file-docs--issue`;
  return follow(rigged, {
    id,
    origin: place.origin,
    input: { ...model, source, options: { ...model.options, ...options } },
  });
}

let model: Promise<RunInput> | null = null;
function modelInput(): Promise<RunInput> {
  model ??= tell(rigged, { steps: 1 }).then(async (told) => {
    await told.result();
    return told.input;
  });
  return model;
}

async function laid(name: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const origin = join(rigged.folder, name);
  await layOrigin(origin, { ...storyFiles, 'docs/issue.md': storyIssue(1), ...files });
  return origin;
}

async function done(told: Told): Promise<void> {
  expect(await told.result()).toMatchObject({ outcome: 'done', report: { pushed: 'pushed' } });
  await expectWhole(told, 1);
}

test('a linked work tree as origin: its own HEAD is the base, the branch stands in the common repository', async () => {
  const main = await laid('with-trees');
  const tree = join(rigged.folder, 'linked tree');
  await git(main, 'worktree', 'add', '-q', '-b', 'side', tree);
  await writeFile(join(tree, 'side.txt'), 'side\n');
  await git(tree, 'add', '-A');
  await git(tree, 'commit', '-qm', 'on the side');
  const told = await runOn({ origin: tree });
  const result = await told.result();
  expect(result).toMatchObject({ outcome: 'done', report: { base: { ref: 'side' }, pushed: 'pushed' } });
  expect(await git(main, 'show', `${branch}:side.txt`)).toBe('side');
});

test('a bare repository as origin, its refs packed', async () => {
  const bare = join(rigged.folder, 'bare.git');
  await run('git', ['clone', '-q', '--bare', await laid('for-bare'), bare]);
  await git(bare, 'config', 'user.name', 'Ann');
  await git(bare, 'config', 'user.email', 'ann@example.org');
  await git(bare, 'pack-refs', '--all');
  const file = join(rigged.folder, 'beside.md');
  await writeFile(file, storyIssue(1));
  const result = await (await runOn({ origin: bare, file })).result();
  expect(result).toMatchObject({ outcome: 'done', report: { pushed: 'pushed' } });
  expect(await git(bare, 'log', '--format=%s', '-1', branch)).not.toBe('');
});

test('packed refs only, and everything packed away', async () => {
  const origin = await laid('packed');
  await git(origin, 'pack-refs', '--all');
  await git(origin, 'gc', '-q', '--aggressive', '--prune=now');
  await done(await runOn({ origin }));
});

test('an issue file in a folder with blanks and letters of other alphabets', async () => {
  const path = 'dökumente und so/日本 ✓/issue -n.md';
  const origin = await laid('odd-names', { [path]: storyIssue(1) });
  await done(await runOn({ origin, file: join(origin, path) }));
});

test('a detached HEAD', async () => {
  const origin = await laid('detached');
  await git(origin, 'checkout', '-q', '--detach');
  const told = await runOn({ origin });
  await done(told);
  expect((await told.result()).report.base?.ref).toBe('HEAD');
});

test.each(['v1.0', 'sha', 'short'] as const)('the base as %s', async (kind) => {
  const origin = await laid(`base-${kind}`);
  const sha = await git(origin, 'rev-parse', 'HEAD');
  await git(origin, 'tag', '-a', 'v1.0', '-m', 'one');
  await writeFile(join(origin, 'later.txt'), 'later\n');
  await git(origin, 'add', '-A');
  await git(origin, 'commit', '-qm', 'later');
  const base = { 'v1.0': 'v1.0', sha, short: sha.slice(0, 9) }[kind];
  const result = await (await runOn({ origin }, { base })).result();
  expect(result).toMatchObject({ outcome: 'done', report: { base: { ref: base, sha } } });
  expect(await git(origin, 'merge-base', 'main', branch)).toBe(sha);
});

test('CRLF files under .gitattributes come through byte for byte, and the checkout stays clean', async () => {
  const origin = await laid('crlf', {
    '.gitattributes': '* text=auto eol=crlf\n*.bin binary\n',
    'notes.txt': 'one\r\ntwo\r\n',
    'mixed.bin': 'a\r\nb\nc\r',
  });
  const told = await runOn({ origin });
  await done(told);
  const changed = (await git(origin, 'diff', '--name-only', 'main', branch)).split('\n').sort();
  expect(changed).toEqual(['.tdd/docs--issue.md', 'src/numbers.js', 'test/numbers.test.js']);
});

test('CRLF in the repository itself: only the lines a step wrote differ', async () => {
  const origin = await laid('crlf-inside', { '.gitattributes': '* -text\n', 'old.txt': 'one\r\ntwo\r\n' });
  await done(await runOn({ origin }));
  expect((await run('git', ['-C', origin, 'show', `${branch}:old.txt`])).stdout).toBe('one\r\ntwo\r\n');
});

test.each([
  ['quotes', `"quoted" 'single' and \`backticks\``],
  ['an option', '-n --force'],
  ['a command', '$(touch pwned); rm -rf / #'],
  ['a trailer', 'Task: 99'],
  ['markup', '<!-- pawl ledger v1 --> - [x] 1. done'],
])('R28: an issue titled with %s', async (name, title) => {
  const text = storyIssue(1).replace('More numbers', title);
  const origin = await laid(`title-${name.replace(' ', '-')}`, { 'docs/issue.md': text });
  const told = await runOn({ origin });
  expect(await told.result()).toMatchObject({ outcome: 'done', report: { pushed: 'pushed' } });
  const plan = await git(origin, 'log', '--reverse', '--format=%(trailers:key=Task)', `main..${branch}`);
  expect(plan.split('\n').filter((line) => line !== '')).not.toContain('Task: 99');
  await replays(told);
});

test('a branch of that name that is not Pawl’s: refused by name, and forgotten once it is gone', async () => {
  const origin = await laid('foreign');
  await git(origin, 'branch', branch);
  const first = await runOn({ origin });
  await expect(first.result()).rejects.toMatchObject({ cause: { type: 'branch-moved' } });
  await git(origin, 'branch', '-D', branch);
  await done(await runOn({ origin }));
});

test('the branch deleted in the origin mid-run: a bail that overwrites nothing, and resume brings it back', async () => {
  const slow = { role: 'verifier', phase: 'green', step: '1', attempt: 1, do: [{ sleepMs: 2_000 }] } as const;
  const told = await tell(rigged, { steps: 1, leaves: [slow] });
  await told.reach((_status, lines) => lines.at(-1) === 'verify-green starts');
  await told.git('branch', '-D', branch);
  await expect(told.result()).rejects.toMatchObject({ cause: { type: 'branch-moved' } });
  const again = await follow(rigged, { ...told, input: { ...told.input, resume: null } });
  await done(again);
});

test('a deep working folder: the origin given as a path inside is the run’s all the same', async () => {
  const origin = await laid('deep');
  await mkdir(join(origin, 'src/deep'), { recursive: true });
  await done(
    await runOn({ origin: join(dirname(join(origin, 'docs/issue.md'))), file: join(origin, 'docs/issue.md') }),
  );
});

test('D5: a leaf that removes 20,000 files is sent back with reasons; the result does not burst', async () => {
  const folder = `big/${'long-folder-name-'.repeat(8)}`;
  const names = Array.from({ length: 20_000 }, (_, index) => `${folder}/${index}.txt`);
  const remove: StoryLeaf = {
    role: 'developer',
    phase: 'red',
    step: '1',
    attempt: 1,
    do: [...(redDo(1) ?? []), { delete: 'big' }],
  };
  const told = await tell(rigged, {
    steps: 1,
    files: Object.fromEntries(names.map((name) => [name, ''])),
    leaves: [remove],
  });
  await done(told);
  expect(
    (await told.events()).some((event) => event.line.startsWith('sent back') && event.line.includes('long-folder')),
  ).toBe(true);
}, 240_000);
