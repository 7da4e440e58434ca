import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.js';
import { searchAttributeTypes } from '../../contract/search-attributes.js';
import { ensureServer } from '../../embedded/ensure-server.js';
import { usualFolder } from '../../embedded/server-place.js';
import type { TemporalServer } from '../../embedded/server-request.js';
import { stopServer } from '../../embedded/stop-server.js';
import type { Io } from '../io.js';
import { endChild, spawnWorker } from '../worker-process/spawn-worker.js';
import type { DemoPlace } from './place.js';

const namespace = 'default';

/** A server of the demo's own; only the binary comes from the person's home. */
export async function startServer(io: Io, config: Config, place: DemoPlace): Promise<TemporalServer> {
  return ensureServer({
    config: { ...config, temporal: { address: null, namespace } },
    own: true,
    folder: usualFolder(place.home),
    database: 'memory',
    ports: 'any',
    searchAttributes: searchAttributeTypes,
    progress: io,
  });
}

/** Found by the record it keeps, so that it is ended even when the demo was interrupted while it came up. */
export async function endServer(io: Io, place: DemoPlace): Promise<void> {
  await stopServer({ home: place.home, progress: io, graceMs: 5_000 });
}

/** The configuration of everything in the demo: its own home and server, and nobody's keys. */
export function demoConfig(config: Config, place: DemoPlace, address: string): Config {
  return {
    ...config,
    home: place.home,
    identity: 'demo',
    temporal: { address, namespace, apiKey: null, tls: null, deployment: null },
  };
}

export async function startWorker(config: Config, place: DemoPlace): Promise<ChildProcess> {
  // The worker reads its configuration as every worker does; the jail is the person's choice here too.
  await writeFile(join(place.home, 'config.json'), `${JSON.stringify({ jail: config.jail })}\n`, { mode: 0o600 });
  const env = {
    ...config.locale,
    PATH: config.path,
    HOME: config.userHome,
    PAWL_HOME: place.home,
    TEMPORAL_ADDRESS: config.temporal.address ?? '',
    TEMPORAL_NAMESPACE: namespace,
  };
  return spawnWorker({ log: join(place.home, 'worker.log'), env, linked: true, readyWithinMs: 60_000 });
}

export async function endWorker(worker: ChildProcess): Promise<void> {
  await endChild(worker, 30_000);
}
