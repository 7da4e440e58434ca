import { join } from 'node:path';
import { localFileTracker } from '../adapters/trackers/local-file.js';
import type { Config } from '../config.js';
import type { Task, TaskListReading } from '../domain/plan/task.js';
import { outlookOf, type ReadScope, type TaskOutlook } from '../domain/plan/task-outlook.js';
import { scopeOf } from '../domain/plan/task-scope.js';
import type { ResolvedGear } from '../domain/steering/gear.js';
import { readTasks } from '../texts/tasks/read-tasks.js';
import { lookAtSpec } from './specs.js';

/** A task as `pawl inspect` shows it (issue 7). */
export interface InspectedTask extends TaskOutlook {
  readonly line: number;
  readonly id: string;
  readonly title: string;
  readonly label: string | null;
  readonly shape: Task['shape'];
  readonly state: Task['state'];
  readonly parent: string | null;
  readonly criteria: Task['criteria'];
  /** The innermost heading around it. */
  readonly heading: string | null;
}

export interface SpecInspection {
  /** Repository-relative. */
  readonly folder: string;
  readonly isApproved: boolean;
  readonly gear: ResolvedGear;
  readonly tasks: readonly InspectedTask[];
  readonly notes: readonly string[];
  /** Why no run can work on it; null when one can. */
  readonly problem: string | null;
}

const maxBytes = 1_000_000;

/** The list of a spec in a checkout as a run would read it, each task with what becomes of it; null without a list. */
export async function inspectSpec(config: Config, origin: string, folder: string): Promise<SpecInspection | null> {
  const look = await lookAtSpec(config, origin, folder, Date.now());
  if (look === null) return null;
  const { isApproved, gear } = look;
  const read = await readList(join(origin, folder, 'tasks.md'));
  const about = { folder, isApproved, gear: gear.resolved };
  if (read.kind !== 'list')
    return { ...about, tasks: [], notes: gear.notes, problem: `${folder}/tasks.md: ${read.why}` };
  const { list } = read;
  const text = gear.shift?.scope ?? null;
  const scope: ReadScope = text === null ? null : { text, reading: scopeOf(text, list) };
  const tasks = list.tasks.map((task): InspectedTask => {
    const { line, id, title, label, shape, state, parent, criteria, headings } = task;
    const about = { line, id, title, label, shape, state, parent, criteria, heading: headings.at(-1) ?? null };
    return { ...about, ...outlookOf(task, scope) };
  });
  return { ...about, tasks, notes: [...list.notes, ...gear.notes], problem: null };
}

async function readList(path: string): Promise<TaskListReading> {
  const found = await localFileTracker.read(path, maxBytes);
  if (found.kind === 'missing') return { kind: 'unreadable', why: 'it is no file that can be read' };
  if (found.bytes.length > maxBytes) return { kind: 'unreadable', why: 'it is larger than 1 MB' };
  try {
    return readTasks(new TextDecoder('utf-8', { fatal: true }).decode(found.bytes));
  } catch {
    return { kind: 'unreadable', why: 'it is not valid UTF-8' };
  }
}
