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
  /** Was the guard asked to end the program? */
  readonly endAsked: () => boolean;
  /** What a guard may take for that, milliseconds; one that takes longer hangs. */
  readonly guardPatienceMs: number;
}

/** Beats, and the wall, idle and report clocks, until the guard is gone. All of them are clocks that nobody sets (F20). */
export async function watchClocks(clocks: Clocks): Promise<void> {
  const { guard, spec, watch, end, pollMs } = clocks;
  const { wallMs, idleMs, watched, graceMs } = spec.limits;
  const hangs = hangWatch(clocks);
  const first = await firstLook(guard, pollMs, hangs);
  if (first === null) return;
  const startedAt = performance.now();
  const quiet = createQuietClock();
  const filesChanged = watchFiles(watched, (idleMs ?? 0) / 4);
  let lastAt = startedAt;
  let passedMs = 0;
  let reportedAt: number | null = null;
  let seen = first;
  for (let quietMs = 0; ;) {
    const runningMs = performance.now() - startedAt;
    watch.onBeat({ pid: seen.pid, runningMs, quietMs, outBytes: seen.bytes });
    if (seen.reported) reportedAt ??= performance.now();
    if (runningMs >= wallMs) end('timeout');
    if (idleMs !== null && quietMs >= idleMs) end('idle');
    if (reportedAt !== null && performance.now() - reportedAt >= graceMs) end('idle');
    if (hangs(passedMs)) guard.kill();
    guard.send('look');
    const pauseMs = runningMs < wallMs ? Math.min(pollMs, wallMs - runningMs) : pollMs;
    if (await Promise.race([guard.gone.then(() => true), sleep(pauseMs, false, unheld)])) return;
    const look = guard.takeLook();
    // A worker that was frozen has not been watching: the gap is no quiet time of the program, nor of its guard (F12).
    passedMs = Math.min(performance.now() - lastAt, pollMs * 3);
    lastAt = performance.now();
    quietMs = await quiet.tick(look, passedMs, filesChanged);
    seen = look ?? seen;
  }
}

/** Null when the guard was gone before the program was started; one that says nothing for too long is killed. */
async function firstLook(
  guard: GuardClient,
  pollMs: number,
  hangs: (passedMs: number) => boolean,
): Promise<GuardLook | null> {
  const answer = Promise.race([guard.started, guard.gone.then(() => null)]);
  for (let waitedMs = pollMs; ; waitedMs += pollMs) {
    const look = await Promise.race([answer, sleep(pollMs, 'silence' as const, unheld)]);
    if (look !== 'silence') return look;
    if (hangs(pollMs) || waitedMs > startPatienceMs) guard.kill();
  }
}

/** Adds up the watched time since the guard was asked to end its program. */
function hangWatch({ endAsked, guardPatienceMs }: Clocks): (passedMs: number) => boolean {
  let sinceMs = 0;
  return (passedMs) => {
    if (endAsked()) sinceMs += passedMs;
    return sinceMs > guardPatienceMs;
  };
}
