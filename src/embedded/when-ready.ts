import { binaryEnv, type ServerBinary } from './find-binary.js';
import { answers, type ServerPorts } from './ports.js';
import { isAlive, type ProcessIdentity } from './process-identity.js';
import type { ServerPlace } from './server-place.js';
import { addressOf, type ServerRequest } from './server-request.js';
import { settleRetention, settleSearchAttributes } from './settle-server.js';
import { temporalCli, type TemporalCli } from './temporal-cli.js';

export interface Candidate {
  readonly binary: ServerBinary;
  readonly ports: ServerPorts;
  readonly identity: ProcessIdentity;
}

export type Ready =
  | { readonly kind: 'ready'; readonly cli: TemporalCli }
  | { readonly kind: 'gone' }
  | { readonly kind: 'late'; readonly why: string };

const betweenLooksMs = 25;
const usualReadyMs = 60_000;
const cliLimitMs = 30_000;

/** Waits until the server's process says that it serves, has ended, or the time is up. */
export async function whenReady(request: ServerRequest, place: ServerPlace, server: Candidate): Promise<Ready> {
  const end = Date.now() + (request.readyMs ?? usualReadyMs);
  const address = addressOf(server.ports);
  const target = {
    binary: server.binary.path,
    env: binaryEnv(request.config),
    address,
    namespace: request.config.temporal.namespace,
    folder: place.folder,
  };
  let why = `nothing accepts a connection on ${address}`;
  for (;;) {
    if (!(await isAlive(server.identity))) return { kind: 'gone' };
    if (await answers('127.0.0.1', server.ports.grpc, 1_000)) {
      // The port alone may be somebody else's, and a server listens before it serves.
      const health = await temporalCli(target, Math.max(1_000, end - Date.now()))('cluster', 'health');
      if (health.ok) return { kind: 'ready', cli: temporalCli(target, cliLimitMs) };
      why = health.problem;
    }
    if (Date.now() >= end) return { kind: 'late', why };
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
}

/** Brings a server that answers into the state runs need. @throws {ServerError} */
export async function settle(request: ServerRequest, cli: TemporalCli): Promise<void> {
  const { config, searchAttributes, progress } = request;
  const kept = request.database === 'memory' ? null : settleRetention(cli, config.temporal.namespace, progress);
  await Promise.all([settleSearchAttributes(cli, searchAttributes, progress), kept]);
}
