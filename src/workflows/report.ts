import type { RunReport } from '../contract/result.js';
import type { ResumeCarry } from '../contract/run-input.js';
import { causeClass, decisionText, type Cause } from '../domain/run/causes.js';
import { refusedPath } from '../domain/files/file-policy.js';
import { disciplineText } from '../domain/run/discipline.js';
import type { RunOutcome } from '../domain/run/phase.js';
import { resumeCommand } from '../domain/run/budget-words.js';
import { budgetOf, stepPurse } from '../domain/run/purse.js';
import { shippedList } from '../domain/run/shipped.js';
import type { RunState } from '../domain/run/run-state.js';

const endings: Partial<Record<RunState['state'], RunOutcome>> = {
  done: 'done',
  stopped: 'stopped',
  downshifted: 'downshifted',
  'scope-complete': 'scope-complete',
  'bound-reached': 'bound-reached',
};

/** The run's report as of now; at the end it stands in the result or in the failure's details. */
export function reportOf(state: RunState): RunReport {
  const { cause, bail } = state;
  const outcome = cause !== null ? 'bailed' : (endings[state.state] ?? 'running');
  return {
    workflowId: state.workflowId,
    firstRunId: state.firstRunId,
    outcome,
    cause,
    causeClass: cause === null ? null : causeClass(cause),
    message: bail?.message ?? state.lastLine ?? '',
    tried: [...state.tried],
    question: bail?.question ?? null,
    next: nextOf(state, outcome),
    origin: state.origin,
    ...placeOf(state),
    tip: state.tip,
    pushed: state.pushed,
    steps: { total: state.total, done: state.done },
    agent: agentText(state),
    blindness: state.blindness,
    gear: `${state.gear.gear} (${state.gear.why})`,
    cycle: cycleText(state),
    spent: state.spent,
    budget: budgetOf(state, 'run'),
    stepSpent: stepSpentOf(state),
    versions: [...state.versions],
    notes: [...state.notes],
    attempts: [...state.attemptRefs],
    suite: state.suiteLine,
    critic: state.criticLine,
    rules: state.facts === null ? null : rulesText(state.facts),
    shipped: [...shippedList({ pushed: state.pushed, branch: state.facts?.branch ?? null })],
    plan: planOf(state),
    allowed: [...state.allowed],
    testReviews: [...state.testReviews],
    messages: state.messages
      .slice(-20)
      .map(({ id: _id, ...entry }) => ({ ...entry, answer: entry.answer.slice(0, 300) })),
  };
}

function stepSpentOf(state: RunState): RunReport['stepSpent'] {
  const purse = stepPurse(state);
  return purse === null ? null : { step: purse.step, spent: purse.spent, budget: budgetOf(state, 'step') };
}

function planOf({ madePlan }: RunState): RunReport['plan'] {
  return madePlan === null ? null : { steps: [...madePlan.steps], files: [...madePlan.files] };
}

function rulesText({ discipline, checks }: NonNullable<RunState['facts']>): string {
  const checked =
    checks.length === 0 ? 'nothing besides tests is checked' : `checked before each commit: ${checks.join(', ')}`;
  return `${disciplineText(discipline)}; ${checked}`;
}

/** Unknown until preflight has run. */
function placeOf({ facts }: RunState): Pick<RunReport, 'branch' | 'base' | 'jail' | 'jailLimits' | 'testCommand'> {
  if (facts === null) return { branch: null, base: null, jail: '-', jailLimits: [], testCommand: null };
  const { branch, base, jail, testCommand } = facts;
  return { branch, base, jail: jail.kind, jailLimits: [...jail.limits], testCommand };
}

function nextOf(state: RunState, outcome: RunReport['outcome']): string | null {
  if (state.cause !== null) return decisionOf(state, state.cause);
  if (outcome === 'done') return state.pushed.startsWith('deferred') ? deliverText(state) : mergeText(state);
  if (outcome === 'running') return null;
  if (state.madePlan !== null)
    return `pawl run ${state.sourceFile}   (it works by this plan while source and base are unchanged)`;
  return `pawl resume ${state.workflowId}`;
}

/** Where one file outside of the plan ended the run, the command that allows it is the whole command (R-004-20). */
function decisionOf(state: RunState, cause: Cause): string {
  const more = cause === 'budget' ? resumeCommand(state) : null;
  if (more !== null) return `to go on with more: ${more}`;
  const path = cause === 'file-gate' ? refusedPath(state.bail?.message ?? '') : null;
  const text = decisionText(cause).replaceAll('<run>', state.workflowId);
  if (path === null) return text;
  return `to allow that file: pawl resume ${state.workflowId} --allow ${shellWord(path)} --because "…"; else ${text}`;
}

function shellWord(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function mergeText(state: RunState): string {
  const branch = state.facts?.branch ?? '';
  // What was not reviewed before its code waits for a person now (C-25).
  if (state.shift?.gear === 'review-after') return `pawl review ${state.workflowId}, then merge the branch ${branch}`;
  return `review and merge the branch ${branch}`;
}

/** The commits stand in Pawl's own repository only (design 5: the push waits while the branch is checked out). */
function deliverText(state: RunState): string {
  return `the last commits are not in the origin yet (${state.pushed}): check out another branch there, then: pawl run ${state.sourceFile} --again`;
}

function agentText(state: RunState): string {
  const agent = state.facts?.agent;
  if (agent === undefined) return '-';
  const version = agent.version === null ? '' : ` ${agent.version}`;
  return agent.scripted ? `${agent.name} (scripted: no model was asked)` : `${agent.name}${version}`;
}

/** `step 2, phase green: 1 of 3 steps done` (R-001-47). */
function cycleText(state: RunState): string {
  const where = state.step === null ? '' : `step ${state.step.id}, `;
  return `${where}phase ${state.phase}: ${state.done} of ${state.total} steps done`;
}

/** What the next execution under this id takes over (design 4, Resume). */
export function carryOf(state: RunState): ResumeCarry {
  const { madePlan } = state;
  return {
    firstRunId: state.firstRunId,
    branch: state.facts?.branch ?? null,
    gear: state.shift,
    approvedTests: [...state.approvedTests],
    testReviews: [...state.testReviews],
    attempt: state.offered,
    attempts: state.attempts,
    attemptRefs: [...state.attemptRefs],
    spent: state.spent,
    stepPurses: [...state.stepPurses],
    added: state.added,
    refactorSettled: state.refactorSettled,
    answers: [...state.answers],
    asked: state.asked === null ? null : { ...state.asked, candidates: [...state.asked.candidates] },
    sentBack: [...state.sentBack],
    plan: madePlan === null ? null : { ...madePlan, steps: [...madePlan.steps], files: [...madePlan.files] },
    allowed: [...state.allowed],
    criticApproved: state.criticApproved,
    declaredRed: state.declaredRed.map((one) => ({ ...one, testFiles: [...one.testFiles], testIds: [...one.testIds] })),
    parked: [...state.parked],
    versions: [...state.versions],
    gearFile: state.files.gear,
  };
}
