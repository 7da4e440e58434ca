import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBubblewrap } from '../../../src/adapters/jails/bubblewrap.js';
import { createPrograms } from '../../../src/adapters/process/programs.js';
import type { Walls } from '../../../src/ports/program.js';
import { buildScripts } from '../process/support/built-scripts.js';
import type { BuiltScripts } from '../process/support/built-scripts.js';
import { bwrapPath, createRig, fixture, until } from '../process/support/rig.js';
import type { Rig } from '../process/support/rig.js';

const walled = bwrapPath === null ? describe.skip : describe;
const missing = bwrapPath === null ? ' (skipped: bubblewrap not installed)' : '';
let built: BuiltScripts;
let rig: Rig;
/** A person's home with what a leaf must not see. */
let home: string;

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
beforeEach(() => {
  rig = createRig('bubblewrap', built.guardPath);
  home = join(rig.folder, 'home');
  mkdirSync(home);
});
afterEach(() => {
  rig.remove();
});

/** Runs a shell text in the jail; standard output and standard error together. */
async function inJail(
  script: string,
  walls: Partial<Walls> = {},
  env: Record<string, string> = {},
  logFolder = rig.logs,
): Promise<string> {
  mkdirSync(logFolder, { recursive: true });
  const jail = createBubblewrap({ bwrapPath, home });
  const programs = createPrograms({ jail, nodePath: process.execPath, guardPath: built.guardPath });
  const spec = rig.spec(['sh', '-c', `exec 2>&1\n${script}`], { walls, logFolder });
  const watch = { signal: new AbortController().signal, onBeat: () => undefined };
  const result = await programs.run({ ...spec, env: { ...spec.env, ...env } }, watch);
  expect(result.problem).toBe(null);
  return result.out.tail;
}

walled(`the disk${missing}`, () => {
  test('F41: only what is writable can be written, also when it lies under /tmp', async () => {
    const beside = join(rig.folder, 'beside');
    const said = await inJail(`echo in >"${rig.work}/file"; echo out >/etc/pawl-was-here; echo out >"${beside}"; pwd`);
    expect(readFileSync(join(rig.work, 'file'), 'utf8')).toBe('in\n');
    expect(said).toContain('Read-only file system');
    expect(said).toContain(`${rig.work}\n`);
    expect(existsSync('/etc/pawl-was-here')).toBe(false);
    expect(existsSync(beside)).toBe(false);
  });

  test('what other programs keep in /tmp, /var/tmp and /run is not there; each leaf has its own', async () => {
    writeFileSync(join(rig.folder, 'of-others'), 'secret');
    const said = await inJail('ls -A /tmp/* /var/tmp /run; echo mine >/tmp/x && cat /tmp/x');
    expect(said).not.toContain('of-others');
    expect(said).toMatch(/mine\n$/);
    expect(await inJail('ls /tmp/x')).toContain('No such file');
  });

  test('hidden folders and files are empty, can not be written, and do not show their names', async () => {
    const folder = join(home, 'pawl');
    mkdirSync(join(folder, 'sub'), { recursive: true });
    writeFileSync(join(folder, 'sub/secret.txt'), 'canary');
    writeFileSync(join(rig.work, 'key'), 'canary');
    const walls = { readable: [home], hidden: [folder, join(folder, 'sub/secret.txt'), join(rig.work, 'key')] };
    const said = await inJail(`ls -RA ${folder}; echo x >${folder}/y; wc -c <${rig.work}/key`, walls);
    expect(said).not.toContain('secret');
    expect(said).not.toContain('sub');
    expect(said).toContain('Read-only file system');
    expect(said).toMatch(/\b0\n$/);
    expect(readFileSync(join(rig.work, 'key'), 'utf8')).toBe('canary');
  });

  test('the most specific wall wins: readable and writable inside hidden, hidden inside writable', async () => {
    const hidden = join(home, 'pawl');
    for (const name of ['store', 'run/work/.claude', 'other']) mkdirSync(join(hidden, name), { recursive: true });
    writeFileSync(join(hidden, 'store/module'), 'module');
    writeFileSync(join(hidden, 'run/work/.claude/settings'), 'canary');
    writeFileSync(join(hidden, 'other/file'), 'canary');
    const said = await inJail(
      `cat ${hidden}/store/module; echo; touch ${hidden}/store/new; echo kept >${hidden}/run/work/made; ls -A ${hidden} ${hidden}/run/work/.claude`,
      {
        hidden: [hidden, join(hidden, 'run/work/.claude')],
        readable: [join(hidden, 'store')],
        writable: [rig.work, join(hidden, 'run/work')],
      },
    );
    expect(said).toMatch(/^module\n/);
    expect(said).toContain('cannot touch');
    expect(said).not.toContain('settings');
    expect(said).not.toContain('other');
    expect(readFileSync(join(hidden, 'run/work/made'), 'utf8')).toBe('kept\n');
  });

  test('links are followed first: hiding a link hides what it leads to', async () => {
    mkdirSync(join(rig.work, 'real'));
    writeFileSync(join(rig.work, 'real/secret'), 'canary');
    symlinkSync(join(rig.work, 'real'), join(rig.folder, 'link'));
    expect(await inJail(`ls -A ${rig.work}/real`, { hidden: [join(rig.folder, 'link')] })).toBe('');
  });

  test('T2: keys and logins of the operator are hidden without being named', async () => {
    for (const folder of ['.ssh', '.config/gh', '.aws-real', '.claude'])
      mkdirSync(join(home, folder), { recursive: true });
    for (const file of ['.ssh/id_ed25519', '.config/gh/hosts.yml', '.aws-real/credentials', '.netrc', '.claude/x']) {
      writeFileSync(join(home, file), 'canary');
    }
    writeFileSync(join(home, 'notes'), 'plain');
    symlinkSync(join(home, '.aws-real'), join(home, '.aws'));
    const said = await inJail(`cd ${home}; cat notes; grep -r canary . ; find . -type f`, { readable: [home] });
    expect(said).toMatch(/^plain/);
    expect(said).not.toContain('canary');
    expect(said).not.toContain('id_ed25519');
  });

  test('a toolchain that lives among hidden things stays usable, and only that', async () => {
    const bin = join(home, '.config/nvm/v20/bin');
    mkdirSync(bin, { recursive: true });
    mkdirSync(join(home, '.config/gh'));
    writeFileSync(join(home, '.config/gh/hosts.yml'), 'canary');
    writeFileSync(join(bin, 'tool'), '#!/bin/sh\ncat "$(dirname "$0")/../lib"\n', { mode: 0o755 });
    writeFileSync(join(home, '.config/nvm/v20/lib'), 'its library');
    const env = { PATH: `${bin}:/usr/bin:/bin` };
    expect(await inJail('tool', { readable: [home] }, env)).toBe('its library');
    expect(await inJail(`cat ${home}/.config/gh/hosts.yml`, { readable: [home] }, env)).not.toContain('canary');
  });

  test('a writable folder that is not there, or no absolute path, is a clear refusal', async () => {
    const jail = createBubblewrap({ bwrapPath, home });
    const command = { argv: ['true'], cwd: '/', env: {} };
    const walls: Walls = { writable: [], readable: [], hidden: [], network: false };
    expect(() => jail.wrap(command, { ...walls, writable: ['/no/such'] })).toThrow(
      'no such folder to make writable: /no/such',
    );
    expect(() => jail.wrap(command, { ...walls, hidden: ['relative'] })).toThrow(
      'a wall needs an absolute path: relative',
    );
    expect(() => jail.wrap(command, { ...walls, writable: ['/'] })).toThrow("the whole disk can't be writable: /");
  });
});

walled(`network and kernel${missing}`, () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterAll(() => {
    server.close();
  });

  test('without network there is no route and the host is out of reach, but loopback works for test suites', async () => {
    const result = await rig.run(fixture('loopback.mjs', String(port)));
    expect(result.out.tail).toBe('own: reached\nhost: ECONNREFUSED\n');
    expect((await inJail('cat /proc/net/route | wc -l')).trim()).toBe('1');
  });

  test('with network the host is reached and names can be looked up', async () => {
    const result = await rig.run(fixture('loopback.mjs', String(port)), { walls: { network: true } });
    expect(result.out.tail).toBe('own: reached\nhost: reached\n');
    expect(await inJail('cat /etc/resolv.conf', { network: true })).toBe(readFileSync('/etc/resolv.conf', 'utf8'));
  });

  test('it sees its own processes only', async () => {
    const said = await inJail(`ls /proc | grep -c "^[0-9]"; cat /proc/*/cmdline | tr "\\0" " "`);
    expect(Number(said.split('\n')[0])).toBeLessThan(10);
    expect(said).not.toContain('jest');
  });

  test('T2: no environment of this machine is in reach, not by /proc, not by another root, not by a name in /tmp', async () => {
    const canary = randomUUID();
    const name = `pawl-${randomUUID()}`;
    const places = [join(tmpdir(), name), join('/var/tmp', name)];
    const other = spawn('sleep', ['60'], { env: { SECRET: canary, LEAF_ID: 'other' } });
    for (const place of places) writeFileSync(place, canary);
    try {
      const said = await inJail(
        [
          'for file in /proc/[0-9]*/environ /proc/[0-9]*/cmdline; do tr "\\0" "\\n" <$file; done 2>/dev/null',
          `cat /proc/1/root/${places.join(' /proc/1/root/')} /proc/${String(other.pid)}/environ /proc/${String(process.pid)}/environ`,
          `ls -A /tmp /var/tmp /dev/shm /proc/1/root/tmp; cat ${places.join(' ')}; kill -9 ${String(other.pid)}`,
          'ps -A 2>/dev/null; env',
        ].join('\n'),
        { network: true },
      );
      expect(said).not.toContain(canary);
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill('SIGKILL');
      for (const place of places) rmSync(place, { force: true });
    }
  });

  test('T12: two leaves at once see nothing of each other: no process, no file in /tmp, no port of the loopback', async () => {
    const canary = randomUUID();
    const first = inJail(
      `echo ${canary} >/tmp/shared; exec ${process.execPath} -e "require('net').createServer(s => s.end('${canary}')).listen(38123, '127.0.0.1'); require('fs').writeFileSync('${rig.work}/ready', ''); setTimeout(() => process.exit(), 8000)"`,
    );
    await until('the first leaf listens', () => existsSync(join(rig.work, 'ready')), 60_000);
    const look = `cat /tmp/shared; tr "\\0" "\\n" </proc/*/cmdline; grep -rl ${canary} /tmp /dev/shm; ${process.execPath} -e "require('net').connect(38123, '127.0.0.1').on('error', e => console.log(e.code)).on('data', d => console.log(String(d)))"`;
    const said = await inJail(
      `exec 2>/dev/null; ${look}`,
      { readable: [rig.logs] },
      {},
      join(rig.folder, 'other-logs'),
    );
    expect(said).toContain('ECONNREFUSED');
    expect(said.replaceAll(`grep -rl ${canary}`, '')).not.toContain(canary);
    await first;
  });

  test('not even root keeps capabilities, can undo a mount, or change a setting of the kernel', async () => {
    const setting = '/proc/sys/kernel/core_pattern';
    const before = readFileSync(setting, 'utf8');
    const said = await inJail(
      `grep CapEff /proc/self/status; umount /tmp; mount -o remount,rw /; cat ${setting} >/tmp/p; cat /tmp/p >${setting} && echo WRITTEN; echo b >/proc/sysrq-trigger; :`,
    );
    expect(said).toMatch(/CapEff:\t0+\n/);
    expect(said).not.toContain('WRITTEN');
    expect(readFileSync(setting, 'utf8')).toBe(before);
  });
});

const isRoot = process.getuid?.() === 0;
const asOther = isRoot && existsSync('/usr/bin/setpriv') && bwrapPath !== null ? test : test.skip;
asOther('works as an ordinary user, by a user namespace (skipped: needs root to become one)', () => {
  for (const path of [rig.folder, rig.work]) chmodSync(path, 0o777);
  const jail = createBubblewrap({ bwrapPath, home });
  const walls: Walls = { writable: [rig.work], readable: [], hidden: ['/opt'], network: false };
  const script =
    'id -u; echo made >made; ls -A /opt; touch /etc/x; cat /proc/sys/kernel/core_pattern >/proc/sys/kernel/core_pattern';
  const { argv, cwd, env } = jail.wrap(
    { argv: ['sh', '-c', script], cwd: rig.work, env: { PATH: '/usr/bin:/bin' } },
    walls,
  );
  const asNobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups', ...argv];
  const { stdout, stderr } = spawnSync('setpriv', asNobody, {
    cwd,
    env: { ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  expect(stdout).toBe('65534\n');
  expect(stderr).toMatch(/touch.*Read-only/);
  expect(readFileSync(join(rig.work, 'made'), 'utf8')).toBe('made\n');
});
