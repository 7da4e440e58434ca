import { z } from 'zod';

/** How far a run may go on after a stop was asked for, loosest first (R-002-47…50). */
export const StopMode = z.enum(['at-ledger', 'at-leaf', 'now']);
export type StopMode = z.infer<typeof StopMode>;

export interface StopRequest {
  readonly mode: StopMode;
  readonly by: string | null;
  readonly atMs: number;
}

const strictness: Record<StopMode, number> = { 'at-ledger': 0, 'at-leaf': 1, now: 2 };

/** A stop is sticky and may only tighten: a looser or equal request leaves the earlier one (C-20, F67). */
export function tighten(current: StopRequest | null, next: StopRequest): StopRequest {
  if (current === null) return next;
  return strictness[next.mode] > strictness[current.mode] ? next : current;
}

/** May a leaf start while this stop is asked for? Read before every leaf (R-002-46, R-002-48…50). */
export function leafMayStart(stop: StopRequest | null): boolean {
  return stop === null || stop.mode === 'at-ledger';
}
