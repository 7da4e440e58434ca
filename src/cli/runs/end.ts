import { BailDetails, RunResult, type RunReport } from '../../contract/result.js';
import type { ResumeCarry } from '../../contract/run-input.js';
import { Cause, causeClass } from '../../domain/run/causes.js';
import type { Standing } from '../exit-codes.js';
import type { Server } from '../temporal/server.js';

/** How an execution ended and what it left for the next one. */
export interface RunEnd {
  readonly standing: Exclude<Standing, { kind: 'open' }>;
  /** One line for a person. */
  readonly line: string;
  /** Null when the history ended from outside, or in a way this version does not know. */
  readonly report: RunReport | null;
  readonly carry: ResumeCarry | null;
}

/** Reads the end of a closed execution from its result or its failure's details; needs no worker. */
export async function readEnd(server: Server, workflowId: string, runId: string): Promise<RunEnd> {
  const { WorkflowFailedError } = await import('@temporalio/client');
  const handle = server.client.workflow.getHandle(workflowId, runId, { followRuns: false });
  try {
    return endOfResult(await handle.result());
  } catch (error) {
    if (error instanceof WorkflowFailedError) return endOfFailure(error.cause);
    throw error;
  }
}

/** @internal exported for its test */
export function endOfResult(result: unknown): RunEnd {
  const read = RunResult.safeParse(result);
  if (!read.success) {
    return { standing: { kind: 'bailed', class: 'system' }, line: unreadable('result'), report: null, carry: null };
  }
  const { outcome, carry, report } = read.data;
  const standing = outcome === 'done' ? ({ kind: 'done' } as const) : ({ kind: 'ended-early' } as const);
  return { standing, line: outcome, report, carry };
}

/** @internal exported for its test */
export function endOfFailure(failure: unknown): RunEnd {
  if (!(failure instanceof Error)) {
    return {
      standing: { kind: 'bailed', class: 'system' },
      line: 'failed without a reason',
      report: null,
      carry: null,
    };
  }
  const type = 'type' in failure ? failure.type : null;
  const cause = Cause.safeParse(type);
  const first: unknown = 'details' in failure && Array.isArray(failure.details) ? failure.details[0] : null;
  const details = BailDetails.safeParse(first);
  const left = details.success
    ? { report: details.data.report, carry: details.data.carry }
    : { report: null, carry: null };
  if (cause.success) {
    const line = `bailed: ${cause.data} · ${failure.message}`;
    return { standing: { kind: 'bailed', class: causeClass(cause.data) }, line, ...left };
  }
  // Somebody cancelled or terminated it at the server: on purpose, but not by a message to the run.
  if (failure.name === 'CancelledFailure' || failure.name === 'TerminatedFailure') {
    const how = failure.name === 'CancelledFailure' ? 'cancelled' : 'terminated';
    return { standing: { kind: 'ended-early' }, line: `${how} at the server: ${failure.message}`, ...left };
  }
  return { standing: { kind: 'bailed', class: 'system' }, line: `failed: ${failure.message}`, ...left };
}

function unreadable(what: string): string {
  return `ended with a ${what} that this version of pawl can't read; its history is in the Web UI`;
}
