import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const run = promisify(execFile);
const sh = async (line: string): Promise<string> => (await run('/bin/sh', ['-ec', line])).stdout.trim();

/** A network namespace with one cable to this machine, which can be cut. */
export interface NetworkHost {
  readonly namespace: string;
  /** Server's address as seen from inside: on its own loopback, by a relay. */
  readonly serverAddress: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  remove(): Promise<void>;
}

/** Why namespaces can't be made here; null when they can. */
export async function noNamespaces(): Promise<string | null> {
  const name = `pawl-try-${randomBytes(3).toString('hex')}`;
  try {
    await sh(`ip netns add ${name} && ip netns del ${name}`);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error);
  }
}

/** The address under which all namespaces reach this machine. */
export interface Hub {
  readonly ip: string;
  remove(): Promise<void>;
}

export async function hub(): Promise<Hub> {
  // For documentation only (RFC 5737): nobody's real network.
  const ip = '192.0.2.1';
  await sh(`ip addr replace ${ip}/32 dev lo`);
  return { ip, remove: async () => void (await sh(`ip addr del ${ip}/32 dev lo`)) };
}

const relay = `const net = require('node:net');
const [, host, port, toHost, toPort] = process.argv;
net.createServer((one) => {
  const other = net.connect(Number(toPort), toHost);
  for (const [a, b] of [[one, other], [other, one]]) { a.pipe(b); a.on('error', () => b.destroy()); a.on('close', () => b.destroy()); }
}).listen(Number(port), host, () => console.log('listens'));`;

interface Relay {
  readonly at: string;
  readonly to: string;
  /** Runs inside of it; left out: outside. */
  readonly namespace?: string;
}

/** Passes TCP on, in a process of its own. */
export async function startRelay({ at, to, namespace }: Relay): Promise<ChildProcess> {
  const args = [process.execPath, '-e', relay, ...at.split(':'), ...to.split(':')];
  const argv = namespace === undefined ? args : ['ip', 'netns', 'exec', namespace, ...args];
  const child = spawn(argv[0] ?? '', argv.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

/** @param number 1 to 200, of its cable @param server `ip:port` at the hub */
export async function networkHost(number: number, { ip }: Hub, server: string): Promise<NetworkHost> {
  const namespace = `pawl-${number}-${randomBytes(3).toString('hex')}`;
  const [outside, inside] = [
    `pw${number}o${randomBytes(2).toString('hex')}`,
    `pw${number}i${randomBytes(2).toString('hex')}`,
  ];
  const net = `198.51.100.${number * 4}`;
  const [gateway, own] = [net.replace(/\d+$/, String(number * 4 + 1)), net.replace(/\d+$/, String(number * 4 + 2))];
  const inNs = `ip netns exec ${namespace}`;
  await sh(`ip netns add ${namespace}
ip link add ${outside} type veth peer name ${inside}
ip link set ${inside} netns ${namespace}
ip addr add ${gateway}/30 dev ${outside} && ip link set ${outside} up
${inNs} ip link set lo up
${inNs} ip addr add ${own}/30 dev ${inside} && ${inNs} ip link set ${inside} up
${inNs} ip route add ${ip}/32 via ${gateway}`);
  const port = server.split(':')[1] ?? '';
  const passing = await startRelay({ at: `127.0.0.1:${port}`, to: server, namespace });
  return {
    namespace,
    serverAddress: `127.0.0.1:${port}`,
    cut: async () => void (await sh(`ip link set ${outside} down`)),
    mend: async () => void (await sh(`ip link set ${outside} up && ${inNs} ip route replace ${ip}/32 via ${gateway}`)),
    remove: async () => {
      passing.kill('SIGKILL');
      await sh(`ip netns del ${namespace}; ip link del ${outside} 2>&1 || true`);
    },
  };
}
