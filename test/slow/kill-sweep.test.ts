import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rig, tell, type Rig, type Told } from '../support/rig.js';
import { expectWhole } from './oracle.js';
import { seeded, sweepSeed } from './seeded.js';

const run = promisify(execFile);
const steps = 2;
// Kills at every crash point, of worker, server and both: npm run faults:sweep. Here they come at random times, to runs beside each
// other, in both jails and with both disciplines.

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
});
