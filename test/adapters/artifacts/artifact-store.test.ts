import { afterEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createArtifacts } from '../../../src/adapters/artifacts/artifact-store.js';
import { removeRepositories, temporaryFolder } from '../../support/git-repos.js';

afterEach(removeRepositories);

const store = async () => {
  const home = await temporaryFolder('pawl-home');
  return { home, artifacts: createArtifacts({ home }), folder: join(home, 'runs/run-1/artifacts') };
};

describe('artifacts: texts by hash', () => {
  test('R23, D5: what was put comes back letter for letter, by a small reference', async () => {
    const { artifacts } = await store();
    for (const text of ['', 'one\r\ntwo\u0000\u20ac😀\ufeff', 'x'.repeat(8_000_000)]) {
      const ref = await artifacts.put('run-1', text);
      expect(ref).toEqual({ sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) });
      expect((await artifacts.get('run-1', ref)) === text).toBe(true);
    }
  });

  test('the same text is kept once, readable by its owner alone, with no draft beside it', async () => {
    const { artifacts, folder } = await store();
    const refs = await Promise.all(Array.from({ length: 10 }, () => artifacts.put('run-1', 'same')));
    expect(await readdir(folder)).toEqual([refs[0]?.sha256]);
    expect((await stat(join(folder, refs[0]?.sha256 ?? ''))).mode & 0o777).toBe(0o600);
  });

  test('an altered text is never given out, a second put mends it', async () => {
    const { artifacts, folder } = await store();
    const ref = await artifacts.put('run-1', 'the truth');
    await writeFile(join(folder, ref.sha256), 'the trutH');
    await expect(artifacts.get('run-1', ref)).rejects.toThrow(/was altered/);
    await writeFile(join(folder, ref.sha256), 'the tr');
    await expect(artifacts.get('run-1', ref)).rejects.toThrow(/with 6 bytes; expected 9 bytes/);
    await artifacts.put('run-1', 'the truth');
    expect(await artifacts.get('run-1', ref)).toBe('the truth');
  });

  test('a text that is gone, another run, a made-up reference', async () => {
    const { artifacts, folder } = await store();
    const ref = await artifacts.put('run-1', 'x');
    await expect(artifacts.get('run-2', ref)).rejects.toThrow(/can't be read/);
    await rm(folder, { recursive: true });
    await expect(artifacts.get('run-1', ref)).rejects.toThrow(/can't be read/);
    await expect(artifacts.get('run-1', { sha256: '../../../etc/passwd', bytes: 1 })).rejects.toThrow(
      /Not an artifact/,
    );
  });

  test.each(['', '..', '.', 'a/b', '/etc', 'a\0b', '-x', 'a b', 'x'.repeat(300)])(
    'the run key %j is refused',
    async (key) => {
      const { artifacts } = await store();
      await expect(artifacts.put(key, 'x')).rejects.toThrow(/can't name a folder/);
      await expect(artifacts.get(key, { sha256: 'a'.repeat(64), bytes: 1 })).rejects.toThrow(/can't name a folder/);
    },
  );
});
