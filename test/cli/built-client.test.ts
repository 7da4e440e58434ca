import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { git, removeRepositories, temporaryFolder } from '../support/git-repos.js';
import { testHome, testServer } from '../support/temporal-server.js';
import { removal } from '../support/removal.js';

/** The client as people start it: bin/pawl.js in a process of its own, on what `npm run build` made. */
const bin = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
let home: string;

beforeAll(async () => {
  if (!existsSync(new URL('../../dist/client.js', import.meta.url))) throw new Error('first run: npm run build');
  home = await temporaryFolder('pawl-home');
});
afterAll(removeRepositories);

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  err(): string;
}

function pawl(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH, HOME, PAWL_HOME: home, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.on('data', (text: Buffer) => out.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => err.push(text.toString()));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    out: out.join(''),
    err: err.join(''),
  }));
  return { child, ended, err: () => err.join('') };
}

/** Processes whose command line or environment names the folder. */
function processesOf(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => ['cmdline', 'environ'].some((file) => readOr(`/proc/${pid}/${file}`).includes(folder)))
    .map((pid) => readOr(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function shown(started: Started, words: RegExp): Promise<string> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = words.exec(started.err());
    if (found !== null) return found[1] ?? found[0];
    if (Date.now() > end) throw new Error(`${String(words)} was never shown:\n${started.err()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface DemoResult {
  readonly outcome: string;
  readonly repository: string;
  readonly base: string;
  readonly branch: string;
  readonly steps: unknown;
  readonly commits: readonly { readonly sha: string; readonly trailers: Readonly<Record<string, string>> }[];
}

describe('pawl as a program', () => {
  test('help, version, unknown words: exit 0, 0, 2', async () => {
    const help = await pawl(['--help']).ended;
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/run .*<source>.*Exit codes: 0 done/s) });
    expect(await pawl(['--version']).ended).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(await pawl(['frobnicate']).ended).toMatchObject({ code: 2, out: '' });
  });

  test('a reader that closes the pipe early is no error', async () => {
    const run = pawl(['--help']);
    run.child.stdout?.destroy();
    expect(await run.ended).toMatchObject({ code: 0, err: '' });
  });

  test('no server: worker, worker --detach and list exit 6 and say how to start one; nothing is left', async () => {
    for (const args of [['worker'], ['worker', '--detach'], ['list']]) {
      const run = await pawl(args, { TEMPORAL_ADDRESS: '127.0.0.1:1' }).ended;
      expect(run).toMatchObject({
        code: 6,
        err: expect.stringMatching(/No Temporal server answers at 127\.0\.0\.1:1.*pawl up/s),
      });
    }
    expect(processesOf(home)).toEqual([]);
  });

  test('a configuration that can not be used is exit 2', async () => {
    const run = await pawl(['list'], { TEMPORAL_ADDRESS: 'http://example.org' }).ended;
    expect(run).toMatchObject({ code: 2, err: expect.stringMatching(/TEMPORAL_ADDRESS/) });
  });
});

describe('the worker in the background', () => {
  test('two starts at once give one worker; one that was killed is noticed; --stop ends it', async () => {
    const server = await testServer();
    const env = { TEMPORAL_ADDRESS: server.address };
    const detach = async (): Promise<{ pid: number; started: boolean }> => {
      const run = await pawl(['worker', '--detach', '--json'], env).ended;
      if (run.code !== 0) throw new Error(run.err);
      return JSON.parse(run.out) as { pid: number; started: boolean };
    };
    try {
      const [one, two] = await Promise.all([detach(), detach()]);
      expect(one.pid).toBe(two.pid);
      expect([one.started, two.started].sort()).toEqual([false, true]);
      process.kill(one.pid, 'SIGKILL');
      const third = await detach();
      expect(third.started).toBe(true);
      expect(third.pid).not.toBe(one.pid);
      const stop = await pawl(['worker', '--stop', '--json'], env).ended;
      expect(JSON.parse(stop.out)).toEqual({ pid: third.pid, stopped: true });
      expect(processesOf(home)).toEqual([]);
      expect(await pawl(['worker', '--stop'], env).ended).toMatchObject({
        code: 0,
        err: 'No worker runs in the background.\n',
      });
    } finally {
      await pawl(['worker', '--stop'], env).ended;
      await server.stop();
    }
  });
});

describe('pawl demo', () => {
  // The binary of the server is in the tests' home already.
  const env = { PAWL_HOME: testHome };

  test('ends with one JSON object; the repository stays with a finished branch; nothing is left running', async () => {
    const demo = pawl(['demo', '--json'], env);
    const { code, out } = await demo.ended;
    const result = JSON.parse(out.trim().split('\n').at(-1) ?? '') as DemoResult;
    const folder = join(result.repository, '..');
    try {
      expect([code, result.outcome, result.steps]).toEqual([0, 'done', { total: 3, done: 3 }]);
      expect(processesOf(folder)).toEqual([]);
      expect(readdirSync(folder)).toEqual(['repository']);
      const shas = (
        await git(result.repository, ['log', '--reverse', '--format=%H', `${result.base}..${result.branch}`])
      ).split('\n');
      // The plan's own commit comes first and is no step's.
      expect(result.commits.map((commit) => commit.sha)).toEqual(shas.slice(1));
      expect(new Set(result.commits.map((commit) => commit.trailers['Task']))).toEqual(new Set(['1', '2', '3']));
      expect(result.commits[0]?.trailers['Pawl-Gear']).toBe('review-before');
      expect(result.commits.at(-1)?.trailers['Pawl-Gear']).toBe('review-after');
      expect(await git(result.repository, ['status', '--porcelain'])).toBe('');
      expect(demo.err()).toMatch(/approved by "demo"/);
      expect(demo.err()).toMatch(/verdict-red: REJECT/);
      expect(demo.err()).toMatch(/idle after/);
    } finally {
      await rm(folder, removal);
    }
  });

  test('Ctrl-C ends what it started, twice pressed as well: exit 130', async () => {
    const demo = pawl(['demo', '--json'], env);
    const folder = await shown(demo, /repository: (\S+)\/repository /);
    await shown(demo, /develop-red/);
    demo.child.kill('SIGINT');
    demo.child.kill('SIGINT');
    const { code, out } = await demo.ended;
    try {
      expect(code).toBe(130);
      expect(JSON.parse(out)).toMatchObject({ outcome: 'interrupted' });
      expect(processesOf(folder)).toEqual([]);
      expect(readdirSync(folder)).toEqual(['repository']);
    } finally {
      await rm(folder, removal);
    }
  });

  test('killed outright, its worker ends with it, and the next demo takes the rest away', async () => {
    const demo = pawl(['demo', '--json'], env);
    const folder = await shown(demo, /repository: (\S+)\/repository /);
    await shown(demo, /begins; watch it/);
    demo.child.kill('SIGKILL');
    await demo.ended;
    try {
      const workers = (): readonly string[] => processesOf(folder).filter((line) => line.includes(' worker '));
      const end = Date.now() + 30_000;
      while (workers().length > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 200));
      expect(workers()).toEqual([]);
      const next = pawl(['demo', '--json'], env);
      const other = await shown(next, /repository: (\S+)\/repository /);
      next.child.kill('SIGINT');
      await next.ended;
      expect(next.err()).toContain('A demo was killed before it could clean up');
      expect(processesOf(folder)).toEqual([]);
      expect(readdirSync(folder)).toEqual(['repository']);
      await rm(other, removal);
    } finally {
      await rm(folder, removal);
    }
  });
});
