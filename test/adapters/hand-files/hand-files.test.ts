import { execFile } from 'node:child_process';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { handFiles } from '../../../src/adapters/hand-files/hand-files.js';
import type { HandPlace } from '../../../src/ports/hand-files.js';
import { git, removeRepositories, repository, temporaryFolder } from '../../support/git-repos.js';

const run = promisify(execFile);
const file = '.tdd/issue-42/.current-gear';
let origin: string;
let place: HandPlace;
const path = (name = file): string => join(origin, name);

beforeEach(async () => {
  origin = await temporaryFolder('pawl-hand');
  place = { origin, file };
});
afterAll(removeRepositories);

const lay = async (content: string | Buffer, name = file): Promise<void> => {
  await mkdir(join(path(name), '..'), { recursive: true });
  await writeFile(path(name), content);
};
const drafts = async (): Promise<readonly string[]> =>
  (await readdir(path('.tdd')).catch(() => [])).filter((name) => name.endsWith('.draft'));

describe('reading what people wrote', () => {
  test('a text with its digest and the time it came there, an older date or not', async () => {
    const before = Date.now() - 1_000;
    await lay('\ufeffgear: review-before\r\n');
    await utimes(path(), 5, 5);
    const read = await handFiles.read(place);
    expect(read).toMatchObject({ kind: 'text', text: '\ufeffgear: review-before\r\n' });
    expect(read.kind === 'text' && read.changedAtMs > before).toBe(true);
    expect(await handFiles.read(place)).toEqual(read);
  });

  test('nothing there is absent: no folder, an empty one, a file where a folder is expected', async () => {
    expect(await handFiles.read(place)).toEqual({ kind: 'absent', goneAtMs: null });
    await mkdir(path('.tdd/issue-42'), { recursive: true });
    expect(await handFiles.read(place)).toMatchObject({ kind: 'absent', goneAtMs: expect.any(Number) });
    await rm(path('.tdd'), { recursive: true });
    await writeFile(path('.tdd'), '');
    expect(await handFiles.read(place)).toEqual({ kind: 'absent', goneAtMs: null });
  });

  test('a file that is gone was gone by the time its folder tells', async () => {
    await lay('x');
    await utimes(path('.tdd/issue-42'), 5, 5);
    const before = Date.now() - 1_000;
    await rm(path());
    const read = await handFiles.read(place);
    expect(read.kind === 'absent' && (read.goneAtMs ?? 0) > before).toBe(true);
  });

  const oddities: Readonly<Record<string, () => Promise<unknown>>> = {
    'is a pipe': () => run('mkfifo', [path()]),
    'is a folder': () => mkdir(path()),
    'is a symbolic link': () => symlink('/etc/passwd', path()),
    'is longer than 65536 bytes': () => writeFile(path(), Buffer.alloc(65_537, 'x')),
    'is not UTF-8': () => writeFile(path(), Buffer.from('gear: r\xe9view', 'latin1')),
  };
  test.each(Object.keys(oddities))('what %s is unreadable by name, at once, and the same each time', async (why) => {
    await mkdir(path('.tdd/issue-42'), { recursive: true });
    await oddities[why]?.();
    const read = await handFiles.read(place);
    expect(read).toMatchObject({ kind: 'unreadable', why });
    expect(await handFiles.read(place)).toEqual(read);
    expect(await handFiles.write(place, 'mine', read.kind === 'unreadable' ? read.digest : null)).toEqual({
      kind: 'failed',
      why: `it ${why}`,
    });
    expect(await handFiles.read(place)).toEqual(read);
    expect(await drafts()).toEqual([]);
  });

  test('a sparse file of a terabyte is not read', async () => {
    await lay('');
    await truncate(path(), 2 ** 40);
    expect(await handFiles.read(place)).toMatchObject({ kind: 'unreadable' });
  });

  test('65536 bytes are a text', async () => {
    await lay('#'.repeat(65_536));
    expect(await handFiles.read(place)).toMatchObject({ kind: 'text' });
  });

  test('a file behind a linked folder is unreadable; without the file it is absent', async () => {
    const elsewhere = await temporaryFolder('pawl-elsewhere');
    await mkdir(join(elsewhere, 'issue-42'));
    await symlink(elsewhere, path('.tdd'));
    expect(await handFiles.read(place)).toMatchObject({ kind: 'absent' });
    await writeFile(join(elsewhere, 'issue-42/.current-gear'), 'gear: review-before');
    expect(await handFiles.read(place)).toMatchObject({ kind: 'unreadable', why: 'lies behind the link .tdd' });
  });

  test('names from outside do not escape the origin by a link at the end', async () => {
    await mkdir(path('.tdd'));
    await symlink('nowhere', path('.tdd/stop'));
    expect(await handFiles.read({ origin, file: '.tdd/stop' })).toMatchObject({ kind: 'unreadable' });
    expect(await handFiles.find({ origin, file: '.tdd/stop' })).not.toBeNull();
  });
});

describe('finding a stop file', () => {
  const stop = (): HandPlace => ({ origin, file: 'RALPH_STOP' });

  test('presence counts, whatever it is', async () => {
    expect(await handFiles.find(stop())).toBeNull();
    for (const make of [() => mkdir(path('RALPH_STOP')), () => run('mkfifo', [path('RALPH_STOP')])]) {
      await make();
      expect(await handFiles.find(stop())).toMatch(/^[0-9a-f]{32}$/);
      await rm(path('RALPH_STOP'), { recursive: true });
    }
  });

  test('C-20: unchanged it is the same version; touched or made anew it is another', async () => {
    await writeFile(path('RALPH_STOP'), '');
    const first = await handFiles.find(stop());
    expect(await handFiles.find(stop())).toBe(first);
    await utimes(path('RALPH_STOP'), 7, 7);
    const touched = await handFiles.find(stop());
    expect(touched).not.toBe(first);
    await writeFile(path('other'), '');
    await utimes(path('other'), 7, 7);
    await rename(path('other'), path('RALPH_STOP'));
    expect(await handFiles.find(stop())).not.toBe(touched);
  });
});

describe('writing back', () => {
  test('makes the folders, the file and nothing else; git sees none of it', async () => {
    const made = await repository({ a: 'x' });
    await writeFile(join(made.gitDir, 'info/exclude'), '.tdd/\n.current-gear\nRALPH_STOP\n');
    const there = { origin: made.path, file };
    const written = await handFiles.write(there, 'gear: review-before\n', null);
    expect(written).toMatchObject({ kind: 'written' });
    expect(await handFiles.read(there)).toMatchObject({
      kind: 'text',
      digest: 'digest' in written ? written.digest : '',
    });
    expect((await stat(join(made.path, file))).mode & 0o777).toBe(0o644);
    expect(await readdir(join(made.path, '.tdd'))).toEqual(['issue-42']);
    await writeFile(join(made.path, 'RALPH_STOP'), '');
    await mkdir(join(made.path, 'specs/0007'), { recursive: true });
    await handFiles.write({ origin: made.path, file: 'specs/0007/.current-gear' }, 'x', null);
    expect(await made.git('status', '--porcelain')).toBe('');
    const names = [file, '.tdd/stop', 'specs/0007/.current-gear', 'a/b/c/.current-gear', 'RALPH_STOP'];
    expect((await git(made.path, ['check-ignore', ...names])).split('\n')).toEqual(names);
  });

  test('replaces the version that was seen, with its mode, and no other', async () => {
    await lay('one');
    await chmod(path(), 0o664);
    const seen = await handFiles.read(place);
    const digest = seen.kind === 'text' ? seen.digest : null;
    expect(await handFiles.write(place, 'two', digest)).toMatchObject({ kind: 'written' });
    expect((await stat(path())).mode & 0o777).toBe(0o664);
    expect(await handFiles.write(place, 'three', digest)).toEqual({ kind: 'changed' });
    expect(await handFiles.write(place, 'three', null)).toEqual({ kind: 'changed' });
    await rm(path());
    expect(await handFiles.write(place, 'three', digest)).toEqual({ kind: 'changed' });
    expect(await handFiles.read(place)).toMatchObject({ kind: 'absent' });
    expect(await drafts()).toEqual([]);
  });

  test('of many who make it at the same time one does, and the others are told so', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => handFiles.write(place, `by ${index}`, null)),
    );
    const winners = results.flatMap((result, index) => (result.kind === 'written' ? [`by ${index}`] : []));
    expect(winners).toHaveLength(1);
    expect(await readFile(path(), 'utf8')).toBe(winners[0]);
    expect(await drafts()).toEqual([]);
  });

  test('while a person saves again and again, the file is one whole version, and a refused write leaves theirs', async () => {
    await lay('person 0');
    for (let round = 1; round <= 40; round += 1) {
      const seen = await handFiles.read(place);
      const [, written] = await Promise.all([
        writeFile(path('.tdd/new'), `person ${round}`).then(() => rename(path('.tdd/new'), path())),
        handFiles.write(place, `pawl ${round}`, seen.kind === 'text' ? seen.digest : null),
      ]);
      const now = await readFile(path(), 'utf8');
      expect([`person ${round}`, `pawl ${round}`]).toContain(now);
      if (written.kind === 'changed') expect(now).toBe(`person ${round}`);
    }
    expect(await drafts()).toEqual([]);
  });

  test.each([
    ['a linked folder', () => symlink('/tmp', path('.tdd')), 'is a symbolic link, expected a folder'],
    ['a file in the way', () => writeFile(path('.tdd'), ''), 'is no folder'],
    [
      'a linked folder below',
      () => mkdir(path('.tdd')).then(() => symlink('/tmp', path('.tdd/issue-42'))),
      '.tdd/issue-42 is a',
    ],
  ])('%s is no failure of the run: nothing is written, and the reason is said', async (_name, make, why) => {
    await make();
    expect(await handFiles.write(place, 'x', null)).toEqual({ kind: 'failed', why: expect.stringContaining(why) });
  });

  test('a disk that takes no files is no failure of the run', async () => {
    expect(await handFiles.write({ origin: '/proc', file }, 'x', null)).toMatchObject({ kind: 'failed' });
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? test.skip : test)(
    `a read-only folder is no failure of the run${isRoot ? ' (skipped: runs as root, who may write anywhere)' : ''}`,
    async () => {
      await chmod(origin, 0o555);
      expect(await handFiles.write(place, 'x', null)).toMatchObject({
        kind: 'failed',
        why: expect.stringMatching(/EACCES/),
      });
      await chmod(origin, 0o755);
    },
  );

  test('what a killed worker left behind is removed by a later write, but not what another one is writing', async () => {
    await mkdir(path('.tdd'));
    await writeFile(path('.tdd/.hand-file-0123456789ab.draft'), 'old');
    await utimes(path('.tdd/.hand-file-0123456789ab.draft'), 5, 5);
    await writeFile(path('.tdd/.hand-file-ba9876543210.draft'), 'new');
    await handFiles.write(place, 'x', null);
    expect(await drafts()).toEqual(['.hand-file-ba9876543210.draft']);
  });
});
