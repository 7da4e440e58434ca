/**
 * Processor time of a piece of work in milliseconds: unlike the wall clock it does not grow with what else the
 * machine has to do.
 */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const spent = process.cpuUsage(before);
  return (spent.user + spent.system) / 1_000;
}

const rounds = 6;

/**
 * Does the work stay below the limit, at its best of a few rounds? One round alone says little: the engine compiles
 * and collects garbage when it likes, and a loaded machine has cold caches. What takes too long does so each time.
 */
export function staysBelow(limitMs: () => number, work: () => void): boolean {
  for (let round = 0; round < rounds; round += 1) if (cpuMs(work) < limitMs()) return true;
  return false;
}
