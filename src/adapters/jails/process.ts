import { orphanKeeper } from '../process/orphan-keeper.js';
import type { Jail } from '../../ports/jail.js';

/** No walls: the program is held by its guard alone (adapters/process). Always there. */
export function createProcessJail(): Jail {
  return {
    kind: 'process',
    limits: [
      'a leaf can read and write every file that the worker can, the origin, keys and logins included',
      'installed dependencies can be written to, though they are shared between leaves',
      'the network is open to every leaf and test',
      ...(orphanKeeper().length > 0
        ? []
        : [
            'a process that leaves parents, session and group and clears its environment within half a second gets away',
          ]),
      'kill -9 of worker and guard together leaves a leaf alive until a worker starts again',
      'CPU time is not limited',
      'a verifier could read what a developer left on this machine: it is handed the test result and no shell',
    ],
    probe: () => Promise.resolve({ available: true, why: 'the process jail needs nothing' }),
    wrap: (command) => command,
  };
}
