import type { EventWindow, LedgerWindow, StatusView } from '../../contract/views.js';
import type { RunReport } from '../../contract/result.js';
import { grpcCode } from '../errors.js';
import { sharedQueue } from '../../contract/queues.js';
import { lookAtQueue } from './pollers.js';
import { within, type Server } from './server.js';

/** An answer of the run, or why there is none: without a worker nobody can answer for it. */
export type Answer<T> =
  { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'silent'; readonly why: string };

export async function askStatus(server: Server, workflowId: string, limitMs = 5_000): Promise<Answer<StatusView>> {
  const { statusQuery } = await import('../../contract/messages.js');
  return ask(server, limitMs, () => server.client.workflow.getHandle(workflowId).query(statusQuery));
}

export async function askEvents(server: Server, workflowId: string, limitMs = 5_000): Promise<Answer<EventWindow>> {
  const { eventsQuery } = await import('../../contract/messages.js');
  return ask(server, limitMs, () => server.client.workflow.getHandle(workflowId).query(eventsQuery));
}

export async function askLedger(server: Server, workflowId: string, limitMs = 5_000): Promise<Answer<LedgerWindow>> {
  const { ledgerQuery } = await import('../../contract/messages.js');
  return ask(server, limitMs, () => server.client.workflow.getHandle(workflowId).query(ledgerQuery));
}

export async function askReport(server: Server, workflowId: string, limitMs = 5_000): Promise<Answer<RunReport>> {
  const { reportQuery } = await import('../../contract/messages.js');
  return ask(server, limitMs, () => server.client.workflow.getHandle(workflowId).query(reportQuery));
}

const cancelled = 1;
const deadlineExceeded = 4;
const notFound = 5;
const failedPrecondition = 9;
const unavailable = 14;

const patienceMs = 600;

async function ask<T>(server: Server, limitMs: number, query: () => Promise<T>): Promise<Answer<T>> {
  // A worker answers in a moment. When it doesn't, a look at the queue tells whether waiting makes sense.
  const giveUp = new AbortController();
  const timer = setTimeout(() => void giveUpWithoutWorker(server, giveUp), patienceMs);
  try {
    const value = await within(server, limitMs, () => server.client.withAbortSignal(giveUp.signal, query));
    return { kind: 'answer', value };
  } catch (error) {
    const why = giveUp.signal.aborted ? 'no worker polls' : silence(error);
    if (why === null) throw error;
    return { kind: 'silent', why };
  } finally {
    clearTimeout(timer);
  }
}

async function giveUpWithoutWorker(server: Server, giveUp: AbortController): Promise<void> {
  const look = await lookAtQueue(server, sharedQueue, 'workflow').catch(() => null);
  if (look !== null && look.pollers.length === 0) giveUp.abort();
}

function silence(error: unknown): string | null {
  switch (grpcCode(error)) {
    case deadlineExceeded:
    case cancelled:
      return 'no worker answered in time';
    case failedPrecondition:
      return 'no worker has polled lately';
    case unavailable:
      return 'the server does not answer';
    case notFound:
      return 'the server does not know this run';
    default:
      // A query of a run whose code fails, or that has not begun, is refused in words of the SDK.
      return error instanceof Error && /Query|workflow task/i.test(`${error.name} ${error.message}`)
        ? firstLine(error.message)
        : null;
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
