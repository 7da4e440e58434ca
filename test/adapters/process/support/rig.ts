import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBubblewrap, findBubblewrap } from '../../../../src/adapters/jails/bubblewrap.js';
import { createProcessJail } from '../../../../src/adapters/jails/process.js';
import type { Fences } from '../../../../src/adapters/process/fences.js';
import { listProcesses, startedWith } from '../../../../src/adapters/process/proc-table.js';
import { createPrograms } from '../../../../src/adapters/process/programs.js';
import type { Jail, JailKind } from '../../../../src/ports/jail.js';
import type { ProgramBeat, ProgramResult, Programs, ProgramSpec } from '../../../../src/ports/program.js';
import { removal } from '../../../support/removal.js';

export const fixtures = fileURLToPath(new URL('../../../fixtures/programs/', import.meta.url));
export const bwrapPath = findBubblewrap(process.env['PATH'] ?? '');

export function jailOf(kind: JailKind): Jail {
  return kind === 'process' ? createProcessJail() : createBubblewrap({ bwrapPath, home: homedir() });
}

/** Both jails where both are there; the one that is not says so. */
export const jailKinds: readonly JailKind[] = bwrapPath === null ? ['process'] : ['process', 'bubblewrap'];
if (bwrapPath === null) console.warn('skipped: bubblewrap not installed');

/** A folder with `work` and `logs`, and programs that run in it. */
export interface Rig {
  readonly folder: string;
  readonly work: string;
  readonly logs: string;
  readonly programs: Programs;
  readonly id: string;
  spec(argv: readonly string[], more?: SpecChanges): ProgramSpec;
  run(argv: readonly string[], more?: SpecChanges & { readonly signal?: AbortSignal }): Promise<ProgramResult>;
  readonly beats: ProgramBeat[];
  remove(): void;
}

type SpecChanges = Partial<Omit<ProgramSpec, 'limits' | 'walls'>> & {
  readonly limits?: Partial<ProgramSpec['limits']>;
  readonly walls?: Partial<ProgramSpec['walls']>;
};

let serial = 0;

export function createRig(kind: JailKind, guardPath: string, fences?: Fences): Rig {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-rig-')));
  const [work, logs] = [join(folder, 'work'), join(folder, 'logs')];
  mkdirSync(work);
  mkdirSync(logs);
  const id = `test-${process.pid}-${(serial += 1)}`;
  const beats: ProgramBeat[] = [];
  const programs = createPrograms({
    jail: jailOf(kind),
    nodePath: process.execPath,
    guardPath,
    ...(fences === undefined ? {} : { fences }),
    pollMs: 100,
    guardPatienceMs: 3_000,
  });
  const spec: Rig['spec'] = (argv, more = {}) => ({
    id,
    argv,
    cwd: work,
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: work, TMPDIR: '/tmp' },
    stdin: '',
    logFolder: logs,
    ...more,
    // The fixtures: this project may itself lie in a folder that a jail replaces, such as /tmp.
    walls: { writable: [work], readable: [fixtures], hidden: [], network: false, ...more.walls },
    limits: { wallMs: 20_000, idleMs: null, watched: [work], graceMs: 500, ...more.limits },
  });
  return {
    folder,
    work,
    logs,
    programs,
    id,
    beats,
    spec,
    run: (argv, { signal = new AbortController().signal, ...more } = {}) =>
      programs.run(spec(argv, more), { signal, onBeat: (beat) => beats.push(beat) }),
    remove: () => rmSync(folder, removal),
  };
}

export function fixture(name: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, join(fixtures, name), ...args];
}

export async function until(what: string, holds: () => boolean, withinMs = 30_000): Promise<void> {
  for (const start = performance.now(); !holds(); await sleep(10)) {
    if (performance.now() - start > withinMs) throw new Error(`waited ${withinMs} ms in vain: ${what}`);
  }
}

/** Bytes of a file that a survivor keeps growing; 0 while it is not there. */
export function sizeOf(path: string): number {
  return existsSync(path) ? readFileSync(path).length : 0;
}

/** True when the file stops growing. */
export async function standsStill(path: string, forMs = 500): Promise<boolean> {
  const before = sizeOf(path);
  await sleep(forMs);
  return sizeOf(path) === before;
}

/** Processes that still carry the id in their environment. */
export function aliveWith(id: string): readonly number[] {
  return listProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => startedWith(pid, 'LEAF_ID') === id || startedWith(pid, 'PAWL_GUARD') === id);
}
