import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inSecondRed, person, secondHost, tellRemote, type Host, type RemoteTold } from '../support/hosts.js';
import { hub, networkHost, noNamespaces, startRelay, type Hub, type NetworkHost } from '../support/network-hosts.js';
import { rig, type Rig } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';
import { branch, expectWhole } from './oracle.js';

const reason = process.getuid?.() === 0 ? await noNamespaces() : 'only root may make network namespaces';
if (reason !== null) console.warn(`skipped: two hosts in network namespaces: ${reason}`);
const inNamespaces = reason === null ? test : test.skip;

/** Longer than it takes to find out that its host is gone. */
const slowRed: StoryLeaf = {
  role: 'developer',
  phase: 'red',
  step: '2',
  attempt: 1,
  do: [{ sleepMs: 8_000 }, ...(redDo(2) ?? [])],
};

let rigged: Rig;
let middle: Hub | null = null;
let hosts: readonly { readonly network: NetworkHost; readonly host: Host }[] = [];
const helpers: ChildProcess[] = [];
let gitPort = 0;

beforeAll(async () => {
  if (reason !== null) return;
  rigged = await rig({ jail: 'process', env: person });
  // Only hosts in namespaces work here.
  await rigged.worker.end('SIGTERM');
  const here = await hub();
  middle = here;
  const port = rigged.server.address.split(':')[1] ?? '';
  const server = `${here.ip}:${port}`;
  helpers.push(await startRelay({ at: server, to: rigged.server.address }));
  gitPort = await freePort();
  const daemon = ['daemon', '--reuseaddr', '--export-all', '--enable=receive-pack', `--base-path=${rigged.folder}`];
  helpers.push(spawn('git', [...daemon, `--listen=${here.ip}`, `--port=${gitPort}`], { stdio: 'ignore' }));
  const made = [];
  for (const number of [1, 2]) {
    const network = await networkHost(number, here, server);
    const place = { address: network.serverAddress, namespace: network.namespace };
    made.push({ network, host: await secondHost(rigged, `host-${number}`, place) });
  }
  hosts = made;
}, 240_000);

afterAll(async () => {
  if (reason !== null) return;
  for (const { host } of hosts) await host.worker.end('SIGKILL');
  for (const helper of helpers) helper.kill('SIGKILL');
  for (const { network } of hosts) await network.remove();
  await middle?.remove();
  await rigged.close();
}, 60_000);

inNamespaces(
  'F18, F21, F12: a host cut off in mid-leaf: the run goes on at the other from the last pushed commit, and what the lost one still does changes nothing',
  async () => {
    const urlOf = (bare: string): string =>
      `git://${middle?.ip ?? ''}:${gitPort}/${bare.slice(rigged.folder.length + 1)}`;
    const told = await tellRemote(rigged, { steps: 3, leaves: [slowRed], urlOf });
    await inSecondRed(told);
    const claimed = (await told.status()).hostId;
    const lost = hosts.find(({ host }) => host.id === claimed);
    const left = hosts.find(({ host }) => host.id !== claimed);
    if (lost === undefined || left === undefined) throw new Error(`no such host: ${claimed}`);
    await lost.network.cut();
    expect(await told.result()).toMatchObject({ outcome: 'done', report: { steps: { total: 3, done: 3 } } });
    expect((await told.status()).hostId).toBe(left.host.id);
    const tip = await tipOf(told);
    await lost.network.mend();
    // It comes back into the network with whatever it has, and another run may have it again.
    const next = await tellRemote(rigged, { steps: 1, urlOf });
    expect(await next.result()).toMatchObject({ outcome: 'done' });
    expect(await tipOf(told)).toBe(tip);
    await expectWhole(told, 3);
  },
  420_000,
);

async function tipOf(told: RemoteTold): Promise<string> {
  await told.pull();
  return told.git('rev-parse', branch);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
