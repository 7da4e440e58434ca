import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { createProcessJail } from '../../../src/adapters/jails/process.js';
import { createPrograms } from '../../../src/adapters/process/programs.js';
import { buildScripts, type BuiltScripts } from './support/built-scripts.js';
import { startWorker, type OtherWorker } from './support/other-worker.js';
import { aliveWith, createRig, fixtures, sizeOf, standsStill, until, type Rig } from './support/rig.js';

let built: BuiltScripts;
const rigs: Rig[] = [];
const workers: OtherWorker[] = [];

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.process.kill('SIGKILL');
    await worker.result;
  }
  for (const rig of rigs.splice(0)) {
    await rig.programs.sweep(rig.id);
    rig.remove();
  }
});

interface Ticking {
  readonly id: string;
  readonly ticks: string;
  readonly worker: OtherWorker;
}

/** A worker of this home whose program ticks for ever, deaf to TERM. */
async function ticking(pawlHome: string): Promise<Ticking> {
  const rig = createRig('process', built.guardPath);
  rigs.push(rig);
  const ticks = join(rig.work, 'ticks');
  const spec = rig.spec(['sh', join(fixtures, 'ticker.sh'), ticks], { limits: { wallMs: 600_000 } });
  const worker = startWorker(built, { spec, options: { pawlHome } });
  workers.push(worker);
  await worker.started;
  await until('it ticks', () => sizeOf(ticks) > 0, 60_000);
  return { id: rig.id, ticks, worker };
}

/** As a machine without memory does: worker and guard are killed at once, and nobody ends the program. */
async function orphaned({ id, worker, ticks }: Ticking): Promise<void> {
  const guard = await worker.guard();
  expect(guard).toBeGreaterThan(1);
  // A guard that runs would end its program when its worker is gone.
  process.kill(guard, 'SIGSTOP');
  worker.process.kill('SIGKILL');
  await worker.result;
  process.kill(guard, 'SIGKILL');
  await until('the guard is gone', () => !aliveWith(id).includes(guard), 60_000);
  expect(await standsStill(ticks)).toBe(false);
}

function startsAgain(pawlHome: string): Promise<number> {
  const options = { jail: createProcessJail(), nodePath: process.execPath, guardPath: built.guardPath, pawlHome };
  return createPrograms(options).sweepOrphans();
}

describe('F2, D9: what a killed worker and its killed guard left, at the start of another', () => {
  test('is ended; what a live worker runs, and what another home left, is not touched', async () => {
    const [mine, theirs] = [`/home/mine-${process.pid}`, `/home/theirs-${process.pid}`];
    const [left, live, foreign] = await Promise.all([ticking(mine), ticking(mine), ticking(theirs)]);
    await orphaned(left);
    await orphaned(foreign);
    expect(await startsAgain(mine)).toBeGreaterThanOrEqual(1);
    expect(aliveWith(left.id)).toEqual([]);
    expect(await standsStill(left.ticks)).toBe(true);
    expect(await standsStill(live.ticks)).toBe(false);
    expect(await standsStill(foreign.ticks)).toBe(false);
    expect(await startsAgain(mine)).toBe(0);
    expect(await startsAgain(theirs)).toBeGreaterThanOrEqual(1);
    expect(aliveWith(foreign.id)).toEqual([]);
    expect(live.worker.process.exitCode).toBe(null);
  });
});
