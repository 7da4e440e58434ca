import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ServerFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/workflow';
import { Question, StopFile, stopFileType, type StopFileFound } from '../contract/failures.js';
import type { Cause } from '../domain/run/causes.js';
import { meaningOf, type FailureLink, type FailureMeaning, type RanOut } from '../domain/run/failure-chain.js';

export type ReadFailure =
  /** The worker went away or was shut down: the same again, outside every budget; then the cause. */
  | Extract<FailureMeaning, { kind: 'worker-lost' | 'cancelled' }>
  /** A stop file in the origin: the leaf was not started. */
  | { readonly kind: 'stop-file'; readonly found: StopFileFound }
  | {
      readonly kind: 'cause';
      readonly cause: Cause;
      readonly message: string;
      readonly question: string | null;
      readonly candidates: readonly string[];
    };

/** From an activity's failure to what it means; the rule is `domain/run/failure-chain.ts`, here it is only put into its words. */
export function readFailure(error: unknown): ReadFailure {
  const meaning = meaningOf(chainOf(error), [stopFileType]);
  switch (meaning.kind) {
    case 'worker-lost':
    case 'cancelled':
      return meaning;
    case 'signal': {
      const found = StopFile.safeParse(meaning.detail);
      if (found.success) return { kind: 'stop-file', found: found.data };
      return caused('contract-broken', 'a stop file was found, but not said which', null);
    }
    case 'cause':
      return caused(meaning.cause, meaning.message, meaning.detail);
  }
}

function caused(cause: Cause, message: string, detail: unknown): ReadFailure {
  const asked = Question.safeParse(detail);
  const { question, candidates } = asked.success ? asked.data : { question: null, candidates: [] };
  return { kind: 'cause', cause, message, question, candidates };
}

/** Deeper than any chain that the server keeps. */
const mostLinks = 20;

function chainOf(error: unknown): readonly FailureLink[] {
  const chain: FailureLink[] = [];
  for (let at: unknown = error; at !== undefined && at !== null && chain.length < mostLinks;) {
    chain.push(linkOf(at));
    at = typeof at === 'object' && 'cause' in at ? at.cause : null;
  }
  return chain;
}

const clocks: Readonly<Record<NonNullable<TimeoutFailure['timeoutType']>, RanOut>> = {
  HEARTBEAT: 'heartbeat',
  START_TO_CLOSE: 'start-to-close',
  SCHEDULE_TO_START: 'schedule-to-start',
  SCHEDULE_TO_CLOSE: 'schedule-to-close',
};

function linkOf(error: unknown): FailureLink {
  if (error instanceof ActivityFailure) return { kind: 'activity' };
  if (error instanceof TimeoutFailure) return { kind: 'timeout', clock: clockOf(error) };
  if (error instanceof CancelledFailure) return { kind: 'cancelled' };
  if (error instanceof TerminatedFailure) return { kind: 'terminated' };
  if (error instanceof ServerFailure) return { kind: 'server', message: error.message };
  if (error instanceof ApplicationFailure) {
    return { kind: 'application', type: error.type ?? null, message: error.message, detail: error.details?.[0] };
  }
  return { kind: 'other', message: String(error) };
}

function clockOf({ timeoutType }: TimeoutFailure): RanOut {
  return timeoutType === undefined ? 'unknown' : clocks[timeoutType];
}
