import { externalServer } from './external-server.js';
import type { ServerBinary } from './find-binary.js';
import { withLock } from './lock.js';
import { logTail } from './log-tail.js';
import { provideBinary } from './provide-binary.js';
import { findRunning, type RunningRecord } from './running-server.js';
import { ServerError } from './server-error.js';
import { makePlace, serverPlace, usualFolder, type ServerPlace } from './server-place.js';
import { addressOf, uiUrlOf, type ServerRequest, type TemporalServer } from './server-request.js';
import { startServer } from './start-server.js';
import { settle, whenReady } from './when-ready.js';

const lockWaitMs = 1_800_000;

/**
 * Gives a Temporal server that answers and has Pawl's search attributes: the one that TEMPORAL_ADDRESS names,
 * the one that runs already, or a new one. Two calls at once start one server.
 * @throws {ServerError}
 */
export async function ensureServer(request: ServerRequest): Promise<TemporalServer> {
  const { config, progress } = request;
  if (!request.own && config.temporal.address !== null) return externalServer(config.temporal.address);
  const place = serverPlace(request.folder ?? usualFolder(config.home));
  await makePlace(place);
  const lock = { path: place.lock, purpose: 'starts the Temporal server', progress, waitMs: lockWaitMs };
  return withLock(lock, async () => {
    const binary = await provideBinary({ ...config, progress });
    for (;;) {
      const { running, last } = await findRunning(place, progress);
      if (running === null) return startServer(request, place, last?.ports ?? null, binary);
      const server = await useRunning(request, place, running, binary);
      if (server !== null) return server;
    }
  });
}

/** Null when it ended while it was asked. @throws {ServerError} when it lives and does not answer */
async function useRunning(
  request: ServerRequest,
  place: ServerPlace,
  record: RunningRecord,
  binary: ServerBinary,
): Promise<TemporalServer | null> {
  const { running: identity, ports } = record;
  const ready = await whenReady(request, place, { binary, ports, identity });
  if (ready.kind === 'gone') return null;
  if (ready.kind === 'late') {
    const what = `The Temporal server (process ${identity.pid}) does not answer (${ready.why})`;
    throw new ServerError(`${what}. Start it anew with: pawl down && pawl up\n${await logTail(place.log, 0)}`);
  }
  await settle(request, ready.cli);
  const version = record.serverVersion === '' ? binary.serverVersion : record.serverVersion;
  return { address: addressOf(ports), uiUrl: uiUrlOf(ports), version, pid: identity.pid, how: 'running' };
}
