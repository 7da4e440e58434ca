import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { registerDown } from '../../src/cli/down.js';
import type { Io } from '../../src/cli/io.js';
import { registerUp } from '../../src/cli/up.js';
import { keepWorker, workerFiles } from '../../src/cli/worker-process/record.js';
import { choosePorts } from '../../src/embedded/ports.js';
import { identify, isAlive } from '../../src/embedded/process-identity.js';
import { provideBinary } from '../../src/embedded/provide-binary.js';
import { silent } from '../../src/embedded/progress.js';
import { stopServer } from '../../src/embedded/stop-server.js';
import { testConfig } from '../support/temporal-server.js';
import { removal } from '../support/removal.js';

/** What a command wrote: data and JSON go to stdout, the rest to stderr. */
class Spoken implements Io {
  readonly interactive = false;
  readonly colour = false;
  stdout: string[] = [];
  stderr: string[] = [];
  data(text: string): void {
    this.stdout.push(text);
  }
  json(value: unknown): void {
    this.stdout.push(JSON.stringify(value));
  }
  say(text: string): void {
    this.stderr.push(text);
  }
  live(): void {}
  async ask(): Promise<null> {
    return null;
  }
  exitWith(): void {}
}

let home = '';
let io = new Spoken();
const before = { ...process.env };

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'pawl-home-'));
  const { path } = await provideBinary({ ...testConfig(), progress: silent });
  mkdirSync(join(home, 'temporal', 'bin'), { recursive: true });
  symlinkSync(path, join(home, 'temporal', 'bin', 'temporal'));
  // The ports of a last start: this test leaves 7233 to whoever uses it.
  const record = { version: 1, running: null, ports: await choosePorts([]), binary: path, serverVersion: '1.32.0' };
  writeFileSync(join(home, 'temporal', 'server.json'), JSON.stringify(record));
});
beforeEach(() => {
  io = new Spoken();
  for (const name of Object.keys(process.env)) if (name.startsWith('TEMPORAL_')) delete process.env[name];
  process.env['PAWL_HOME'] = home;
});
afterAll(async () => {
  Object.assign(process.env, before);
  await stopServer({ home, progress: silent, graceMs: 0 });
  rmSync(home, removal);
});

async function pawl(...args: readonly string[]): Promise<void> {
  const program = new Command('pawl');
  registerUp(program, io);
  registerDown(program, io);
  await program.parseAsync([...args], { from: 'user' });
}

function json(): Readonly<Record<string, unknown>> {
  expect(io.stdout).toHaveLength(1);
  return JSON.parse(io.stdout[0] ?? '') as Readonly<Record<string, unknown>>;
}

describe('pawl up and pawl down', () => {
  test('up prints address, Web UI and what comes next; again, it says that it was up', async () => {
    await pawl('up');
    expect(io.stdout).toEqual([
      expect.stringMatching(/^Temporal 1\.\d+\.\d+ is up at 127\.0\.0\.1:\d+ \(pid \d+\)$/),
      expect.stringMatching(/^Web UI: http:\/\/127\.0\.0\.1:\d+$/),
    ]);
    expect(io.stderr).toEqual([expect.stringContaining('pawl worker --detach')]);
    const { ports } = JSON.parse(readFileSync(join(home, 'temporal', 'server.json'), 'utf8')) as { ports: object };
    io = new Spoken();
    await pawl('up', '--json');
    expect(json()).toMatchObject({ how: 'running', home, address: `127.0.0.1:${Object.values(ports)[0]}` });
  });

  test('down ends worker and server, and nothing else; again, there is nothing', async () => {
    await pawl('up', '--json');
    const server = Number(json()['pid']);
    const worker = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    await keepWorker(home, worker.pid ?? 0);
    io = new Spoken();
    await pawl('down', '--json');
    expect(json()).toEqual({ worker: worker.pid, server });
    expect([await identify(server), await identify(worker.pid ?? 0)]).toEqual([null, null]);
    expect(readdirSync(workerFiles(home).folder)).toEqual([]);
    io = new Spoken();
    await pawl('down');
    expect(io.stdout).toEqual(['Nothing was running.']);
  });

  test('down leaves a process alone that has the pid of a worker that is gone', async () => {
    const other = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    const known = await identify(other.pid ?? 0);
    if (known === null) throw new Error('it lives');
    writeFileSync(workerFiles(home).pidFile, JSON.stringify({ ...known, started: 'another boot/1' }));
    await pawl('down', '--json');
    expect(json()).toEqual({ worker: null, server: null });
    expect(await isAlive(known)).toBe(true);
    other.kill('SIGKILL');
  });

  test('with TEMPORAL_ADDRESS nothing is started, and one that does not answer is an error', async () => {
    process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
    await expect(pawl('up')).rejects.toThrow('No Temporal server answers at 127.0.0.1:1');
    process.env['TEMPORAL_ADDRESS'] = 'temporal.example:7233';
    await expect(pawl('up')).rejects.toThrow('TLS is off');
    expect(io.stdout).toEqual([]);
  });
});
