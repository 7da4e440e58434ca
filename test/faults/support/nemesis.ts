import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/rig.js';
import type { Ground, WatchedRun } from './fault.js';

/** What dies. */
export const victims = ['worker', 'server', 'both'] as const;
export type Victim = (typeof victims)[number];

/** kill -9, and a restart at once; whoever waited at the crash point and still lives goes on. */
export async function kill(ground: Ground, victim: Victim, point: string | null = null): Promise<void> {
  const { rig, crash } = ground;
  await Promise.all([
    victim === 'server' ? null : rig.worker.end('SIGKILL'),
    victim === 'worker' ? null : rig.server.kill(),
  ]);
  if (victim !== 'worker') await rig.server.start();
  if (point !== null) await crash.free(point);
  if (victim !== 'server') rig.worker = await rig.startWorker();
}

/** kill -9 at a crash point; `after` so many have passed it. */
export async function killAt(ground: Ground, victim: Victim, point: string, after = 0): Promise<void> {
  await ground.crash.arm(point, after);
  await ground.crash.reached(point);
  await kill(ground, victim, point);
}

/** As a laptop's lid does it: the worker stands still, its leaves do not; then it goes on as if nothing had been. */
export async function freeze({ rig: { worker } }: Ground, ms: number): Promise<void> {
  process.kill(worker.pid, 'SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    process.kill(worker.pid, 'SIGCONT');
  }
}

/** Ends the worker and starts one whose environment differs; `swapWorker(ground)` brings the usual one back. */
export async function swapWorker({ rig }: Ground, env: Readonly<Record<string, string>> = {}): Promise<void> {
  await rig.worker.end('SIGTERM');
  rig.worker = await rig.startWorker(env);
}

/** Only how long a failure takes. */
const mostMs = 300_000;

/** A server that has just come up knows neither namespace nor run for a moment. */
const notYet = (): boolean => false;

/** Waits until a leaf of this name has been started in this step. */
export function inLeaf({ told }: Pick<WatchedRun, 'told'>, name: string, step = '1'): Promise<void> {
  const lines = async (): Promise<readonly string[]> => (await told.events()).map(({ line }) => line);
  const isThere = async (): Promise<boolean> => {
    const { step: at } = await told.status();
    return at?.id === step && (await lines()).at(-1) === `${name} starts`;
  };
  return until(
    () => isThere().catch(notYet),
    mostMs,
    async () => (await lines()).join('\n'),
  );
}

/** Waits until the run is at its gate; gives the hash that an approval needs. */
export async function atGate({ told }: Pick<WatchedRun, 'told'>): Promise<string> {
  const isThere = async (): Promise<boolean> => (await told.status()).state === 'gate';
  await until(() => isThere().catch(notYet), mostMs);
  return (await told.status()).gate?.testHash ?? '';
}
