import type { Config } from '../config.js';
import type { Task } from '../domain/plan/task.js';
import { outlookOf, type ReadScope, type TaskOutlook } from '../domain/plan/task-outlook.js';
import { scopeOf } from '../domain/plan/task-scope.js';
import type { ResolvedGear } from '../domain/steering/gear.js';
import { labelsHere } from './spec-labels.js';
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

/** The list of a spec in a checkout as a run would read it, each task with what becomes of it; null without a list. */
export async function inspectSpec(config: Config, origin: string, folder: string): Promise<SpecInspection | null> {
  const look = await lookAtSpec(config, origin, folder, Date.now());
  if (look === null) return null;
  const { isApproved, gear, reading: read } = look;
  const { problem: badLabels } = await labelsHere(origin);
  const about = { folder, isApproved, gear: gear.resolved };
  if (read.kind !== 'list')
    return { ...about, tasks: [], notes: gear.notes, problem: badLabels ?? `${folder}/tasks.md: ${read.why}` };
  const { list } = read;
  const text = gear.shift?.scope ?? null;
  const scope: ReadScope = text === null ? null : { text, reading: scopeOf(text, list) };
  const tasks = list.tasks.map((task): InspectedTask => {
    const { line, id, title, label, shape, state, parent, criteria, headings } = task;
    const about = { line, id, title, label, shape, state, parent, criteria, heading: headings.at(-1) ?? null };
    return { ...about, ...outlookOf(task, scope) };
  });
  return { ...about, tasks, notes: [...list.notes, ...gear.notes], problem: badLabels };
}
