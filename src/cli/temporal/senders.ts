import type { MessageEntry } from '../../domain/steering/messages.js';
import { within, type Server } from './server.js';

type Text = string | null | undefined;
interface UpdateRequest {
  readonly meta?: { readonly updateId?: Text; readonly identity?: Text } | null;
}

/** What is read of an event of the history, by the names of Temporal's API. */
export interface NotedEvent {
  readonly workflowExecutionStartedEventAttributes?: { readonly continuedExecutionRunId?: Text } | null;
  readonly workflowExecutionSignaledEventAttributes?: { readonly signalName?: Text; readonly identity?: Text } | null;
  readonly workflowExecutionUpdateAcceptedEventAttributes?: { readonly acceptedRequest?: UpdateRequest | null } | null;
  /** Stands there after a reset. */
  readonly workflowExecutionUpdateAdmittedEventAttributes?: { readonly request?: UpdateRequest | null } | null;
}

/** Who sent a message, as the server noted it in the run's history; by the message's `key`. */
export type Senders = ReadonlyMap<string, string>;

export const noSenders: Senders = new Map();

// A run is handed over to a next execution before its history has grown past two pages.
const pageSize = 1_000;
const pagesAtMost = 24;

/**
 * Joins messages to the events that brought them: the workflow itself can't see who sent a message, so what it shows
 * as `by` is a claim. Reads back through continue-as-new as far as the messages reach; the number of pages is
 * bounded, so the sender of a message can stay unknown.
 */
export async function readSenders(
  server: Server,
  run: { readonly workflowId: string; readonly runId: string },
  messages: readonly MessageEntry[],
): Promise<Senders> {
  const wanted = new Set(messages.flatMap(({ key }) => (key === null ? [] : [key])));
  const found = new Map<string, string>();
  let runId: string | null = run.runId;
  let pages = 0;
  while (runId !== null && wanted.size > found.size && pages < pagesAtMost) {
    const reader: SenderReader = new SenderReader(runId, wanted, found);
    let token: Uint8Array | null = null;
    do {
      const page = await historyPage(server, { workflowId: run.workflowId, runId }, token);
      pages += 1;
      for (const event of page.events) reader.read(event);
      token = page.next;
    } while (token !== null && wanted.size > found.size && pages < pagesAtMost);
    runId = reader.before;
  }
  return found;
}

/** Reads the events of one execution, oldest first. @internal exported for its test */
export class SenderReader {
  /** Run id of the execution that this one continues. */
  before: string | null = null;
  readonly #runId: string;
  readonly #wanted: ReadonlySet<string>;
  readonly #found: Map<string, string>;
  readonly #signals = new Map<string, number>();

  constructor(runId: string, wanted: ReadonlySet<string>, found: Map<string, string>) {
    this.#runId = runId;
    this.#wanted = wanted;
    this.#found = found;
  }

  read(event: NotedEvent): void {
    const started = event.workflowExecutionStartedEventAttributes;
    if (started) this.before = filled(started.continuedExecutionRunId);
    const signaled = event.workflowExecutionSignaledEventAttributes;
    if (signaled) this.#note(this.#signalKey(signaled.signalName ?? ''), signaled.identity);
    const accepted = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.meta;
    const meta = accepted ?? event.workflowExecutionUpdateAdmittedEventAttributes?.request?.meta;
    if (meta) this.#note(meta.updateId ?? '', meta.identity);
  }

  /** Signals have no id: the workflow counts those of each name, and so does this. */
  #signalKey(name: string): string {
    const count = (this.#signals.get(name) ?? 0) + 1;
    this.#signals.set(name, count);
    return `${this.#runId}/${name}/${count}`;
  }

  #note(key: string, identity: Text): void {
    const sender = filled(identity);
    if (sender !== null && this.#wanted.has(key)) this.#found.set(key, sender);
  }
}

function filled(text: Text): string | null {
  return text === null || text === undefined || text === '' ? null : text;
}

interface Page {
  readonly events: readonly NotedEvent[];
  readonly next: Uint8Array | null;
}

async function historyPage(
  server: Server,
  execution: { readonly workflowId: string; readonly runId: string },
  token: Uint8Array | null,
): Promise<Page> {
  const { history, nextPageToken } = await within(server, 10_000, () =>
    server.client.workflowService.getWorkflowExecutionHistory({
      namespace: server.operator.temporal.namespace,
      execution,
      maximumPageSize: pageSize,
      nextPageToken: token,
    }),
  );
  return { events: history?.events ?? [], next: nextPageToken.length > 0 ? nextPageToken : null };
}

/** The same entry with who sent it, for `--json`; null: a file, a cancel, or not found. */
export function withSender(entry: MessageEntry, senders: Senders): MessageEntry & { readonly sender: string | null } {
  return { ...entry, sender: senderOf(entry, senders) };
}

export function senderOf({ key }: Pick<MessageEntry, 'key'>, senders: Senders): string | null {
  return key === null ? null : (senders.get(key) ?? null);
}
