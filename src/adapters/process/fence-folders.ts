import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CgroupPlaces } from './cgroup-places.js';
import { removeFence, tryWrite, type Fence, type FenceFolder } from './fence.js';

/** Bounds of one program; null: none. */
export interface LeafLimits {
  readonly memoryBytes: number | null;
  /** Processes and threads. */
  readonly processes: number | null;
}

/** @throws when the kernel refuses it */
export function makeFence(places: CgroupPlaces, limits: LeafLimits, name: string): Fence {
  const folders = new Map<string, FenceFolder>();
  for (const place of [places.memory, places.pids]) {
    if (place === null) continue;
    const path = join(place.parent, name);
    // A name is used once; what lies there was left by a start of the same leaf that never came so far.
    mkdirSync(path, { recursive: true, mode: 0o755 });
    folders.set(path, { path, home: place.home });
  }
  const fence = { folders: [...folders.values()] };
  try {
    setLimits(places, limits, name);
  } catch (error) {
    removeFence(fence);
    throw error;
  }
  return fence;
}

function setLimits({ memory, pids }: CgroupPlaces, { memoryBytes, processes }: LeafLimits, name: string): void {
  if (memory !== null && memoryBytes !== null) {
    const [most, swap] = memory.version === 1 ? memoryFilesV1 : memoryFilesV2;
    if (!tryWrite(join(memory.parent, name, most), String(memoryBytes))) throw new Error(`${most} can't be set`);
    // Else a limit only moves the trouble to the disk. Not there on a kernel that does not count swap.
    tryWrite(join(memory.parent, name, swap), memory.version === 1 ? String(memoryBytes) : '0');
  }
  if (pids !== null && processes !== null) {
    if (!tryWrite(join(pids.parent, name, 'pids.max'), String(processes))) throw new Error("pids.max can't be set");
  }
}

const memoryFilesV1 = ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'] as const;
const memoryFilesV2 = ['memory.max', 'memory.swap.max'] as const;

/** What lies there under this prefix, with the leaf it was made for. */
export function listFences(places: CgroupPlaces, prefix: string): readonly { leafId: string; fence: Fence }[] {
  const found = new Map<string, FenceFolder[]>();
  for (const place of new Map([places.memory, places.pids].map((one) => [one?.parent, one])).values()) {
    if (place === null) continue;
    for (const name of namesIn(place.parent).filter((one) => one.startsWith(prefix))) {
      found.set(name, [...(found.get(name) ?? []), { path: join(place.parent, name), home: place.home }]);
    }
  }
  return [...found].map(([name, folders]) => ({ leafId: idOf(name.slice(prefix.length)), fence: { folders } }));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Milliseconds since it was made. */
export function ageOf({ folders }: Fence): number {
  try {
    return Date.now() - Math.max(...folders.map(({ path }) => statSync(path).ctimeMs));
  } catch {
    return 0;
  }
}

const longestId = 120;

/** A name for a file that tells the leaf; a long id is cut, and its digest keeps it apart from others. */
export function nameOf(leafId: string): string {
  const digest = createHash('sha256').update(leafId).digest('hex').slice(0, 12);
  const readable = encodeURIComponent(leafId.slice(0, longestId)).slice(0, 200);
  return `${digest}.${readable.replace(/%[0-9A-F]?$/, '')}`;
}

function idOf(name: string): string {
  try {
    return decodeURIComponent(name.slice(name.indexOf('.') + 1));
  } catch {
    return '';
  }
}
