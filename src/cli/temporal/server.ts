import type { Client } from '@temporalio/client';
import type { Io } from '../io.js';
import { loadOperator, type Operator } from '../operator.js';
import { connectTimeoutMs, mustListen, noServer } from './reachable.js';

/** An open connection, and who uses it. */
export interface Server {
  readonly client: Client;
  readonly operator: Operator;
  /** When this command turned to the server. */
  readonly calledAtMs: number;
}

// An attached client outlives a server's restart; without this it would try again after two minutes only.
const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 500, 'grpc.max_reconnect_backoff_ms': 2_000 };

/**
 * Connects, acts, and closes again. The SDK is loaded here and not before, for the sake of `pawl --help`.
 * @throws {CliError} 6 when no server answers.
 */
export async function useServer<T>(operator: Operator, act: (server: Server) => Promise<T>): Promise<T> {
  const calledAtMs = Date.now();
  await mustListen(operator);
  const { address, namespace } = operator.temporal;
  const { Client, Connection } = await import('@temporalio/client');
  const { connectionSecurity } = await import('../../config/tls.js');
  const options = {
    address,
    connectTimeout: connectTimeoutMs,
    channelArgs,
    ...connectionSecurity(operator.config.temporal),
  };
  const connection = await Connection.connect(options).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw noServer(operator, why);
  });
  try {
    const client = new Client({ connection, namespace, identity: operator.identity });
    return await act({ client, operator, calledAtMs });
  } finally {
    await connection.close();
  }
}

/** Asks the server with a time limit: a query to a run without a worker would otherwise wait for long. */
export function within<T>(server: Server, limitMs: number, ask: () => Promise<T>): Promise<T> {
  return server.client.withDeadline(Date.now() + limitMs, ask);
}

/** Opens the server that config names, for one command. */
export async function onServer<T>(io: Io, act: (server: Server) => Promise<T>): Promise<T> {
  return useServer(await loadOperator(io), act);
}
