import type { LedgerWindow, StatusView } from '../../contract/views.js';
import { allowedText } from '../../domain/files/allowed-path.js';
import { spentLine } from '../../domain/run/budget-words.js';
import { disciplineText } from '../../domain/run/discipline.js';
import { noBudget, Resource } from '../../domain/run/resource-budgets.js';
import { versionsText } from '../../domain/run/versions.js';
import type { MessageEntry } from '../../domain/steering/messages.js';
import { shiftEntry, stopEntry } from '../runs/steered-by.js';
import type { Paint } from './colour.js';
import { gateCommands, gateText } from './gate.js';
import { duration, indented, plainLine } from './plain.js';
import { gearText, messageLine, stopText, waitLines } from './steering.js';

/** What is known besides the run's own answer. */
export interface StatusExtras {
  readonly ledger: LedgerWindow | null;
  /** Who sent a message, as the server noted it. */
  readonly senderOf: (entry: MessageEntry) => string | null;
}

/** What an open run does, why it waits, and what to type next. */
export function statusText(view: StatusView, extras: StatusExtras, nowMs: number, paint: Paint): string {
  const { ledger, senderOf } = extras;
  const title = view.source.title === null ? '' : ` · ${plainLine(view.source.title)}`;
  const lines = [
    `${paint.strong(view.workflowId)}${title}`,
    ...fields(view, nowMs).map(([name, value]) => field(name, plainLine(value))),
    ...steering(view, senderOf, nowMs),
    ...ledgerLines(ledger, paint),
    ...view.notes.slice(-5).map((note) => `  note     ${plainLine(note)}`),
    ...view.messages.slice(-8).map((entry) => field('message', messageLine(entry, senderOf(entry), nowMs))),
    ...asked(view),
  ];
  if (view.gate !== null) {
    lines.push(gateText(view.gate, view, paint), gateCommands(view.workflowId, view.gate));
  }
  return lines.join('\n');
}

function fields(view: StatusView, nowMs: number): readonly (readonly [string, string])[] {
  const { done, total } = view.steps;
  const step = view.step === null ? null : `${view.step.id}: ${view.step.title}`;
  const agent =
    view.agent === null ? '-' : `${view.agent.name}${view.agent.scripted ? ' (scripted: no model is asked)' : ''}`;
  const all: readonly (readonly [string, string | null])[] = [
    ['state', total === 0 ? view.state : `${view.state}, ${done} of ${total} steps done`],
    ['step', step],
    [
      'phase',
      `${view.phase} for ${duration(nowMs - view.phaseSinceMs)}${view.step === null ? '' : `, attempt ${view.step.attempt}`}`,
    ],
    ['last', view.lastLine],
    [
      'branch',
      view.branch === null || view.base === null
        ? null
        : `${view.branch} from ${view.base.ref} at ${view.base.sha.slice(0, 12)}`,
    ],
    ['agent', `${agent} · jail ${view.jail?.kind ?? '-'}`],
    ['limits', view.jail === null || view.jail.limits.length === 0 ? null : view.jail.limits.join('; ')],
    ['tests', view.testCommand],
    ...rulesOf(view),
    ...spentOf(view),
    ['pawl', view.versions === undefined || view.versions.length === 0 ? null : versionsText(view.versions)],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

/** Of the run, with its bounds; of the step only where something bounds it. */
function spentOf({ spent, budgets }: StatusView): readonly (readonly [string, string])[] {
  if (budgets === undefined) return [['spent', spentLine(spent, noBudget)]];
  const { run, step } = budgets;
  const isBound = step !== null && Resource.options.some((what) => step.budget[what] !== null);
  return [
    ['spent', spentLine(spent, run)],
    ...(isBound ? [['', `step ${step.id}: ${spentLine(step.spent, step.budget)}`] as const] : []),
  ];
}

/** What is asked of each step, and what a person allowed besides the plan. */
function rulesOf({ discipline, allowed = [] }: StatusView): readonly (readonly [string, string])[] {
  const rules = discipline === undefined || discipline === null ? [] : [['rules', disciplineText(discipline)] as const];
  return [...rules, ...allowed.map((one) => ['allowed', `besides the plan: ${allowedText(one)}`] as const)];
}

function field(name: string, value: string): string {
  return `  ${name.padEnd(8)} ${value}`;
}

/** The lines of one thing: the name stands at the first. */
function block(name: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => field(index === 0 ? name : '', line));
}

/** Gear, stop and wait: what a person steers by. */
function steering(view: StatusView, senderOf: StatusExtras['senderOf'], nowMs: number): readonly string[] {
  const who = (entry: MessageEntry | null): string | null => (entry === null ? null : senderOf(entry));
  const { stop } = view;
  return [
    ...block('gear', gearText(view, who(shiftEntry(view)), nowMs)),
    ...(stop === null ? [] : [field('stop', stopText(stop, who(stopEntry(view)), nowMs))]),
    ...block('waits', waitLines(view, nowMs)),
  ];
}

/** The whole question, letter for letter but for what draws on a terminal. */
function asked({ wait }: StatusView): readonly string[] {
  return wait === null || wait.question === null ? [] : ['', 'It asks:', indented(wait.question)];
}

const marks = { open: '[ ]', current: '[>]', pending: '[x]', done: '[x]' } as const;

function ledgerLines(ledger: LedgerWindow | null, paint: Paint): readonly string[] {
  if (ledger === null || ledger.total === 0) return [];
  const more = (count: number, where: string): readonly string[] =>
    count === 0 ? [] : [paint.faint(`  … ${count} ${where}`)];
  const steps = ledger.steps.map((step) => {
    const line = `  ${marks[step.state]} ${step.id}. ${plainLine(step.title)}${step.state === 'pending' ? ' (refactor pending)' : ''}`;
    return step.state === 'current' ? paint.strong(line) : line;
  });
  return [...more(ledger.before, 'before'), ...steps, ...more(ledger.after, 'after')];
}
