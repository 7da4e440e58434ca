import { z } from 'zod';
import type { Added, Extent } from '../run/resource-budgets.js';
import type { Gear } from './gear.js';
import type { StopMode } from './stop.js';

/** The messages that a run takes, each as a signal and as an update of the same name (design 7). */
export const MessageName = z.enum([
  'shiftGear',
  'requestStop',
  'withdrawStop',
  'approve',
  'reject',
  'answer',
  'retry',
  'addBudget',
]);
export type MessageName = z.infer<typeof MessageName>;

interface Sent {
  /** As claimed in the payload: the workflow cannot see who sent a message (the client joins that from the history). */
  readonly by: string | null;
  /** Workflow time, milliseconds since the epoch. */
  readonly atMs: number;
}

/** A message as it was understood. */
export type Message = Sent &
  (
    | {
        readonly name: 'shiftGear';
        readonly gear: Gear;
        readonly because: string;
        readonly scope: string | null;
        /** How long the shift lasts; null until the next one. */
        readonly forMs: number | null;
      }
    | { readonly name: 'requestStop'; readonly mode: StopMode }
    | { readonly name: 'withdrawStop' }
    | { readonly name: 'approve'; readonly test: string; readonly edited: boolean }
    /** With a step: a step that is done is sent back in review (C-25); without one: the test at the gate. */
    | { readonly name: 'reject'; readonly because: string; readonly step: string | null }
    | { readonly name: 'answer'; readonly text: string }
    | { readonly name: 'retry' }
    | { readonly name: 'addBudget'; readonly add: Partial<Added>; readonly of: Extent }
  );

/** How a message came in. */
export type MessageWay = 'signal' | 'update' | 'file' | 'cancel';

/** One line of the run's list of messages: what came, what became of it. */
export interface MessageEntry {
  readonly seq: number;
  readonly name: string;
  readonly way: MessageWay;
  /**
   * Finds the message in the history, where the server noted who sent it: an update's id, or
   * `<execution's run id>/<name>/<n>` for its n-th signal of this name; null for a file or a cancel.
   */
  readonly key: string | null;
  /** The sender's own id, when it gave one: what comes a second time under it is the same message (F67). */
  readonly id?: string;
  readonly by: string | null;
  readonly taken: boolean;
  /** "takes effect at step 4", or why it was ignored. */
  readonly answer: string;
  readonly atMs: number;
}
