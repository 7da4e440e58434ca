import type { PlanReport } from '../contract/activities.js';
import { afterLeaf } from '../domain/leaf/after-leaf.js';
import { countOf } from '../domain/evidence/report-facts.js';
import { budgets } from '../domain/run/budgets.js';
import { foundLines } from '../domain/run/found-branch.js';
import { callLeaf } from './calls.js';
import { commitTree } from './commit.js';
import { bailed, note, record, StopBite, type Desk } from './desk.js';
import { keepPlan } from './ending.js';
import { enter } from './enter.js';
import type { MadePlan } from '../domain/plan/plan.js';
import { reviseUntilAccepted, type Trial } from './revise-loop.js';
import { placesOf } from './step-start.js';
import { askPerson, limitClock, waitOutLimit, type LimitClock } from './wait.js';

interface LedgerTree {
  readonly tree: string;
  readonly total: number;
}

/**
 * PLAN: the planner leaf's steps, validated, committed as the ledger: `docs:`, the only commit without `Task:`.
 * Skipped when the branch has a ledger already (R-002-13, R-002-20).
 * @param made the plan of an earlier `--plan-only`, when it still holds
 * @returns whether the run goes on: with `--plan-only` it ends here, and nothing is committed
 */
export async function planPhase(desk: Desk, made: LedgerTree | null): Promise<boolean> {
  const { planOnly } = desk.input;
  const { tip } = desk.state;
  if (tip !== null) {
    desk.state = { ...desk.state, madePlan: null };
    sayFound(desk, tip);
    return !planOnly;
  }
  enter(desk, 'plan', 'planning');
  if (desk.input.source.kind === 'spec') return listIsPlan(desk);
  if (made !== null) note(desk, 'the plan of the last "--plan-only" is used: source and base are unchanged');
  const plan = made === null ? await makePlan(desk) : { ...made, ...shownOf(desk.input.resume?.plan) };
  desk.state = { ...desk.state, total: plan.total };
  if (planOnly) {
    await keepPlan(desk, plan);
    return false;
  }
  await commitTree(desk, {
    tree: plan.tree,
    mark: null,
    kind: 'docs',
    subject: `plan: ${desk.state.facts?.title ?? 'the issue'}`,
    body: [],
    task: null,
    phase: 'plan',
  });
  desk.state = { ...desk.state, madePlan: null };
  if (desk.state.stop !== null) throw new StopBite();
  return true;
}

/** Also of a run that moved to another host: it goes on from what was pushed, with all that it knows. */
function sayFound(desk: Desk, tip: string): void {
  const { facts, originTip, offered, host } = desk.state;
  const isCarried = desk.input.resume !== null || host.lost.length > 0;
  const { branch = '', ledgerPath: ledger = '' } = facts ?? {};
  for (const text of foundLines({ branch, tip, originTip, ledger, isCarried, offered })) note(desk, text);
}

/** A spec's list is its plan, as it stands: nothing is generated or committed (R-000-46). */
function listIsPlan(desk: Desk): boolean {
  note(desk, `the steps are the tasks of ${desk.state.facts?.ledgerPath ?? 'tasks.md'}, as they stand there`);
  return !desk.input.planOnly;
}

type Shown = Pick<MadePlan, 'steps' | 'files'>;

function shownOf(plan: Shown | null | undefined): Shown {
  return { steps: plan?.steps ?? [], files: plan?.files ?? [] };
}

async function makePlan(desk: Desk): Promise<LedgerTree & Shown> {
  const budget: PlanBudget = { stuckLeft: budgets.stuck, limit: limitClock() };
  return reviseUntilAccepted(desk, '', ({ feedback }) => tryPlan(desk, feedback, budget));
}

interface PlanBudget {
  stuckLeft: number;
  readonly limit: LimitClock;
}

async function tryPlan(
  desk: Desk,
  feedback: readonly string[],
  budget: PlanBudget,
): Promise<Trial<LedgerTree & Shown>> {
  const { scope } = placesOf(desk);
  for (;;) {
    const { answers } = desk.state;
    const call = { phase: 'plan', role: 'planner', name: 'plan' } as const;
    const report = await callLeaf(desk, call, (leaves, label) => leaves.plan({ scope, label, feedback, answers }));
    const { leaf, problems, tree, total, cause } = report;
    if (leaf.outcome === 'done' && tree !== null) {
      showPlan(desk, report);
      const steps = report.steps.map(({ id, title }) => ({ id, title }));
      return { kind: 'accepted', value: { tree, total, steps, files: report.files } };
    }
    if (leaf.outcome === 'done' || leaf.outcome === 'contract') {
      return { kind: 'sent-back', reasons: problems, cause: cause ?? 'plan-invalid', from: '', spends: 'revise' };
    }
    const { stuckLeft } = budget;
    const after = afterLeaf({ outcome: leaf.outcome, changedSomething: false, stuckLeft });
    if (after.kind === 'bail') throw bailed(desk, after.cause, leaf.message);
    if (after.kind === 'ask') await askPerson(desk, leaf.message);
    else if (after.kind === 'wait') await waitOutLimit(desk, leaf, budget.limit);
    else {
      budget.stuckLeft -= 1;
      note(desk, `the planner leaf: ${leaf.outcome}; one more try`);
    }
  }
}

/** The window of the ledger as it will be, so that status and `--plan-only` show the plan. */
function showPlan(desk: Desk, { steps, files, total }: PlanReport): void {
  desk.state = { ...desk.state, window: steps, windowBefore: 0, windowAfter: total - steps.length };
  record(desk, { kind: 'state', line: `plan: ${countOf(total, 'step')} over ${files.join(', ')}` });
}
