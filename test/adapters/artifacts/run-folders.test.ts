import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunFolders } from '../../../src/adapters/artifacts/run-folders.js';
import { removeRepositories, temporaryFolder } from '../../support/git-repos.js';

afterEach(removeRepositories);

const run = 'run-1';

async function folders() {
  const home = await temporaryFolder('pawl-home');
  return { home, folders: createRunFolders({ home }), top: join(home, 'runs', run) };
}

describe('run folders', () => {
  test('a fresh folder for one leaf; the trees are not made', async () => {
    const { folders: port, top } = await folders();
    const folder = await port.open(run, 'step-1-red-1');
    const at = join(top, 'work/step-1-red-1');
    expect(folder).toEqual({
      label: 'step-1-red-1',
      work: join(at, 'work'),
      record: join(at, 'record.json'),
      base: join(at, 'base'),
      home: join(at, 'home'),
      temporary: join(at, 'temporary'),
      results: join(at, 'results'),
      logs: join(top, 'leaves/step-1-red-1'),
    });
    expect((await readdir(at)).sort()).toEqual(['home', 'results', 'temporary']);
    expect(await readdir(folder.logs)).toEqual([]);
  });

  test('what a start that died left under the same label is gone, its logs stay', async () => {
    const { folders: port } = await folders();
    const first = await port.open(run, 'a');
    await writeFile(join(first.home, 'left'), 'x');
    await writeFile(join(first.logs, 'out'), 'said');
    const second = await port.open(run, 'a');
    expect(await readdir(second.home)).toEqual([]);
    expect(await readFile(join(second.logs, 'out'), 'utf8')).toBe('said');
  });

  test('discard takes labels by prefix, discardAll the rest; logs, artifacts and other runs stay', async () => {
    const { folders: port, top, home } = await folders();
    for (const label of ['step-1-red', 'step-1-green', 'step-10-red']) await port.open(run, label);
    await port.open('run-2', 'step-1-red');
    await port.discard(run, 'step-1-');
    expect(await readdir(join(top, 'work'))).toEqual(['step-10-red']);
    await port.discardAll(run);
    expect(await readdir(join(top, 'work'))).toEqual([]);
    expect((await readdir(join(top, 'leaves'))).sort()).toEqual(['step-1-green', 'step-1-red', 'step-10-red']);
    expect(await readdir(join(home, 'runs/run-2/work'))).toEqual(['step-1-red']);
    await port.discard('run-3', 'x');
    await port.discardAll('run-3');
  });

  test('F39: read-only, chmod 000, odd names, very deep folders: all is removed', async () => {
    const { folders: port, top } = await folders();
    const { work } = await port.open(run, 'a');
    await mkdir(join(work, 'locked/in/it'), { recursive: true });
    await writeFile(join(work, 'locked/in/it/file'), 'x');
    await writeFile(Buffer.concat([Buffer.from(`${work}/`), Buffer.from([0xff, 0x0a])]), 'x');
    execFileSync('mkfifo', [join(work, 'pipe')]);
    const deep = 'for (let i = 0; i < 120; i++) { const n = "d".repeat(120); fs.mkdirSync(n); process.chdir(n); }';
    execFileSync(process.execPath, ['-e', `${deep} fs.writeFileSync("f", "x"); fs.chmodSync(".", 0)`], { cwd: work });
    for (const path of ['locked/in/it/file', 'locked/in/it', 'locked/in', 'locked', ''])
      await chmod(join(work, path), 0o000);
    await port.discardAll(run);
    expect(await readdir(join(top, 'work'))).toEqual([]);
  });

  test('F39 as a user without rights: modes are given back first', async () => {
    const { folders: port, top, home } = await folders();
    const { work } = await port.open(run, 'a');
    await mkdir(join(work, 'locked/in'), { recursive: true });
    await writeFile(join(work, 'locked/in/file'), 'x');
    for (const path of ['locked/in/file', 'locked/in', 'locked']) await chmod(join(work, path), 0o000);
    if (process.getuid?.() !== 0) {
      await port.discardAll(run);
      expect(await readdir(join(top, 'work'))).toEqual([]);
      return;
    }
    // Root passes every mode; the same removal must work for nobody.
    execFileSync('chown', ['-R', '65534:65534', home]);
    process.setegid?.(65534);
    process.seteuid?.(65534);
    try {
      await expect(readdir(join(work, 'locked'))).rejects.toThrow(/EACCES/);
      await port.discardAll(run);
      expect(await readdir(join(top, 'work'))).toEqual([]);
    } finally {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
  });

  test('links are removed, never followed; a link in place of a folder of ours is refused', async () => {
    const { folders: port, top, home } = await folders();
    const precious = join(home, 'precious');
    await mkdir(precious);
    await writeFile(join(precious, 'file'), 'kept');
    const { work } = await port.open(run, 'a');
    await mkdir(work);
    await symlink(precious, join(work, 'link'));
    await symlink(precious, join(top, 'work/b'));
    await port.discardAll(run);
    expect(await readdir(join(top, 'work'))).toEqual([]);
    expect(await readFile(join(precious, 'file'), 'utf8')).toBe('kept');
    await rm(join(top, 'work'), { recursive: true });
    await symlink(precious, join(top, 'work'));
    await expect(port.discardAll(run)).rejects.toThrow(/is no folder/);
    await expect(port.open(run, 'file')).rejects.toThrow(/is no folder/);
    expect(await readFile(join(precious, 'file'), 'utf8')).toBe('kept');
  });

  test.each(['', '..', 'a/b', '../x', 'a\nb', ' '])('the name %j is refused', async (name) => {
    const { folders: port } = await folders();
    await expect(port.open(run, name)).rejects.toThrow(/can't name a folder/);
    await expect(port.open(name, 'a')).rejects.toThrow(/can't name a folder/);
    await expect(port.appendEvent(name, {})).rejects.toThrow(/can't name a folder/);
    await expect(port.discard(run, name)).rejects.toThrow(/can't name a folder/);
    await expect(port.discardAll(name)).rejects.toThrow(/can't name a folder/);
  });

  test('write makes folders below a run and refuses every place elsewhere', async () => {
    const { folders: port, home } = await folders();
    const { home: leafHome, results } = await port.open(run, 'a');
    await port.write(join(leafHome, '.config/x.json'), '{}\n\u20ac');
    expect(await readFile(join(leafHome, '.config/x.json'), 'utf8')).toBe('{}\n\u20ac');
    await expect(port.write(join(home, 'config.json'), 'x')).rejects.toThrow(/lies in no run folder/);
    await expect(port.write(join(results, '../../../../../x'), 'x')).rejects.toThrow(/lies in no run folder/);
    await symlink(home, join(results, 'out'));
    await expect(port.write(join(results, 'out/x'), 'x')).rejects.toThrow(/is no folder/);
    await writeFile(join(home, 'target'), 'kept');
    await symlink(join(home, 'target'), join(results, 'file'));
    await port.write(join(results, 'file'), 'mine');
    expect(await readFile(join(home, 'target'), 'utf8')).toBe('kept');
    expect(await readFile(join(results, 'file'), 'utf8')).toBe('mine');
  });

  test('R-002-53: events are whole lines, also from many at once and after a crash in a line', async () => {
    const { folders: port, top } = await folders();
    const path = join(top, 'events.jsonl');
    await port.appendEvent(run, { event: 'launch', text: 'line\nbreak' });
    await appendFile(path, '{"event":"cut o');
    await Promise.all(Array.from({ length: 50 }, (_, at) => port.appendEvent(run, { at, pad: 'x'.repeat(5000) })));
    const lines = (await readFile(path, 'utf8')).split('\n');
    expect(lines[0]).toBe('{"event":"launch","text":"line\\nbreak"}');
    expect(lines[1]).toBe('{"event":"cut o');
    const seen = lines
      .slice(2, -1)
      .filter((line) => line !== '')
      .map((line) => Number(/"at":(\d+)/.exec(line)?.[1]));
    expect(seen.sort((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, at) => at));
    expect(lines.at(-1)).toBe('');
    await rename(path, join(top, 'elsewhere'));
    await symlink(join(top, 'elsewhere'), path);
    await expect(port.appendEvent(run, {})).rejects.toThrow(/ELOOP/);
  });

  test('freeBytes is a number before and after the home exists', async () => {
    const home = await temporaryFolder('pawl-home');
    const missing = await createRunFolders({ home: join(home, 'not/yet') }).freeBytes();
    expect(missing).toBeGreaterThan(1_000_000);
    expect(await readdir(home)).toEqual([]);
  });
});

describe('review copies', () => {
  const keep = 'step-1-';
  const lay = async (folder: string): Promise<void> => {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, 'test.js'), 'as shown');
  };

  test('one that is there is left as it is, with all that a person did; work folders come and go beside it', async () => {
    const { folders: port, top } = await folders();
    const folder = await port.review(run, 'step-1-abc', { keep, lay });
    expect(folder).toBe(join(top, 'review/step-1-abc'));
    expect(await port.holdsReview(folder)).toBe(true);
    await writeFile(join(folder, 'test.js'), 'edited');
    await port.discardAll(run);
    const again = await port.review(run, 'step-1-abc', { keep, lay: () => Promise.reject(new Error('laid twice')) });
    expect([again, await readFile(join(again, 'test.js'), 'utf8')]).toEqual([folder, 'edited']);
  });

  test('a start that died while it was laying leaves no half copy, and the next one lays it whole', async () => {
    const { folders: port, top } = await folders();
    const dies = async (folder: string): Promise<void> => {
      await mkdir(folder);
      await writeFile(join(folder, 'half'), '');
      throw new Error('killed');
    };
    await expect(port.review(run, 'step-1-abc', { keep, lay: dies })).rejects.toThrow('killed');
    expect(await port.holdsReview(join(top, 'review/step-1-abc'))).toBe(false);
    const folder = await port.review(run, 'step-1-abc', { keep, lay });
    expect(await readdir(folder)).toEqual(['test.js']);
    expect(await readdir(join(top, 'review'))).toEqual(['step-1-abc']);
  });

  test("one step's copies at a time; all of them go with the run that is done, and no other run's", async () => {
    const { folders: port, top, home } = await folders();
    for (const label of ['step-1-abc', 'step-1-def']) await port.review(run, label, { keep, lay });
    await port.review('run-2', 'step-1-abc', { keep, lay });
    expect((await readdir(join(top, 'review'))).sort()).toEqual(['step-1-abc', 'step-1-def']);
    await port.review(run, 'step-2-abc', { keep: 'step-2-', lay });
    expect(await readdir(join(top, 'review'))).toEqual(['step-2-abc']);
    await port.discardReviews(run);
    await port.discardReviews('run-3');
    expect(await readdir(join(top, 'review'))).toEqual([]);
    expect(await readdir(join(home, 'runs/run-2/review'))).toEqual(['step-1-abc']);
  });

  test('a link or a file in its place is no copy: removed, never followed; one in place of our folder is refused', async () => {
    const { folders: port, top, home } = await folders();
    const precious = join(home, 'precious');
    await mkdir(precious);
    await writeFile(join(precious, 'file'), 'kept');
    await mkdir(join(top, 'review'), { recursive: true });
    await symlink(precious, join(top, 'review/step-1-abc'));
    expect(await port.holdsReview(join(top, 'review/step-1-abc'))).toBe(false);
    const folder = await port.review(run, 'step-1-abc', { keep, lay });
    expect(await readdir(folder)).toEqual(['test.js']);
    await rm(join(top, 'review'), { recursive: true });
    await symlink(precious, join(top, 'review'));
    await expect(port.review(run, 'step-1-abc', { keep, lay })).rejects.toThrow(/is no folder/);
    await expect(port.discardReviews(run)).rejects.toThrow(/is no folder/);
    expect(await readdir(precious)).toEqual(['file']);
  });
});
