import { binaryEnv, type ServerBinary } from './find-binary.js';
import { launchServer } from './launch-server.js';
import { logTail } from './log-tail.js';
import { choosePorts, usualChoices, type ServerPorts } from './ports.js';
import { endProcess } from './process-identity.js';
import { ServerError } from './server-error.js';
import type { ServerPlace } from './server-place.js';
import { writeRecord } from './server-record.js';
import { addressOf, uiUrlOf, type ServerRequest, type TemporalServer } from './server-request.js';
import { settle, whenReady, type Ready } from './when-ready.js';

const mostStarts = 3;

/**
 * Starts a server for a place that has none. Call it with the lock held.
 * @param last ports of the last start, which people may have written down somewhere
 * @throws {ServerError} with the end of the server's log.
 */
export async function startServer(
  request: ServerRequest,
  place: ServerPlace,
  last: ServerPorts | null,
  binary: ServerBinary,
): Promise<TemporalServer> {
  const wanted = [...(last === null ? [] : [last]), ...(request.ports === 'any' ? [] : usualChoices)];
  for (let start = 1; ; start += 1) {
    const ports = await choosePorts(wanted);
    sayChange(request, wanted[0], ports);
    const attempt = await tryStart(request, place, ports, binary);
    if (attempt.kind === 'server') return attempt.server;
    // Its inner ports are chosen by itself; another process may take one between choice and use.
    const portTaken = attempt.ready.kind === 'gone' && attempt.tail.includes('address already in use');
    if (!portTaken || start === mostStarts) throw new ServerError(failure(attempt.ready, attempt.tail));
    request.progress.say('A port was taken in the meantime; starting again.');
  }
}

type NotReady = Exclude<Ready, { readonly kind: 'ready' }>;
type Attempt =
  | { readonly kind: 'server'; readonly server: TemporalServer }
  | { readonly kind: 'failed'; readonly ready: NotReady; readonly tail: string };

async function tryStart(
  request: ServerRequest,
  place: ServerPlace,
  ports: ServerPorts,
  binary: ServerBinary,
): Promise<Attempt> {
  const { config, searchAttributes, database } = request;
  const { identity, logFrom } = await launchServer({
    binary: binary.path,
    env: binaryEnv(config),
    folder: place.folder,
    database: database === 'memory' ? null : place.database,
    log: place.log,
    ports,
    namespace: config.temporal.namespace,
    searchAttributes,
  });
  const record = { version: 1 as const, ports, binary: binary.path, serverVersion: binary.serverVersion };
  await writeRecord(place.record, { ...record, running: identity });
  const ready = await whenReady(request, place, { binary, ports, identity });
  if (ready.kind !== 'ready') {
    await endProcess(identity, { graceMs: 2_000, group: true });
    await writeRecord(place.record, { ...record, running: null });
    return { kind: 'failed', ready, tail: await logTail(place.log, logFrom) };
  }
  await settle(request, ready.cli);
  const { serverVersion: version } = binary;
  const server = {
    address: addressOf(ports),
    uiUrl: uiUrlOf(ports),
    version,
    pid: identity.pid,
    how: 'started' as const,
  };
  return { kind: 'server', server };
}

function sayChange(request: ServerRequest, wanted: ServerPorts | undefined, ports: ServerPorts): void {
  if (wanted === undefined || (wanted.grpc === ports.grpc && wanted.ui === ports.ui)) return;
  const taken = `Port ${wanted.grpc} or ${wanted.ui} is taken`;
  request.progress.say(`${taken}; ${ports.grpc} and ${ports.ui} are used instead, and remembered.`);
}

function failure(ready: NotReady, tail: string): string {
  const what = ready.kind === 'gone' ? 'ended at once' : `did not get ready in time (${ready.why})`;
  return `The Temporal server ${what}. The end of its log:\n${tail}`;
}
