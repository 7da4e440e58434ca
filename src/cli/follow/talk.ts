import type { StatusView } from '../../contract/views.js';
import type { Io } from '../io.js';
import type { Message, Sent } from '../temporal/send.js';
import type { Server } from '../temporal/server.js';

/** One dialogue at one gate. */
export interface Talk {
  readonly io: Io;
  readonly server: Server;
  /** As it was when the gate was shown. */
  readonly status: StatusView;
  /** Aborted when the gate closes by somebody else's answer. */
  readonly signal: AbortSignal;
  /** Gives the terminal to another program; nothing is written meanwhile. */
  readonly handOver: <T>(work: () => Promise<T>) => Promise<T>;
}

export type GateTalk =
  | { readonly kind: 'answered'; readonly message: Message; readonly sent: Exclude<Sent, { kind: 'ignored' }> }
  | { readonly kind: 'later' }
  /** The gate closed, or another test came to it, while the person was asked. */
  | { readonly kind: 'moved-on' }
  | { readonly kind: 'input-ended' };

/** Asks until one of the words is typed; null when the input ended or the gate closed. */
export async function choose<T>(
  { io, signal }: Pick<Talk, 'io' | 'signal'>,
  question: string,
  words: { readonly read: (typed: string) => T | null; readonly keys: string },
): Promise<T | null> {
  for (;;) {
    const typed = await io.ask(question, signal);
    if (typed === null) return null;
    const choice = words.read(typed);
    if (choice !== null) return choice;
    if (typed.trim() !== '') io.say(`"${typed.trim()}" is none of these: ${words.keys}`);
  }
}
