import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Config } from '../../config.js';
import { parseAddress } from '../../config/address.js';
import { sharedQueue } from '../../contract/queues.js';
import { reasonOf } from '../../domain/thrown.js';
import { answers } from '../../embedded/ports.js';
import { grpcCode } from '../errors.js';
import { lookAtQueue, lookAtQueues, type QueueLook } from '../temporal/pollers.js';
import type { Server } from '../temporal/server.js';

const knockMs = 1_200;

const notFound = 5;
const permissionDenied = 7;
const unauthenticated = 16;

/** A server as the doctor sees it; null is what it did not tell. */
export interface ServerLook {
  readonly version: string | null;
  readonly namespace: 'there' | 'missing';
  /** Search attributes by name, with the server's number of their type. */
  readonly attributes: Readonly<Record<string, number>> | null;
  readonly queues: readonly QueueLook[] | null;
}

export type ServerAnswer =
  | { readonly kind: 'silent'; readonly why: string }
  /** It answered, but not to us. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'answers'; readonly look: ServerLook };

export interface ServerWish {
  readonly config: Config;
  readonly address: string;
  /** Null: this host has no queues yet. */
  readonly hostId: string | null;
  /** For connecting, and again for asking. */
  readonly limitMs: number;
}

/** True when somebody accepts a connection there. A name that nobody resolves is given up on, too. */
export async function listens(address: string): Promise<boolean> {
  const { host, port } = parseAddress('TEMPORAL_ADDRESS', address);
  const late = new AbortController();
  try {
    const giveUp = sleep(knockMs, false, { signal: late.signal, ref: false }).catch(() => false);
    return await Promise.race([answers(host, port, knockMs), giveUp]);
  } finally {
    late.abort();
  }
}

/** Asks a server that listens for all that runs need of it; starts and changes nothing. */
export async function lookAtServer(wish: ServerWish): Promise<ServerAnswer> {
  const { config, address, limitMs } = wish;
  const { Client, Connection } = await import('@temporalio/client');
  const { connectionSecurity } = await import('../../config/tls.js');
  const options = { address, connectTimeout: limitMs, ...connectionSecurity(config.temporal) };
  try {
    const connection = await Connection.connect(options);
    try {
      const { namespace } = config.temporal;
      const client = new Client({ connection, namespace, identity: config.identity });
      return { kind: 'answers', look: await client.withDeadline(Date.now() + limitMs, () => ask(client, wish)) };
    } finally {
      await connection.close();
    }
  } catch (error) {
    const isRefusal = [permissionDenied, unauthenticated].includes(grpcCode(error) ?? -1);
    return { kind: isRefusal ? 'refused' : 'silent', why: firstLine(reasonOf(error)) };
  }
}

async function ask(client: Client, wish: ServerWish): Promise<ServerLook> {
  const { namespace } = wish.config.temporal;
  const [system, isThere] = await Promise.all([
    client.workflowService.getSystemInfo({}),
    client.workflowService.describeNamespace({ namespace }).then(
      () => true,
      (error: unknown) => {
        if (grpcCode(error) === notFound) return false;
        throw error;
      },
    ),
  ]);
  const version = system.serverVersion === '' ? null : system.serverVersion;
  if (!isThere) return { version, namespace: 'missing', attributes: null, queues: null };
  const [attributes, queues] = await Promise.all([
    attributesOf(client, namespace).catch(() => null),
    queuesOf(client, wish).catch(() => null),
  ]);
  return { version, namespace: 'there', attributes, queues };
}

async function attributesOf(client: Client, namespace: string): Promise<Readonly<Record<string, number>>> {
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
  return Object.fromEntries(Object.entries(customAttributes).map(([name, type]) => [name, Number(type)]));
}

async function queuesOf(client: Client, { config, address, hostId }: ServerWish): Promise<readonly QueueLook[]> {
  const temporal = { address, namespace: config.temporal.namespace, isDown: false };
  const operator = { config, identity: config.identity, hostId: hostId ?? '', temporal };
  const server: Server = { client, operator, calledAtMs: Date.now() };
  return hostId === null ? [await lookAtQueue(server, sharedQueue, 'workflow')] : lookAtQueues(server, hostId);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
