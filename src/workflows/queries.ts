import { setHandler } from '@temporalio/workflow';
import { eventsQuery, ledgerQuery, reportQuery, statusQuery } from '../contract/messages.js';
import type { BudgetsView, LedgerWindow, StatusView } from '../contract/views.js';
import type { LedgerStep } from '../domain/plan/plan.js';
import { budgetCommand } from '../domain/run/budget-words.js';
import { budgetOf, stepPurse } from '../domain/run/purse.js';
import type { RunFacts, RunState } from '../domain/run/run-state.js';
import { approveCommand } from '../domain/steering/steer-gate.js';
import { answerCommand } from '../domain/steering/steer-wait.js';
import type { Wait } from '../domain/steering/waits.js';
import type { Desk } from './desk.js';
import { reportOf } from './report.js';

/** Attaches the queries: each answers from the one state value and changes nothing. */
export function answerQueries(desk: Desk): void {
  setHandler(statusQuery, () => statusOf(desk.state));
  setHandler(ledgerQuery, () => ledgerOf(desk.state));
  setHandler(eventsQuery, () => ({
    firstSeq: desk.state.events[0]?.seq ?? desk.state.seq + 1,
    events: desk.state.events,
  }));
  setHandler(reportQuery, () => reportOf(desk.state));
}

function statusOf(state: RunState): StatusView {
  const { facts, step, gate, wait } = state;
  return {
    workflowId: state.workflowId,
    firstRunId: state.firstRunId,
    source: { file: state.sourceFile, title: facts?.title ?? null },
    origin: state.origin,
    ...factsOf(facts),
    state: state.state,
    phase: state.phase,
    phaseSinceMs: state.phaseSinceMs,
    step:
      step === null ? null : { id: step.id, title: step.title, criterion: step.criterion, attempt: attemptOf(state) },
    steps: { total: state.total, done: state.done },
    gear: state.gear,
    shift: state.shift,
    stop: state.stop,
    gate: gate === null ? null : { ...gate, approveWith: approveCommand(state), needsPerson: facts?.exitOnly ?? false },
    wait: wait === null ? null : { ...wait, endWith: endCommand(state, wait) },
    allowed: state.allowed,
    hostId: state.host.id ?? '-',
    spent: state.spent,
    budgets: budgetsOf(state),
    versions: state.versions,
    notes: state.notes,
    messages: state.messages,
    cause: state.cause,
    lastLine: state.lastLine,
  };
}

function endCommand(state: RunState, wait: Wait): string {
  if (wait.kind === 'answer') return answerCommand(state);
  const more = wait.kind === 'budget' ? budgetCommand(state) : null;
  return more ?? `pawl retry ${state.workflowId}`;
}

function budgetsOf(state: RunState): BudgetsView {
  const purse = stepPurse(state);
  return {
    run: budgetOf(state, 'run'),
    step: purse === null ? null : { id: purse.step, budget: budgetOf(state, 'step'), spent: purse.spent },
    addWith: budgetCommand(state),
  };
}

/** Unknown until preflight has run. */
function factsOf(
  facts: RunFacts | null,
): Pick<StatusView, 'repo' | 'base' | 'branch' | 'agent' | 'jail' | 'testCommand' | 'discipline'> {
  if (facts === null) return unknown;
  const { repo, base, branch, agent, jail, testCommand, discipline } = facts;
  return { repo, base, branch, agent, jail, testCommand, discipline };
}

const unknown = {
  ...{ repo: '-', base: null, branch: null, agent: null },
  ...{ jail: null, testCommand: null, discipline: null },
} as const;

function attemptOf(state: RunState): number {
  return state.started[`developer/${state.phase}`] ?? 1;
}

function ledgerOf(state: RunState): LedgerWindow {
  return {
    path: state.facts?.ledgerPath ?? null,
    total: state.total,
    done: state.done,
    steps: state.window.map((step) => ({ id: step.id, title: step.title, state: ledgerState(state, step) })),
    before: state.windowBefore,
    after: state.windowAfter,
  };
}

function ledgerState(state: RunState, step: LedgerStep): LedgerWindow['steps'][number]['state'] {
  if (step.id === state.step?.id) return 'current';
  if (!step.done) return 'open';
  return step.refactorPending ? 'pending' : 'done';
}
