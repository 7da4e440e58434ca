import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mountDisk, noMounts } from '../faults/support/small-disk.js';
import { rig, tell, type Rig, type Told } from '../support/rig.js';
import type { StoryLeaf } from '../support/story.js';
import { found, freed, reached } from './operate.js';

jest.setTimeout(900_000);

/** Rows of docs/operations.md that are bails: the host is mended, then the page's command goes on with the run. */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const slowVerdict: StoryLeaf = {
  ...{ role: 'verifier', phase: 'green', step: '1', attempt: 1 },
  do: [{ sleepMs: 3_000 }],
};
const beforeCommit = (told: Told): Promise<void> => reached(told, (_, lines) => lines.at(-1) === 'verify-green starts');

async function endsAs(told: Told, cause: string): Promise<void> {
  await expect(told.result()).rejects.toMatchObject({ cause: { type: cause } });
}

async function goesOn(kind: string, told: Told): Promise<void> {
  await found(rigged, kind, { run: told.id });
  await freed(rigged, kind, { run: told.id });
  expect(await rigged.client.workflow.getHandle(told.id).result()).toMatchObject({ outcome: 'done' });
}

test('disk-full: the run bails, is found by its cause, and goes on once there is room', async () => {
  const missing = await noMounts();
  if (missing !== null) return void process.stderr.write(`${missing}\n`);
  const disk = await mountDisk(rigged.home);
  try {
    const told = await tell(rigged, { steps: 1, leaves: [slowVerdict] });
    await beforeCommit(told);
    await disk.fill();
    await endsAs(told, 'disk-full');
    await disk.free();
    await goesOn('disk-full', told);
  } finally {
    await disk.unmount();
  }
});

test('lock: a lock that somebody’s git holds ends the run; once it is gone the run goes on', async () => {
  const before = new Set(await trustedRepositories());
  const told = await tell(rigged, { steps: 1, leaves: [slowVerdict] });
  await beforeCommit(told);
  const trusted = (await trustedRepositories()).find((path) => !before.has(path)) ?? '';
  const lock = join(trusted, 'refs/heads/tdd/docs--issue.lock');
  await writeFile(lock, '');
  const holder = spawn('sleep', ['200'], { env: { GIT_DIR: trusted, PATH: '/usr/bin:/bin' }, stdio: 'ignore' });
  await endsAs(told, 'git-locked');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await rm(lock);
  await goesOn('lock', told);
});

async function trustedRepositories(): Promise<readonly string[]> {
  const folder = join(rigged.home, 'repositories');
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name, 'trusted.git'));
}
