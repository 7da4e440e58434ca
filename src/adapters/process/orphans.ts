import { listProcesses, startedWith, type ProcessEntry } from './proc-table.js';
import { guardIdVariable, leafIdVariable, ownerVariable } from './tree.js';

/**
 * LEAF_IDs of this home whose guard is gone: worker and guard were killed together, and no run may ever sweep them, as
 * it was ended meanwhile. Where one process of a program still has its guard, the others only left it for a moment.
 */
export function orphanedIds(owner: string): ReadonlySet<string> {
  const entries = listProcesses();
  const byPid = new Map(entries.map((entry) => [entry.pid, entry]));
  const guarded = new Set<string>();
  const found = new Set<string>();
  for (const entry of entries) {
    const id = startedWith(entry.pid, leafIdVariable);
    if (id === null || startedWith(entry.pid, ownerVariable) !== owner) continue;
    (hasGuard(entry, byPid) ? guarded : found).add(id);
  }
  return new Set([...found].filter((id) => !guarded.has(id)));
}

function hasGuard(entry: ProcessEntry, byPid: ReadonlyMap<number, ProcessEntry>): boolean {
  const seen = new Set<number>();
  for (let one = byPid.get(entry.parent); one !== undefined && !seen.has(one.pid); one = byPid.get(one.parent)) {
    if (startedWith(one.pid, guardIdVariable) !== null) return true;
    seen.add(one.pid);
  }
  return false;
}
