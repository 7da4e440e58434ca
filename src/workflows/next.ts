import type { NextStepReport } from '../contract/activities.js';
import { gearOf } from '../domain/steering/gear-now.js';
import { withShift } from '../domain/steering/steer-gear.js';
import { splitSentBack, withMessage } from '../domain/run/run-state.js';
import type { LedgerStep } from '../domain/plan/plan.js';
import type { Shape } from '../domain/plan/shape.js';
import type { Phase } from '../domain/run/phase.js';
import { callQuick } from './calls.js';
import { note, nowMs, record, type Desk } from './desk.js';
import { enter } from './enter.js';
import { sendBack } from './send-back.js';
import { placesOf, type StepStart } from './step-start.js';
import { noteVersion } from './version.js';

export type Next =
  | { readonly kind: 'step'; readonly start: StepStart }
  /** The green commit stands; a stop cut its refactor phase off (R-002-19). */
  | { readonly kind: 'refactor'; readonly start: StepStart }
  /** Of a spec: only the box is missing. */
  | { readonly kind: 'tick' }
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

/** A scope that came while the list was read is held against it, too. */
const scopeLooks = 3;

async function readLedger(desk: Desk): Promise<NextStepReport> {
  let report = await lookOnce(desk);
  for (let left = scopeLooks; left > 0 && isScopeUnread(desk, report); left -= 1) report = await lookOnce(desk);
  return report;
}

/** A spec has no commit of a plan: its first step starts at the base. */
function startOf({ state: { tip, facts } }: Desk): string {
  const start = tip ?? facts?.base.sha;
  if (start === undefined) throw new Error('preflight has not run');
  return start;
}

function isScopeUnread({ state }: Desk, { scopeSight }: NextStepReport): boolean {
  const scope = state.shift?.scope ?? null;
  return state.facts?.isSpec === true && scope !== null && scope !== scopeSight?.scope;
}

async function lookOnce(desk: Desk): Promise<NextStepReport> {
  const { refactorSettled, files, shift } = desk.state;
  const tip = startOf(desk);
  const { scope } = placesOf(desk);
  const { driver } = desk.input.options;
  const gearFile = { seen: files.gear, shift, nowMs: nowMs(), driver };
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
  const { suite } = desk.state;
  if (suite === null) throw new Error('a step needs a baseline');
  const { next, window, total, done, tree } = report;
  const step = next.kind === 'none' ? null : next.step;
  const scopeSight = report.scopeSight ?? null;
  const seen = { ...desk.state, total, scopeSight };
  desk.state = {
    ...desk.state,
    total,
    done,
    window,
    windowBefore: report.before,
    windowAfter: report.after,
    scopeSight,
    gear: gearOf(seen, { shift: desk.state.shift, step: step?.id ?? '-', nowMs: nowMs() }),
    started: {},
    halfDone: null,
    remember: [],
    offered: desk.state.parked.find((one) => one.step === step?.id) ?? desk.state.offered,
    step,
    criterion: 'criterion' in next ? next.criterion : '',
    tipTree: tree,
    aside: report.aside,
  };
  noteVersion(desk, report.pawlVersion);
  if (next.kind === 'none' || step === null) {
    return { kind: 'none', pending: next.kind === 'none' ? next.pending : null, tree };
  }
  if (next.kind === 'tick') {
    record(desk, {
      kind: 'step-start',
      line: `step ${step.id}: its work stands in ${next.sha.slice(0, 10)}; its tick is made up`,
    });
    return { kind: 'tick' };
  }
  enter(desk, next.kind === 'step' ? firstPhase(step) : 'refactor', 'working');
  const { gear } = desk.state;
  const what = next.kind === 'refactor' ? 'its refactoring is still open' : `gear ${gear.gear}: ${gear.why}`;
  record(desk, { kind: 'step-start', line: `step ${step.id} of ${total}: ${step.title} (${what})` });
  desk.state = { ...desk.state, stepsThisExecution: desk.state.stepsThisExecution + 1 };
  const { bounded } = desk.state;
  desk.state = { ...desk.state, bounded: { ...bounded, turns: bounded.turns + 1 } };
  return { kind: next.kind, start: { commit: startOf(desk), tree, suite } };
}

/** Shapes without a new failing test begin elsewhere. */
function firstPhase({ shape = 'behaviour' }: LedgerStep): Phase {
  const first: Partial<Record<Shape, Phase>> = {
    tidy: 'refactor',
    document: 'refactor',
    setup: 'refactor',
    implement: 'green',
    generate: 'green',
    verify: 'green',
  };
  return first[shape] ?? 'red';
}
