import { readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../../domain/thrown.js';
import { readOr, wordsOf } from './cgroup-places.js';

/** The cgroups of one program: bounds, and a fence that nothing in it gets over by forking, renaming or hiding. */
export interface Fence {
  readonly folders: readonly FenceFolder[];
}

export interface FenceFolder {
  readonly path: string;
  /** Where a guard goes back to when it has started its program in there. */
  readonly home: string;
}

/** What the kernel itself counted: never guessed from an exit code (F29). */
export interface FenceEvents {
  /** Processes that were killed for want of memory, by its own limit or by one above it. */
  readonly oomKills: number;
  /** How often a process or thread could not be started because of the limit. */
  readonly limitHits: number;
}

export const noEvents: FenceEvents = { oomKills: 0, limitHits: 0 };

/** Puts this process into the fence, so that what it starts begins its life there. @throws when it can't */
export function enterFence({ folders }: Fence): void {
  for (const { path } of folders) moveTo(path);
}

export function leaveFence({ folders }: Fence): void {
  for (const { home } of folders) moveTo(home);
}

function moveTo(folder: string): void {
  writeFileSync(join(folder, 'cgroup.procs'), String(process.pid));
}

/** All living processes in it, without us. */
export function membersOf({ folders }: Fence): ReadonlySet<number> {
  const pids = folders.flatMap(({ path }) => withChildren(path)).flatMap((path) => wordsOf(join(path, 'cgroup.procs')));
  return new Set(pids.map(Number).filter((pid) => pid !== process.pid && pid > 0));
}

export function eventsOf({ folders }: Fence): FenceEvents {
  const count = (files: readonly string[], word: string): number =>
    Math.max(0, ...folders.flatMap(({ path }) => files.map((file) => counterIn(join(path, file), word))));
  return {
    oomKills: count(['memory.events', 'memory.oom_control'], 'oom_kill'),
    limitHits: count(['pids.events'], 'max'),
  };
}

function counterIn(path: string, word: string): number {
  const line = readOr(path, '')
    .split('\n')
    .find((one) => one.startsWith(`${word} `));
  return Number(line?.slice(word.length + 1) ?? 0) || 0;
}

/** KILL for all that is in it. From now on nothing in it can fork: what forks faster than it dies is held, too (F30). */
export function killInFence(fence: Fence): void {
  for (const { path } of fence.folders) {
    tryWrite(join(path, 'pids.max'), '0');
    tryWrite(join(path, 'cgroup.kill'), '1');
  }
  for (const pid of membersOf(fence)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It died in between.
    }
  }
}

/** Kills what is left, and removes it. @returns false when something in it can't be ended, so that it stays */
export async function closeFence(fence: Fence, patienceMs = 5_000): Promise<boolean> {
  const endsAt = performance.now() + patienceMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    if (membersOf(fence).size > 0) killInFence(fence);
    if (removeFence(fence)) return true;
    if (performance.now() > endsAt) return false;
    await sleep(pauseMs);
  }
}

/** @returns false when something in it still lives */
export function removeFence({ folders }: Fence): boolean {
  return folders.every(({ path }) => removed(path));
}

/** Deepest first: a program that may can have made cgroups of its own in it. */
function removed(path: string): boolean {
  for (const folder of withChildren(path).toReversed()) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) return false;
    }
  }
  return true;
}

function withChildren(path: string): readonly string[] {
  try {
    const below = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [path, ...below.flatMap(({ name }) => withChildren(join(path, name)))];
  } catch {
    return [path];
  }
}

export function tryWrite(path: string, text: string): boolean {
  try {
    // No `O_CREAT`: what the kernel does not offer must not become a file.
    writeFileSync(path, text, { flag: 'r+' });
    return true;
  } catch {
    return false;
  }
}
