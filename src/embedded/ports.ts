import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { ServerError } from './server-error.js';

export interface ServerPorts {
  readonly grpc: number;
  readonly ui: number;
}

export const usualPorts: ServerPorts = { grpc: 7233, ui: 8233 };

/** 7233 and 8233, then what a person can still remember. */
export const usualChoices: readonly ServerPorts[] = [0, 10, 20, 30, 40].map((more) => ({
  grpc: usualPorts.grpc + more,
  ui: usualPorts.ui + more,
}));

/** The first of these pairs whose ports are both free on loopback, else a free pair. */
export async function choosePorts(wanted: readonly ServerPorts[]): Promise<ServerPorts> {
  for (const pair of wanted) {
    if (await areFree(pair)) return pair;
  }
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const pair = { grpc: drawPort(), ui: drawPort() };
    if (pair.grpc !== pair.ui && (await areFree(pair))) return pair;
  }
  throw new ServerError(`No free ports were found on 127.0.0.1 between ${lowest} and ${highest}.`);
}

async function areFree(pair: ServerPorts): Promise<boolean> {
  return (await isFree(pair.grpc)) && (await isFree(pair.ui));
}

const [lowest, highest] = [20_000, 32_000];

/**
 * Below the ports that systems give to outgoing connections: there, a client that knocks at a server which is
 * down could be given that very port, and the server would not get it back.
 */
function drawPort(): number {
  return randomInt(lowest, highest);
}

/** Free when nobody answers there and nobody holds it: a listener on all addresses would let us bind beside it on some systems. */
export async function isFree(port: number): Promise<boolean> {
  return !(await answers('127.0.0.1', port, 1_000)) && (await bind(port));
}

function bind(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** True when somebody accepts a connection there. */
export function answers(host: string, port: number, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (yes: boolean): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(limitMs, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
