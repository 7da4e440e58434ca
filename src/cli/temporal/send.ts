import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageAnswer } from '../../contract/messages.js';
import type { Added } from '../../domain/run/resource-budgets.js';
import { sharedQueue } from '../../contract/queues.js';
import { grpcCode, serverIsGone } from '../errors.js';
import { CliError } from '../io.js';
import { latestExecution, type RunRow } from '../runs/find.js';
import { lookAtQueue } from './pollers.js';
import { within, type Server } from './server.js';

/** A message to a run, with its payload as design 7 gives it. */
export type Message =
  | {
      readonly name: 'shiftGear';
      readonly gear: string;
      readonly because?: string;
      readonly scope?: string;
      readonly for?: string;
    }
  | { readonly name: 'requestStop'; readonly mode: string }
  | { readonly name: 'withdrawStop' }
  | { readonly name: 'approve'; readonly test: string; readonly edited?: boolean }
  | { readonly name: 'reject'; readonly because: string; readonly step?: string }
  | { readonly name: 'answer'; readonly text: string }
  | { readonly name: 'retry' }
  | ({ readonly name: 'addBudget'; readonly step?: boolean } & Partial<Added>);

/** What became of it, in the run's own words. */
export type Sent =
  | { readonly kind: 'taken'; readonly answer: string; readonly status: Standing }
  | { readonly kind: 'ignored'; readonly answer: string; readonly status: Standing }
  /** It stands in the run's history and counts as soon as a worker is up; nobody was there to say what comes of it. */
  | { readonly kind: 'unanswered'; readonly why: string };

/** Where the run stood when it answered. */
export type Standing = Pick<MessageAnswer, 'state' | 'phase' | 'step'>;

/** The run takes no messages any more, or never was. */
export class NotOpen extends CliError {
  /** The run's last execution; null when the server knows none. */
  readonly row: RunRow | null;
  constructor(workflowId: string, row: RunRow | null) {
    super(2, notOpen(workflowId, row));
    this.row = row;
  }
}

const answerWithinMs = 5_000;
const tooLate = `no answer within ${answerWithinMs / 1_000} s`;

/** Is there somebody who could answer? Asked once where many messages are sent. */
export async function somebodyAnswers(server: Server): Promise<boolean> {
  return (await lookAtQueue(server, sharedQueue, 'workflow')).pollers.length > 0;
}

/**
 * Sends a message so that it is neither lost nor counts twice.
 *
 * An update answers, but the server keeps it in memory only until a worker has accepted it: without a worker it would
 * wait there, and be gone with the server. A signal is durable at once, but answers nothing. So an update goes out
 * when a worker polls; when none does, or none answers in time (it died a moment ago and still counts as polling),
 * the same message goes out as a signal. The update can't be taken back and may still reach the worker that comes
 * next: both carry the same id, and the run takes what has the same id once (workflows/messages.ts).
 * @throws {NotOpen} exit 2, when the run is closed or unknown
 */
export async function send(server: Server, workflowId: string, message: Message, worker?: boolean): Promise<Sent> {
  const letter = { workflowId, message, id: randomUUID() };
  const isPolled = worker ?? (await somebodyAnswers(server));
  const answered = isPolled ? await update(server, letter) : 'no worker polls';
  if (typeof answered !== 'string') {
    const { taken, answer, ...status } = answered;
    return { kind: taken ? 'taken' : 'ignored', answer, status };
  }
  await signal(server, letter);
  return { kind: 'unanswered', why: answered };
}

interface Letter {
  readonly workflowId: string;
  readonly message: Message;
  readonly id: string;
}

const resourceExhausted = 8;
const failedPrecondition = 9;

/** The run's answer, or in words why there is none. */
async function update(server: Server, letter: Letter): Promise<MessageAnswer | string> {
  const { WorkflowNotFoundError, WorkflowUpdateRPCTimeoutOrCancelledError } = await import('@temporalio/client');
  const { workflowId, message, id } = letter;
  const handle = server.client.workflow.getHandle(workflowId);
  const args: [unknown] = [payloadOf(server, letter)];
  const call = within(server, answerWithinMs, () =>
    handle.executeUpdate<MessageAnswer, [unknown]>(message.name, { args, updateId: id }),
  );
  try {
    return (await orNull(call, answerWithinMs + 500)) ?? tooLate;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new NotOpen(workflowId, await latest(server, workflowId));
    // A server that is gone refuses the signal too, and that is what the person is told.
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || serverIsGone(error)) return tooLate;
    // Ten updates under way at once, or two thousand in all; signals have no such limit.
    if (grpcCode(error) === resourceExhausted) return 'too many messages at once';
    if (grpcCode(error) === failedPrecondition) return 'its workflow task fails; the Web UI shows why';
    throw error;
  }
}

/** The client of the SDK asks again by itself at times; the person is not kept waiting for that. */
async function orNull<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  const stop = new AbortController();
  work.catch(() => null);
  try {
    return await Promise.race([work, sleep(limitMs, null, { signal: stop.signal })]);
  } finally {
    stop.abort();
  }
}

async function signal(server: Server, letter: Letter): Promise<void> {
  const { WorkflowNotFoundError } = await import('@temporalio/client');
  const { workflowId, message } = letter;
  const handle = server.client.workflow.getHandle(workflowId);
  try {
    await within(server, answerWithinMs, () => handle.signal(message.name, payloadOf(server, letter)));
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    throw new NotOpen(workflowId, await latest(server, workflowId));
  }
}

function payloadOf(server: Server, { message, id }: Letter): Readonly<Record<string, unknown>> {
  const { name: _name, ...payload } = message;
  return { ...payload, by: server.operator.identity.slice(0, 200), id };
}

function latest(server: Server, workflowId: string): Promise<RunRow | null> {
  return within(server, answerWithinMs, () => latestExecution(server, workflowId)).catch(() => null);
}

function notOpen(workflowId: string, row: RunRow | null): string {
  if (row === null) return `There is no run ${workflowId}, so nothing was sent. This shows all runs: pawl list`;
  const how = row.status === 'COMPLETED' ? (row.state ?? 'completed') : (row.cause ?? row.status.toLowerCase());
  const next =
    how === 'done'
      ? `Its report: pawl report ${workflowId}\nTo start it anew: pawl run ${row.source ?? '<source>'} --again`
      : `To start it again: pawl resume ${workflowId}`;
  return `${workflowId} is not open (${how}), so it takes no messages. ${next}`;
}
