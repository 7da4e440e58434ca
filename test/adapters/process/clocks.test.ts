import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createQuietClock } from '../../../src/adapters/process/quiet-clock.js';
import { watchFiles } from '../../../src/adapters/process/watched-files.js';
import type { JailKind } from '../../../src/ports/jail.js';
import { buildScripts } from './support/built-scripts.js';
import type { BuiltScripts } from './support/built-scripts.js';
import { aliveWith, createRig, fixture, jailKinds } from './support/rig.js';
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

function rigFor(kind: JailKind): Rig {
  const rig = createRig(kind, built.guardPath);
  rigs.push(rig);
  return rig;
}

describe.each(jailKinds)('in the %s jail', (kind) => {
  test('F22: a silent program that does nothing is ended for idleness', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(fixture('silent.mjs', 'wait', '60000'), { limits: { idleMs: 4_000 } });
    expect(result.end).toBe('idle');
    expect(result.durationMs).toBeGreaterThan(4_000);
    // Which beat is the last before its end is chance on a loaded machine; that silence shows in them is not.
    expect(Math.max(...rig.beats.map(({ quietMs }) => quietMs))).toBeGreaterThan(0);
  });

  test('R27: a silent program that burns CPU is not ended for silence', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(fixture('silent.mjs', 'burn', '2500'), { limits: { idleMs: 1_000, watched: [] } });
    expect(result).toMatchObject({ end: 'exited', exitCode: 0 });
  });
});

test('R27: a silent program that changes files is not ended for silence', async () => {
  const rig = rigFor('process');
  const result = await rig.run(fixture('silent.mjs', 'files', '3000'), { limits: { idleMs: 1_500 } });
  expect(result).toMatchObject({ end: 'exited', exitCode: 0 });
  const unwatched = await rigFor('process').run(fixture('silent.mjs', 'files', '20000'), {
    limits: { idleMs: 1_500, watched: [] },
  });
  expect(unwatched.end).toBe('idle');
});

test('F23: a chatty program that never ends meets the wall', async () => {
  const rig = rigFor('process');
  const result = await rig.run(['sh', '-c', 'while :; do echo busy; sleep 0.1; done'], {
    limits: { wallMs: 1_500, idleMs: 500 },
  });
  expect(result).toMatchObject({ end: 'timeout', exitCode: null, signal: 'SIGTERM' });
  expect(result.out.bytes).toBeGreaterThan(5);
});

test('R02: after its final record a program gets the grace and is ended, long before the limits', async () => {
  const rig = rigFor('process');
  const result = await rig.run(fixture('report-then-hang.mjs'), {
    reportPrefix: '{"type":"result"',
    limits: { wallMs: 60_000, idleMs: 60_000, graceMs: 400 },
  });
  expect(result.end).toBe('idle');
  expect(result.out.tail).toContain('"outcome":"done"');
  expect(result.durationMs).toBeLessThan(30_000);
  expect(aliveWith(rig.id)).toEqual([]);
});

describe('the quiet clock', () => {
  const look = (bytes: number, cpuTicks: number) => ({ pid: 1, bytes, cpuTicks, reported: false });
  const still = (): Promise<boolean> => Promise.resolve(false);

  test('adds up while nothing moves and starts anew when output, CPU or a file does', async () => {
    const clock = createQuietClock();
    expect(await clock.tick(look(0, 0), 1_000, still)).toBe(0);
    expect(await clock.tick(look(0, 1), 1_000, still)).toBe(1_000);
    expect(await clock.tick(look(0, 1), 1_000, still)).toBe(2_000);
    expect(await clock.tick(look(1, 1), 1_000, still)).toBe(0);
    expect(await clock.tick(look(1, 3), 1_000, still)).toBe(0);
    expect(await clock.tick(look(1, 3), 500, still)).toBe(500);
    expect(await clock.tick(look(1, 3), 500, () => Promise.resolve(true))).toBe(0);
  });

  test('counts nothing while nobody looks: a guard that is starved is no idle program', async () => {
    const clock = createQuietClock();
    await clock.tick(look(0, 0), 1_000, still);
    expect(await clock.tick(look(0, 0), 1_000, still)).toBe(1_000);
    expect(await clock.tick(null, 60_000, still)).toBe(1_000);
  });
});

describe('watched files', () => {
  test('a change of content, a new file and a deep one are seen; nothing and a link outside are not', async () => {
    const rig = rigFor('process');
    mkdirSync(join(rig.work, 'a/b'), { recursive: true });
    writeFileSync(join(rig.work, 'a/b/deep.txt'), '1');
    symlinkSync(rig.logs, join(rig.work, 'outside'));
    const changed = watchFiles([rig.work], 0);
    expect(await changed()).toBe(false);
    expect(await changed()).toBe(false);
    await sleep(20);
    appendFileSync(join(rig.work, 'a/b/deep.txt'), '2');
    expect(await changed()).toBe(true);
    await sleep(20);
    writeFileSync(join(rig.work, 'a/new.txt'), '');
    expect(await changed()).toBe(true);
    writeFileSync(join(rig.logs, 'elsewhere.txt'), '');
    expect(await changed()).toBe(false);
  });

  test('F20: a change is seen although the clock was set back, so that it is older than what was there', async () => {
    const rig = rigFor('process');
    for (const name of ['a', 'b']) writeFileSync(join(rig.work, name), '');
    const times = new Map([
      ['a', 5_000n],
      ['b', 4_000n],
    ]);
    const changed = watchFiles([rig.work], 0, (path) => Promise.resolve(times.get(basename(path)) ?? 1_000n));
    expect([await changed(), await changed()]).toEqual([false, false]);
    times.set('b', 4_500n);
    expect(await changed()).toBe(true);
    expect(await changed()).toBe(false);
  });

  test('a folder that is gone is no error', async () => {
    const changed = watchFiles(['/no/such/folder'], 0);
    expect(await changed()).toBe(false);
    expect(await changed()).toBe(false);
  });
});
