import type { RunReport } from '../../contract/result.js';
import { allowedText } from '../../domain/files/allowed-path.js';
import { spentLine } from '../../domain/run/budget-words.js';
import { noBudget } from '../../domain/run/resource-budgets.js';
import { countOf } from '../../domain/evidence/report-facts.js';
import { shellQuote } from '../../domain/evidence/test-command.js';
import { noSenders, senderOf, type Senders } from '../temporal/senders.js';
import { versionsText } from '../../domain/run/versions.js';
import { reviewRows, type ReadLater } from '../review/table.js';
import { reviewTable } from './review-table.js';
import { indented, plainLine } from './plain.js';
import { messageLine } from './steering.js';

/** A commit of a step as it is shown: the trailers are read by git itself. */
export interface StepCommit {
  readonly sha: string;
  readonly subject: string;
  readonly trailers: Readonly<Record<string, string>>;
}

/** What is known besides the report itself: who sent its messages, as the server noted it. */
export interface ReportExtras {
  readonly senders: Senders;
  readonly nowMs: number;
  /** Who read which commit after it was made; left out: not looked up. */
  readonly readLater?: ReadonlyMap<string, ReadLater>;
}

/** What an attached run prints at its end. */
export function summaryText(report: RunReport, commits: readonly StepCommit[]): string {
  const plan =
    report.plan === null ? [] : [...planLines(report.plan, report.steps.total), `spent      ${spentText(report)}`];
  return [headline(report), ...branchLines(report), ...commitLines(commits), ...plan, ...nextLines(report)].join('\n');
}

/** `pawl report`: everything a person needs to take the branch over, or to decide what is next (R-004-41, 42). */
export function reportText(
  report: RunReport,
  commits: readonly StepCommit[],
  { senders, nowMs, readLater }: ReportExtras = { senders: noSenders, nowMs: 0 },
): string {
  const fields: readonly (readonly [string, string])[] = [
    ['run', report.workflowId],
    ['origin', report.origin],
    ['branch', report.branch ?? 'none yet'],
    ['base', report.base === null ? '-' : `${report.base.ref} at ${report.base.sha.slice(0, 12)}`],
    ['tip', report.tip?.slice(0, 12) ?? '-'],
    ['push', report.pushed],
    ['cycle', report.cycle],
    ['gear', report.gear],
    ['agent', report.agent],
    ['jail', report.jail],
    ...(report.jailLimits.length === 0 ? [] : [['limits', report.jailLimits.join('; ')] as const]),
    ['blindness', report.blindness],
    ['tests', report.testCommand ?? '-'],
    ['rules', report.rules ?? '-'],
    ['suite', report.suite ?? '-'],
    ['critic', report.critic ?? '-'],
    ['diff', diffText(report)],
    ...(report.versions.length === 0 ? [] : [['pawl', versionsText(report.versions)] as const]),
    ['spent', spentText(report)],
  ];
  const body = fields.map(([name, value]) => `  ${name.padEnd(10)} ${plainLine(value)}`);
  return [
    headline(report),
    '',
    ...body,
    ...section('Plan', report.plan === null ? [] : planLines(report.plan, report.steps.total)),
    ...section(
      'Allowed besides the plan',
      report.allowed.map((one) => bullet(allowedText(one))),
    ),
    ...section('Commits', commitLines(commits)),
    ...section('Reviews', reviewTable(reviewRows(report, commits, readLater))),
    ...section('Shipped', report.outcome === 'done' ? report.shipped.map(shippedLine) : []),
    ...section('Tried', report.outcome === 'bailed' ? report.tried.map(bullet) : []),
    ...section('Kept attempts', report.attempts.map(bullet)),
    ...section('Notes', report.notes.map(bullet)),
    ...section(
      'Messages',
      report.messages.map((entry) => `  - ${messageLine(entry, senderOf(entry, senders), nowMs)}`),
    ),
    ...nextLines(report),
  ].join('\n');
}

function headline(report: RunReport): string {
  const { done, total } = report.steps;
  const steps = `${done} of ${countOf(total, 'step')}`;
  if (report.outcome === 'bailed') {
    const line = `bailed: ${report.cause ?? 'unknown'} (${report.causeClass ?? 'system'}) after ${steps}`;
    // A question stands in full at the end, beside the command that answers it.
    return report.message === report.question ? line : `${line}\n${indented(report.message)}`;
  }
  const said = saidAtEnd(report);
  return `${report.outcome}: ${steps}${said === '' ? '' : `\n${indented(said)}`}`;
}

/** Why it ended, and what is left to people: nothing where the outcome says it all. */
function saidAtEnd({ outcome, message }: RunReport): string {
  return message === outcome ? '' : message.replace(/^done: /, '');
}

function planLines({ steps, files }: NonNullable<RunReport['plan']>, total: number): readonly string[] {
  const more = total - steps.length;
  return [
    ...steps.map((step) => `  [ ] ${plainLine(`${step.id}. ${step.title}`)}`),
    ...(more > 0 && steps.length > 0 ? [`  … ${more} more`] : []),
    ...(files.length === 0 ? [] : [`  files: ${files.map(plainLine).join(', ')}`]),
  ];
}

function branchLines(report: RunReport): readonly string[] {
  if (report.branch === null || report.base === null) return [];
  const pushed = report.pushed === 'pushed' ? '' : ` · ${plainLine(report.pushed)}`;
  return [`branch ${report.branch} from ${plainLine(report.base.ref)} at ${report.base.sha.slice(0, 12)}${pushed}`];
}

function commitLines(commits: readonly StepCommit[]): readonly string[] {
  return commits.map((commit) => {
    const task = commit.trailers['Task'];
    return `  ${commit.sha.slice(0, 12)}  ${plainLine(commit.subject)}${task === undefined ? '' : `  (Task: ${plainLine(task)})`}`;
  });
}

function nextLines(report: RunReport): readonly string[] {
  const question = report.question === null ? [] : ['', 'Question:', indented(report.question)];
  return report.next === null ? question : [...question, `next: ${plainLine(report.next)}`];
}

/** The command for the whole of it: too long for most reports, and git shows it better. */
function diffText({ origin, base, tip }: RunReport): string {
  if (base === null || tip === null) return '-';
  return `git -C ${shellQuote(origin)} diff ${base.sha.slice(0, 12)}...${tip.slice(0, 12)}`;
}

function shippedLine({ what, done, how }: RunReport['shipped'][number]): string {
  return `  [${done ? 'x' : ' '}] ${what}: ${plainLine(how)}`;
}

function spentText({ spent, budget }: RunReport): string {
  return spentLine(spent, budget ?? noBudget);
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines];
}

function bullet(text: string): string {
  return `  - ${plainLine(text)}`;
}
