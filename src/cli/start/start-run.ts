import { runWorkflowType, sharedQueue } from '../../contract/queues.js';
import {
  RunInput,
  type GivenAnswer,
  type ResumeCarry,
  type RunInputWish,
  type RunOptionsWish,
} from '../../contract/run-input.js';
import type { AllowedPath } from '../../domain/files/allowed-path.js';
import { CliError } from '../io.js';
import { memoFields } from '../../contract/memo.js';
import type { RunRow } from '../runs/find.js';
import { within, type Server } from '../temporal/server.js';

export interface NewExecution {
  readonly workflowId: string;
  readonly input: RunInputWish;
  /** Repository-relative path of the issue file, kept so that a person may type it again. */
  readonly path: string;
}

/** Run id of the new execution; null when one with this id is open already (design 7: conflict policy FAIL). */
export async function startExecution(server: Server, execution: NewExecution): Promise<string | null> {
  const { WorkflowExecutionAlreadyStartedError } = await import('@temporalio/client');
  const { workflowId, input, path } = execution;
  try {
    const handle = await server.client.workflow.start(runWorkflowType, {
      workflowId,
      taskQueue: sharedQueue,
      args: [input],
      workflowIdConflictPolicy: 'FAIL',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      memo: memoOf(execution),
      staticSummary: `${path} in ${input.source.origin}`,
    });
    return handle.firstExecutionRunId;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
}

/** A run that goes on keeps the folders of its first execution. */
function memoOf({ input, path }: NewExecution): Record<string, string> {
  const host = input.hostId === null ? {} : { [memoFields.host]: input.hostId };
  const run = input.resume === null ? {} : { [memoFields.run]: input.resume.firstRunId };
  return { [memoFields.source]: path, ...host, ...run };
}

/** What a person says anew when a run goes on. */
export interface NextChange {
  /** In the place of those of the start. */
  readonly options?: Partial<RunOptionsWish>;
  readonly answer?: GivenAnswer | null;
  /** Besides those that the run was told before. */
  readonly allowed?: readonly AllowedPath[];
}

/** What the run's last execution was started with, and what it left, for the next one (design 4, Resume). */
export async function nextExecution(
  server: Server,
  row: RunRow,
  carry: ResumeCarry | null,
  change: NextChange = {},
): Promise<NewExecution> {
  const input = RunInput.safeParse(await firstArgument(server, row));
  if (!input.success) {
    throw new CliError(
      2,
      `${row.workflowId} was started by a version of pawl whose input this one can't read. Start it anew: pawl run ${row.source ?? '<source>'} --again`,
    );
  }
  return {
    workflowId: row.workflowId,
    // A plan that was only to be made is worked on now.
    input: {
      ...input.data,
      options: { ...input.data.options, ...change.options },
      gear: null,
      planOnly: false,
      resume: withAllowed(withAnswer(carry, change.answer ?? null), change.allowed ?? []),
    },
    path: row.source ?? input.data.source.file,
  };
}

/** As many as the contract takes: the oldest go first. */
function withAnswer(carry: ResumeCarry | null, answer: GivenAnswer | null): ResumeCarry | null {
  return carry === null || answer === null ? carry : { ...carry, answers: [...carry.answers, answer].slice(-10) };
}

function withAllowed(carry: ResumeCarry | null, allowed: readonly AllowedPath[]): ResumeCarry | null {
  return carry === null || allowed.length === 0 ? carry : { ...carry, allowed: [...carry.allowed, ...allowed] };
}

/** The start stands in the first event of the history. Payloads are JSON: Pawl sets no converter of its own. */
async function firstArgument(server: Server, row: RunRow): Promise<unknown> {
  const page = await within(server, 10_000, () =>
    server.client.workflowService.getWorkflowExecutionHistory({
      namespace: server.operator.temporal.namespace,
      execution: { workflowId: row.workflowId, runId: row.runId },
      maximumPageSize: 1,
    }),
  );
  const data = page.history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
  if (data === null || data === undefined) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    return value;
  } catch {
    return null;
  }
}
