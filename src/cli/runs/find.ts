import type { WorkflowExecutionInfo } from '@temporalio/client';
import { memoFields } from '../../contract/memo.js';
import { runWorkflowType } from '../../contract/queues.js';
import { searchAttributes } from '../../contract/search-attributes.js';
import type { Server } from '../temporal/server.js';

/** One run in a list: its newest execution as the server's visibility store knows it. */
export interface RunRow {
  readonly workflowId: string;
  readonly runId: string;
  readonly open: boolean;
  /** The server's own word: RUNNING, COMPLETED, FAILED, … */
  readonly status: string;
  readonly startedAtMs: number;
  readonly closedAtMs: number | null;
  readonly state: string | null;
  readonly phase: string | null;
  readonly step: string | null;
  readonly gear: string | null;
  readonly cause: string | null;
  readonly agent: string | null;
  readonly phaseSinceMs: number | null;
  /** What the server reports of an open run whose workflow tasks fail: category and cause; else empty. */
  readonly problems: readonly string[];
  /** Repository-relative path of the issue file, from the memo written at the start. */
  readonly source: string | null;
  /** The host that the run's origin lives on, from the same memo. */
  readonly host: string | null;
  /** Run id of its first execution, by which its folders in Pawl's home are called, where it is not this one. */
  readonly firstRunId: string | null;
}

const anyRun = `WorkflowType = "${runWorkflowType}"`;
export const openRuns = `${anyRun} AND ExecutionStatus = "Running"`;
// The executions that continue-as-new left behind are pieces of a run, not runs.
export const allRuns = `${anyRun} AND ExecutionStatus != "ContinuedAsNew"`;

/** Narrows a query to the runs of one origin; `prefix` ends in a slash. */
export function ofOrigin(query: string, prefix: string): string {
  return `${query} AND WorkflowId STARTS_WITH ${quoted(prefix)}`;
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Newest first, one row a workflow id, at most `limit`. */
export async function findRuns(server: Server, query: string, limit: number): Promise<readonly RunRow[]> {
  const rows = new Map<string, RunRow>();
  for await (const info of server.client.workflow.list({ query, pageSize: Math.min(limit * 2, 1_000) })) {
    // A person's own filter may be part of the query.
    if (info.type !== runWorkflowType) continue;
    const seen = rows.get(info.workflowId);
    if (seen === undefined && rows.size === limit) break;
    if (seen === undefined || seen.startedAtMs < info.startTime.getTime()) rows.set(info.workflowId, rowOf(info));
  }
  return [...rows.values()];
}

/** The newest execution of one run; null when the server knows none. */
export async function latestExecution(server: Server, workflowId: string): Promise<RunRow | null> {
  const { WorkflowNotFoundError } = await import('@temporalio/client');
  try {
    return rowOf(await server.client.workflow.getHandle(workflowId).describe());
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

type Facts = Pick<
  WorkflowExecutionInfo,
  'workflowId' | 'runId' | 'status' | 'startTime' | 'closeTime' | 'memo' | 'typedSearchAttributes' | 'searchAttributes'
>;

function rowOf(info: Facts): RunRow {
  const found = info.typedSearchAttributes;
  const memo = (field: string): string | null => {
    const value = info.memo?.[field];
    return typeof value === 'string' ? value : null;
  };
  return {
    workflowId: info.workflowId,
    runId: info.runId,
    open: info.status.name === 'RUNNING' || info.status.name === 'PAUSED',
    status: info.status.name,
    startedAtMs: info.startTime.getTime(),
    closedAtMs: info.closeTime?.getTime() ?? null,
    state: word(found.get(searchAttributes.state)),
    phase: word(found.get(searchAttributes.phase)),
    step: word(found.get(searchAttributes.step)),
    gear: word(found.get(searchAttributes.gear)),
    cause: word(found.get(searchAttributes.cause)),
    agent: word(found.get(searchAttributes.agent)),
    phaseSinceMs: found.get(searchAttributes.phaseSince)?.getTime() ?? null,
    problems: problemsOf(info),
    source: memo(memoFields.source),
    host: memo(memoFields.host),
    firstRunId: memo(memoFields.run),
  };
}

/** `category=… cause=…`, as the server writes them; without the words before the sign. */
function problemsOf(info: Facts): readonly string[] {
  // Its type is the server's own and no part of the typed ones.
  const found: unknown = info.searchAttributes['TemporalReportedProblems'];
  return Array.isArray(found) ? found.map((problem) => String(problem).replace(/^[a-z]+=/, '')) : [];
}

/** A dash stands for "nothing yet", because a search attribute can't be taken back. */
function word(value: string | undefined): string | null {
  return value === undefined || value === '-' ? null : value;
}
