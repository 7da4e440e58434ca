import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './rig.js';

/** The other end of `src/adapters/host/crash-points.ts`: arms points in a folder that a worker was started with. */
export interface CrashPoints {
  /** Value of PAWL_CRASH_POINTS for the worker. */
  readonly folder: string;
  /** The next to come there waits; `after`: so many pass before it. */
  arm(point: string, after?: number): Promise<void>;
  /** Resolves once somebody waits at the point; `tell` says what was there when nobody came. */
  reached(point: string, tell?: () => string | Promise<string>): Promise<void>;
  isReached(point: string): Promise<boolean>;
  /** Every point at which somebody waits. */
  allReached(): Promise<readonly string[]>;
  /** Lets whoever waits at this one point go on. */
  free(point: string): Promise<void>;
  /** Lets whoever waits go on, and disarms everything. */
  release(): Promise<void>;
}

const ending = '.reached';

export async function crashPoints(folder: string): Promise<CrashPoints> {
  await mkdir(folder, { recursive: true });
  const isReached = async (point: string): Promise<boolean> => (await readdir(folder)).includes(`${point}.reached`);
  return {
    folder,
    arm: (point, after = 0) => writeFile(join(folder, `${point}.armed`), String(after)),
    reached: (point, tell) => until(() => isReached(point), 240_000, tell ?? (() => `nobody came to ${point}`)),
    isReached,
    allReached: async () =>
      (await readdir(folder)).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length)),
    free: (point) => rm(join(folder, `${point}${ending}`), { force: true }),
    release: async () => {
      for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
    },
  };
}
