import { setTimeout as sleep } from 'node:timers/promises';
import { readProcess } from './proc-table.js';
import type { ProcessEntry } from './proc-table.js';

const forgiveUnkillableMs = 10_000;

/**
 * A look takes a while, and a process may fork and end while it lasts, so that neither parent nor child is seen:
 * one empty look proves nothing. More are asked for where something was just told to end and may start another.
 */
const quietLooks = 2;
const stirredLooks = 4;
const betweenLooksMs = 4;

export interface EndOptions {
  /** What is to be ended, looked up afresh each round: the dying may still fork. */
  readonly find: () => readonly ProcessEntry[];
  /** Between TERM and KILL; asked each round, so that it can shrink. */
  readonly graceMs: () => number;
  /** Gets KILL only. */
  readonly sparedFromTerm?: number | null;
  /** Resolves early when something happened that makes a look worth while. */
  readonly wake?: Promise<unknown>;
  /** Called in each round of KILL, before the signals. */
  readonly onKill?: () => void;
}

/**
 * TERM, grace, KILL, until looks find nothing any more (R05). Returns the processes that were ended and how many
 * are left that even KILL does not end within 10 s (stuck in the kernel, or not ours to kill).
 */
export async function endAll(options: EndOptions): Promise<{ readonly ended: number; readonly unkillable: number }> {
  const startedAt = performance.now();
  const seen = new Set<string>();
  const signalRound = createSignalRound(options);
  let emptyLooks = 0;
  for (;;) {
    const targets = options.find();
    for (const target of targets) seen.add(nameOf(target));
    if (targets.length === 0) {
      emptyLooks += 1;
      if (emptyLooks >= (seen.size === 0 ? quietLooks : stirredLooks)) return { ended: seen.size, unkillable: 0 };
      if (seen.size > 0) await sleep(betweenLooksMs);
      continue;
    }
    emptyLooks = 0;
    const remainingMs = options.graceMs() - (performance.now() - startedAt);
    if (remainingMs < -forgiveUnkillableMs) return { ended: seen.size - targets.length, unkillable: targets.length };
    await signalRound(targets, remainingMs);
  }
}

/** TERM once to each while there is grace, then KILL in each round; and a pause, shorter when something ended. */
function createSignalRound({
  sparedFromTerm,
  wake,
  onKill,
}: EndOptions): (targets: readonly ProcessEntry[], remainingMs: number) => Promise<void> {
  const asked = new Set<string>();
  let pauseMs = 5;
  let awake = wake === undefined;
  return async (targets, remainingMs) => {
    if (remainingMs <= 0) {
      onKill?.();
      for (const target of targets) signalProcess(target, 'SIGKILL');
      pauseMs = 10;
    } else {
      for (const target of targets) {
        if (target.pid === sparedFromTerm || asked.has(nameOf(target))) continue;
        asked.add(nameOf(target));
        signalProcess(target, 'SIGTERM');
      }
      pauseMs = Math.min(pauseMs * 2, 100, remainingMs);
    }
    if (awake) await sleep(pauseMs);
    else awake = await Promise.race([sleep(pauseMs, false), wake?.then(() => true) ?? true]);
  };
}

function nameOf(entry: ProcessEntry): string {
  return `${entry.pid}@${entry.startTicks}`;
}

/** Only when the pid still belongs to the process that was looked at. A negative pid is a group. */
function signalProcess(entry: ProcessEntry, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (entry.pid > 0 && readProcess(entry.pid)?.startTicks !== entry.startTicks) return;
  try {
    process.kill(entry.pid, signal);
  } catch {
    // Gone in between, or not ours: the next look tells.
  }
}
