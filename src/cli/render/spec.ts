import type { SpecGear } from '../../local/spec-gear.js';
import type { SpecLook, SpecTasks } from '../../local/specs.js';
import { plainLine, table } from './plain.js';
import { ruleWords, whoText } from './steering.js';
import { moment, untilWhen } from './when.js';

/** A spec in the list of all, with its open run when it has one. */
export interface SpecRow {
  readonly look: SpecLook;
  readonly run: { readonly state: string; readonly gear: string; readonly why: string | null } | null;
}

/** Every spec of a checkout, one a line, with the gear that holds for its next task, and why (R-000-38). */
export function specTable(rows: readonly SpecRow[], nowMs: number): string {
  return table([
    ['', 'SPEC', 'TASKS', 'APPROVED', 'RUN', 'GEAR', 'WHY'],
    ...rows.map(({ look, run }) => [
      look.isCurrent ? '*' : '',
      plainLine(look.folder),
      tasksText(look.tasks),
      look.isApproved ? 'yes' : 'no',
      run?.state ?? '-',
      run?.gear ?? look.gear.resolved.gear,
      plainLine(run === null ? whyText(look.gear, nowMs) : (run.why ?? `pawl gear ${look.folder}`)),
    ]),
  ]);
}

export function tasksText(tasks: SpecTasks): string {
  switch (tasks.kind) {
    case 'counted': {
      const aside = tasks.aside === 0 ? '' : `, ${tasks.aside} for a person`;
      return `${tasks.done} of ${tasks.total} done${aside}`;
    }
    case 'no-tasks':
      return 'no tasks';
    case 'unreadable':
      return 'unreadable';
  }
}

function whyText(gear: SpecGear, nowMs: number): string {
  const { resolved, shift } = gear;
  const { reason, why } = resolved;
  if (shift === null || shift.fault !== null) return `${reason}: ${why}`;
  return `${reason}: ${why} (${shiftedText(gear, nowMs)})`;
}

/** Who and when: told by Pawl's own comment while it is to be believed, else by the file's own time. */
function shiftedText({ author, changedAtMs }: SpecGear, nowMs: number): string {
  if (author !== null) return `${whoText(author.by, null)}, ${moment(author.atMs, nowMs)}`;
  return `written by hand${changedAtMs === null ? '' : `, ${moment(changedAtMs, nowMs)}`}`;
}

/** The gear of one spec that no run works on. */
export function specGearText({ folder, gear, tasks }: SpecLook, nowMs: number): readonly string[] {
  const { resolved, shift, driver, notes } = gear;
  const { scope, untilMs } = shift ?? { scope: null, untilMs: null };
  const limits = [
    ...(scope === null ? [] : [`for ${plainLine(scope)}`]),
    ...(untilMs === null ? [] : [untilWhen(untilMs, nowMs)]),
  ];
  return [
    `${resolved.gear}: ${ruleWords[resolved.reason]} (${resolved.reason})`,
    ...(shift === null || shift.fault !== null || resolved.reason !== 'named' ? [plainLine(resolved.why)] : []),
    ...(shift === null || shift.fault !== null
      ? []
      : [
          `gear file: ${shift.gear} ${shiftedText(gear, nowMs)}: ${plainLine(shift.because === '' ? 'no reason given' : shift.because)}`,
        ]),
    ...(limits.length === 0 ? [] : [limits.join(', ')]),
    ...(driver === null ? [] : [`driver expected: ${driver}`]),
    ...notes.filter((note) => note !== resolved.why).map(plainLine),
    `spec: ${plainLine(folder)}, ${tasksText(tasks)}; no run of it is open`,
    resolved.gear === 'review-after'
      ? `shift down with: pawl gear ${shellWord(folder)} review-before`
      : `shift up with: pawl gear ${shellWord(folder)} review-after --because "…"`,
  ];
}

/** As a shell takes it: folders of specs have blanks in their names. */
export function shellWord(path: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${plainLine(path).replaceAll("'", "'\\''")}'`;
}
