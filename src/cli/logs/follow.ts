import { setTimeout as sleep } from 'node:timers/promises';
import type { LeafLog, RunLogs } from '../../local/leaf-logs.js';
import { fits, type LeafChoice } from './choose.js';
import { LeafPrinter, type Printer } from './print.js';

export interface FollowLogs {
  readonly printer: Printer;
  readonly choice: LeafChoice;
  /** Null as long as no leaf of the run has started. */
  readonly open: () => Promise<RunLogs | null>;
  /** Whether the run goes on; null when nobody can tell. */
  readonly isOpen: () => Promise<boolean | null>;
  readonly signal: AbortSignal;
}

const lookEveryMs = 250;

/** How often the server is asked whether the run has ended. */
const askEveryMs = 2_000;

/** Prints the leaf under way and those that come, until the run ends or the signal is aborted. */
export async function followLogs({ printer, choice, open, isOpen, signal }: FollowLogs): Promise<'ended' | 'aborted'> {
  const desk: Desk = { printer, choice, followed: new Map(), settled: new Set() };
  let isFirst = true;
  let askedMs = 0;
  let goesOn: boolean | null = true;
  while (!signal.aborted) {
    // Asked before the look: what was written until the end is then seen by that look.
    if (Date.now() - askedMs >= askEveryMs) {
      goesOn = await isOpen();
      askedMs = Date.now();
    }
    const logs = await open();
    if (logs !== null) await look(desk, logs, isFirst, goesOn === false);
    isFirst = false;
    if (goesOn === false) return 'ended';
    await sleep(lookEveryMs, undefined, { signal }).catch(() => null);
  }
  return 'aborted';
}

interface Desk {
  readonly printer: Printer;
  readonly choice: LeafChoice;
  readonly followed: Map<string, LeafPrinter>;
  readonly settled: Set<string>;
}

async function look(desk: Desk, logs: RunLogs, isFirst: boolean, isLast: boolean): Promise<void> {
  const { printer, choice, followed, settled } = desk;
  const all = await logs.leaves();
  for (const [at, leaf] of all.entries()) {
    if (settled.has(leaf.label) || !fits(choice, leaf)) continue;
    const over = isLast || isOver(leaf, all.slice(at + 1));
    // What had ended before anybody followed is what `pawl logs` without --follow shows.
    if (isFirst && over) {
      settled.add(leaf.label);
      continue;
    }
    // Who it is, and so how its lines are read, is not known before its launch is on record.
    if (!over && !leaf.isNoted && leaf.role !== 'pawl') continue;
    const printed = followed.get(leaf.label) ?? new LeafPrinter(printer, logs, leaf);
    followed.set(leaf.label, printed);
    if (!over) {
      await printed.more();
      continue;
    }
    await printed.end(leaf);
    followed.delete(leaf.label);
    settled.add(leaf.label);
  }
}

/** Its end was noted; or its worker died, and the run went on with another start. One runs at a time. */
function isOver(leaf: LeafLog, later: readonly LeafLog[]): boolean {
  return leaf.outcome !== null || later.length > 0;
}
