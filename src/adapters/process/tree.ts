import { listProcesses, readProcess, startedWith } from './proc-table.js';
import type { ProcessEntry } from './proc-table.js';

/** Environment variables by which a process is found again when its parents are gone. */
export const leafIdVariable = 'LEAF_ID';
export const guardIdVariable = 'PAWL_GUARD';
export const ownerVariable = 'LEAF_OWNER';

/** `entries` that are `seeds` or descend from one. */
export function withDescendants(
  entries: readonly ProcessEntry[],
  isSeed: (entry: ProcessEntry) => boolean,
): readonly ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of entries) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  const members = new Map<number, ProcessEntry>();
  const waiting = entries.filter(isSeed);
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (members.has(entry.pid)) continue;
    members.set(entry.pid, entry);
    waiting.push(...(children.get(entry.pid) ?? []));
  }
  return [...members.values()];
}

/** The processes of one program, as its guard follows them. */
export interface Tree {
  /** Looks and remembers, so that a process whose parents die later is still known. */
  look(): readonly ProcessEntry[];
}

/**
 * Follows a program by its cgroup, parents, groups, sessions and LEAF_ID, whatever of these its processes keep; orphans are
 * our children where there is an orphan keeper. Without one, what leaves all four between two looks gets away. Without
 * /proc (macOS) it is the process group alone.
 */
export function trackTree(rootPid: number, leafId: string, fenced: () => ReadonlySet<number> = () => new Set()): Tree {
  const notBefore = readProcess(process.pid)?.startTicks ?? 0;
  const root = readProcess(rootPid);
  let known = new Map<number, number>(root === null ? [] : [[rootPid, root.startTicks]]);
  return {
    look: () => {
      const table = listProcesses();
      if (table.length === 0) return groupAsEntry(rootPid);
      const entries = table.filter((entry) => entry.startTicks >= notBefore && entry.pid !== process.pid);
      const alive = new Map(entries.map((entry) => [entry.pid, entry]));
      const inFence = fenced();
      const isKnown = (entry: ProcessEntry): boolean => known.get(entry.pid) === entry.startTicks;
      // A group or session of a known leader, unless its number was given to a stranger since.
      const ledByKnown = (id: number): boolean => {
        const leader = alive.get(id);
        return known.has(id) && (leader === undefined || isKnown(leader));
      };
      const members = withDescendants(
        entries,
        (entry) =>
          isKnown(entry) ||
          inFence.has(entry.pid) ||
          entry.parent === process.pid ||
          ledByKnown(entry.session) ||
          ledByKnown(entry.group) ||
          startedWith(entry.pid, leafIdVariable) === leafId,
      );
      known = remember(known, members);
      return members;
    },
  };
}

/** The living, and those dead leaders whose group or session still has members: what can matter later, no more. */
function remember(known: ReadonlyMap<number, number>, members: readonly ProcessEntry[]): Map<number, number> {
  const next = new Map<number, number>();
  for (const { group, session } of members) {
    for (const id of [group, session]) {
      const startTicks = known.get(id);
      if (startTicks !== undefined) next.set(id, startTicks);
    }
  }
  for (const member of members) next.set(member.pid, member.startTicks);
  return next;
}

function groupAsEntry(rootPid: number): readonly ProcessEntry[] {
  try {
    process.kill(-rootPid, 0);
  } catch {
    return [];
  }
  return [{ pid: -rootPid, parent: 0, group: rootPid, session: rootPid, startTicks: 0, cpuTicks: 0 }];
}
