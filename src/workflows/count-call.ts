import { isCancellation } from '@temporalio/workflow';
import type { LeafReport } from '../contract/activities.js';
import { usedUp, withSpending } from '../domain/run/purse.js';
import type { LeafCall } from './calls.js';
import { note, type Desk } from './desk.js';
import { readFailure } from './failure-cause.js';

/** Every leaf activity with a role answers with its LeafReport (contract/activities.ts). */
export function hasLeaf(output: object): output is { leaf: LeafReport } {
  return 'leaf' in output;
}

/** What it used, for the run and the step: a leaf that a usage limit refused counts as none (R26). */
export function countCall(desk: Desk, call: LeafCall, output: object): void {
  const workMs = 'workMs' in output && typeof output.workMs === 'number' ? output.workMs : 0;
  if (call.role === null || !hasLeaf(output)) {
    desk.state = withSpending(desk.state, { leaves: 0, workMs });
    return;
  }
  const { usage, outcome } = output.leaf;
  desk.state = withSpending(desk.state, { leaves: outcome === 'usage-limit' ? 0 : 1, usage, workMs });
}

/** A leaf that was ended, or lost with its worker, may have used something that nobody can tell any more. */
export function countFailure(desk: Desk, call: LeafCall, error: unknown): void {
  if (call.role === null) return;
  const isEnded = isCancellation(error);
  const read = readFailure(error);
  // Not started at all: nobody took it, or it was not to be.
  if (!isEnded && (read.kind === 'stop-file' || (read.kind === 'worker-lost' && read.cause === 'host-lost'))) return;
  desk.state = withSpending(desk.state, { leaves: isEnded ? 1 : 0, usage: null, workMs: 0 });
}

/** Its agent ended it at the last cent of the budget: it did nothing wrong, and starts again when there is more. */
export function wasCutOff(desk: Desk, { outcome }: LeafReport): boolean {
  return outcome === 'limit' && usedUp(desk.state).some(({ what }) => what === 'usd');
}

/** It is kept as an attempt if the run ends before the leaf can start again (R27). */
export function keepHalfDone(desk: Desk, call: LeafCall, output: object): void {
  note(desk, `${call.name} was ended by the money budget; it starts again when there is more`);
  if (!('tree' in output && 'changed' in output) || typeof output.tree !== 'string') return;
  if (Array.isArray(output.changed) && output.changed.length > 0) {
    desk.state = { ...desk.state, halfDone: output.tree };
  }
}
