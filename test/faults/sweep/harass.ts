import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground, WatchedRun } from '../support/fault.js';
import { kill } from '../support/nemesis.js';
import { isOver } from './afresh.js';
import type { Job } from './jobs.js';

const lookEveryMs = 100;
/** Nothing of a two-step run takes so long: it hangs. */
const stuckMs = 240_000;

/** Kills at each point of a job as the run comes to it, until the run is over; gives back where it did. */
export async function harass(
  ground: Ground,
  run: WatchedRun,
  job: Job,
  tell: (point: string) => void,
): Promise<readonly string[]> {
  const met: string[] = [];
  for (;;) {
    const point = await nextPoint(ground, run);
    if (point === null) return met;
    met.push(point);
    tell(point);
    await kill(ground, job.victim, point);
  }
}

/** The next point at which the run waits; null once it is over. */
async function nextPoint(ground: Ground, run: WatchedRun): Promise<string | null> {
  const deadline = performance.now() + stuckMs;
  for (let look = 0; ; look += 1) {
    const [point] = await ground.crash.allReached();
    if (point !== undefined) return point;
    if (look % 20 === 19 && (await isOver(ground, run))) return null;
    if (performance.now() > deadline) throw new Error(`nothing happened in ${run.told.id} for ${stuckMs / 1_000} s`);
    await sleep(lookEveryMs);
  }
}
