import type { RunRow } from '../runs/find.js';
import { within, type Server } from '../temporal/server.js';
import type { HistoryHashes } from './manifest.js';

/** Executions that followed each other by continue-as-new; more are not asked for. */
const mostExecutions = 20;

/**
 * What the history says of each leaf of a run: the hash of its manifest, by the name of its folder. Files on a disk can be
 * made to agree with each other; the history stands on the server. Null when it can't be had.
 */
export async function hashesInHistory(server: Server, row: RunRow): Promise<HistoryHashes> {
  const found = new Map<string, string>();
  let runId: string | null = row.runId;
  try {
    for (let count = 0; runId !== null && count < mostExecutions; count += 1) {
      const handle = server.client.workflow.getHandle(row.workflowId, runId);
      const { events } = await within(server, 30_000, () => handle.fetchHistory());
      for (const event of events ?? [])
        note(found, event.activityTaskCompletedEventAttributes?.result?.payloads?.[0]?.data);
      const before: string = events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? '';
      runId = before === '' ? null : before;
    }
    return found;
  } catch {
    return null;
  }
}

/** Every leaf activity answers with its LeafReport; all others have none. */
function note(found: Map<string, string>, data: Uint8Array | null | undefined): void {
  const leaf = field(parse(data), 'leaf');
  const label = text(field(leaf, 'leafId')).split('/').at(-1) ?? '';
  const sha256 = text(field(field(leaf, 'manifest'), 'sha256'));
  if (label !== '' && sha256 !== '') found.set(label, sha256);
}

function parse(data: Uint8Array | null | undefined): unknown {
  try {
    return data === null || data === undefined ? null : JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).find(([key]) => key === name)?.[1] ?? null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
