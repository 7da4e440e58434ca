import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Check } from '../../../src/cli/doctor/check.js';
import { removeRepositories, repository, temporaryFolder, writeTree } from '../../support/git-repos.js';
import { testServer } from '../../support/temporal-server.js';

/** `pawl doctor` as people start it, on what `npm run build` made. */
const bin = fileURLToPath(new URL('../../../bin/pawl.js', import.meta.url));
let folder: string;
beforeAll(async () => {
  if (!existsSync(new URL('../../../dist/client.js', import.meta.url))) throw new Error('first run: npm run build');
  folder = await temporaryFolder('pawl-doctor');
});
afterAll(removeRepositories);

interface Visit {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function doctor(args: readonly string[], env: Readonly<Record<string, string>>, cwd = folder): Promise<Visit> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [bin, 'doctor', ...args], {
    cwd,
    env: { PATH, HOME: folder, PAWL_HOME: join(folder, 'home'), EDITOR: 'sh', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (part: Buffer) => out.push(part));
  child.stderr.on('data', (part: Buffer) => err.push(part));
  const [code] = (await once(child, 'close')) as [number | null];
  const text = (parts: readonly Buffer[]): string => Buffer.concat([...parts]).toString();
  return { code, out: text(out), err: text(err) };
}

async function checksOf(env: Readonly<Record<string, string>>, cwd = folder): Promise<ReadonlyMap<string, Check>> {
  const { out } = await doctor(['--json'], env, cwd);
  const { checks } = JSON.parse(out) as { readonly checks: readonly Check[] };
  return new Map(checks.map((check) => [check.name, check]));
}

/** A claude that only says its version and flags: a stand-in program, which asks no model. */
async function standInClaude(name: string, script: string): Promise<string> {
  await writeTree(join(folder, name), { claude: { program: `#!/bin/sh\n${script}\n` } });
  return `${join(folder, name)}:${process.env['PATH'] ?? ''}`;
}

const dead = { TEMPORAL_ADDRESS: '127.0.0.1:1' };

describe('pawl doctor', () => {
  test('a dead address: exit 1 with the fix, at 80 columns, and nothing is made', async () => {
    const { code, out, err } = await doctor([], dead);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(
      /^fail {2}server +127\.0\.0\.1:1: nothing answers there\n +fix: start that server, or correct/m,
    );
    expect(out).toMatch(/^warn {2}worker +not looked at/m);
    expect(out.split('\n').filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([]);

    expect(out).not.toMatch(/\u001b/);
    expect(existsSync(join(folder, 'home'))).toBe(false);
  });

  test('one that takes connections and never speaks, and a claude that hangs: it ends all the same, nothing left running', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const address = mute.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    // Longer than this test may take: that it ends shows that nobody waited for it.
    const PATH = await standInClaude('hangs', 'sleep 600');
    try {
      const { code, out } = await doctor([], { TEMPORAL_ADDRESS: `127.0.0.1:${address.port}`, PATH });
      expect(code).toBe(1);
      expect(out).toMatch(/^fail {2}server/m);
      expect(out).toMatch(/^fail {2}agent claude +no answer within [\d.]+ s/m);
      expect(processesOf(join(folder, 'hangs'))).toEqual([]);
    } finally {
      mute.close();
    }
  });

  test('claude: missing, too old, not logged in; a warning only where runs take another agent', async () => {
    const flags = readFlags();
    const old = await standInClaude('old', 'echo "1.0.3 (Claude Code)"');
    const current = await standInClaude('current', `case "$1" in --help) echo "${flags}";; *) echo "2.1.332 (Claude Code)";; esac`);
    const nowhere = join(folder, 'no-such-folder');
    const agent = async (env: Readonly<Record<string, string>>): Promise<Check | undefined> =>
      (await checksOf({ ...dead, ...env })).get('agent claude');
    expect(await agent({ PATH: nowhere })).toMatchObject({ level: 'fail', found: expect.stringContaining('not on the PATH') });
    expect(await agent({ PATH: old })).toMatchObject({ level: 'fail', found: expect.stringContaining('too old') });
    expect(await agent({ PATH: current })).toMatchObject({ level: 'fail', found: expect.stringContaining('not logged in'), fix: expect.stringContaining('ANTHROPIC_API_KEY') });
    expect(await agent({ PATH: current, ANTHROPIC_API_KEY: 'k' })).toMatchObject({ level: 'ok', found: expect.stringContaining('2.1.332') });
    const home = join(folder, 'other-agent');
    await mkdir(home);
    await writeFile(join(home, 'config.json'), '{"agent":"scripted"}', { mode: 0o600 });
    expect(await agent({ PATH: old, PAWL_HOME: home })).toMatchObject({ level: 'warn' });
  }); // prettier-ignore

  test('settings that can not be used: named, the rest is still looked at, no key is shown', async () => {
    const home = join(folder, 'broken');
    await mkdir(home);
    await writeFile(join(home, 'config.json'), '{"temporal":{"apiKey":"s3cret"},"jial":"auto"}', { mode: 0o600 });
    const { code, out } = await doctor([], { ...dead, PAWL_HOME: home, MY_SECRET: 's3cret' });
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {2}config\.json .*unknown key\s+"jial"/m);
    expect(out).toMatch(/^warn {2}server +not looked at: the settings/m);
    expect(out).toMatch(/^ok {4}git/m);
    expect(out).not.toContain('s3cret');
  });

  test('with a server, in a repository: version, namespace, attributes, no worker yet; the checkout stays as it was', async () => {
    const server = await testServer();
    try {
      const shop = await repository({
        'pawl.json': '{"test":"node --test"}',
        'a.test.js': "import test from 'node:test';\ntest('a', () => undefined);\n",
      });
      await shop.write({ 'a.test.js': '// changed\n' });
      const before = await shop.git('status', '--porcelain');
      const checks = await checksOf({ TEMPORAL_ADDRESS: server.address }, shop.path);
      const level = (name: string): string => `${checks.get(name)?.level ?? 'absent'}`;
      expect(checks.get('server')?.found).toMatch(/^\d+\.\d+\.\d+ at 127\.0\.0\.1:\d+, namespace default$/);
      const seen = ['server', 'attributes', 'worker', 'repository', 'author', 'pawl.json', 'tests'].map(level);
      expect(seen).toEqual(['ok', 'ok', 'fail', 'warn', 'ok', 'ok', 'ok']);
      expect(checks.get('repository')?.found).toContain('not committed: a.test.js');
      expect(await shop.git('status', '--porcelain')).toBe(before);
      const elsewhere = await checksOf({ TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: 'nowhere' });
      expect(elsewhere.get('server')?.fix).toMatch(/^temporal operator namespace create .*--namespace nowhere$/);
    } finally {
      await server.stop();
    }
  });

  test('wrong use is exit 2', async () => {
    expect((await doctor(['--frobnicate'], dead)).code).toBe(2);
  });
});

/** Flags that a claude has to name in its help, from the probe itself. */
function readFlags(): string {
  const source = new URL('../../../src/adapters/agents/claude/probe.ts', import.meta.url);
  return (readFileSync(source, 'utf8').match(/'--[a-z-]+'/g) ?? []).join(' ').replaceAll("'", '');
}

/** Processes whose command line or environment names the folder. */
function processesOf(path: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  const text = (file: string): string => {
    try {
      return readFileSync(file, 'latin1');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => ['cmdline', 'environ'].some((file) => text(`/proc/${pid}/${file}`).includes(path)))
    .map((pid) => text(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
}
