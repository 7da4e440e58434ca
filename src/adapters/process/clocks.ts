import { setTimeout as sleep } from 'node:timers/promises';
import type { Programs, ProgramSpec } from '../../ports/program.js';
import type { GuardClient } from './guard-client.js';
import type { GuardLook } from './guard-protocol.js';
import type { EndReason } from './program-result.js';
import { createQuietClock } from './quiet-clock.js';
import { watchFiles } from './watched-files.js';

/** A guard is up in a tenth of a second; on a machine that thrashes, in some seconds. */
const startPatienceMs = 30_000;

/** The guard's own handle keeps the worker running; a left-over timer must not. */
const unheld = { ref: false };

export interface Clocks {
  readonly guard: GuardClient;
  readonly spec: ProgramSpec;
  readonly watch: Pick<Parameters<Programs['run']>[1], 'onBeat'>;
  readonly end: (why: EndReason) => void;
  readonly pollMs: number;
  /** The guard was asked to end the program and did not. */
  readonly hung: () => boolean;
}

/** Beats, and the wall, idle and report clocks, until the guard is gone. */
export async function watchClocks({ guard, spec, watch, end, pollMs, hung }: Clocks): Promise<void> {
  const { wallMs, idleMs, watched, graceMs } = spec.limits;
  const first = await firstLook(guard, pollMs, hung);
  if (first === null) return;
  const startedAt = performance.now();
  const quiet = createQuietClock();
  const filesChanged = watchFiles(watched, (idleMs ?? 0) / 4);
  let lastAt = startedAt;
  let reportedAt: number | null = null;
  let seen = first;
  for (let quietMs = 0; ;) {
    const runningMs = performance.now() - startedAt;
    watch.onBeat({ pid: seen.pid, runningMs, quietMs, outBytes: seen.bytes });
    if (seen.reported) reportedAt ??= performance.now();
    if (runningMs >= wallMs) end('timeout');
    if (idleMs !== null && quietMs >= idleMs) end('idle');
    if (reportedAt !== null && performance.now() - reportedAt >= graceMs) end('idle');
    if (hung()) guard.kill();
    guard.send('look');
    const pauseMs = runningMs < wallMs ? Math.min(pollMs, wallMs - runningMs) : pollMs;
    if (await Promise.race([guard.gone.then(() => true), sleep(pauseMs, false, unheld)])) return;
    const look = guard.takeLook();
    // A worker that was frozen has not been watching: the gap is no quiet time of the program.
    const passedMs = Math.min(performance.now() - lastAt, pollMs * 3);
    lastAt = performance.now();
    quietMs = await quiet.tick(look, passedMs, filesChanged);
    seen = look ?? seen;
  }
}

/** Null when the guard was gone before the program was started; one that says nothing for too long is killed. */
async function firstLook(guard: GuardClient, pollMs: number, hung: () => boolean): Promise<GuardLook | null> {
  const startedAt = performance.now();
  const answer = Promise.race([guard.started, guard.gone.then(() => null)]);
  for (;;) {
    const look = await Promise.race([answer, sleep(pollMs, 'silence' as const, unheld)]);
    if (look !== 'silence') return look;
    if (hung() || performance.now() - startedAt > startPatienceMs) guard.kill();
  }
}
