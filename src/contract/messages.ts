import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Phase, RunStateName } from '../domain/run/phase.js';
import type { RunReport } from './result.js';
import type { EventWindow, LedgerWindow, StatusView } from './views.js';

/** Answer of an update: what became of the message. */
export interface MessageAnswer {
  readonly taken: boolean;
  /** "takes effect at step 4", or why it was ignored and what would be taken. */
  readonly answer: string;
  readonly state: RunStateName;
  readonly phase: Phase;
  readonly step: string | null;
}

/**
 * The eight messages (design 7). Signals take anything: the handler validates, and records what it ignores (D6).
 * Updates of the same names answer; their payloads are read by `read-message.ts` too.
 */
export const signals = {
  shiftGear: defineSignal<[unknown?]>('shiftGear'),
  requestStop: defineSignal<[unknown?]>('requestStop'),
  withdrawStop: defineSignal<[unknown?]>('withdrawStop'),
  approve: defineSignal<[unknown?]>('approve'),
  reject: defineSignal<[unknown?]>('reject'),
  answer: defineSignal<[unknown?]>('answer'),
  retry: defineSignal<[unknown?]>('retry'),
  addBudget: defineSignal<[unknown?]>('addBudget'),
} as const;

export const updates = {
  shiftGear: defineUpdate<MessageAnswer, [unknown?]>('shiftGear'),
  requestStop: defineUpdate<MessageAnswer, [unknown?]>('requestStop'),
  withdrawStop: defineUpdate<MessageAnswer, [unknown?]>('withdrawStop'),
  approve: defineUpdate<MessageAnswer, [unknown?]>('approve'),
  reject: defineUpdate<MessageAnswer, [unknown?]>('reject'),
  answer: defineUpdate<MessageAnswer, [unknown?]>('answer'),
  retry: defineUpdate<MessageAnswer, [unknown?]>('retry'),
  addBudget: defineUpdate<MessageAnswer, [unknown?]>('addBudget'),
} as const;

export const statusQuery = defineQuery<StatusView>('status');
export const ledgerQuery = defineQuery<LedgerWindow>('ledger');
export const eventsQuery = defineQuery<EventWindow>('events');
export const reportQuery = defineQuery<RunReport>('report');
