import { shapesOf, type MoreLabels } from '../../domain/plan/task-labels.js';
import type { Shape } from '../../domain/plan/shape.js';
import type { TaskHeading, TaskList, TaskListReading } from '../../domain/plan/task.js';
import { blockTokens, frontMatterLines, topHeadings } from '../markdown-blocks.js';
import { readBlocks } from './blocks.js';
import { Collector, type MarkPlace } from './collect.js';
import { lineTable, type LineTable } from './lines.js';
import { mergeHeadings } from './merge-headings.js';
import { notesOf } from './notes.js';
import { tasksOf } from './tasks-of.js';
import { unreadBoxes, type UnreadBox } from './unread-boxes.js';

export interface TaskOptions {
  /** More labels, by their words: pawl.json's `labels`. */
  readonly labels?: MoreLabels;
  /** Shape of a box without a label; behaviour unless something else is said (C-24). */
  readonly unlabelled?: Shape;
}

/** A list with more is refused: the block pass makes several objects a line. */
export const taskListLimits = { chars: 1_000_000, lines: 50_000 } as const;

/** Reads a list of tasks as a careful person would, or says why not (issue 7). Never throws. */
export function readTasks(text: string, options: TaskOptions = {}): TaskListReading {
  return surveyTasks(text, options).reading;
}

export interface TaskSurvey {
  readonly reading: TaskListReading;
  readonly table: LineTable;
  /** Every mark that may be changed, by 0-based line. */
  readonly places: ReadonlyMap<number, MarkPlace>;
  readonly headings: readonly TaskHeading[];
}

/** What `readTasks` reads, with the places of the marks. */
export function surveyTasks(text: string, options: TaskOptions = {}): TaskSurvey {
  const table = lineTable(text.length > taskListLimits.chars ? '' : text);
  const nothing = { table, places: new Map<number, MarkPlace>(), headings: [] };
  const unfit = unfitWhy(text, table);
  if (unfit !== null) return { ...nothing, reading: { kind: 'unreadable', why: unfit } };
  const { lines } = table;
  // Front matter stays where it is; for the block pass its lines are blank, so that line numbers hold.
  const front = frontMatterLines(lines);
  const tokens = blockTokens((front === 0 ? lines : lines.map((line, at) => (at < front ? '' : line))).join('\n'));
  const { items, hidden } = readBlocks(tokens);
  const blocks = topHeadings(tokens);
  const shapeOf = shapesOf(options.labels);
  const found = new Collector(lines, shapeOf).collect(blocks, items);
  const { headings } = found;
  const unread = unreadBoxes(lines, { seen: found.seen, hidden, front });
  const hasBox = found.drafts.some(({ box }) => box !== null);
  const seen = { table, places: found.places, headings };
  if (!hasBox) return { ...seen, reading: { kind: 'no-tasks', why: noTasksWhy(unread, found.criteria.length) } };
  const drafts = mergeHeadings(found.drafts);
  const { tasks, notes } = tasksOf(drafts, lines, { shapeOf, unlabelled: options.unlabelled ?? 'behaviour' });
  const list: TaskList = {
    tasks,
    headings,
    criteria: found.criteria,
    notes: [...notes, ...notesOf({ tasks, legends: found.legends, unread, criteria: found.criteria })],
    ending: table.ending,
  };
  return { ...seen, reading: { kind: 'list', list } };
}

function unfitWhy(text: string, { lines }: LineTable): string | null {
  const { chars, lines: mostLines } = taskListLimits;
  if (text.length > chars) return `it is longer than ${chars} characters; expected a list of tasks and no more`;
  if (lines.length > mostLines) return `it has ${lines.length} lines; expected at most ${mostLines}`;
  return text.includes('\u0000') ? 'it is binary; expected Markdown such as "- [ ] 1.1 Add it"' : null;
}

function noTasksWhy(unread: readonly UnreadBox[], criteria: number): string {
  const example = 'expected boxes such as "- [ ] 1.1 Add it"';
  const [first] = unread;
  if (criteria > 0) return `no tasks found: its ${criteria} boxes are acceptance criteria; ${example}`;
  return first === undefined
    ? `no tasks found: no line has a box; ${example}`
    : `no tasks found: what looks like a box in line ${first.line + 1} stands in a ${first.where}; ${example}`;
}
