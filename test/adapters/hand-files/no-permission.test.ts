import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { handFiles } from '../../../src/adapters/hand-files/hand-files.js';
import { parseGearFile } from '../../../src/texts/gear-file.js';
import { removal } from '../../support/removal.js';

const text = 'gear: review-after\nshifted: 2026-09-13 — settled\n';
const file = '.current-gear';
let origin: string;
beforeAll(async () => {
  origin = await mkdtemp(join(tmpdir(), 'pawl-no-permission-'));
  await chmod(origin, 0o755);
  await writeFile(join(origin, file), text, { mode: 0o600 });
});
afterAll(() => rm(origin, removal));

const nobody = 65_534;

/** As somebody whom permissions bind: root, as which tests may run, may read everything. */
async function asPerson<T>(act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) {
    await chmod(join(origin, file), 0o000);
    return act().finally(() => chmod(join(origin, file), 0o600));
  }
  process.seteuid?.(nobody);
  return act().finally(() => process.seteuid?.(0));
}

test('R-000-11, R-000-15: a gear file that may not be read counts as unreadable, never as no file and never as its gear', async () => {
  expect(parseGearFile(text, file).kind).toBe('gear');
  const read = await asPerson(() => handFiles.read({ origin, file }));
  expect(read).toMatchObject({ kind: 'unreadable', why: expect.stringMatching(/EACCES|permission/) });
  expect(await readFile(join(origin, file), 'utf8')).toBe(text);
});
