import type { Task, TaskCriterion } from '../../domain/plan/task.js';
import type { UnreadBox } from './unread-boxes.js';

/** Line numbers that one note names; the rest is counted. */
const named = 8;

export interface Oddities {
  readonly tasks: readonly Task[];
  /** 0-based. */
  readonly legends: readonly number[];
  readonly unread: readonly UnreadBox[];
  readonly criteria: readonly TaskCriterion[];
}

/** What a person might not expect of the list as a whole; each one line. */
export function notesOf({ tasks, legends, unread, criteria }: Oddities): readonly string[] {
  const hidden = unread.filter(({ where }) => where !== 'paragraph');
  const lost = unread.filter(({ where }) => where === 'paragraph');
  const places = [...new Set(hidden.map(({ where }) => where))].join(', ');
  return [
    ...tickedOverOpen(tasks),
    ...aboutTasks(
      tasks,
      'has no box: nothing can be ticked, a person decides',
      (task) => !task.hasBox && !task.isGroup,
    ),
    ...aboutTasks(
      tasks,
      'has no words',
      ({ title, details, label }) => title === '' && details.length === 0 && label === null,
    ),
    ...aboutTasks(
      tasks,
      'the words in brackets change nothing: only "[ ]*" makes a task optional',
      ({ label }) => label !== null && /\([^()]*optional/i.test(label),
    ),
    ...about(
      criteria.map(({ line }) => line),
      'a criterion of no task: no step',
    ),
    ...about(legends.map(addOne), 'a letter in brackets is taken for a legend, not for a box'),
    ...about(
      hidden.map(({ line }) => line + 1),
      `no task: it stands in ${places}`,
    ),
    ...about(
      lost.map(({ line }) => line + 1),
      'looks like a box, but belongs to the paragraph above it or lies too deep: put a blank line before it, or indent it less',
    ),
  ];
}

function addOne(line: number): number {
  return line + 1;
}

function tickedOverOpen(tasks: readonly Task[]): readonly string[] {
  // Most lists have no such group: no map of all tasks for them.
  if (!tasks.some(({ isGroup, state }) => isGroup && state === 'done')) return [];
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return tasks.flatMap((task) => {
    const outer = task.parent === null ? undefined : byId.get(task.parent);
    if (outer?.state !== 'done' || !outer.hasBox || task.state !== 'open') return [];
    return [`line ${outer.line}: ${outer.id} is ticked, but ${task.id} below it is open`];
  });
}

function aboutTasks(tasks: readonly Task[], says: string, isMeant: (task: Task) => boolean): readonly string[] {
  return about(
    tasks.filter(isMeant).map(({ line }) => line),
    says,
  );
}

function about(lines: readonly number[], says: string): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > named ? ` and ${lines.length - named} more` : '';
  return [`line ${lines.slice(0, named).join(', ')}${more}: ${says}`];
}
