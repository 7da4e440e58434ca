import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBubblewrap, findBubblewrap } from '../../../src/adapters/jails/bubblewrap.js';
import { chooseJail } from '../../../src/adapters/jails/choose-jail.js';
import { mountArguments, planMounts } from '../../../src/adapters/jails/mount-plan.js';
import type { Mount } from '../../../src/adapters/jails/mount-plan.js';
import { createProcessJail } from '../../../src/adapters/jails/process.js';
import { bwrapPath } from '../process/support/rig.js';

let folder: string;
let refusing: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-jails-'));
  refusing = join(folder, 'bwrap');
  writeFileSync(refusing, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n', {
    mode: 0o755,
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('choosing a jail', () => {
  const wish = { home: '/home/someone', searchPath: '' };

  test('auto takes bubblewrap where it works and says so', async () => {
    if (bwrapPath === null) return;
    const choice = await chooseJail({ ...wish, setting: 'auto', bwrapPath });
    expect(choice).toMatchObject({ kind: 'chosen', jail: { kind: 'bubblewrap' } });
    expect(choice).toMatchObject({ says: expect.stringContaining('bubblewrap') });
  });

  test('auto falls back to process, with the reason and how to mend it', async () => {
    const none = await chooseJail({ ...wish, setting: 'auto', bwrapPath: null });
    expect(none).toMatchObject({ kind: 'chosen', jail: { kind: 'process' } });
    expect(none).toMatchObject({
      says: expect.stringMatching(/process only.*not installed.*apt-get install bubblewrap/),
    });
    const refused = await chooseJail({ ...wish, setting: 'auto', bwrapPath: refusing });
    expect(refused).toMatchObject({
      says: expect.stringMatching(/process only.*No permissions to create new namespace/),
    });
  });

  test.each(['required', 'bubblewrap'] as const)('%s fails closed, with the reason', async (setting) => {
    for (const path of [null, refusing, '/no/such/bwrap']) {
      const choice = await chooseJail({ ...wish, setting, bwrapPath: path });
      expect(choice).toMatchObject({ kind: 'missing', why: expect.stringContaining(`"${setting}"`) });
    }
  });

  test('process is taken when asked for, whatever else is there', async () => {
    const choice = await chooseJail({ ...wish, setting: 'process', bwrapPath });
    expect(choice).toMatchObject({ kind: 'chosen', jail: { kind: 'process' } });
  });

  test('sandbox-runtime is taken only by name; where it is missing, or can not be made, nothing else takes its place', async () => {
    const setting = 'sandbox-runtime';
    const absent = await chooseJail({ ...wish, setting });
    expect(absent).toMatchObject({
      kind: 'missing',
      why: expect.stringMatching(/"jail" is "sandbox-runtime", but srt.* is not on the PATH.*mend: npm install -g/),
    });
    const path = join(folder, 'srt');
    writeFileSync(path, '#!/bin/sh\necho "no bubblewrap here" >&2\nexit 1\n', { mode: 0o755 });
    const refused = await chooseJail({ ...wish, setting, sandboxRuntime: { path } });
    expect(refused).toMatchObject({
      kind: 'missing',
      why: expect.stringMatching(/can't make a sandbox: no bubblewrap here; mend: install bubblewrap, socat/),
    });
    const auto = await chooseJail({ ...wish, searchPath: folder, setting: 'auto', bwrapPath: null });
    expect(auto).toMatchObject({ kind: 'chosen', jail: { kind: 'process' } });
  });

  test('bwrap is found in the given path first', () => {
    expect(findBubblewrap(`relative:/no/such:${folder}`)).toBe(refusing);
  });

  test('each jail says in one line each what it does not hold', () => {
    for (const jail of [createProcessJail(), createBubblewrap({ bwrapPath: '/usr/bin/bwrap', home: '/home/a' })]) {
      expect(jail.limits.length).toBeGreaterThanOrEqual(3);
      for (const limit of jail.limits) expect(limit).not.toContain('\n');
    }
  });

  test('without bwrap nothing is wrapped: it is never run bare by mistake', () => {
    const jail = createBubblewrap({ bwrapPath: null, home: '/home/a' });
    const walls = { writable: [], readable: [], hidden: [], network: false };
    expect(() => jail.wrap({ argv: ['true'], cwd: '/', env: {} }, walls)).toThrow('not installed');
  });
});

describe('the mount plan', () => {
  const mount = (kind: Mount['kind'], path: string, isFolder = true): Mount => ({ kind, path, isFolder });

  test('parents before children, by components', () => {
    const plan = planMounts([mount('writable', '/a/b'), mount('readable', '/a-b'), mount('hidden', '/a')]);
    expect(plan.map(({ path }) => path)).toEqual(['/a', '/a/b', '/a-b']);
  });

  test('for one path the last of scratch, hidden, readable, writable wins', () => {
    const kinds = ['writable', 'scratch', 'readable', 'hidden'] as const;
    expect(planMounts(kinds.map((kind) => mount(kind, '/a')))).toEqual([mount('writable', '/a')]);
  });

  test('a mask below a mask is left out; below a door it is not', () => {
    const plan = planMounts([
      mount('scratch', '/tmp'),
      mount('hidden', '/tmp/x'),
      mount('writable', '/tmp/y'),
      mount('hidden', '/tmp/y/z'),
    ]);
    expect(plan.map(({ path }) => path)).toEqual(['/tmp', '/tmp/y', '/tmp/y/z']);
  });

  test('hidden folders are closed last, files are replaced by nothing', () => {
    expect(mountArguments([mount('hidden', '/a'), mount('writable', '/a/b'), mount('hidden', '/c', false)])).toEqual([
      ...['--tmpfs', '/a', '--bind', '/a/b', '/a/b', '--dev-bind', '/dev/null', '/c'],
      ...['--remount-ro', '/a'],
    ]);
  });
});
