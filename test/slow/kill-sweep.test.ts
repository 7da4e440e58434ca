import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rig, tell, type Rig, type Told } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';
import { expectWhole } from './oracle.js';
import { seeded, sweepSeed } from './seeded.js';

const run = promisify(execFile);
const steps = 2;
/** Runs side by side under one worker: each kill meets them at another point. */
const abreast = 3;
const rounds = 10;
const killsARound = 2;
const spreadMs = 8_000;
/** After a kill the next task comes when the heartbeat of the lost one is missed. */
const recoveryMs = 9_000;

/** Pawl's own repositories are as whole as the origin, and no lock is left in them (I11). */
async function expectTrustedWhole(home: string): Promise<void> {
  const repositories = join(home, 'repositories');
  for (const name of await readdir(repositories)) {
    if (name.startsWith('.')) continue;
    const gitDir = join(repositories, name, 'trusted.git');
    await run('git', ['--git-dir', gitDir, 'fsck', '--full', '--strict']);
    const files = await readdir(gitDir, { recursive: true });
    expect(files.filter((file) => file.endsWith('.lock'))).toEqual([]);
  }
}

async function phasesOf(runs: readonly Told[]): Promise<string> {
  const lines = await Promise.all(runs.map(async (told) => (await told.status()).lastLine ?? '-').map(named));
  return lines.join(' | ');
}

function named(line: Promise<string>): Promise<string> {
  return line.catch(() => 'before its first task');
}

describe.each(['process', 'bubblewrap'] as const)('kill -9 at random times (jail: %s)', (jail) => {
  let rigged: Rig;
  beforeAll(async () => void (rigged = await rig({ jail, database: 'file' })), 60_000);
  afterAll(() => rigged.close());

  const seeds = Array.from(
    { length: rounds / 2 },
    (_, index) => sweepSeed * 1_000 + index + (jail === 'process' ? 0 : 500),
  );

  test.each(seeds)(
    'F1–F10: the worker, twice a run, seed %d: every run ends as an undisturbed one',
    async (seed) => {
      const random = seeded(seed);
      // Every second round with reviewers after each phase, too.
      const options = { discipline: seed % 2 === 0 ? 'strict' : 'standard' } as const;
      const runs = await Promise.all(Array.from({ length: abreast }, () => tell(rigged, { steps, options })));
      const results = runs.map((told) => told.result());
      for (let kill = 0; kill < killsARound; kill += 1) {
        await sleep((kill === 0 ? 0 : recoveryMs) + Math.floor(random() * spreadMs));
        const met = phasesOf(runs);
        // The answer is not waited for: the kill must not wait for a query.
        await rigged.worker.end('SIGKILL');
        rigged.worker = await rigged.startWorker();
        console.info(`seed ${seed}, kill ${kill + 1}: ${await met}`);
      }
      for (const result of results) expect(await result).toMatchObject({ outcome: 'done' });
      for (const told of runs) await expectWhole(told, steps);
      await expectTrustedWhole(rigged.home);
    },
    240_000,
  );

  test('F12: a worker frozen for 15 s in a leaf, as by a laptop lid: the late attempt changes nothing', async () => {
    const slow: StoryLeaf = {
      role: 'developer',
      phase: 'red',
      step: '1',
      attempt: 1,
      do: [{ sleepMs: 3_000 }, ...(redDo(1) ?? [])],
    };
    const told = await tell(rigged, { steps, leaves: [slow] });
    await told.reach((_status, lines) => lines.at(-1) === 'develop-red starts');
    process.kill(rigged.worker.pid, 'SIGSTOP');
    await sleep(15_000);
    process.kill(rigged.worker.pid, 'SIGCONT');
    expect(await told.result()).toMatchObject({ outcome: 'done' });
    await expectWhole(told, steps);
  }, 120_000);

  test.each(seeds.slice(0, 2))(
    'F14, F16: the server, and then server and worker together, seed %d: every run ends as an undisturbed one',
    async (seed) => {
      const random = seeded(seed + 250);
      const runs = await Promise.all(Array.from({ length: abreast }, () => tell(rigged, { steps })));
      await sleep(Math.floor(random() * spreadMs));
      await rigged.server.kill();
      await sleep(Math.floor(random() * 2_000));
      await rigged.server.start();
      await sleep(Math.floor(random() * spreadMs));
      await Promise.all([rigged.server.kill(), rigged.worker.end('SIGKILL')]);
      await rigged.server.start();
      rigged.worker = await rigged.startWorker();
      for (const told of runs) expect(await told.result()).toMatchObject({ outcome: 'done' });
      for (const told of runs) await expectWhole(told, steps);
      await expectTrustedWhole(rigged.home);
    },
    240_000,
  );
});
