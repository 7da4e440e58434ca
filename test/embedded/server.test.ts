import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { searchAttributeTypes } from '../../src/contract/search-attributes.js';
import { ensureServer } from '../../src/embedded/ensure-server.js';
import { identify, isAlive } from '../../src/embedded/process-identity.js';
import type { ServerRequest, TemporalServer } from '../../src/embedded/server-request.js';
import { serverState } from '../../src/embedded/server-state.js';
import { stopServer, type Stopped } from '../../src/embedded/stop-server.js';
import { compileRooms } from '../support/compiled-rooms.js';
import { serverFolder, testConfig, testHome, testServer } from '../support/temporal-server.js';
import { removal } from '../support/removal.js';

let folder = '';
let said: string[] = [];
const progress = { say: (line: string) => void said.push(line), live: () => undefined };
const listeners: Server[] = [];

beforeEach(async () => {
  folder = await serverFolder();
  said = [];
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.close();
  await stop(0);
  rmSync(folder, removal);
});

async function up(more: Partial<ServerRequest> = {}): Promise<TemporalServer & { readonly pid: number }> {
  const server = await ensureServer({
    config: testConfig(),
    own: true,
    searchAttributes: searchAttributeTypes,
    progress,
    folder,
    ports: 'any',
    ...more,
  });
  if (server.pid === null) throw new Error('a server of our own has a pid');
  return { ...server, pid: server.pid };
}

async function stop(graceMs = 10_000): Promise<Stopped> {
  return stopServer({ home: testHome, folder, progress, graceMs });
}

const record = (): string => join(folder, 'server.json');
const portOf = (address: string): number => Number(address.split(':')[1]);

async function operator(server: TemporalServer, ...args: readonly string[]): Promise<string> {
  const cli = (JSON.parse(await readFile(record(), 'utf8')) as { binary: string }).binary;
  return (await execa(cli, ['operator', ...args, '--address', server.address])).stdout;
}

/** Servers that work on this folder's database. */
function servers(): readonly number[] {
  const database = join(folder, 'server.db');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(database);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Local addresses of the process's listening sockets, as the kernel writes them. */
function listening(pid: number): readonly string[] {
  const inodes = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A' && inodes.includes(fields[9] ?? ''))
      .map((fields) => (fields[1] ?? '').split(':')[0] ?? ''),
  );
}

async function occupy(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  listeners.push(server);
}

describe('a server of this machine', () => {
  test('T16: starts with attributes and 30 days of retention, and listens on loopback alone', async () => {
    const server = await up();
    expect(server.how).toBe('started');
    const sockets = listening(server.pid);
    expect(sockets.length).toBeGreaterThanOrEqual(5);
    expect(new Set(sockets)).toEqual(new Set(['0100007F']));
    expect(await operator(server, 'namespace', 'describe', 'default', '--output', 'json')).toContain('"2592000s"');
    const listed = await operator(server, 'search-attribute', 'list', '--output', 'json');
    for (const { name } of searchAttributeTypes) expect(listed).toContain(`"${name}"`);
    expect(existsSync(join(folder, 'server.db-wal'))).toBe(true);
    expect(await (await fetch(server.uiUrl ?? '')).text()).toContain('<html');

    const again = await up();
    expect(again).toEqual({ ...server, how: 'running' });
    expect(await serverState(testHome, folder)).toMatchObject({ kind: 'running', pid: server.pid, answers: true });
    expect(await stop()).toEqual({ kind: 'stopped', pid: server.pid, killed: false });
    expect(await identify(server.pid)).toBeNull();
    expect(await serverState(testHome, folder)).toEqual({ kind: 'stopped', address: server.address, gone: false });
    expect(await stop()).toEqual({ kind: 'none' });
    expect(said).toEqual([]);
  });

  test('two calls at once start one server', async () => {
    const [one, two] = await Promise.all([up(), up()]);
    expect(one.pid).toBe(two.pid);
    expect([one.how, two.how].sort()).toEqual(['running', 'started']);
    expect(servers()).toEqual([one.pid]);
    expect(said).toEqual([expect.stringMatching(/^Waiting: process \d+ starts the Temporal server/)]);
  });

  test('F14: after kill -9 it comes back on the same ports with what it knew, and says what it found', async () => {
    const first = await up();
    await operator(first, 'search-attribute', 'create', '--name', 'Marker', '--type', 'Keyword');
    process.kill(first.pid, 'SIGKILL');
    const second = await up();
    expect(second).toEqual({ ...first, pid: second.pid });
    expect(second.pid).not.toBe(first.pid);
    expect(said.join('\n')).toContain(`(process ${first.pid}) is gone`);
    expect(await operator(second, 'search-attribute', 'list', '--output', 'json')).toContain('"Marker"');
  });

  test('a recorded pid that belongs to another process by now is not taken for the server, and not ended', async () => {
    const first = await up();
    await stop(0);
    const other = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    const innocent = await identify(other.pid ?? 0);
    const kept = JSON.parse(await readFile(record(), 'utf8')) as object;
    const forged = JSON.stringify({ ...kept, running: { pid: other.pid, started: 'another boot/1' } });
    writeFileSync(record(), forged);
    expect(await serverState(testHome, folder)).toMatchObject({ kind: 'stopped', gone: true });
    expect(await stop(0)).toEqual({ kind: 'none' });
    writeFileSync(record(), forged);
    expect(await up()).toMatchObject({ how: 'started', address: first.address });
    expect(innocent !== null && (await isAlive(innocent))).toBe(true);
    other.kill('SIGKILL');
    expect(said).toHaveLength(2);
  });

  test('a half-written server.json is kept aside, and the server that runs is found all the same', async () => {
    const first = await up();
    const text = readFileSync(record(), 'utf8');
    writeFileSync(record(), text.slice(0, text.length / 2));
    expect(await serverState(testHome, folder)).toMatchObject({ kind: 'unreadable' });
    expect(await up()).toEqual({ ...first, how: 'running' });
    expect(readFileSync(`${record()}.broken`, 'utf8')).toBe(text.slice(0, text.length / 2));
    expect(said).toEqual([expect.stringContaining("can't be read"), expect.stringContaining('already serves')]);

    unlinkSync(record());
    expect(await stop()).toEqual({ kind: 'stopped', pid: first.pid, killed: false });
    expect(servers()).toEqual([]);
  });

  test('takes other ports when its own are taken, says so, and keeps them', async () => {
    const first = await up();
    await stop(0);
    await occupy(portOf(first.address));
    const second = await up();
    expect(portOf(second.address)).not.toBe(portOf(first.address));
    expect(said).toEqual([expect.stringContaining(`Port ${portOf(first.address)} or`)]);
    await stop(0);
    listeners.pop()?.close();
    expect((await up()).address).toBe(second.address);
    expect(said).toHaveLength(1);
  });

  test('adds the search attributes an older database lacks, and refuses one of another type', async () => {
    const [one, two, ...rest] = searchAttributeTypes;
    if (one === undefined || two === undefined) throw new Error('there are nine');
    await up({ searchAttributes: rest });
    await stop(0);
    const server = await up();
    expect(said).toEqual([`Adding search attributes the database lacks: ${one.name}, ${two.name}.`]);
    const listed = await operator(server, 'search-attribute', 'list', '--output', 'json');
    expect(listed).toContain(`"${one.name}"`);
    await expect(up({ searchAttributes: [{ name: one.name, type: 'Datetime' }] })).rejects.toThrow(
      `temporal operator search-attribute remove --name ${one.name}`,
    );
  });

  test('one that runs but does not answer is named with the way out, and ended by KILL', async () => {
    const server = await up();
    process.kill(server.pid, 'SIGSTOP');
    await expect(up({ readyMs: 300 })).rejects.toThrow(
      new RegExp(`process ${server.pid}\\) does not answer[^]*pawl down && pawl up`),
    );
    expect(await stop(300)).toEqual({ kind: 'stopped', pid: server.pid, killed: true });
  });

  test('one that can not start shows the end of its log, and leaves nothing running', async () => {
    writeFileSync(join(folder, 'server.db'), 'no database '.repeat(1_000));
    await expect(up()).rejects.toThrow(/Temporal server ended at once. The end of its log:\n[^]*not a database/);
    expect(servers()).toEqual([]);
    expect(await serverState(testHome, folder)).toMatchObject({ kind: 'stopped', gone: false });
  });

  test("a home that can't be made is named, with the way out", async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(up({ folder: join(file, 'below') })).rejects.toThrow(/home can't be used: ENOTDIR[^]*PAWL_HOME=/);
  });

  test('kill -9 of its starter leaves no second server and no lock that holds', async () => {
    const code = await mkdtemp(join(tmpdir(), 'pawl-starter-'));
    compileRooms(code, ['embedded', 'domain']);
    const request = { config: testConfig(), own: true, searchAttributes: searchAttributeTypes, folder, ports: 'any' };
    writeFileSync(
      join(code, 'starter.js'),
      `import { ensureServer } from './embedded/ensure-server.js';
       const progress = { say() {}, live() {} };
       await ensureServer({ ...${JSON.stringify(request)}, progress });`,
    );
    const starter = spawn(process.execPath, [join(code, 'starter.js')], { stdio: 'ignore' });
    while (servers().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    const server = await up();
    expect(servers()).toEqual([server.pid]);
    expect(said.join('\n')).toContain('A lock was left behind');
    rmSync(code, removal);
  });
});

describe('a server that TEMPORAL_ADDRESS names', () => {
  const at = (address: string) => ({ own: false, config: testConfig(testHome, { TEMPORAL_ADDRESS: address }) });

  test('is asked for a connection and left alone; one of our own ignores it', async () => {
    const other = await testServer();
    const request = { searchAttributes: searchAttributeTypes, progress, folder, ports: 'any' as const };
    expect(await ensureServer({ ...request, ...at(other.address) })).toEqual({
      address: other.address,
      uiUrl: null,
      version: null,
      pid: null,
      how: 'external',
    });
    expect(existsSync(record())).toBe(false);
    const own = await ensureServer({ ...request, ...at(other.address), own: true });
    expect(own.address).not.toBe(other.address);
    await other.stop();
    expect(await identify(other.pid)).toBeNull();
  });

  test('and does not answer: says whose address it is and what helps', async () => {
    const request = { searchAttributes: searchAttributeTypes, progress, folder };
    await expect(ensureServer({ ...request, ...at('127.0.0.1:1') })).rejects.toThrow(
      /127\.0\.0\.1:1, which TEMPORAL_ADDRESS/,
    );
  });
});
