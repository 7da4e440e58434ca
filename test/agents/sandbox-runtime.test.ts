import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { chooseJail } from '../../src/adapters/jails/choose-jail.js';
import { findProgram } from '../../src/adapters/host/find-program.js';
import { createSandboxRuntime } from '../../src/adapters/jails/sandbox-runtime.js';
import { createPrograms } from '../../src/adapters/process/programs.js';
import type { ProgramResult, Walls } from '../../src/ports/program.js';
import { buildScripts, type BuiltScripts } from '../adapters/process/support/built-scripts.js';
import { createRig, sizeOf, standsStill, type Rig } from '../adapters/process/support/rig.js';

/** The optional jail with its real program: `npm run test:agents` names it. */
const srtPath = process.env['PAWL_TEST_SRT'] ?? null;
const searchPath = process.env['PATH'] ?? '';
const missing = ['bwrap', 'socat', 'rg'].filter((name) => findProgram(name, searchPath) === null);
const absent = [...(srtPath === null ? ['sandbox-runtime (srt)'] : []), ...missing];
const real = absent.length === 0 ? describe : describe.skip;
if (absent.length > 0) console.warn(`skipped: ${absent.join(', ')} not installed`);

let built: BuiltScripts;
let rig: Rig;
let home: string;
beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
beforeEach(() => {
  rig = createRig('process', built.guardPath);
  home = join(rig.folder, 'home');
  mkdirSync(home);
  mkdirSync(join(rig.folder, 'tmp'));
});
afterEach(() => rig.remove());

interface Wish {
  readonly walls?: Partial<Walls>;
  readonly allowHosts?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function inJail(script: string, { walls = {}, allowHosts = [], env = {} }: Wish = {}): Promise<ProgramResult> {
  const jail = createSandboxRuntime({ srtPath, home, allowHosts, searchPath: process.env['PATH'] ?? '' });
  const programs = createPrograms({ jail, nodePath: process.execPath, guardPath: built.guardPath });
  const temporary = join(rig.folder, 'tmp');
  const spec = rig.spec(['sh', '-c', `exec 2>&1\n${script}`], {
    stdin: 'the prompt\n',
    walls: { ...walls, writable: [rig.work, temporary, ...(walls.writable ?? [])] },
  });
  const given = { ...spec, env: { ...spec.env, TMPDIR: temporary, ...env } };
  return programs.run(given, { signal: new AbortController().signal, onBeat: () => undefined });
}

real('the jail sandbox-runtime', () => {
  test('T2: hidden is not there, read-only stays as it is, a store stands inside what is hidden', async () => {
    const canary = randomUUID();
    const hidden = join(rig.folder, 'pawl');
    const store = join(hidden, 'store');
    mkdirSync(store, { recursive: true });
    for (const place of [join(hidden, 'secret'), join(home, '.netrc')]) writeFileSync(place, canary);
    writeFileSync(join(store, 'module'), 'module\n');
    const beside = join(rig.folder, 'beside');
    mkdirSync(beside);
    writeFileSync(join(beside, 'file'), 'as exported\n');
    const mounts = [{ from: store, at: join(rig.work, 'node_modules') }];
    const script = [
      `cat; cat node_modules/module; cat ${beside}/file; echo made >made`,
      `echo x >node_modules/module; echo x >${beside}/file; echo x >/etc/pawl-was-here; cat ${hidden}/secret ${home}/.netrc`,
      `cat /proc/*/environ 2>/dev/null | tr "\\0" "\\n" | grep ^SECRET; ls /proc | grep -c "^[0-9]"; exit 7`,
    ].join('\n');
    process.env['SECRET'] = canary;
    const result = await inJail(script, { walls: { hidden: [hidden, home], readable: [beside], mounts } });
    delete process.env['SECRET'];
    expect(result).toMatchObject({ end: 'exited', exitCode: 7 });
    expect(result.out.tail).toMatch(/^the prompt\nmodule\nas exported\n/);
    expect(result.out.tail).not.toContain(canary);
    expect(readFileSync(join(rig.work, 'made'), 'utf8')).toBe('made\n');
    expect(readFileSync(join(store, 'module'), 'utf8')).toBe('module\n');
    expect(readFileSync(join(beside, 'file'), 'utf8')).toBe('as exported\n');
    expect(existsSync('/etc/pawl-was-here')).toBe(false);
    // Its masks leave nothing behind that would count as a change.
    expect(readdirSync(rig.work)).toEqual(['made']);
  });

  test('T2: no network is none, and no proxy is named; an allowed host is reached, another is not', async () => {
    const seen: string[] = [];
    const server: Server = createServer((request, response) => {
      seen.push(request.socket.localAddress ?? '');
      response.end('reached');
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    // By the proxy also where an address of this machine is meant.
    const ask = (host: string): string => `curl -sS -m 5 --noproxy "" http://${host}:${String(port)}/ || echo refused`;
    const script = `env | grep -ci proxy; ${ask('127.0.0.1')}; echo; ${ask('127.0.0.2')}`;
    const closed = await inJail(script);
    expect(closed.out.tail).toMatch(/^0\n/);
    expect(closed.out.tail).not.toContain('reached');
    const open = await inJail(script, { walls: { network: true }, allowHosts: ['127.0.0.1'] });
    expect(Number(open.out.tail.split('\n')[0])).toBeGreaterThan(0);
    expect(open.out.tail).toContain('reached');
    expect(seen).toEqual(['127.0.0.1']);
    server.close();
  });

  test('F28: nothing of it outlives its end, a daemon of another session neither', async () => {
    const ticks = join(rig.work, 'ticks');
    await inJail(
      `setsid sh -c 'while :; do echo x >>${ticks}; sleep 0.05; done' & while [ ! -s ${ticks} ]; do sleep 0.05; done`,
    );
    expect(sizeOf(ticks)).toBeGreaterThan(0);
    expect(await standsStill(ticks)).toBe(true);
  });

  test('is chosen by name, and says which hosts', async () => {
    const wish = { setting: 'sandbox-runtime', home, searchPath } as const;
    const settings = { path: srtPath ?? '', allowHosts: ['api.example.org'] };
    const choice = await chooseJail({ ...wish, sandboxRuntime: settings });
    expect(choice).toMatchObject({ kind: 'chosen', jail: { kind: 'sandbox-runtime' } });
    expect(choice.kind === 'chosen' && choice.jail.limits.join('; ')).toContain('reaches api.example.org by a proxy');
  });
});
