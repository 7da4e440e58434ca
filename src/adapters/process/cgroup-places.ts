import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from '../../domain/thrown.js';
import { controllers, ownCgroups, type Controller, type OwnCgroups } from './cgroup-mounts.js';

/** Where cgroups of leaves may be made. Always below the worker's own: a leaf never leaves what bounds its worker. */
export interface CgroupPlaces {
  readonly memory: CgroupPlace | null;
  readonly pids: CgroupPlace | null;
}

export interface CgroupPlace {
  readonly version: 1 | 2;
  /** The folder below which they are made. */
  readonly parent: string;
  /** Where the worker and its guards stand. */
  readonly home: string;
}

export interface CgroupsLook {
  readonly places: CgroupPlaces;
  /** Why a resource can't be bounded; null when both can. */
  readonly problem: string | null;
  /** What a worker must do first, in version 2: step aside, since no process may stand beside bounded cgroups. */
  readonly stepAside: { readonly from: string; readonly controllers: readonly Controller[] } | null;
}

const asideName = 'pawl-worker';
export const delegate = 'systemd-run --user --scope -p Delegate=yes pawl worker';

/** Looks and changes nothing. @param root what stands before `/proc`: for tests */
export function findCgroups(root = ''): CgroupsLook {
  const read = (path: string): string => readOr(join(root, path), '');
  const own = ownCgroups(read('/proc/self/mountinfo'), read('/proc/self/cgroup'));
  const second = own.v2 === null ? null : lookAtV2(own.v2);
  const placeFor = (controller: Controller): CgroupPlace | null => {
    const first = own.v1[controller];
    if (first !== undefined) return canMakeIn(first) ? { version: 1, parent: first, home: first } : null;
    return second !== null && second.usable.includes(controller) ? second.place : null;
  };
  const places = { memory: placeFor('memory'), pids: placeFor('pids') };
  const usesV2 = controllers.some((controller) => places[controller]?.version === 2);
  return { places, problem: problemOf(places, own, second), stepAside: usesV2 ? (second?.stepAside ?? null) : null };
}

interface LookAtV2 {
  readonly place: CgroupPlace;
  readonly usable: readonly Controller[];
  readonly stepAside: CgroupsLook['stepAside'];
  readonly problem: string | null;
}

function lookAtV2(own: string): LookAtV2 {
  const isAside = basename(own) === asideName;
  const parent = isAside ? dirname(own) : own;
  const place: CgroupPlace = { version: 2, parent, home: isAside ? own : join(own, asideName) };
  const none = (problem: string): LookAtV2 => ({ place, usable: [], stepAside: null, problem });
  const there = wordsOf(join(parent, 'cgroup.controllers'));
  const offered = controllers.filter((controller) => there.includes(controller));
  if (offered.length === 0) return none(`its cgroup has no controllers for them; mend: ${delegate}`);
  if (!canMakeIn(parent)) return none(`its cgroup ${parent} can't be written to; mend: ${delegate}`);
  const handedOn = wordsOf(join(parent, 'cgroup.subtree_control'));
  const missing = offered.filter((controller) => !handedOn.includes(controller));
  // The top of the whole hierarchy alone may hold processes and bounded cgroups at once; it has no type.
  const isTop = readOr(join(parent, 'cgroup.type'), '') === '';
  if (missing.length === 0 || isTop) {
    const stepAside = missing.length === 0 ? null : { from: parent, controllers: missing };
    return { place: { ...place, home: own }, usable: offered, stepAside, problem: null };
  }
  const others = wordsOf(join(parent, 'cgroup.procs')).filter((pid) => pid !== String(process.pid));
  if (others.length > 0) return none(`other processes share its cgroup; mend: ${delegate}`);
  return { place, usable: offered, stepAside: { from: parent, controllers: missing }, problem: null };
}

function problemOf(places: CgroupPlaces, own: OwnCgroups, second: LookAtV2 | null): string | null {
  const [missing] = controllers.filter((controller) => places[controller] === null);
  if (missing === undefined) return null;
  const first = own.v1[missing];
  if (first !== undefined) return `its cgroup ${first} can't be written to`;
  return second === null ? 'there are no cgroups here' : (second.problem ?? `its cgroup has no controller ${missing}`);
}

/** Makes ready what `findCgroups` found. @returns what does not work after all, or null */
export function prepareCgroups({ stepAside, places }: CgroupsLook): string | null {
  if (stepAside === null) return null;
  const place = places.pids?.version === 2 ? places.pids : places.memory;
  if (place === null) return null;
  const moves = place.home !== place.parent;
  try {
    if (moves) {
      mkdirSync(place.home, { recursive: true });
      writeFileSync(join(place.home, 'cgroup.procs'), String(process.pid));
    }
    const wanted = stepAside.controllers.map((controller) => `+${controller}`).join(' ');
    writeFileSync(join(stepAside.from, 'cgroup.subtree_control'), wanted);
    return null;
  } catch (error) {
    if (moves) undo(place);
    return reasonOf(error);
  }
}

function undo({ parent, home }: CgroupPlace): void {
  try {
    writeFileSync(join(parent, 'cgroup.procs'), String(process.pid));
    rmdirSync(home);
  } catch {
    // Then the worker stands in a cgroup below its own, which bounds nothing.
  }
}

function canMakeIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    accessSync(join(folder, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function wordsOf(path: string): readonly string[] {
  return readOr(path, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
