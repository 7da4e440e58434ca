import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a connection between worker and server may suffer. */
export interface Proxy {
  /** Value of TEMPORAL_ADDRESS for a worker that is to go through it. */
  readonly address: string;
  /** Nothing gets through, and nobody is told: as when a cable is pulled. */
  cut(): void;
  /** So many milliseconds later, each way. */
  slow(ms: number): void;
  /** Ends every connection at once, as a load balancer does; new ones are let through. */
  reset(): void;
  /** As if it were not there. */
  mend(): void;
  close(): Promise<void>;
}

interface Wire {
  readonly near: Socket;
  readonly far: Socket;
}

/** A TCP proxy in front of a server on this machine. */
export async function proxyTo(address: string): Promise<Proxy> {
  const [host = '127.0.0.1', port = '7233'] = address.split(':');
  const wires = new Set<Wire>();
  let isCut = false;
  let delayMs = 0;

  const pump = (from: Socket, to: Socket): void => {
    // One after the other, so that what is delayed keeps its order.
    let last = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      last = last.then(async () => {
        if (delayMs > 0) await sleep(delayMs);
        if (!to.destroyed) to.write(bytes);
      });
    });
    from.on('error', () => to.destroy());
    from.on('close', () => void last.then(() => to.destroy()));
  };
  const server = createServer((near) => {
    const wire = { near, far: connect({ host, port: Number(port) }) };
    wires.add(wire);
    pump(wire.near, wire.far);
    pump(wire.far, wire.near);
    near.on('close', () => wires.delete(wire));
    if (isCut) hold(wire);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('a proxy listens on a port');

  return {
    address: `127.0.0.1:${bound.port}`,
    cut: () => {
      isCut = true;
      for (const wire of wires) hold(wire);
    },
    slow: (ms) => void (delayMs = ms),
    reset: () => {
      for (const { near, far } of wires) for (const end of [near, far]) end.resetAndDestroy();
    },
    mend: () => {
      isCut = false;
      delayMs = 0;
      for (const { near, far } of wires) for (const end of [near, far]) end.resume();
    },
    close: async () => {
      for (const { near, far } of wires) for (const end of [near, far]) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function hold({ near, far }: Wire): void {
  for (const end of [near, far]) end.pause();
}
