import { RunInput } from '../../contract/run-input.js';
import { runKey } from '../../domain/run/names.js';
import type { RunRow } from '../runs/find.js';
import { within, type Server } from '../temporal/server.js';

/**
 * Name of the run's folder: its first execution's run id. It stands in the first event of the newest execution: as
 * what a resume handed over, else as the first of the executions that continue-as-new made. Needs no worker.
 */
export async function runKeyOf(server: Server, row: RunRow): Promise<string> {
  const page = await within(server, 10_000, () =>
    server.client.workflowService.getWorkflowExecutionHistory({
      namespace: server.operator.temporal.namespace,
      execution: { workflowId: row.workflowId, runId: row.runId },
      maximumPageSize: 1,
    }),
  );
  const started = page.history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  const carried = firstRunIdIn(started?.input?.payloads?.[0]?.data ?? null);
  return runKey(carried ?? started?.firstExecutionRunId ?? row.runId);
}

function firstRunIdIn(data: Uint8Array | null): string | null {
  if (data === null) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    const input = RunInput.safeParse(value);
    return input.success ? (input.data.resume?.firstRunId ?? null) : null;
  } catch {
    return null;
  }
}
