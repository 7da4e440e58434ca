import type { NextStepReport } from '../contract/activities.js';
import { gearOf } from '../domain/steering/gear-now.js';
import { withShift } from '../domain/steering/steer-gear.js';
import { splitSentBack, withMessage } from '../domain/run/run-state.js';
import type { LedgerStep } from '../domain/plan/plan.js';
import { callQuick } from './calls.js';
import { note, nowMs, record, type Desk } from './desk.js';
import { enter } from './enter.js';
import { sendBack } from './send-back.js';
import { placesOf, type StepStart } from './step-start.js';

export type Next =
  | { readonly kind: 'step'; readonly start: StepStart }
  /** The green commit stands; a stop cut its refactor phase off (R-002-19). */
  | { readonly kind: 'refactor'; readonly start: StepStart }
  | { readonly kind: 'none'; readonly pending: LedgerStep | null; readonly tree: string };

/**
 * Reads gear file and ledger at the branch's tip and sets the next step down in the state. The gear is resolved once,
 * here, for this step (R-000-24). What a reviewer sent back joins the ledger first (C-25).
 */
export async function nextStep(desk: Desk): Promise<Next> {
  let report = await readLedger(desk);
  // Its commit would clear the mark of a refactor phase that is still to be done.
  if (splitSentBack(desk.state).waiting.length > 0 && report.next.kind !== 'refactor') {
    await sendBack(desk, report);
    report = await readLedger(desk);
  }
  return takeUp(desk, report);
}

async function readLedger(desk: Desk): Promise<NextStepReport> {
  const { tip, refactorSettled, files, shift } = desk.state;
  if (tip === null) throw new Error('a step needs a tip');
  const { scope } = placesOf(desk);
  const gearFile = { seen: files.gear, shift, nowMs: nowMs() };
  const back = splitSentBack(desk.state).waiting.map((one) => one.step);
  const report = await callQuick(desk, 'nextStep', (quick) =>
    quick.nextStep({ scope, tip, refactorSettled, gearFile, sentBack: back }),
  );
  takeGearFile(desk, report.gearFile);
  return report;
}

/** A gear file that changed counts as the shift it stands for, made now (C-15). */
function takeGearFile(desk: Desk, { seen, shift, notes }: NextStepReport['gearFile']): void {
  desk.state = { ...desk.state, files: { ...desk.state.files, gear: seen } };
  for (const text of notes) note(desk, text);
  if (shift === null) return;
  const steered = withShift(desk.state, shift);
  const entry = { name: 'shiftGear', way: 'file', key: null, by: shift.by, atMs: nowMs() } as const;
  desk.state = withMessage(steered.state, { ...entry, taken: steered.taken, answer: steered.answer });
}

function takeUp(desk: Desk, report: NextStepReport): Next {
  const { tip, suite } = desk.state;
  if (tip === null || suite === null) throw new Error('a step needs a tip and a baseline');
  const { next, window, total, done, tree } = report;
  const step = next.kind === 'none' ? null : next.step;
  desk.state = {
    ...desk.state,
    total,
    done,
    window,
    windowBefore: report.before,
    windowAfter: report.after,
    gear: gearOf({ ...desk.state, total }, { shift: desk.state.shift, step: step?.id ?? '-', nowMs: nowMs() }),
    started: {},
    halfDone: null,
    remember: [],
    offered: desk.state.parked.find((one) => one.step === step?.id) ?? desk.state.offered,
    step,
    criterion: next.kind === 'none' ? '' : next.criterion,
  };
  if (next.kind === 'none' || step === null) {
    return { kind: 'none', pending: next.kind === 'none' ? next.pending : null, tree };
  }
  enter(desk, next.kind === 'step' ? 'red' : 'refactor', 'working');
  const { gear } = desk.state;
  const what = next.kind === 'refactor' ? 'its refactoring is still open' : `gear ${gear.gear}: ${gear.why}`;
  record(desk, { kind: 'step-start', line: `step ${step.id} of ${total}: ${step.title} (${what})` });
  desk.state = { ...desk.state, stepsThisExecution: desk.state.stepsThisExecution + 1 };
  return { kind: next.kind, start: { commit: tip, tree, suite } };
}
