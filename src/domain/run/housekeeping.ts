import { z } from 'zod';
import { showDuration } from '../steering/duration.js';

/** What lies in Pawl's home and can be thrown away one day; what costs least to lose goes first. */
export const StoredKind = z.enum([
  /** Left half-made by a process that died. */
  'draft',
  /** Workspaces and exports. */
  'workspace',
  /** Logs, artifacts and events of a run. */
  'log',
  /** Installed dependencies. */
  'store',
  /** The copy of a test at the gate: may hold a person's edits. */
  'review-copy',
  /** Half-done trees with their logs, and the mark of what was reviewed. */
  'attempt',
  /** The trusted repository of an origin that is gone. */
  'mirror',
]);
export type StoredKind = z.infer<typeof StoredKind>;

export interface StoredThing {
  readonly kind: StoredKind;
  /** Path, or `<git directory> <ref>`: unique. */
  readonly id: string;
  /** Key of the run it belongs to; null for what runs share. */
  readonly run: string | null;
  /** Its run said that it is done, and nothing of it came after that. */
  readonly isDone: boolean;
  readonly bytes: number;
  /** When it was last written to or taken up. */
  readonly usedAtMs: number;
}

/** Which runs are in progress, by the server's word. */
export type OpenRuns =
  | { readonly kind: 'known'; readonly keys: readonly string[]; readonly sinceMs: number | null }
  | { readonly kind: 'unknown'; readonly why: string };

export interface CleanRules {
  /** Milliseconds since the last use after which a kind goes. */
  readonly ages: Readonly<Record<StoredKind, number>>;
  /** Bytes that all of it together may take; null: no bound. */
  readonly diskBudgetBytes: number | null;
  readonly nowMs: number;
}

export interface Removal {
  readonly thing: StoredThing;
  readonly why: string;
}

export interface CleanPlan {
  /** In the order in which it goes. */
  readonly remove: readonly Removal[];
  /** What is old enough, or would have to go for the budget, and stays all the same. */
  readonly kept: readonly Removal[];
  readonly totalBytes: number;
  /** Bytes that would still be above the budget afterwards. */
  readonly overBytes: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const usualAges: CleanRules['ages'] = {
  draft: dayMs,
  workspace: dayMs,
  log: 30 * dayMs,
  store: 30 * dayMs,
  'review-copy': 14 * dayMs,
  attempt: 90 * dayMs,
  mirror: 30 * dayMs,
};
export const usualDiskBudgetBytes = 20e9;

/** For the budget no half-done work is given up, and nothing whose only copy this is. */
const forBudget: readonly StoredKind[] = ['draft', 'workspace', 'log', 'store'];

/** What goes, and what stays for a reason (issue 8): by age, then, oldest first, for the disk budget. Never what a run in progress may need. */
export function cleanPlan(things: readonly StoredThing[], open: OpenRuns, rules: CleanRules): CleanPlan {
  const oldestFirst = [...things].sort((one, other) => order(one) - order(other) || one.usedAtMs - other.usedAtMs);
  const remove: Removal[] = [];
  const kept: Removal[] = [];
  const left: StoredThing[] = [];
  for (const thing of oldestFirst) {
    const age = rules.nowMs - thing.usedAtMs;
    const isOld = age > rules.ages[thing.kind];
    const needed = whyNeeded(thing, open, rules.nowMs);
    if (isOld && needed === null) remove.push({ thing, why: `not used for ${showDuration(wholeHours(age))}` });
    else left.push(thing);
    if (isOld && needed !== null) kept.push({ thing, why: needed });
  }
  const totalBytes = sum(things);
  let over = rules.diskBudgetBytes === null ? 0 : sum(left) - rules.diskBudgetBytes;
  for (const thing of left.filter(({ kind }) => forBudget.includes(kind))) {
    if (over <= 0) break;
    const needed = whyNeeded(thing, open, rules.nowMs);
    if (needed === null) {
      remove.push({ thing, why: 'the disk budget' });
      over -= thing.bytes;
    } else if (!kept.some((one) => one.thing.id === thing.id)) {
      kept.push({ thing, why: needed });
    }
  }
  return { remove, kept, totalBytes, overBytes: Math.max(0, over) };
}

/** Why it must stay, however old; null when nothing needs it. What is not known counts as needed. */
function whyNeeded(thing: StoredThing, open: OpenRuns, nowMs: number): string | null {
  if (nowMs - thing.usedAtMs < hourMs) return 'used within the last hour';
  if (thing.kind === 'draft') return null;
  if (open.kind === 'unknown') {
    return thing.run !== null && thing.isDone
      ? null
      : `nobody can tell whether a run in progress needs it: ${open.why}`;
  }
  if (thing.run !== null) return open.keys.includes(thing.run) ? 'its run is in progress' : null;
  const mayBeUsed = open.sinceMs !== null && thing.usedAtMs >= open.sinceMs;
  return mayBeUsed ? 'a run in progress may use it' : null;
}

function order({ kind }: StoredThing): number {
  return StoredKind.options.indexOf(kind);
}

function sum(things: readonly StoredThing[]): number {
  return things.reduce((bytes, thing) => bytes + thing.bytes, 0);
}

function wholeHours(ms: number): number {
  return Math.floor(ms / hourMs) * hourMs;
}
