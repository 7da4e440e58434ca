import type { GuardLook } from './guard-protocol.js';

/** Less CPU than this in one look is a timer ticking in a hung program, not work (10 ms each on Linux). */
const busyTicks = 2;

/** How long a program has shown no sign of work (R27): no output, no CPU, no file change. */
export interface QuietClock {
  /**
   * `look` null: nobody looked, so nothing is known and no quiet time is counted. `filesChanged` is asked only
   * when output and CPU tell nothing, because it walks a folder.
   */
  tick(look: GuardLook | null, passedMs: number, filesChanged: () => Promise<boolean>): Promise<number>;
}

export function createQuietClock(): QuietClock {
  let before: GuardLook | null = null;
  let quietMs = 0;
  return {
    tick: async (look, passedMs, filesChanged) => {
      if (look === null) return quietMs;
      const known = before;
      before = look;
      const moved =
        known === null ||
        look.bytes !== known.bytes ||
        // Less than before is a sign too: a process of the tree has ended.
        Math.abs(look.cpuTicks - known.cpuTicks) >= busyTicks;
      // The first walk only takes the measure, so it is made early.
      const filesMoved = (known === null || !moved) && (await filesChanged());
      quietMs = moved || filesMoved ? 0 : quietMs + passedMs;
      return quietMs;
    },
  };
}
