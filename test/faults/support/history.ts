import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { Ground } from './fault.js';

type Raw = NonNullable<
  Awaited<ReturnType<ReturnType<Ground['rig']['client']['workflow']['getHandle']>['fetchHistory']>>['events']
>[number];

/** An activity as the server knows it: what it was asked, and what it answered, if it did. */
export interface Call {
  readonly type: string;
  readonly input: unknown;
  readonly output: unknown;
  /** Of the event with which it was scheduled, and of the one that completed it; null: it never did. */
  readonly scheduledAt: number;
  readonly completedAt: number | null;
}

/** A message that reached a run, signal or update. */
export interface Letter {
  readonly name: string;
  readonly payload: unknown;
  readonly at: number;
}

export interface Execution {
  readonly runId: string;
  readonly input: unknown;
  readonly calls: readonly Call[];
  readonly letters: readonly Letter[];
  /** The whole history as text, for a search in it. */
  readonly text: string;
  readonly raw: { readonly events: readonly Raw[] };
}

/** Every execution under a workflow id, oldest first: continue-as-new and resume make more than one. */
export async function executionsOf({ rig }: Ground, workflowId: string): Promise<readonly Execution[]> {
  const found: { runId: string; startTime: Date }[] = [];
  for await (const one of rig.client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) found.push(one);
  found.sort((one, other) => one.startTime.getTime() - other.startTime.getTime());
  const executions: Execution[] = [];
  for (const { runId } of found) {
    const { events } = await rig.client.workflow.getHandle(workflowId, runId).fetchHistory();
    executions.push(read(runId, events ?? []));
  }
  return executions;
}

function read(runId: string, events: readonly Raw[]): Execution {
  const started = events[0]?.workflowExecutionStartedEventAttributes;
  const done = new Map<string, Raw>();
  for (const event of events) {
    const id = event.activityTaskCompletedEventAttributes?.scheduledEventId;
    if (id !== undefined && id !== null) done.set(String(id), event);
  }
  const calls = events.flatMap((event): Call[] => {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled === undefined || scheduled === null) return [];
    const completed = done.get(String(event.eventId));
    return [
      {
        type: scheduled.activityType?.name ?? '-',
        input: first(scheduled.input?.payloads),
        output: first(completed?.activityTaskCompletedEventAttributes?.result?.payloads),
        scheduledAt: Number(event.eventId),
        completedAt: completed === undefined ? null : Number(completed.eventId),
      },
    ];
  });
  return {
    ...{ runId, calls, letters: events.flatMap(letterOf) },
    input: first(started?.input?.payloads),
    text: JSON.stringify(events.map(readable)),
    raw: { events },
  };
}

function letterOf(event: Raw): Letter[] {
  const at = Number(event.eventId);
  const signal = event.workflowExecutionSignaledEventAttributes;
  if (signal) return [{ name: signal.signalName ?? '-', payload: first(signal.input?.payloads), at }];
  const request = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
  if (request) return [{ name: request.input?.name ?? '-', payload: first(request.input?.args?.payloads), at }];
  return [];
}

/** Undefined where there is none, or nothing that JSON could hold. */
function first(payloads: readonly Payload[] | null | undefined): unknown {
  const [payload] = payloads ?? [];
  if (payload === undefined) return undefined;
  try {
    return defaultPayloadConverter.fromPayload(payload);
  } catch {
    return undefined;
  }
}

/** Payloads are bytes: as text, so that a word in them can be found. */
function readable(event: Raw): unknown {
  return JSON.parse(
    JSON.stringify(event, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    ),
  );
}
