import type { RunRow } from '../runs/find.js';
import { duration, plainLine, table } from './plain.js';

/** What is shown of a run in one word: its own state, or the server's word for how it ended. */
export function stateWord(row: RunRow): string {
  if (row.open) return row.state ?? 'started';
  if (row.cause !== null && row.status === 'FAILED') return `bailed: ${row.cause}`;
  if (row.status === 'COMPLETED') return row.state ?? 'ended';
  return row.status.toLowerCase().replaceAll('_', ' ');
}

/** Runs as a table, one a line, the id last so that it can be copied. */
export function runTable(rows: readonly RunRow[], nowMs: number): string {
  const head = ['STATE', 'STEP', 'PHASE', 'FOR', 'GEAR', 'AGENT', 'RUN'];
  return table([
    head,
    ...rows.map((row) => [
      stateWord(row),
      row.step ?? '-',
      row.open ? (row.phase ?? '-') : '-',
      duration(nowMs - (row.open ? (row.phaseSinceMs ?? row.startedAtMs) : (row.closedAtMs ?? row.startedAtMs))),
      row.gear ?? '-',
      row.agent ?? '-',
      plainLine(row.workflowId),
    ]),
  ]);
}
