import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuard, type GuardClient, type GuardStart, type IdleGuard } from './guard-client.js';
import type { GuardSpec } from './guard-protocol.js';

/** A guard is Node's start-up (50 to 70 ms): one is kept ready while programs follow each other. */
export interface GuardPool {
  start(spec: GuardSpec): GuardClient;
  /** A program is about to come: a guard is started meanwhile, unless one stands ready. */
  prepare(wrapped: boolean): void;
}

/** A worker at rest keeps none. */
const keptForMs = 15_000;
const spareAfterMs = 3_000;

/**
 * Hands out a guard that is already running, when there is one, and starts the next. A spare has no LEAF_ID and
 * nothing to guard: it ends when the worker is gone or after a while without work.
 */
export function createGuardPool(start: GuardStart): GuardPool {
  let spare: IdleGuard | null = null;
  let timer: NodeJS.Timeout | null = null;

  function take(): IdleGuard | null {
    const taken = spare;
    spare = null;
    if (timer !== null) clearTimeout(timer);
    return taken === null || taken.isGone() ? null : taken;
  }

  function prepare(wrapped: boolean): void {
    if (spare !== null) return;
    const prepared = spawnGuard(start, { id: 'spare', wrapped });
    prepared.unref();
    spare = prepared;
    timer = setTimeout(() => take()?.dismiss(), keptForMs);
    timer.unref();
  }

  return {
    prepare,
    start: (spec) => {
      const guard = (take() ?? spawnGuard(start, spec)).assign(spec);
      // The first seconds belong to the program, whose own start must not compete with the spare's; a short one is over
      // by then, and the next is still to be laid.
      void guard.started.then(async () => {
        await Promise.race([guard.gone, sleep(spareAfterMs, undefined, { ref: false })]);
        prepare(spec.wrapped);
      });
      return guard;
    },
  };
}
