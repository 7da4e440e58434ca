import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { LeafLimits } from './fence-folders.js';

const leastProcesses = 2_048;
const processesPerCore = 128;
const shareOfMemory = 0.75;

/** As config.json has them: null stands for the default, 0 for no limit. */
export interface WishedLimits {
  readonly leafMemoryBytes: number | null;
  readonly leafProcesses: number | null;
}

export interface Machine {
  readonly memoryBytes: number;
  readonly cores: number;
  /** How many processes and threads the kernel numbers at most. */
  readonly mostPids: number;
}

/**
 * Bounds that honest work does not meet, and a runaway does before it takes the machine down, with the worker, the
 * server and the other leaves: three quarters of the memory, and as many processes as builds on many cores start.
 */
export function leafLimits(wish: WishedLimits, machine: Machine = thisMachine()): LeafLimits {
  const { memoryBytes, cores, mostPids } = machine;
  const processes = Math.min(Math.max(leastProcesses, cores * processesPerCore), Math.floor(mostPids / 4));
  return {
    memoryBytes: wish.leafMemoryBytes === 0 ? null : (wish.leafMemoryBytes ?? Math.floor(memoryBytes * shareOfMemory)),
    processes: wish.leafProcesses === 0 ? null : (wish.leafProcesses ?? processes),
  };
}

function thisMachine(): Machine {
  // In a container what the container may have, which is what would run out first.
  const constrained = process.constrainedMemory();
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { memoryBytes, cores: availableParallelism(), mostPids: mostPids() };
}

function mostPids(): number {
  try {
    return Number(readFileSync('/proc/sys/kernel/pid_max', 'utf8')) || 32_768;
  } catch {
    return 32_768;
  }
}
