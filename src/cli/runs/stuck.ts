import { Phase } from '../../domain/run/phase.js';
import { searchAttributes } from '../../contract/search-attributes.js';
import { duration } from '../render/plain.js';
import type { QueueLook } from '../temporal/pollers.js';
import { openRuns, type RunRow } from './find.js';

/**
 * How long a phase may take before it is worth a look. A phase with leaves has room for the usual leaf limit of
 * 15 minutes, its tests and a revise. The gate has no limit: there a person is waited for, which `--waiting` shows.
 */
export const phaseLimitMinutes: Readonly<Partial<Record<Phase, number>>> = {
  preflight: 30,
  plan: 60,
  red: 60,
  green: 90,
  commit: 15,
  refactor: 60,
  critic: 90,
  publish: 15,
};

/** A run that no worker ever took up has no phase; a busy one takes it up within seconds. */
const takeUpMinutes = 5;

/** Where runs count as stuck. */
export interface StuckBounds {
  readonly nowMs: number;
  /** A person's own bound for every phase, milliseconds; null: `phaseLimitMinutes`. */
  readonly afterMs: number | null;
}

/** Milliseconds that a phase may take; null: there is no limit. */
function limitOf(phase: string, { afterMs }: StuckBounds): number | null {
  const known = Phase.safeParse(phase);
  const minutes = known.success ? phaseLimitMinutes[known.data] : undefined;
  return minutes === undefined ? null : (afterMs ?? minutes * 60_000);
}

const { phase, phaseSince, state } = searchAttributes;
const waits = `${state.name} IN ("gate", "waiting")`;
export const waitingQuery = `${openRuns} AND ${waits}`;

/** One visibility query: failing in its own code, past its phase's limit, or taken up by nobody. */
export function stuckQuery(bounds: StuckBounds): string {
  const before = (ms: number): string => `"${new Date(bounds.nowMs - ms).toISOString()}"`;
  const overdue = Object.keys(phaseLimitMinutes).map(
    (name) => `(${phase.name} = "${name}" AND ${phaseSince.name} < ${before(limitOf(name, bounds) ?? 0)})`,
  );
  const late = `(NOT ${waits} AND (${overdue.join(' OR ')}))`;
  const untaken = `(${phase.name} IS NULL AND StartTime < ${before(bounds.afterMs ?? takeUpMinutes * 60_000)})`;
  return `${openRuns} AND (TemporalReportedProblems IS NOT NULL OR ${late} OR ${untaken})`;
}

export type StuckKind = 'code-fails' | 'no-poller' | 'past-limit' | 'not-taken-up';

/** One reason for which a run does not move, and what frees it (docs/operations.md). */
export interface StuckReason {
  readonly kind: StuckKind;
  readonly why: string;
  readonly freeWith: string;
}

export interface StuckRun extends RunRow {
  readonly reasons: readonly StuckReason[];
}

/** Why a run is in the list; the nearest to the cause first. Empty when it is not stuck. */
export function stuckReasons(row: RunRow, looks: readonly QueueLook[], bounds: StuckBounds): readonly StuckReason[] {
  return [silentQueues(looks), failingCode(row), ...tooLate(row, bounds)].filter((reason) => reason !== null);
}

/** A run at its gate needs a worker only for the answer, and counts too. */
function silentQueues(looks: readonly QueueLook[]): StuckReason | null {
  const silent = looks.filter((look) => look.pollers.length === 0).map((look) => look.queue);
  if (silent.length === 0) return null;
  const why = `no worker polls ${[...new Set(silent)].join(', ')}`;
  return { kind: 'no-poller', why, freeWith: "on the run's host: pawl worker" };
}

/** The server keeps the mark of a run that was terminated; of an open one it goes with the next good task. */
function failingCode({ workflowId, problems }: RunRow): StuckReason | null {
  if (problems.length === 0) return null;
  const why = `the worker can't run its code: ${problems.join(', ')}`;
  return {
    kind: 'code-fails',
    why,
    freeWith: `a worker of the Pawl it started under (pawlVersion in: temporal workflow describe -w ${workflowId})`,
  };
}

function tooLate(row: RunRow, bounds: StuckBounds): readonly (StuckReason | null)[] {
  const { nowMs, afterMs } = bounds;
  if (row.phase === null) {
    const openMs = nowMs - row.startedAtMs;
    if (openMs < (afterMs ?? takeUpMinutes * 60_000)) return [];
    const why = `started ${duration(openMs)} ago, and no worker took it up`;
    return [{ kind: 'not-taken-up', why, freeWith: 'pawl worker; with worker versions, make one current' }];
  }
  if (row.state === 'gate' || row.state === 'waiting' || row.phaseSinceMs === null) return [];
  const limitMs = limitOf(row.phase, bounds);
  const forMs = nowMs - row.phaseSinceMs;
  if (limitMs === null || forMs <= limitMs) return [];
  const why = `in phase ${row.phase} for ${duration(forMs)}, limit ${duration(limitMs)}`;
  const { workflowId } = row;
  return [{ kind: 'past-limit', why, freeWith: `pawl stop ${workflowId} --mode now, then: pawl resume ${workflowId}` }];
}
