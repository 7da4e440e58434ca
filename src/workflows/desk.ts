import { CancellationScope } from '@temporalio/workflow';
import type { RunInput } from '../contract/run-input.js';
import type { Bail, Cause } from '../domain/run/causes.js';
import { withEvent, withNote, type EventDraft, type RunState } from '../domain/run/run-state.js';

/**
 * What the story, the message handlers and the queries share: the state as one value that is replaced and never
 * changed in place, and the one way to reach a leaf in flight.
 */
export interface Desk {
  state: RunState;
  readonly input: RunInput;
  /** Set while an activity on the leaf queue is running; called by a stop `now`. */
  cancelLeaf: (() => void) | null;
  /** Signals of each name seen by this execution: finds each again in the history. */
  readonly signalCounts: Map<string, number>;
}

/** A stop that bites: the run ends as stopped. Never leaves the workflow. */
export class StopBite extends Error {
  override readonly name = 'StopBite';
}

/** The run can't go on. Never leaves the workflow as such: the ending turns it into a failure with the cause as type. */
export class Bailed extends Error {
  override readonly name = 'Bailed';
  readonly bail: Bail;
  constructor(bail: Bail) {
    super(bail.message);
    this.bail = bail;
  }
}

export function bailed(desk: Desk, cause: Cause, message: string): Bailed {
  return new Bailed({ cause, message, tried: desk.state.tried, question: null, candidates: [] });
}

/** A question that ends the run unless it is told to wait for the answer (R-002-30, C-16). */
export function asking(desk: Desk, question: string, candidates: readonly string[] = []): Bailed {
  return new Bailed({ cause: 'needs-user', message: question, tried: desk.state.tried, question, candidates });
}

/** Workflow time: the sandbox makes it deterministic. */
export function nowMs(): number {
  return Date.now();
}

export function record(desk: Desk, draft: Omit<EventDraft, 'atMs'>): void {
  desk.state = withEvent(desk.state, { ...draft, atMs: nowMs() });
}

export function note(desk: Desk, text: string): void {
  desk.state = withNote(desk.state, text, nowMs());
}

/** Runs work that a stop `now` can cancel while it is under way. */
export async function cancellable<T>(desk: Desk, work: () => Promise<T>): Promise<T> {
  const scope = new CancellationScope({ cancellable: true });
  desk.cancelLeaf = () => scope.cancel();
  try {
    return await scope.run(work);
  } finally {
    desk.cancelLeaf = null;
  }
}
