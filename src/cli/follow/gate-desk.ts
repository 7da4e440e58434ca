import type { GateView, StatusView } from '../../contract/views.js';
import type { Io } from '../io.js';
import type { Server } from '../temporal/server.js';
import { sameGate, talkAtGate } from './dialogue.js';
import type { GateTalk } from './talk.js';
import type { Look } from './watch.js';

export interface GateDeskOptions {
  readonly io: Io;
  readonly server: Server;
  readonly workflowId: string;
  /** What happens at a gate: ask here, end with `gate`, or let somebody else answer. */
  readonly atGate: 'ask' | 'leave' | 'wait';
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** `gate`: nobody can be asked here; `later`: the person goes, the test waits on. */
export type AtGate = { readonly kind: 'gate' | 'later'; readonly gate: GateView };

/**
 * Holds the one dialogue that may be open while the client goes on looking at the run, and closes it when
 * the gate is answered from somewhere else.
 */
export class GateDesk {
  readonly #options: GateDeskOptions;
  #gate: GateView | null = null;
  #abort = new AbortController();
  #talk: Promise<void> | null = null;
  #ended: GateTalk | null = null;
  #error: Error | null = null;
  #handedOver: Promise<unknown> | null = null;

  constructor(options: GateDeskOptions) {
    this.#options = options;
  }

  get open(): boolean {
    return this.#talk !== null && this.#ended === null;
  }

  /** Null as long as the run is to be followed further. */
  async attend(look: Look): Promise<AtGate | null> {
    if (this.#error !== null) throw this.#error;
    if (this.#ended?.kind === 'later' && this.#gate !== null) return { kind: 'later', gate: this.#gate };
    if (this.#ended?.kind === 'input-ended' && this.#gate !== null) return { kind: 'gate', gate: this.#gate };
    if (look.status === null || this.#options.atGate === 'wait') return null;
    const gate = look.status.gate;
    if (gate !== null && this.#gate !== null && sameGate(gate, this.#gate)) return null;
    await this.close();
    if (gate === null) return null;
    this.#options.io.live(null);
    if (this.#options.atGate === 'leave') return { kind: 'gate', gate };
    this.#begin(gate, look.status);
    return null;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#talk;
    this.#talk = null;
    this.#gate = null;
    this.#ended = null;
  }

  /** Resolves when no other program has the terminal: until then nothing may be written over it. */
  async handedBack(): Promise<void> {
    while (this.#handedOver !== null) await this.#handedOver;
  }

  #begin(gate: GateView, status: StatusView): void {
    const { io, server, signal } = this.#options;
    this.#gate = gate;
    this.#abort = new AbortController();
    const either = AbortSignal.any([signal, this.#abort.signal]);
    const handOver = <T>(work: () => Promise<T>): Promise<T> => this.#handOver(work);
    this.#talk = talkAtGate({ io, server, status, signal: either, handOver }, gate).then(
      (ended) => {
        this.#ended = ended;
      },
      (error: unknown) => {
        this.#error = error instanceof Error ? error : new Error(String(error));
      },
    );
  }

  async #handOver<T>(work: () => Promise<T>): Promise<T> {
    const working = work();
    this.#handedOver = working.catch(() => null);
    try {
      return await working;
    } finally {
      this.#handedOver = null;
    }
  }
}
