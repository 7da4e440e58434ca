import { condition } from '@temporalio/workflow';
import type { LeafReport } from '../contract/activities.js';
import { showDuration } from '../domain/steering/duration.js';
import { budgetCommand, usedUpText } from '../domain/run/budget-words.js';
import { usedUp } from '../domain/run/purse.js';
import { withAnswer } from '../domain/run/run-state.js';
import { waitsFor } from '../domain/steering/steer-budget.js';
import { limitEnd, type Wait, type WaitAnswer } from '../domain/steering/waits.js';
import { asking, bailed, note, nowMs, record, StopBite, type Bailed, type Desk } from './desk.js';
import { enter } from './enter.js';

/**
 * A durable wait with a visible end, which costs no attempt: ended by its time, by a message, or by any stop.
 * @param keep what becomes of a message that ended it, also when a stop came with it
 * @returns what ended it; null for its time
 * @throws {StopBite} when a stop is asked for: in a wait any mode ends the run at once
 */
async function waitFor(
  desk: Desk,
  wait: Wait,
  keep: (answer: WaitAnswer) => void = () => undefined,
): Promise<WaitAnswer | null> {
  const { phase, state: before } = desk.state;
  if (desk.state.stop !== null) throw new StopBite();
  desk.state = { ...desk.state, wait, waitAnswer: null };
  enter(desk, phase, 'waiting');
  record(desk, { kind: 'gate', line: `waits: ${wait.why}` });
  const isOver = (): boolean => desk.state.waitAnswer !== null || desk.state.stop !== null;
  await condition(isOver, Math.max(1, wait.untilMs - nowMs()));
  const { waitAnswer, stop } = desk.state;
  desk.state = { ...desk.state, wait: null, waitAnswer: null };
  if (waitAnswer !== null) keep(waitAnswer);
  if (stop !== null) throw new StopBite();
  enter(desk, phase, before);
  return waitAnswer;
}

/** Counts the waits for one limit, so that they end at the cap. */
export interface LimitClock {
  waits: number;
  sinceMs: number | null;
}

export function limitClock(): LimitClock {
  return { waits: 0, sinceMs: null };
}

/** Waits until the provider's usage limit is over. @throws {Bailed} `agent-unavailable` past the cap (R26) */
export async function waitOutLimit(desk: Desk, leaf: LeafReport, clock: LimitClock): Promise<void> {
  const now = nowMs();
  clock.sinceMs ??= now;
  const capMs = desk.input.options.usageLimitCapMs;
  const limit = { resetAtMs: leaf.resetAtMs, nowMs: now, earlier: clock.waits, sinceMs: clock.sinceMs, capMs };
  const untilMs = limitEnd(limit);
  if (untilMs === null) {
    const cap = `waiting longer than ${showDuration(capMs)} is not allowed`;
    throw bailed(desk, 'agent-unavailable', `the agent's usage limit: ${leaf.message} (${cap})`);
  }
  clock.waits += 1;
  const why = `for the agent's usage limit to end: ${leaf.message}`;
  const answer = await waitFor(desk, {
    ...{ kind: 'usage-limit', why, sinceMs: now, untilMs, question: null, candidates: [] },
  });
  note(desk, answer === null ? 'the wait for the usage limit is over' : 'the wait was ended by "retry"');
}

/**
 * Read before each leaf: while a budget is used up, the run waits for more of it (design 4, Budgets).
 * @throws {Bailed} `budget` when nobody added to it in time
 */
export async function waitForBudget(desk: Desk): Promise<void> {
  const { budgetCapMs } = desk.input.options;
  while (usedUp(desk.state).length > 0) {
    note(desk, `${usedUpText(usedUp(desk.state))}; to go on: ${budgetCommand(desk.state) ?? ''}`);
    const sinceMs = nowMs();
    const untilMs = sinceMs + budgetCapMs;
    const wait: Wait = { kind: 'budget', why: waitsFor(desk.state), sinceMs, untilMs, question: null, candidates: [] };
    await waitFor(desk, wait);
    const left = usedUp(desk.state);
    if (left.length > 0) {
      throw bailed(desk, 'budget', `${usedUpText(left)}; nobody added enough within ${showDuration(budgetCapMs)}`);
    }
    note(desk, 'the run goes on with more budget');
  }
}

/**
 * Waits for the answer to a question where the run was told to (C-16), and keeps it for the next brief.
 * @throws {Bailed} the question itself, when nobody is to be waited for or nobody answered in time
 */
export async function waitForAnswer(desk: Desk, asked: Bailed): Promise<void> {
  const { waitForAnswerMs } = desk.input.options;
  const { question, candidates } = asked.bail;
  if (waitForAnswerMs === null || question === null) throw asked;
  const { step, phase } = desk.state;
  const sinceMs = nowMs();
  const why = `for an answer: ${question}`;
  const untilMs = sinceMs + waitForAnswerMs;
  const wait: Wait = { kind: 'answer', why, sinceMs, untilMs, question, candidates };
  const answer = await waitFor(desk, wait, (given) => {
    if (given.kind !== 'answer') return;
    desk.state = withAnswer(desk.state, { step: step?.id ?? '-', phase, question, text: given.text });
  });
  if (answer?.kind !== 'answer') {
    note(desk, `nobody answered within ${showDuration(waitForAnswerMs)}`);
    throw asked;
  }
}

/** A leaf's question: the same leaf starts again with the answer in its brief. @throws {Bailed} `needs-user` */
export async function askPerson(desk: Desk, question: string): Promise<void> {
  await waitForAnswer(desk, asking(desk, question));
}
