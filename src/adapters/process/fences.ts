import { reasonOf } from '../../domain/thrown.js';
import { findCgroups, prepareCgroups, type CgroupsLook } from './cgroup-places.js';
import { ageOf, listFences, makeFence, nameOf, type LeafLimits } from './fence-folders.js';
import { closeFence, membersOf, removeFence, type Fence } from './fence.js';

/** Makes the cgroups of programs, and finds those that were left behind. */
export interface Fences {
  /** Said where it is not held: which of memory and processes are not bounded, and why. */
  readonly limits: readonly string[];
  /** For people: what is held, by which version. */
  readonly says: string;
  /** @throws when the kernel refuses it */
  make(leafId: string): Fence;
  /** Kills and removes those whose leaf matches. */
  sweep(matches: (leafId: string) => boolean): Promise<void>;
  /** Removes those in which nothing lives, unless they are so young that a guard may still be on its way there. */
  removeEmpty(olderThanMs: number): Promise<void>;
}

/** Where no cgroup can be made: programs are held by their guards alone. */
export function noFences(why: string): Fences {
  return {
    limits: [`memory and number of processes are not limited: ${why}`],
    says: `memory and number of processes of a leaf are not limited: ${why}`,
    make: () => ({ folders: [] }),
    sweep: () => Promise.resolve(),
    removeEmpty: () => Promise.resolve(),
  };
}

/** Makes this machine's cgroups ready and tries them out: what is not shown to work is not claimed. */
export function createFences(limits: LeafLimits, owner: string | null, look: CgroupsLook = findCgroups()): Fences {
  const { places } = look;
  if (places.memory === null && places.pids === null) return noFences(look.problem ?? 'there are no cgroups here');
  const refused = prepareCgroups(look);
  if (refused !== null) return noFences(refused);
  const prefix = `pawl.${owner ?? 'none'}.`;
  const make = (leafId: string): Fence => makeFence(places, limits, `${prefix}${nameOf(leafId)}`);
  try {
    removeFence(make(`trial-${process.pid}`));
  } catch (error) {
    return noFences(reasonOf(error));
  }
  return {
    limits: unheld(limits, look),
    says: saysOfLimits(limits, look),
    make,
    sweep: async (matches) => {
      const found = listFences(places, prefix).filter(({ leafId }) => matches(leafId));
      for (const { fence } of found) await closeFence(fence);
    },
    removeEmpty: async (olderThanMs) => {
      for (const { fence } of listFences(places, prefix)) {
        if (membersOf(fence).size === 0 && ageOf(fence) > olderThanMs) await closeFence(fence);
      }
    },
  };
}

function unheld({ memoryBytes, processes }: LeafLimits, { places, problem }: CgroupsLook): readonly string[] {
  const why = problem ?? 'switched off in config.json';
  return [
    ...(places.memory === null || memoryBytes === null ? [`memory is not limited: ${why}`] : []),
    ...(places.pids === null || processes === null ? [`the number of processes is not limited: ${why}`] : []),
  ];
}

/** For people: what these limits come to on this machine. */
export function saysOfLimits({ memoryBytes, processes }: LeafLimits, { places, problem }: CgroupsLook): string {
  const held = [
    ...(places.memory === null || memoryBytes === null
      ? []
      : [`${Math.round(memoryBytes / 1024 / 1024)} MiB of memory (cgroup v${places.memory.version})`]),
    ...(places.pids === null || processes === null
      ? []
      : [`${processes} processes and threads (cgroup v${places.pids.version})`]),
  ];
  const rest = problem === null ? '' : `; not all of it, as ${problem}`;
  return held.length === 0
    ? `memory and number of processes of a leaf are not limited${problem === null ? ': switched off in config.json' : `: ${problem}`}`
    : `a leaf may have ${held.join(' and ')}${rest}`;
}
