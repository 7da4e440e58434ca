import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createMemory } from '../../../src/adapters/artifacts/memory.js';
import { merged, parseMemory, renderMemory } from '../../../src/domain/leaf/memory-notes.js';
import { removeRepositories, temporaryFolder } from '../../support/git-repos.js';

afterEach(removeRepositories);

const key = 'shop-0123456789ab';

describe('R-001-43: what leaves noted is kept per origin', () => {
  test('notes come back, oldest first, none twice, another origin’s not among them', async () => {
    const home = await temporaryFolder();
    const memory = createMemory({ home });
    expect(await memory.recall(key)).toEqual([]);
    await memory.remember(key, ['the clock is in UTC', 'ids are strings']);
    await memory.remember(key, ['ids are strings', 'The Clock is in UTC']);
    await memory.remember('other', ['elsewhere']);
    expect(await memory.recall(key)).toEqual(['ids are strings', 'The Clock is in UTC']);
    expect(await createMemory({ home }).recall('other')).toEqual(['elsewhere']);
  });

  test('D2: the same commit tried twice leaves the same bytes', async () => {
    const home = await temporaryFolder();
    const memory = createMemory({ home });
    await memory.remember(key, ['a', 'b']);
    const once = await readFile(join(home, 'memory', `${key}.md`));
    await memory.remember(key, ['a', 'b']);
    expect(await readFile(join(home, 'memory', `${key}.md`))).toEqual(once);
    expect((await stat(join(home, 'memory', `${key}.md`))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(home, 'memory'))).toEqual([`${key}.md`]);
  });

  test('commits of two runs at once lose none', async () => {
    const memory = createMemory({ home: await temporaryFolder() });
    await Promise.all(Array.from({ length: 20 }, (_, k) => memory.remember(key, [`note ${k}`])));
    expect(await memory.recall(key)).toHaveLength(20);
  });

  test('a person may edit or empty the file', async () => {
    const home = await temporaryFolder();
    const memory = createMemory({ home });
    await mkdir(join(home, 'memory'));
    await writeFile(join(home, 'memory', `${key}.md`), '\ufeff# mine\r\n\r\n* first\r\nsecond\r\n<!-- no -->\r\n');
    expect(await memory.recall(key)).toEqual(['first', 'second']);
    await memory.remember(key, ['third']);
    expect(await memory.recall(key)).toEqual(['first', 'second', 'third']);
    await writeFile(join(home, 'memory', `${key}.md`), '');
    expect(await memory.recall(key)).toEqual([]);
  });

  test('T5: a link is not read, and is replaced, not followed', async () => {
    const home = await temporaryFolder();
    const secret = join(home, 'secret');
    await writeFile(secret, 'a secret\n');
    await mkdir(join(home, 'memory'));
    await symlink(secret, join(home, 'memory', `${key}.md`));
    const memory = createMemory({ home });
    expect(await memory.recall(key)).toEqual([]);
    await memory.remember(key, ['mine']);
    expect(await readFile(secret, 'utf8')).toBe('a secret\n');
    expect(await memory.recall(key)).toEqual(['mine']);
  });

  test('a name that is no origin’s is refused', async () => {
    await expect(createMemory({ home: await temporaryFolder() }).remember('../x', ['a'])).rejects.toThrow(
      "can't name a folder",
    );
  });
});

describe('the list of notes', () => {
  test('the newest 50 stay', () => {
    const notes = merged(
      [],
      Array.from({ length: 60 }, (_, k) => `note ${k}`),
    );
    expect(notes).toHaveLength(50);
    expect(notes.at(0)).toBe('note 10');
  });

  test('round trip, one line each, without what draws on a terminal, at most 16 KiB, whatever a leaf writes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary', maxLength: 900 }),
            fc.constant('漢'.repeat(600)),
            fc.constant('# \u001b[31m\n- x'),
          ),
          { maxLength: 70 },
        ),
        (written) => {
          const notes = merged([], written);
          const text = renderMemory(notes);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
          expect(text).not.toContain('\u001b');
          const back = parseMemory(text);
          // A note may look like markup when it is read back: then it has lost its dash, and only that.
          expect(back.length).toBeLessThanOrEqual(notes.length);
          expect(merged([], back)).toEqual(back);
          const plain = notes.filter((note) => /^[\p{L}\p{N}]/u.test(note));
          for (const note of plain) expect(back).toContain(note);
        },
      ),
      { numRuns: 60 },
    );
  });
});
