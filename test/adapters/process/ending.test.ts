import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JailKind } from '../../../src/ports/jail.js';
import { buildScripts } from './support/built-scripts.js';
import type { BuiltScripts } from './support/built-scripts.js';
import {
  aliveWith,
  bwrapPath,
  createRig,
  fixture,
  fixtures,
  jailKinds,
  sizeOf,
  standsStill,
  until,
} from './support/rig.js';
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

function rigFor(kind: JailKind): Rig & { readonly ticks: string; readonly family: readonly string[] } {
  const rig = createRig(kind, built.guardPath);
  rigs.push(rig);
  const ticks = join(rig.work, 'ticks');
  return { ...rig, ticks, family: ['sh', join(fixtures, 'family.sh'), ticks] };
}

describe.each(jailKinds)('in the %s jail', (kind) => {
  test('R05, F24: at the wall limit child and grandchild, both deaf to TERM, are dead before run resolves', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(rig.family, { limits: { wallMs: 800, graceMs: 300 } });
    expect(result.end).toBe('timeout');
    expect(sizeOf(rig.ticks)).toBeGreaterThan(0);
    expect(aliveWith(rig.id)).toEqual([]);
    expect(await standsStill(rig.ticks)).toBe(true);
    expect(result.durationMs).toBeGreaterThanOrEqual(1_100);
    expect(result.durationMs).toBeLessThan(15_000);
  });

  test('R05: at an abort the tree is dead within the grace, and the end is cancelled', async () => {
    const rig = rigFor(kind);
    const abort = new AbortController();
    const running = rig.run(rig.family, { signal: abort.signal, limits: { graceMs: 200 } });
    await until('the grandchild ticks', () => sizeOf(rig.ticks) > 0);
    const abortedAt = performance.now();
    abort.abort();
    const result = await running;
    expect(performance.now() - abortedAt).toBeLessThan(15_000);
    expect(result.end).toBe('cancelled');
    expect(aliveWith(rig.id)).toEqual([]);
    expect(await standsStill(rig.ticks)).toBe(true);
  });

  test('an obedient program gets its grace: it is asked with TERM and may finish', async () => {
    const rig = rigFor(kind);
    const abort = new AbortController();
    const running = rig.run(['sh', join(fixtures, 'obedient.sh'), rig.ticks], {
      signal: abort.signal,
      limits: { graceMs: 30_000 },
    });
    await until('it is ready', () => sizeOf(join(rig.logs, 'out')) > 0);
    abort.abort();
    const result = await running;
    expect(result).toMatchObject({ end: 'cancelled', exitCode: 7, survivorsEnded: 0 });
    expect(result.durationMs).toBeLessThan(20_000);
    expect(readFileSync(rig.ticks, 'utf8')).toBe('asked\n');
  });

  test('F2, C-28: kill -9 of the worker ends the whole tree at once, without anybody sweeping', async () => {
    const rig = rigFor(kind);
    const spec = { ...rig.spec(rig.family), limits: { ...rig.spec([]).limits, graceMs: 60_000 } };
    const task = JSON.stringify({ kind, bwrapPath, spec });
    const worker = spawn(...splitArgv(fixture('worker.mjs', built.folder, task)), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await until('the grandchild ticks', () => sizeOf(rig.ticks) > 0);
    expect(aliveWith(rig.id).length).toBeGreaterThan(1);
    worker.kill('SIGKILL');
    const killedAt = performance.now();
    await until('nothing of it is alive', () => aliveWith(rig.id).length === 0);
    // Long before the grace, which nobody is there to wait out.
    expect(performance.now() - killedAt).toBeLessThan(20_000);
    expect(await standsStill(rig.ticks)).toBe(true);
  });

  test('an abort that came before the start starts nothing', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(rig.family, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ end: 'cancelled', exitCode: null, durationMs: 0 });
    expect(sizeOf(rig.ticks)).toBe(0);
    expect(readFileSync(result.out.path, 'utf8')).toBe('');
  });
});

test('an exception in onBeat ends the program before it comes out', async () => {
  const rig = rigFor('process');
  const running = rig.programs.run(rig.spec(rig.family), {
    signal: new AbortController().signal,
    onBeat: () => {
      throw new Error('no heartbeat');
    },
  });
  await expect(running).rejects.toThrow('no heartbeat');
  expect(aliveWith(rig.id)).toEqual([]);
});

test('R-002-40: a guard killed by its own program is noticed, and what it leaves is swept', async () => {
  const rig = rigFor('process');
  const result = await rig.run(['sh', join(fixtures, 'kill-parent.sh'), rig.ticks]);
  expect(result).toMatchObject({ end: 'killed-external', exitCode: null, problem: 'its guard was killed' });
  expect(result.survivorsEnded).toBeGreaterThan(0);
  expect(aliveWith(rig.id)).toEqual([]);
  expect(await standsStill(rig.ticks)).toBe(true);
});

test('a guard that hangs is killed after its patience, and the program with it', async () => {
  const rig = rigFor('process');
  const freezer = ['sh', '-c', `sleep 0.3; kill -STOP $PPID; exec sh ${join(fixtures, 'ticker.sh')} ${rig.ticks}`];
  const result = await rig.run(freezer, { limits: { wallMs: 500, graceMs: 100 } });
  expect(result).toMatchObject({ end: 'timeout', problem: 'its guard was killed' });
  expect(aliveWith(rig.id)).toEqual([]);
});

function splitArgv(argv: readonly string[]): [string, string[]] {
  const [program = '', ...args] = argv;
  return [program, args];
}
