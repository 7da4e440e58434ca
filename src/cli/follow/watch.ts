import type { EventWindow, RunEvent, StatusView } from '../../contract/views.js';
import { serverIsGone } from '../errors.js';
import { latestExecution, type RunRow } from '../runs/find.js';
import { lookAtQueues, workerProblem } from '../temporal/pollers.js';
import { askEvents, askStatus } from '../temporal/queries.js';
import { within, type Server } from '../temporal/server.js';

/** One look at a run: how it stands at the server, and what it says of itself when a worker answers. */
export interface Look {
  readonly row: RunRow | null;
  readonly status: StatusView | null;
  readonly fresh: readonly RunEvent[];
  /** Events that were pushed out of the window before they could be shown. */
  readonly missed: number;
  /** Why there is no status or no row: server or worker. Null when all is well. */
  readonly trouble: { readonly kind: 'server' | 'worker'; readonly line: string } | null;
}

/** Looks again and again; keeps what was seen already. */
export class Watch {
  readonly #server: Server;
  readonly #workflowId: string;
  #seen: number;
  #silentSinceMs: number | null = null;
  #lookedAtQueuesMs = 0;
  #workerLine: string | null = null;

  constructor(server: Server, workflowId: string) {
    this.#server = server;
    this.#workflowId = workflowId;
    this.#seen = 0;
  }

  async look(): Promise<Look> {
    let row: RunRow | null;
    try {
      row = await within(this.#server, 3_000, () => latestExecution(this.#server, this.#workflowId));
    } catch (error) {
      if (!serverIsGone(error)) throw error;
      const { address } = this.#server.operator.temporal;
      return silent({
        kind: 'server',
        line: `The Temporal server at ${address} does not answer; the run is kept there.`,
      });
    }
    return row?.open === true ? this.#ask(row) : this.#lastWords(row);
  }

  async #ask(row: RunRow): Promise<Look> {
    // One after the other: of two queries at once that meet a workflow task, one is left waiting for 1.5 s.
    const events = await askEvents(this.#server, this.#workflowId, 4_000);
    if (events.kind === 'silent') return { ...silent(await this.#workerTrouble(row)), row };
    const status = await askStatus(this.#server, this.#workflowId, 4_000);
    if (status.kind === 'silent') return { ...silent(await this.#workerTrouble(row)), row };
    this.#silentSinceMs = null;
    return { row, status: status.value, ...this.#fresh(events.value), trouble: null };
  }

  /** A run that has ended tells its last events as long as a worker is there; without one its result is enough. */
  async #lastWords(row: RunRow | null): Promise<Look> {
    if (row === null) return silent(null);
    const events = await askEvents(this.#server, this.#workflowId, 4_000);
    const told = events.kind === 'answer' ? this.#fresh(events.value) : { fresh: [], missed: 0 };
    return { row, status: null, ...told, trouble: null };
  }

  #fresh(window: EventWindow): Pick<Look, 'fresh' | 'missed'> {
    const last = window.events.at(-1)?.seq ?? 0;
    // A resumed run may count anew.
    if (last < this.#seen) this.#seen = 0;
    const fresh = window.events.filter((event) => event.seq > this.#seen);
    const missed = fresh.length === 0 ? 0 : Math.max(0, window.firstSeq - this.#seen - 1);
    this.#seen = last;
    return { fresh, missed };
  }

  /** A worker may be busy for a moment, so its queues are looked at only after some silence, and not too often. */
  async #workerTrouble(row: RunRow): Promise<Look['trouble']> {
    const now = Date.now();
    this.#silentSinceMs ??= now;
    if (now - this.#lookedAtQueuesMs > 10_000) {
      this.#lookedAtQueuesMs = now;
      this.#workerLine = workerProblem(
        await lookAtQueues(this.#server, row.host ?? this.#server.operator.hostId).catch(() => []),
      );
    }
    const line = this.#workerLine ?? `No worker has answered for ${this.#workflowId} yet.`;
    return now - this.#silentSinceMs > 3_000 || this.#workerLine !== null ? { kind: 'worker', line } : null;
  }
}

function silent(trouble: Look['trouble']): Look {
  return { row: null, status: null, fresh: [], missed: 0, trouble };
}
