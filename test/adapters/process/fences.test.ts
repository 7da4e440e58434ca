import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findCgroups } from '../../../src/adapters/process/cgroup-places.js';
import { createFences, type Fences } from '../../../src/adapters/process/fences.js';
import type { LeafLimits } from '../../../src/adapters/process/fence-folders.js';
import { listProcesses } from '../../../src/adapters/process/proc-table.js';
import type { JailKind } from '../../../src/ports/jail.js';
import { buildScripts } from './support/built-scripts.js';
import type { BuiltScripts } from './support/built-scripts.js';
import { aliveWith, createRig, fixture, fixtures, jailKinds, sizeOf, standsStill, until } from './support/rig.js';
import type { Rig } from './support/rig.js';

const { places, problem } = findCgroups();
const owner = `t${process.pid}`;
const parents = [places.memory, places.pids].flatMap((place) => (place === null ? [] : [place.parent]));
const left = (): readonly string[] =>
  parents.flatMap((parent) => readdirSync(parent).filter((name) => name.startsWith(`pawl.${owner}.`)));

let built: BuiltScripts;
const rigs: Rig[] = [];

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

const mib = 1024 * 1024;
const usual: LeafLimits = { memoryBytes: 512 * mib, processes: 256 };

function fencesFor(limits: Partial<LeafLimits> = {}): Fences {
  return createFences({ ...usual, ...limits }, owner);
}

function rigFor(kind: JailKind, fences: Fences): Rig & { readonly ticks: string } {
  const rig = createRig(kind, built.guardPath, fences);
  rigs.push(rig);
  return { ...rig, ticks: join(rig.work, 'ticks') };
}

const isHeld = places.memory !== null && places.pids !== null;
if (!isHeld) console.warn(`skipped: writable cgroups not installed here (${problem ?? ''})`);

/** What only the kernel can show. */
if (isHeld)
  describe.each(jailKinds)('in cgroups and the %s jail', (kind) => {
    test('F29: who takes more memory than it may is ended by the kernel, and its cgroup says so', async () => {
      const rig = rigFor(kind, fencesFor({ memoryBytes: 96 * mib }));
      // 256 MiB at most, so that it harms nobody should the limit be missing.
      const hoard = 'a="x"; i=0; while [ $i -lt 28 ]; do a="$a$a"; i=$((i + 1)); done';
      const result = await rig.run(['sh', '-c', hoard], { limits: { wallMs: 60_000 } });
      expect(result).toMatchObject({ outOfMemory: true, processLimitHit: false });
      expect(result.end).toBe('exited');
      expect(left()).toEqual([]);
    });

    test('F29: an exit code of 137 alone is no word of the kernel', async () => {
      const rig = rigFor(kind, fencesFor());
      const result = await rig.run(['sh', '-c', 'exit 137']);
      expect(result).toMatchObject({ exitCode: 137, outOfMemory: false, processLimitHit: false });
    });

    test('F30: a fork bomb meets the limit, and is dead at the wall; the machine goes on', async () => {
      const rig = rigFor(kind, fencesFor({ processes: 64 }));
      const before = listProcesses().length;
      let most = 0;
      const watching = setInterval(() => (most = Math.max(most, listProcesses().length)), 50);
      const bomb = fixture('fork-bomb.mjs');
      const result = await rig.run(bomb, { limits: { wallMs: 6_000, graceMs: 300 } });
      clearInterval(watching);
      expect(result).toMatchObject({ end: 'timeout', processLimitHit: true, outOfMemory: false });
      // Others may have started some meanwhile.
      expect(most - before).toBeLessThan(500);
      expect(aliveWith(rig.id)).toEqual([]);
      expect(left()).toEqual([]);
      const again = await rig.run(['true']);
      expect(again).toMatchObject({ end: 'exited', exitCode: 0 });
    });

    test('F2: a guard that is killed leaves its program in the cgroup, where it is found and ended', async () => {
      const rig = rigFor(kind, fencesFor());
      const script = `(cd / && exec env -i setsid sh ${join(fixtures, 'ticker.sh')} ${rig.ticks}) & sleep 0.5; sleep 60`;
      const running = rig.run(['sh', '-c', script]);
      await until('it ticks', () => sizeOf(rig.ticks) > 0 && rig.beats.length > 0, 60_000);
      const pid = rig.beats.at(-1)?.pid ?? 0;
      const guard = listProcesses().find((entry) => entry.pid === pid)?.parent ?? 0;
      expect(guard).toBeGreaterThan(1);
      process.kill(guard, 'SIGKILL');
      expect(await running).toMatchObject({ end: 'killed-external', problem: 'its guard was killed' });
      expect(await standsStill(rig.ticks)).toBe(true);
      expect(left()).toEqual([]);
    });
  });

if (isHeld) {
  test('R24: what a frozen worker and its frozen guard hold is ended by the next worker before it starts anything', async () => {
    const rig = rigFor('process', fencesFor());
    // Hidden from session, group and environment: only its cgroup tells whose it is.
    const script = `(cd / && exec env -i setsid sh ${join(fixtures, 'ticker.sh')} ${rig.ticks}) & sleep 600`;
    const running = rig.run(['sh', '-c', script], { limits: { wallMs: 300_000 } });
    await until('it ticks', () => sizeOf(rig.ticks) > 0 && rig.beats.length > 0, 60_000);
    const pid = rig.beats.at(-1)?.pid ?? 0;
    const guard = listProcesses().find((entry) => entry.pid === pid)?.parent ?? 0;
    expect(guard).toBeGreaterThan(1);
    process.kill(guard, 'SIGSTOP');
    const next = rigFor('process', fencesFor());
    await next.programs.sweep(rig.id);
    expect(aliveWith(rig.id)).toEqual([]);
    expect(await standsStill(rig.ticks)).toBe(true);
    expect(left()).toEqual([]);
    expect((await running).end).toBe('killed-external');
  });

  test('F26: in its cgroup a double fork is found that hid from session, group, parents and environment', async () => {
    const rig = rigFor('process', fencesFor());
    const result = await rig.run(['sh', join(fixtures, 'double-fork.sh'), rig.ticks]);
    expect(result.exitCode).toBe(0);
    expect(await standsStill(rig.ticks)).toBe(true);
    expect(left()).toEqual([]);
  });

  test('I5: a sweep ends what lives in the cgroups of that run alone, and removes them', async () => {
    const fences = fencesFor();
    const [own] = fences.make('pawl/run-1/1-develop').folders;
    fences.make('pawl/run-2/1-develop');
    mkdirSync(join(own?.path ?? '', 'made-by-the-leaf'));
    await fences.sweep((id) => id.startsWith('pawl/run-1/'));
    expect(existsSync(own?.path ?? '/')).toBe(false);
    expect(left().every((name) => name.includes('run-2'))).toBe(true);
    await fences.removeEmpty(60_000);
    expect(left().length).toBeGreaterThan(0);
    await fences.removeEmpty(-1);
    expect(left()).toEqual([]);
  });
}
