import type { WorkflowHandle } from '@temporalio/client';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
export type HistoryEvent = NonNullable<History['events']>[number];

/** What one step left in a history: from one reading of the ledger to the next. */
export interface StepSize {
  readonly events: number;
  /** As the server measured it. */
  readonly bytes: number;
}

/** Of each step, in order: their number and sizes are counts, so no machine is too slow for them. */
export function stepSizes(events: readonly HistoryEvent[]): readonly StepSize[] {
  const starts = events.flatMap((event, at) =>
    event.activityTaskScheduledEventAttributes?.activityType?.name === 'nextStep' ? [at] : [],
  );
  return starts.slice(1).map((to, index) => {
    const from = starts[index] ?? 0;
    return { events: to - from, bytes: bytesBefore(events, to) - bytesBefore(events, from) };
  });
}

/** The history's size as the workflow task before this event was started. */
function bytesBefore(events: readonly HistoryEvent[], at: number): number {
  const started = events.slice(0, at).findLast((event) => event.workflowTaskStartedEventAttributes);
  return Number(started?.workflowTaskStartedEventAttributes?.historySizeBytes ?? 0);
}

/** Bytes of the largest payload: input, result, details, memo, whatever it is. */
export function largestPayload(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Math.max(0, ...Object.values(value).map(largestPayload));
}

/** Every execution of a run, oldest first, each with its events. */
export async function executionsOf(
  client: { workflow: { getHandle(id: string, runId?: string): WorkflowHandle } },
  id: string,
  firstRunId: string,
): Promise<readonly { readonly runId: string; readonly events: readonly HistoryEvent[] }[]> {
  const found: { runId: string; events: readonly HistoryEvent[] }[] = [];
  for (let runId: string | null | undefined = firstRunId; runId;) {
    const events: readonly HistoryEvent[] = (await client.workflow.getHandle(id, runId).fetchHistory()).events ?? [];
    found.push({ runId, events });
    runId = events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return found;
}
