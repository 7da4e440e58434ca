import type { RedReport } from '../contract/activities.js';
import type { Cause } from '../domain/run/causes.js';
import type { Mutation } from '../domain/evidence/mutation.js';
import { causeOfRefusedRed } from '../domain/evidence/evidence-causes.js';
import { withApproved, withRemembered } from '../domain/run/run-state.js';
import { callLeaf } from './calls.js';
import { develop, stuckBudget, type StuckBudget } from './develop.js';
import { bailed, note, nowMs, record, type Desk } from './desk.js';
import { domainReview } from './domain-review.js';
import { enter } from './enter.js';
import { passGate, sawTest } from './gate.js';
import { takeReview } from './review-copy.js';
import { reviseUntilAccepted, type Attempt, type Trial } from './revise-loop.js';
import { reviewReasons } from './send-back.js';
import { placesOf, type StepStart } from './step-start.js';
import { verify } from './verify.js';

/** A test that Pawl saw fail for the right reason, verified, and let through the gate. */
export interface Red {
  readonly tree: string;
  readonly testFiles: readonly string[];
  readonly testIds: readonly string[];
  readonly report: RedReport['report'];
}

/**
 * RED: one failing test -> evidence -> blind verifier -> gate (R-000-41, R-001-02…08).
 * @param judge how a new test is judged: a test of what is there already fails only with the code made wrong (R-000-56)
 */
export async function redPhase(desk: Desk, start: StepStart, judge: JudgeTest = judgeTest): Promise<Red> {
  const job: RedJob = { start, stuck: stuckBudget(), judge, passedAtOnce: 0 };
  return reviseUntilAccepted(desk, start.tree, (attempt) => tryRed(desk, job, attempt));
}

interface RedJob {
  readonly start: StepStart;
  readonly stuck: StuckBudget;
  readonly judge: JudgeTest;
  /** Tests of this step that passed on arrival: one revise, then a person has to look (C-7). */
  passedAtOnce: number;
}

async function tryRed(desk: Desk, job: RedJob, { from, feedback, by }: Attempt): Promise<Trial<Red>> {
  enter(desk, 'red', 'working');
  const { start, stuck } = job;
  const told = [...reviewReasons(desk), ...feedback];
  const edit = { phase: 'red', by, from, base: start.tree, feedback: told } as const;
  const report = await develop(desk, { ...edit, frozen: [], redTests: [], failures: [], findings: [] }, stuck);
  const { tree, testFiles, refusals, changed } = report;
  desk.state = withRemembered(desk.state, report.remember);
  if (tree !== null && changed.length === 0) {
    const reasons = ['no test was written: RED asks for exactly one new failing test'];
    return { kind: 'sent-back', reasons, cause: 'red-not-observed', from: start.tree, spends: 'revise' };
  }
  if (tree === null || refusals.length > 0) {
    return { kind: 'sent-back', reasons: refusals, cause: 'file-gate', from: start.tree, spends: 'revise' };
  }
  const { mutation } = report;
  const judge: Judge = (one, files) => job.judge(desk, start, { tree: one, testFiles: files, mutation });
  const trial = await judge(tree, testFiles);
  if (trial.kind === 'held') return atGate(desk, start, { test: trial.test, judge });
  if (trial.cause === 'red-not-observed') passedAgain(desk, job, trial.reasons);
  return { ...trial, kind: 'sent-back', spends: 'revise' };
}

/**
 * A new test that passes at once asks for nothing new: one revise, then the run bails and keeps the test (C-7, F58).
 * @throws {Bailed} `red-not-observed` the second time
 */
function passedAgain(desk: Desk, job: RedJob, reasons: readonly string[]): void {
  job.passedAtOnce += 1;
  if (job.passedAtOnce < 2) return;
  throw bailed(desk, 'red-not-observed', `the test passed on arrival twice; it is kept: ${reasons.join('; ')}`);
}

export interface TestTree extends Red {
  readonly observed: RedReport;
}

/** A tree with a new test, and the change of the code that a test of what is there already has to notice. */
export interface WrittenTest {
  readonly tree: string;
  readonly testFiles: readonly string[];
  readonly mutation: Mutation | null;
}

export type JudgeTest = (desk: Desk, start: StepStart, test: WrittenTest) => Promise<TestTrial>;
type Judge = (tree: string, testFiles: readonly string[]) => Promise<TestTrial>;

export type TestTrial =
  | { readonly kind: 'held'; readonly test: TestTree }
  | { readonly kind: 'refused'; readonly reasons: readonly string[]; readonly cause: Cause; readonly from: string };

/** Evidence and blind verdict on one tree with a new test. */
export async function judgeTest(desk: Desk, start: StepStart, { tree, testFiles }: WrittenTest): Promise<TestTrial> {
  const observed = await observeRed(desk, start, tree, testFiles);
  const { finding } = observed;
  if (finding.kind === 'refused') {
    record(desk, { kind: 'evidence', line: `RED: REFUSED (${finding.class}) ${finding.reason}` });
    return { kind: 'refused', reasons: [finding.reason], cause: causeOfRefusedRed(finding.class), from: tree };
  }
  record(desk, { kind: 'evidence', line: `RED: FAIL (expected) ${finding.class}: ${finding.summary}` });
  return reviewTest(desk, start, { tree, testFiles, observed, testIds: finding.testIds });
}

/** The reviewers on a test whose evidence holds. */
export async function reviewTest(desk: Desk, start: StepStart, seen: Omit<TestTree, 'report'>): Promise<TestTrial> {
  const { tree, testFiles, observed } = seen;
  const verdict = await verify(desk, { phase: 'red', tree, base: start.tree, testFiles, evidence: observed.report });
  if (verdict.word !== 'PASS') return { kind: 'refused', reasons: verdict.reasons, cause: 'rejected', from: tree };
  const domain = await domainReview(desk, { phase: 'red', tree, base: start.tree, testFiles });
  if (domain !== null && domain.word !== 'PASS') {
    return { kind: 'refused', reasons: domain.reasons, cause: 'rejected', from: tree };
  }
  return { kind: 'held', test: { ...seen, report: observed.report } };
}

interface Gated {
  readonly test: TestTree;
  /** For what a person made of it. */
  readonly judge: Judge;
}

/**
 * The gate, as often as it takes: an edited copy goes through evidence and verifier again; when it does not hold, the
 * gate says why and waits on, with the copy as it was left (design 4).
 */
async function atGate(desk: Desk, start: StepStart, { test, judge }: Gated): Promise<Trial<Red>> {
  const { tree, testFiles, observed } = test;
  const { testHash, testText, output } = observed;
  const shown = { tree, testHash, files: testFiles, test: testText, redOutput: output };
  let refusedEdit: string | null = null;
  for (;;) {
    const gate = await passGate(desk, shown, refusedEdit);
    if (gate.kind === 'open') return { kind: 'accepted', value: test };
    if (gate.kind === 'rejected') {
      const reasons = [`a person rejected the test: ${gate.because}`];
      return { kind: 'sent-back', reasons, cause: 'rejected', from: tree, spends: 'nothing' };
    }
    const edited = await tryEdited(desk, start, { test, judge }, gate.folder);
    if (edited.kind === 'held')
      return { kind: 'accepted', value: approve(desk, test, { ...edited.test, by: gate.by }) };
    refusedEdit = edited.reasons.join('; ');
    // The test that waits again is the one to keep if the run ends here; the copy stays where it lies.
    desk.state = { ...desk.state, halfDone: tree };
    note(desk, `gate: the edited copy was refused: ${refusedEdit}`);
  }
}

/** Whoever sent the copy stands for it: it needs no second look, in this execution or after a resume. */
function approve(desk: Desk, shown: TestTree, { by, ...edited }: TestTree & { readonly by: string | null }): TestTree {
  const hash = edited.observed.testHash;
  desk.state = withApproved(desk.state, hash);
  sawTest(desk, { testHash: hash }, { how: edited.tree === shown.tree ? 'approved' : 'edited', by, atMs: nowMs() });
  const asShown = edited.tree === shown.tree;
  const what = asShown ? 'the copy holds the test as it was shown' : 'the edited test holds';
  note(desk, `gate: ${what}: ${hash.slice(0, 12)} is approved`);
  return edited;
}

/** What a person made of the test, under the same gates as a leaf's (design 4). */
async function tryEdited(
  desk: Desk,
  start: StepStart,
  { test: shown, judge }: Gated,
  folder: string,
): Promise<TestTrial> {
  enter(desk, 'red', 'working');
  const { tree, testFiles, refusals, changed, notes } = await takeReview(desk, folder, start.tree);
  for (const text of notes) note(desk, `the edited copy: ${text}`);
  const refuse = (reasons: readonly string[]): TestTrial => ({
    ...{ kind: 'refused', reasons, cause: 'file-gate', from: start.tree },
  });
  if (tree === null || refusals.length > 0) return refuse(refusals);
  if (changed.length === 0) return refuse(['the copy holds no new test any more']);
  // Not edited at all: its evidence and verdict are there already.
  if (tree === shown.tree) return { kind: 'held', test: shown };
  desk.state = { ...desk.state, halfDone: tree };
  return judge(tree, testFiles);
}

async function observeRed(
  desk: Desk,
  start: StepStart,
  tree: string,
  testFiles: readonly string[],
): Promise<RedReport> {
  const places = placesOf(desk);
  const call = { phase: 'red', role: null, name: 'observe-red' } as const;
  return callLeaf(desk, call, (leaves, label) =>
    leaves.observeRed({
      ...places,
      label,
      tree,
      base: start.tree,
      testFiles,
      newTests: desk.state.step?.tests ?? 1,
      baseline: start.suite,
      gear: desk.state.gear.gear,
    }),
  );
}
