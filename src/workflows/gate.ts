import { condition } from '@temporalio/workflow';
import type { Gate, GateAnswer } from '../domain/steering/gate.js';
import type { ResolvedGear } from '../domain/steering/gear.js';
import { gearOf } from '../domain/steering/gear-now.js';
import { withAnswer, withApproved } from '../domain/run/run-state.js';
import { seenBefore, withTestReview, type TestReview } from '../domain/run/test-reviews.js';
import { layReview } from './review-copy.js';
import { note, nowMs, record, StopBite, type Desk } from './desk.js';
import { enter, show } from './enter.js';

export type GateResult =
  | { readonly kind: 'open' }
  | { readonly kind: 'rejected'; readonly because: string }
  /** A person edited the review copy: its tree is tried, and approved by them if it holds. */
  | { readonly kind: 'edited'; readonly folder: string; readonly by: string | null };

export interface GateTest {
  readonly tree: string;
  readonly testHash: string;
  readonly files: readonly string[];
  readonly test: string;
  readonly redOutput: string;
}

/**
 * The durable wait in which a person sees a test before its implementation (review-before only; R-000-02, C-16).
 * Ends by approve, reject, an upshift, or any stop; has no time limit and costs no attempt.
 * @param refusedEdit why the edited copy was not taken, when the gate opens again for that
 * @throws {StopBite} when a stop is asked for: in a wait any mode ends the run at once
 */
export async function passGate(desk: Desk, test: GateTest, refusedEdit: string | null): Promise<GateResult> {
  if (isOpen(desk, test)) return { kind: 'open' };
  const review = await layReview(desk, test);
  // A shift that came while the copy was laid met no gate yet that it could open.
  if (isOpen(desk, test)) return { kind: 'open' };
  openGate(desk, test, { review, refusedEdit });
  await condition(() => desk.state.gateAnswer !== null || desk.state.stop !== null);
  return closeGate(desk, test);
}

function isOpen(desk: Desk, test: GateTest): boolean {
  if (desk.state.gear.gear === 'review-after') return unseen(desk, test);
  if (desk.state.approvedTests.includes(test.testHash)) {
    note(desk, `gate: test ${test.testHash.slice(0, 12)} was approved before and is unchanged`);
    const before = seenBefore(desk.state, test.testHash);
    sawTest(desk, test, before ?? { how: 'approved', by: null, atMs: null });
    return true;
  }
  // A shift that came while RED was under way opens the gate as one that comes during the wait does.
  if (gearNow(desk).gear === 'review-before') return false;
  desk.state = { ...desk.state, gear: gearNow(desk) };
  noteShift(desk);
  return unseen(desk, test);
}

/** Nobody saw the test before its code, unless somebody approved it in the execution before. */
function unseen(desk: Desk, test: GateTest): true {
  sawTest(desk, test, seenBefore(desk.state, test.testHash) ?? { how: 'unseen', by: null, atMs: null });
  return true;
}

/** For the step's commit and the report: who saw this test, when (R-000-02). */
export function sawTest(
  desk: Desk,
  { testHash }: Pick<GateTest, 'testHash'>,
  { how, by, atMs }: Pick<TestReview, 'how' | 'by' | 'atMs'>,
): void {
  const step = desk.state.step?.id ?? '-';
  desk.state = withTestReview(desk.state, { step, test: testHash, how, by, atMs });
}

/** The gear as the shift that stands names it for this step, at this moment. */
function gearNow(desk: Desk): ResolvedGear {
  const { shift, step } = desk.state;
  return gearOf(desk.state, { shift, step: step?.id ?? '-', nowMs: nowMs() });
}

function noteShift(desk: Desk): void {
  note(desk, 'gate: opened by the shift to review-after');
}

/** A verifier may give many long reasons, and the gate is shown as a whole by every query. */
const refusedEditChars = 4_000;

function openGate(desk: Desk, test: GateTest, { review, refusedEdit }: Pick<Gate, 'review' | 'refusedEdit'>): void {
  const { id, shape } = desk.state.step ?? { id: '-' };
  const asks: Gate['asks'] = shape === 'characterise' || shape === 'test' ? 'commit' : 'code';
  const why = refusedEdit?.slice(0, refusedEditChars) ?? null;
  const gate = { step: id, ...test, asks, openedAtMs: nowMs(), review, refusedEdit: why };
  desk.state = { ...desk.state, gate, gateAnswer: null };
  enter(desk, 'gate', 'gate');
  const line = `gate: test ${test.testHash.slice(0, 12)} waits for a person`;
  record(desk, { kind: 'gate', line: refusedEdit === null ? line : `${line}; the edited copy was refused` });
}

function closeGate(desk: Desk, test: GateTest): GateResult {
  const { gateAnswer, stop, gate } = desk.state;
  desk.state = { ...desk.state, gate: null, gateAnswer: null };
  // An answer that came with a stop still counts: it is kept for resume, the stop ends the run.
  if (gateAnswer?.kind === 'approve') {
    desk.state = withApproved(desk.state, test.testHash);
    sawTest(desk, test, { how: 'approved', by: gateAnswer.by, atMs: nowMs() });
  }
  const review = gate?.review ?? null;
  if (gateAnswer?.kind === 'reject' && stop !== null) keepReason(desk, gateAnswer.because);
  if (stop !== null) {
    if (review !== null) note(desk, `gate: the review copy stays where it is, for the run that goes on: ${review}`);
    throw new StopBite();
  }
  const result = resultOf(gateAnswer, review);
  if (gateAnswer?.kind === 'upshift') {
    noteShift(desk);
    unseen(desk, test);
  }
  show(desk);
  return result;
}

/** The revise leaf it was meant for is one of the next execution: the reason reaches it as an answer does. */
function keepReason(desk: Desk, because: string): void {
  const { step } = desk.state;
  const question = 'What did a person say of the test that was kept, when they rejected it?';
  desk.state = withAnswer(desk.state, { step: step?.id ?? '-', phase: 'red', question, text: because });
}

function resultOf(answer: GateAnswer | null, review: string | null): GateResult {
  if (answer?.kind === 'reject') return { kind: 'rejected', because: answer.because };
  if (answer?.kind === 'edited' && review !== null) return { kind: 'edited', folder: review, by: answer.by };
  return { kind: 'open' };
}
