import type { Phase } from '../../domain/run/phase.js';
import { searchAttributes } from '../../contract/search-attributes.js';
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

const { phase, phaseSince } = searchAttributes;

/** One visibility query: past its phase's limit, or failing in its own code. */
export function stuckQuery(nowMs: number): string {
  const overdue = Object.entries(phaseLimitMinutes).map(([name, minutes]) => {
    const since = new Date(nowMs - minutes * 60_000).toISOString();
    return `(${phase.name} = "${name}" AND ${phaseSince.name} < "${since}")`;
  });
  return `${openRuns} AND (TemporalReportedProblems IS NOT NULL OR ${overdue.join(' OR ')})`;
}

export const waitingQuery = `${openRuns} AND ${searchAttributes.state.name} IN ("gate", "waiting")`;

/** Open runs that wait for a queue nobody polls; a run at its gate needs a worker only for the answer, and counts too. */
export function withoutWorker(
  rows: readonly RunRow[],
  looks: ReadonlyMap<string, readonly QueueLook[]>,
  hostId: string,
): readonly RunRow[] {
  return rows.filter((row) => (looks.get(row.host ?? hostId) ?? []).some((look) => look.pollers.length === 0));
}
