import type { Task, TaskList, TaskListReading } from '../../../src/domain/plan/task.js';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';

export function listOf(text: string, options?: Parameters<typeof readTasks>[1]): TaskList {
  const read = readTasks(text, options);
  if (read.kind !== 'list') throw new Error(read.why);
  return read.list;
}

/** A reading in the notation of lists.ts: `2 1.1 done <parent shape {label} #tag: title`, criteria below their task. */
export function shown(reading: TaskListReading): readonly string[] {
  if (reading.kind !== 'list') return [`${reading.kind}: ${reading.why}`];
  return reading.list.tasks.flatMap((task) => [
    shownTask(task),
    ...task.criteria.map(({ line, text, done }) => `  ${line} [${done ? 'x' : ' '}] ${text}`),
  ]);
}

function shownTask({ line, id, state, isGroup, hasBox, shape, label, tags, parent, title, writtenId }: Task): string {
  const parts = [
    ...[String(line), id, state],
    ...(isGroup ? ['group'] : []),
    ...(hasBox ? [] : ['no-box']),
    ...(writtenId === null || writtenId === id ? [] : [`(${writtenId})`]),
    ...(parent === null ? [] : [`<${parent}`]),
    ...(shape === 'behaviour' ? [] : [shape]),
    ...(label === null ? [] : [`{${label}}`]),
    ...tags.map((tag) => `#${tag}`),
  ];
  return `${parts.join(' ')}: ${title}`;
}
