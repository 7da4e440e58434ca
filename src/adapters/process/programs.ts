import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../domain/thrown.js';
import { traitsOf } from '../../domain/leaf/jails.js';
import type { Jail } from '../../ports/jail.js';
import type { ProgramResult, Programs, ProgramSpec } from '../../ports/program.js';
import { closeFence, eventsOf, type Fence } from './fence.js';
import { noFences, type Fences } from './fences.js';
import { createGuardPool, type GuardPool } from './guard-pool.js';
import type { GuardStart } from './guard-client.js';
import type { GuardSpec } from './guard-protocol.js';
import { watchClocks } from './clocks.js';
import { layMountPoints } from './mount-points.js';
import { concludeProgram, notStarted } from './program-result.js';
import type { EndReason } from './program-result.js';
import { orphanedIds } from './orphans.js';
import { scriptPath } from './script-path.js';
import { sweepProcesses } from './sweep.js';
import { leafIdVariable, ownerVariable } from './tree.js';

export interface ProgramsOptions {
  readonly jail: Jail;
  /** Node that runs the guards. */
  readonly nodePath: string;
  /** A sweep touches only what programs of the same home left; without it, what any left. */
  readonly pawlHome?: string;
  /** What bounds memory and processes; left out: nothing does. */
  readonly fences?: Fences;
  readonly guardPath?: string;
  readonly pollMs?: number;
  /** What KILL may take beyond the grace before the guard itself counts as hung. */
  readonly guardPatienceMs?: number;
}

type Watch = Parameters<Programs['run']>[1];

/** Programs behind guards (guard.ts). Tested on Linux; elsewhere, without /proc, a process group is all that is held. */
export function createPrograms(options: ProgramsOptions): HostPrograms {
  const owner = options.pawlHome === undefined ? null : ownerTag(options.pawlHome);
  const guard: GuardStart = {
    nodePath: options.nodePath,
    guardPath: options.guardPath ?? scriptPath('./guard.js', import.meta.url),
    owner,
  };
  const fences = options.fences ?? noFences('not asked for');
  const pool = createGuardPool(guard);
  const host: Host = { ...options, guard, pool, fences };
  const wrapped = traitsOf(options.jail.kind).reportsStart;
  return {
    run: (spec, watch) => runInTree(host, spec, watch),
    sweep: async (idPrefix, spared = () => false) => {
      // Whoever clears the field is laying a folder beside it: a guard comes up in that time (issue 6, start of a leaf).
      pool.prepare(wrapped);
      const matches = (id: string): boolean => id.startsWith(idPrefix) && !spared(id);
      const ended = await sweepProcesses({ matches, owner });
      await fences.sweep(matches);
      return ended;
    },
    sweepOrphans: async () => {
      const orphans = owner === null ? new Set<string>() : orphanedIds(owner);
      const ended = orphans.size === 0 ? 0 : await sweepProcesses({ matches: (id) => orphans.has(id), owner });
      await fences.removeEmpty(youngMs);
      return ended;
    },
  };
}

export interface HostPrograms extends Programs {
  /** For a worker that starts: ends what a killed worker and its killed guard left, of whatever run. @returns how many processes */
  sweepOrphans(): Promise<number>;
}

/** A guard is on its way into a cgroup that was made just now. */
const youngMs = 60_000;

type Host = ProgramsOptions & { readonly guard: GuardStart; readonly pool: GuardPool; readonly fences: Fences };

/** In every program's environment and the names of cgroups, so a digest and no path. */
export function ownerTag(pawlHome: string): string {
  return createHash('sha256').update(pawlHome).digest('hex').slice(0, 12);
}

async function runInTree(options: Host, spec: ProgramSpec, watch: Watch): Promise<ProgramResult> {
  const laid = await layMountPoints(spec.walls.mounts ?? [], options.jail.kind);
  try {
    if (laid.problem !== null) return await notStarted(spec, 'failed-to-start', laid.problem);
    if (watch.signal.aborted) return await notStarted(spec, 'cancelled', null);
    return await runFenced(options, spec, watch);
  } finally {
    await laid.takeAway();
  }
}

async function runFenced(options: Host, spec: ProgramSpec, watch: Watch): Promise<ProgramResult> {
  let fence: Fence;
  try {
    fence = options.fences.make(spec.id);
  } catch (error) {
    const why = reasonOf(error);
    return notStarted(spec, 'failed-to-start', `its cgroup can't be made: ${why}`);
  }
  try {
    return await runProgram(options, { spec, fence }, watch);
  } finally {
    // The guard has done it, unless it was killed or never started.
    await closeFence(fence);
  }
}

interface Start {
  readonly spec: ProgramSpec;
  readonly fence: Fence;
}

async function runProgram(options: Host, { spec, fence }: Start, watch: Watch): Promise<ProgramResult> {
  // A status of an earlier start must not end this one (R-002-38).
  await rm(join(spec.logFolder, 'status.json'), { force: true });
  const wrapped = wrapSpec(options, { spec, fence });
  if ('problem' in wrapped) return notStarted(spec, 'failed-to-start', wrapped.problem);
  const guard = options.pool.start(wrapped);
  const startedAt = performance.now();
  const guardPatienceMs = spec.limits.graceMs + (options.guardPatienceMs ?? 15_000);
  let reason: EndReason | null = null;
  const end = (why: EndReason): void => {
    if (reason !== null) return;
    reason = why;
    guard.send('end');
  };
  const endAsked = (): boolean => reason !== null;
  const onAbort = (): void => {
    end('cancelled');
  };
  watch.signal.addEventListener('abort', onAbort, { once: true });
  // It may have come while the guard was being started; an old abort fires no event.
  if (isAborted(watch.signal)) onAbort();
  try {
    await watchClocks({ guard, spec, watch, end, endAsked, guardPatienceMs, pollMs: options.pollMs ?? 1_000 });
  } catch (error) {
    // Only the caller's own onBeat throws here; the program still ends first.
    end('cancelled');
    await Promise.race([guard.gone, sleep(guardPatienceMs)]);
    guard.kill();
    throw error;
  } finally {
    watch.signal.removeEventListener('abort', onAbort);
  }
  const { neverStarted, complaint } = await guard.gone;
  if (neverStarted !== null) return notStarted(spec, 'failed-to-start', neverStarted);
  const durationMs = performance.now() - startedAt;
  const eventsLeft = eventsOf(fence);
  return concludeProgram({ spec, reason, complaint, durationMs, jailKind: options.jail.kind, eventsLeft });
}

function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function wrapSpec(options: Host, { spec, fence }: Start): GuardSpec | { readonly problem: string } {
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
      wrapped: traitsOf(options.jail.kind).reportsStart,
      reportPrefix: spec.reportPrefix ?? null,
      fence,
    };
  } catch (error) {
    return { problem: `the jail can't take it: ${reasonOf(error)}` };
  }
}
