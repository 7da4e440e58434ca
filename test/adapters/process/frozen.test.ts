import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramSpec } from '../../../src/ports/program.js';
import { buildScripts, type BuiltScripts } from './support/built-scripts.js';
import { startWorker, type OtherWorker, type WorkerWish } from './support/other-worker.js';
import { createRig, fixture, fixtures, type Rig } from './support/rig.js';

let built: BuiltScripts;
const rigs: Rig[] = [];
const workers: OtherWorker[] = [];

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(async () => {
  // One that a clock left running: its guard ends the program with it.
  for (const worker of workers.splice(0)) {
    worker.process.kill('SIGKILL');
    await worker.result;
  }
  for (const rig of rigs.splice(0)) rig.remove();
});

interface Case {
  readonly argv: readonly string[];
  readonly limits: Partial<ProgramSpec['limits']>;
  readonly reportPrefix?: string;
}

function workerFor({ limits, argv, ...more }: Case, wish: Partial<WorkerWish> = {}): OtherWorker {
  const rig = createRig('process', built.guardPath);
  rigs.push(rig);
  const worker = startWorker(built, { spec: rig.spec(argv, { limits, ...more }), options: { pollMs: 100 }, ...wish });
  workers.push(worker);
  return worker;
}

const idleMs = 5_000;
const frozenMs = 7_000;
/** Between two signs of life it is quiet for less than the limit, and all in all it lives longer than a freeze. */
const lively = ['sh', '-c', 'for i in 1 2 3 4 5 6; do echo $i; sleep 2; done'];
const idle = fixture('silent.mjs', 'wait', '600000');

/** As a laptop's lid does: the process stands still, and the others go on. */
async function freeze(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGSTOP');
  await sleep(frozenMs);
  process.kill(pid, 'SIGCONT');
}

test('F12: with a worker or a guard frozen for longer than the idle limit a lively leaf is not idle, and an idle one is', async () => {
  const frozen: readonly ((worker: OtherWorker) => Promise<number>)[] = [
    (worker) => Promise.resolve(worker.process.pid ?? 0),
    (worker) => worker.guard(),
  ];
  const ends = frozen.flatMap((pidOf) =>
    [lively, idle].map(async (argv) => {
      const worker = workerFor({ argv, limits: { wallMs: 120_000, idleMs, watched: [] } });
      await worker.started;
      await freeze(await pidOf(worker));
      return (await worker.result)?.end;
    }),
  );
  expect(await Promise.all(ends)).toEqual(['exited', 'idle', 'exited', 'idle']);
});

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])(
  'F20: the wall clock jumps an hour %s under a worker: none of its clocks is early, and none late',
  async (_way, jumpMs) => {
    const cases: readonly Case[] = [
      { argv: fixture('silent.mjs', 'files', '6000'), limits: { wallMs: 120_000, idleMs } },
      { argv: idle, limits: { wallMs: 120_000, idleMs: 3_000 } },
      { argv: ['sh', '-c', 'while :; do echo busy; sleep 0.2; done'], limits: { wallMs: 4_000, idleMs } },
      {
        argv: fixture('report-then-hang.mjs'),
        limits: { wallMs: 120_000, graceMs: 2_000 },
        reportPrefix: '{"type":"result"',
      },
    ];
    const ends = cases.map(async (one) => {
      const worker = workerFor(one, {
        nodeArgs: ['--import', join(fixtures, 'jumping-clock.mjs')],
        env: { CLOCK_JUMP_MS: String(jumpMs) },
      });
      await worker.started;
      worker.process.kill('SIGUSR2');
      return (await worker.result)?.end;
    });
    expect(await Promise.all(ends)).toEqual(['exited', 'idle', 'timeout', 'idle']);
  },
);
