import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrograms } from '../../../src/adapters/process/programs.js';
import { createProcessJail } from '../../../src/adapters/jails/process.js';
import type { JailKind } from '../../../src/ports/jail.js';
import { buildScripts } from './support/built-scripts.js';
import type { BuiltScripts } from './support/built-scripts.js';
import { aliveWith, createRig, fixtures, jailKinds, sizeOf, standsStill, until } from './support/rig.js';
import type { Rig } from './support/rig.js';

let built: BuiltScripts;
const rigs: Rig[] = [];

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

function rigFor(kind: JailKind): Rig & { readonly ticks: string } {
  const rig = createRig(kind, built.guardPath);
  rigs.push(rig);
  return { ...rig, ticks: join(rig.work, 'ticks') };
}

const script = (name: string, ...args: readonly string[]): readonly string[] => ['sh', join(fixtures, name), ...args];

describe.each(jailKinds)('in the %s jail', (kind) => {
  test('F25: a setsid daemon that holds the output does not hold the result up, and is dead', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(script('daemon.sh', rig.ticks), { limits: { graceMs: 20_000 } });
    expect(result).toMatchObject({ end: 'exited', exitCode: 0 });
    expect(result.out.tail).toBe('started\n');
    // Far from the grace, and from the minutes that the daemon would take.
    expect(result.durationMs).toBeLessThan(10_000);
    expect(aliveWith(rig.id)).toEqual([]);
    expect(sizeOf(rig.ticks)).toBeGreaterThan(0);
    expect(await standsStill(rig.ticks)).toBe(true);
    // bubblewrap's namespace ends them itself, uncounted.
    if (kind === 'process') expect(result.survivorsEnded).toBeGreaterThan(0);
  });

  test('F26: a double fork in its own session, with a cleared environment and closed descriptors, is dead too', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(script('double-fork.sh', rig.ticks));
    expect(result.exitCode).toBe(0);
    expect(sizeOf(rig.ticks)).toBeGreaterThan(0);
    expect(await standsStill(rig.ticks)).toBe(true);
  });

  test('a program that starts its successor when it is told to end is looked for until none is left', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(script('respawn.sh', rig.ticks, '5'), { limits: { wallMs: 300, graceMs: 1_000 } });
    expect(result.end).toBe('timeout');
    expect(aliveWith(rig.id)).toEqual([]);
    expect(await standsStill(rig.ticks)).toBe(true);
  });
});

describe.each(jailKinds)('dependency stores in the %s jail', (kind) => {
  test('are there while the program runs, also under a hidden home, and leave no trace in the tree', async () => {
    const rig = rigFor(kind);
    const store = join(rig.folder, 'stores/abc');
    mkdirSync(join(store, 'node_modules/.cache'), { recursive: true });
    mkdirSync(join(rig.work, 'vendor'));
    mkdirSync(join(store, 'vendor'));
    writeFileSync(join(store, 'node_modules/dep.js'), 'dep');
    writeFileSync(join(store, 'single.pth'), 'one file');
    writeFileSync(join(rig.work, 'vendor/own.js'), 'own');
    const mounts = ['node_modules', 'single.pth', 'vendor'].map((name) => ({
      from: join(store, name),
      at: join(rig.work, name),
    }));
    const script = 'cat node_modules/dep.js single.pth vendor/own.js; touch node_modules/.cache/x && echo " cached"';
    const result = await rig.run(['sh', '-c', script], { walls: { hidden: [join(rig.folder, 'stores')], mounts } });
    expect(result.out.tail).toBe('depone fileown cached\n');
    expect(readdirSync(rig.work)).toEqual(['vendor']);
    expect(readdirSync(join(rig.work, 'vendor'))).toEqual(['own.js']);
    expect(readdirSync(store).sort()).toEqual(['node_modules', 'single.pth', 'vendor']);
    if (kind === 'process') return;
    const attack = 'echo x >node_modules/dep.js || echo refused; rm -f node_modules/dep.js || echo refused';
    expect((await rig.run(['sh', '-c', attack], { walls: { mounts } })).out.tail).toBe('refused\nrefused\n');
    expect(readFileSync(join(store, 'node_modules/dep.js'), 'utf8')).toBe('dep');
    expect(readdirSync(join(store, 'node_modules/.cache'))).toEqual([]);
  });

  test('that are not there, or have no place, are failed-to-start with the reason', async () => {
    const rig = rigFor(kind);
    const mounts = [{ from: join(rig.folder, 'gone'), at: join(rig.work, 'no/such/place') }];
    const result = await rig.run(['true'], { walls: { mounts } });
    expect(result.end).toBe('failed-to-start');
    expect(result.problem).toContain('no/such/place');
  });
});

describe('sweep', () => {
  const stray = (id: string, ticks: string, more: Record<string, string> = {}): void => {
    const env = { PATH: process.env['PATH'] ?? '', LEAF_ID: id, ...more };
    spawn('setsid', ['sh', join(fixtures, 'ticker.sh'), ticks], { env, stdio: 'ignore', detached: true }).unref();
  };

  test('R24: ends what carries the prefix and only that, and resolves when it is dead', async () => {
    const rig = rigFor('process');
    const other = join(rig.work, 'other');
    stray(`${rig.id}/red/1`, rig.ticks);
    stray(`${rig.id}0/red/1`, other);
    await until('both tick', () => sizeOf(rig.ticks) > 0 && sizeOf(other) > 0);
    expect(await rig.programs.sweep(`${rig.id}/`)).toBeGreaterThanOrEqual(1);
    expect(await standsStill(rig.ticks)).toBe(true);
    expect(await standsStill(other)).toBe(false);
    await rig.programs.sweep(`${rig.id}0/`);
    expect(await standsStill(other)).toBe(true);
    expect(await rig.programs.sweep(rig.id)).toBe(0);
  });

  test('R24: ends a program together with its guard, while the worker that owns it hangs', async () => {
    const rig = rigFor('process');
    const running = rig.run(script('ticker.sh', rig.ticks), { limits: { graceMs: 5_000 } });
    await until('it ticks', () => sizeOf(rig.ticks) > 0);
    expect(await rig.programs.sweep(rig.id)).toBeGreaterThanOrEqual(1);
    expect(aliveWith(rig.id)).toEqual([]);
    expect((await running).end).toBe('killed-external');
  });

  test('two homes on one machine do not sweep each other', async () => {
    const rig = rigFor('process');
    const at = (pawlHome: string): ReturnType<typeof createPrograms> =>
      createPrograms({ jail: createProcessJail(), nodePath: process.execPath, guardPath: built.guardPath, pawlHome });
    const [mine, theirs] = [at('/home/mine'), at('/home/theirs')];
    const abort = new AbortController();
    const spec = rig.spec(script('ticker.sh', rig.ticks), { limits: { graceMs: 100 } });
    const running = mine.run(spec, { signal: abort.signal, onBeat: () => undefined });
    await until('it ticks', () => sizeOf(rig.ticks) > 0);
    expect(await theirs.sweep(rig.id)).toBe(0);
    expect(await standsStill(rig.ticks)).toBe(false);
    expect(await mine.sweep(rig.id)).toBeGreaterThanOrEqual(1);
    expect((await running).end).toBe('killed-external');
  });
});
