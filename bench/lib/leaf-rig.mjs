import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBubblewrap, findBubblewrap } from '../../dist/adapters/jails/bubblewrap.js';
import { createProcessJail } from '../../dist/adapters/jails/process.js';
import { createFences } from '../../dist/adapters/process/fences.js';
import { leafLimits } from '../../dist/adapters/process/leaf-limits.js';
import { createPrograms } from '../../dist/adapters/process/programs.js';

const searchPath = process.env['PATH'] ?? '/usr/bin:/bin';

/** The jails of this machine, by name. */
export function jails() {
  const bwrapPath = findBubblewrap(searchPath);
  return {
    process: createProcessJail(),
    ...(bwrapPath === null ? {} : { bubblewrap: createBubblewrap({ bwrapPath, home: homedir() }) }),
  };
}

/**
 * A folder and what a worker runs programs by, with its usual limits and clocks.
 * @param {ReturnType<typeof jails>[keyof ReturnType<typeof jails>]} jail
 */
export function leafRig(jail) {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-leaf-'));
  const [work, home, temporary] = ['work', 'home', 'tmp'].map((name) => join(folder, name));
  for (const path of [work, home, temporary]) mkdirSync(path);
  const fences = createFences(leafLimits({ leafMemoryBytes: null, leafProcesses: null }), 'bench');
  const programs = createPrograms({ jail, nodePath: process.execPath, fences });
  let serial = 0;
  return {
    ...{ folder, work, home, temporary, limits: fences.says },
    env: { PATH: searchPath, HOME: home, TMPDIR: temporary },
    /**
     * @param {{ argv: readonly string[], env?: Record<string, string>, stdin?: string, readable?: readonly string[], network?: boolean }} job
     * @param {AbortSignal} signal
     */
    run({ argv, env = {}, stdin = '', readable = [], network = false }, signal = new AbortController().signal) {
      serial += 1;
      const logs = join(folder, `logs-${serial}`);
      mkdirSync(logs);
      const walls = { writable: [work, home, temporary], readable, hidden: [], network };
      const limits = { wallMs: 120_000, idleMs: 100_000, watched: [work], graceMs: 5_000 };
      const own = { PATH: searchPath, HOME: home, TMPDIR: temporary, ...env };
      const spec = {
        id: `bench/${process.pid}/${serial}`,
        argv,
        cwd: work,
        env: own,
        stdin,
        logFolder: logs,
        walls,
        limits,
      };
      return programs.run(spec, { signal, onBeat: () => undefined });
    },
    comingUp: async () => {
      await programs.sweep('bench/none');
      await sleep(150);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
