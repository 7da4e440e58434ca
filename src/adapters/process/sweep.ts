import { listProcesses, startedWith } from './proc-table.js';
import type { ProcessEntry } from './proc-table.js';
import { endAll } from './end-all.js';
import { guardIdVariable, leafIdVariable, ownerVariable, withDescendants } from './tree.js';

const graceMs = 600;

export interface SweepFilter {
  readonly matches: (leafId: string) => boolean;
  /** Only what programs of this home left; null: of any. */
  readonly owner: string | null;
}

/**
 * Ends every process that carries a matching LEAF_ID, with its descendants, and the guards of such programs;
 * resolves when a look finds none any more. Never ourselves and our own parents. Reads /proc: without it
 * (macOS) nothing is found.
 * @returns how many processes were ended, guards not counted
 */
export async function sweepProcesses(filter: SweepFilter): Promise<number> {
  const ended = new Set<string>();
  const find = (): readonly ProcessEntry[] => {
    const entries = listProcesses();
    const spared = ownLine(entries);
    const idOf = new Map(entries.map((entry) => [entry.pid, leafIdOf(entry.pid, filter)]));
    const found = withDescendants(entries, (entry) => (idOf.get(entry.pid) ?? null) !== null).filter(
      (entry) => !spared.has(entry.pid),
    );
    for (const entry of found) {
      if (idOf.get(entry.pid) !== 'guard') ended.add(`${entry.pid}@${entry.startTicks}`);
    }
    return found;
  };
  const { unkillable } = await endAll({ find, graceMs: () => graceMs });
  return Math.max(0, ended.size - unkillable);
}

function leafIdOf(pid: number, { matches, owner }: SweepFilter): 'guard' | 'program' | null {
  if (owner !== null && startedWith(pid, ownerVariable) !== owner) return null;
  const leafId = startedWith(pid, leafIdVariable);
  if (leafId !== null) return matches(leafId) ? 'program' : null;
  const guardId = startedWith(pid, guardIdVariable);
  return guardId !== null && matches(guardId) ? 'guard' : null;
}

/** We and our parents: a worker may itself have been started by a leaf. */
function ownLine(entries: readonly ProcessEntry[]): ReadonlySet<number> {
  const parents = new Map(entries.map((entry) => [entry.pid, entry.parent]));
  const line = new Set<number>();
  for (let pid: number | undefined = process.pid; pid !== undefined && !line.has(pid); pid = parents.get(pid)) {
    line.add(pid);
  }
  return line;
}
