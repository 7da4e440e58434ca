import type { InspectedTask, SpecInspection } from '../../local/inspect-spec.js';
import type { Paint } from './colour.js';
import { plainLine } from './plain.js';

/** The list of a spec for a person: below its headings, in file order. */
export function specInspectionText(found: SpecInspection, paint: Paint): string {
  const { folder, gear, isApproved, tasks, notes, problem } = found;
  const steps = tasks.filter(({ why }) => why.startsWith('a step')).length;
  const done = tasks.filter(({ why }) => why === 'done').length;
  return [
    paint.strong(plainLine(folder)),
    `  tasks     ${tasks.length}: ${steps} to do, ${done} done, ${tasks.length - steps - done} groups or for a person`,
    `  approved  ${isApproved ? 'yes' : 'no: .tasks-approved is not there'}`,
    `  gear      ${gear.gear} (${gear.reason}): ${plainLine(gear.why)}`,
    ...tasks.flatMap((task, at) => [...headingOf(task, tasks[at - 1], paint), ...taskLines(task, paint)]),
    ...(notes.length === 0 ? [] : ['', 'Notes:', ...notes.map((note) => `  - ${plainLine(note)}`)]),
    ...(problem === null ? [] : ['', `${paint.bad('A run would bail:')} ${plainLine(problem)}`]),
  ].join('\n');
}

function headingOf(task: InspectedTask, before: InspectedTask | undefined, paint: Paint): readonly string[] {
  if (before !== undefined && before.heading === task.heading) return [];
  return ['', ...(task.heading === null ? [] : [paint.strong(plainLine(task.heading))])];
}

function taskLines({ line, id, title, why, criteria }: InspectedTask, paint: Paint): readonly string[] {
  return [
    `  ${plainLine(id)}  ${plainLine(title)} ${paint.faint(`(line ${line}; ${plainLine(why)})`)}`,
    ...criteria.map(({ text, done }) => `      [${done ? 'x' : ' '}] ${plainLine(text)}`),
  ];
}
