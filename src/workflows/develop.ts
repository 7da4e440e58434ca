import type { DevelopReport } from '../contract/activities.js';
import { afterLeaf } from '../domain/leaf/after-leaf.js';
import { budgets } from '../domain/run/budgets.js';
import type { CriticFinding } from '../domain/review/critique.js';
import type { Phase } from '../domain/run/phase.js';
import type { EditPhase } from '../domain/leaf/roles.js';
import { withAttempt } from '../domain/run/run-state.js';
import { callLeaf } from './calls.js';
import { bailed, note, StopBite, type Desk } from './desk.js';
import { keepAttempt } from './ending.js';
import { askPerson, limitClock, waitOutLimit, type LimitClock } from './wait.js';

export interface EditJob {
  readonly phase: EditPhase;
  /** Tree the leaf starts from. */
  readonly from: string;
  /** Tree that policy and file gate judge against. */
  readonly base: string;
  readonly feedback: readonly string[];
  readonly frozen: readonly string[];
  readonly redTests: readonly string[];
  readonly by: 'developer' | 'debugger';
  /** What every earlier edit failed with: for the debugger. */
  readonly failures: readonly string[];
  /** What the critic wants mended; empty in a step's own phases. */
  readonly findings: readonly CriticFinding[];
}

/** Counts the phase's stuck retries: one budget for all its leaves (R-002-33). */
export interface StuckBudget {
  left: number;
  readonly limit: LimitClock;
}

export function stuckBudget(): StuckBudget {
  return { left: budgets.stuck, limit: limitClock() };
}

/**
 * One developer leaf and, when it got stuck, its retry from a clean workspace. What a hung leaf wrote is kept
 * as an attempt (R27).
 * @throws {Bailed} when the leaf ended in a way that no retry mends
 */
export async function develop(desk: Desk, job: EditJob, stuck: StuckBudget): Promise<DevelopReport> {
  for (;;) {
    const report = await editOnce(desk, job);
    for (const ref of report.kept) desk.state = withAttempt(desk.state, ref);
    keepInMind(desk, report);
    for (const text of report.notes) note(desk, text);
    if (desk.state.stop?.mode === 'now') throw new StopBite();
    const changedSomething = report.changed.length > 0 || report.refusals.length > 0;
    const after = afterLeaf({ outcome: report.leaf.outcome, changedSomething, stuckLeft: stuck.left });
    if (after.kind === 'bail') throw bailed(desk, after.cause, report.leaf.message);
    if (after.kind === 'judge') {
      if (after.note !== null) note(desk, after.note);
      return report;
    }
    if (after.kind === 'ask') {
      await askPerson(desk, report.leaf.message);
      continue;
    }
    if (after.kind === 'wait') {
      await waitOutLimit(desk, report.leaf, stuck.limit);
      continue;
    }
    stuck.left -= 1;
    await keepAttempt(desk, after.why);
    note(desk, `${after.why}; one more try from a clean workspace`);
  }
}

/** A leaf that wrote nothing, or what is refused, must not push out what an earlier one wrote (R27, R12). */
function keepInMind(desk: Desk, { tree, changed, refusals }: DevelopReport): void {
  if (tree === null || changed.length === 0) return;
  if (refusals.length > 0 && desk.state.halfDone !== null) return;
  desk.state = { ...desk.state, halfDone: tree };
}

async function editOnce(desk: Desk, job: EditJob): Promise<DevelopReport> {
  const { state } = desk;
  const { step, scope } = state;
  if (step === null || scope === null) throw new Error('a developer leaf needs a step');
  const { id } = step;
  const phase = job.findings.length === 0 ? job.phase : 'critic';
  return callLeaf(desk, { phase, role: job.by, name: nameOf(job, phase) }, (leaves, label) =>
    leaves.develop({
      scope,
      store: state.store,
      label,
      phase: job.phase,
      role: job.by,
      step,
      criterion: state.criterion,
      from: job.from,
      base: job.base,
      feedback: job.feedback,
      gear: state.gear.gear,
      gearWhy: `${state.gear.reason}: ${state.gear.why}`,
      frozen: job.frozen,
      redTests: job.redTests,
      answers: state.answers,
      failures: job.failures,
      findings: job.findings,
      offered: job.phase === 'red' && state.offered?.step === id ? state.offered.ref : null,
    }),
  );
}

/** `develop-red`, `develop-revise (green)`, `debug-green`, `develop-critic` (C-29). */
function nameOf({ by, feedback }: EditJob, phase: Phase): string {
  if (by === 'debugger') return `debug-${phase}`;
  return feedback.length === 0 ? `develop-${phase}` : `develop-revise (${phase})`;
}
