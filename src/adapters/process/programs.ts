import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Jail } from '../../ports/jail.js';
import type { ProgramResult, Programs, ProgramSpec } from '../../ports/program.js';
import { createGuardPool, type GuardPool } from './guard-pool.js';
import type { GuardStart } from './guard-client.js';
import type { GuardSpec } from './guard-protocol.js';
import { watchClocks } from './clocks.js';
import { layMountPoints } from './mount-points.js';
import { concludeProgram, notStarted } from './program-result.js';
import type { EndReason } from './program-result.js';
import { scriptPath } from './script-path.js';
import { sweepProcesses } from './sweep.js';
import { leafIdVariable, ownerVariable } from './tree.js';

export interface ProgramsOptions {
  readonly jail: Jail;
  /** Node that runs the guards. */
  readonly nodePath: string;
  /** A sweep touches only what programs of the same home left; without it, what any left. */
  readonly pawlHome?: string;
  readonly guardPath?: string;
  readonly pollMs?: number;
  /** What KILL may take beyond the grace before the guard itself counts as hung. */
  readonly guardPatienceMs?: number;
}

type Watch = Parameters<Programs['run']>[1];

/** Programs behind guards (guard.ts). Tested on Linux; elsewhere, without /proc, a process group is all that is held. */
export function createPrograms(options: ProgramsOptions): Programs {
  const owner = options.pawlHome === undefined ? null : ownerTag(options.pawlHome);
  const guard: GuardStart = {
    nodePath: options.nodePath,
    guardPath: options.guardPath ?? scriptPath('./guard.js', import.meta.url),
    owner,
  };
  const pool = createGuardPool(guard);
  return {
    run: (spec, watch) => runInTree({ ...options, guard, pool }, spec, watch),
    sweep: (idPrefix) => sweepProcesses({ matches: (id) => id.startsWith(idPrefix), owner }),
  };
}

/** In every program's environment, so a digest and no path. */
function ownerTag(pawlHome: string): string {
  return createHash('sha256').update(pawlHome).digest('hex').slice(0, 12);
}

async function runInTree(
  options: ProgramsOptions & { readonly guard: GuardStart; readonly pool: GuardPool },
  spec: ProgramSpec,
  watch: Watch,
): Promise<ProgramResult> {
  const laid = await layMountPoints(spec.walls.mounts ?? [], options.jail.kind);
  try {
    if (laid.problem !== null) return await notStarted(spec, 'failed-to-start', laid.problem);
    return await runProgram(options, spec, watch);
  } finally {
    await laid.takeAway();
  }
}

async function runProgram(
  options: ProgramsOptions & { readonly guard: GuardStart; readonly pool: GuardPool },
  spec: ProgramSpec,
  watch: Watch,
): Promise<ProgramResult> {
  if (watch.signal.aborted) return notStarted(spec, 'cancelled', null);
  // A status of an earlier start must not end this one (R-002-38).
  await rm(join(spec.logFolder, 'status.json'), { force: true });
  const wrapped = wrapSpec(options, spec);
  if ('problem' in wrapped) return notStarted(spec, 'failed-to-start', wrapped.problem);
  const guard = options.pool.start(wrapped);
  const startedAt = performance.now();
  const patienceMs = spec.limits.graceMs + (options.guardPatienceMs ?? 15_000);
  let reason: EndReason | null = null;
  let askedAt: number | null = null;
  const end = (why: EndReason): void => {
    if (askedAt !== null) return;
    askedAt = performance.now();
    reason = why;
    guard.send('end');
  };
  const hung = (): boolean => askedAt !== null && performance.now() - askedAt > patienceMs;
  const onAbort = (): void => {
    end('cancelled');
  };
  watch.signal.addEventListener('abort', onAbort, { once: true });
  // It may have come while the guard was being started; an old abort fires no event.
  if (isAborted(watch.signal)) onAbort();
  try {
    await watchClocks({ guard, spec, watch, end, hung, pollMs: options.pollMs ?? 1_000 });
  } catch (error) {
    // Only the caller's own onBeat throws here; the program still ends first.
    end('cancelled');
    await Promise.race([guard.gone, sleep(patienceMs)]);
    guard.kill();
    throw error;
  } finally {
    watch.signal.removeEventListener('abort', onAbort);
  }
  const { neverStarted, complaint } = await guard.gone;
  if (neverStarted !== null) return notStarted(spec, 'failed-to-start', neverStarted);
  const durationMs = performance.now() - startedAt;
  return concludeProgram({ spec, reason, complaint, durationMs, jailKind: options.jail.kind });
}

function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function wrapSpec(
  options: ProgramsOptions & { readonly guard: GuardStart; readonly pool: GuardPool },
  spec: ProgramSpec,
): GuardSpec | { readonly problem: string } {
  const { owner } = options.guard;
  const env = { ...spec.env, [leafIdVariable]: spec.id, ...(owner === null ? {} : { [ownerVariable]: owner }) };
  try {
    const command = options.jail.wrap({ argv: spec.argv, cwd: spec.cwd, env }, spec.walls);
    return {
      id: spec.id,
      argv: command.argv,
      cwd: command.cwd,
      env: command.env,
      stdin: spec.stdin,
      logFolder: spec.logFolder,
      graceMs: spec.limits.graceMs,
      wrapped: options.jail.kind === 'bubblewrap',
      reportPrefix: spec.reportPrefix ?? null,
    };
  } catch (error) {
    return { problem: `the jail can't take it: ${error instanceof Error ? error.message : String(error)}` };
  }
}
