import { displayLine } from '../../domain/sanitise.js';
import type { Task, TaskHeading } from '../../domain/plan/task.js';
import type { MarkPlace } from './collect.js';
import type { LineTable } from './lines.js';
import { surveyTasks, type TaskOptions, type TaskSurvey } from './read-tasks.js';

/** What Pawl writes into a box: done, for a person, open again. */
export type Mark = 'x' | '!' | ' ';

/** A box whose place, or whose mark, is not certain: nothing was written. */
export class TaskMarkError extends Error {
  override readonly name = 'TaskMarkError';
  /** 1-based; the line that was meant. */
  readonly line: number;

  constructor(line: number, found: string, expected: string) {
    super(`line ${line}: ${found}; expected ${expected}; nothing was changed`);
    this.line = line;
  }
}

/** A task as it was read, or the 1-based line of a task's or a criterion's box. */
export type MarkTarget = number | Pick<Task, 'line' | 'title' | 'writtenId' | 'label'>;

/**
 * The same text with one mark set: exactly one character differs, or none when the mark is there already (R09,
 * R-000-49). A `[X]` is as good as `[x]`; a mark that only a person makes (`[~]`, `[?]` …) is not replaced.
 * @throws {TaskMarkError} when that line has no box, is another task than the one read, or has such a mark
 */
export function setMark(text: string, target: MarkTarget, mark: Mark, options: TaskOptions = {}): string {
  const { reading, table, places } = surveyTasks(text, options);
  const line = typeof target === 'number' ? target : target.line;
  if (typeof target !== 'number') {
    const tasks = reading.kind === 'list' ? reading.list.tasks : [];
    const there = tasks.find((task) => task.line === line);
    if (there === undefined || !isSame(there, target)) {
      const found = there === undefined ? 'no task' : `task "${displayLine(there.title, 80)}"`;
      throw new TaskMarkError(line, found, `task "${displayLine(target.title, 80)}"`);
    }
  }
  return withMark(text, { table, place: places.get(line - 1), line }, mark);
}

function isSame(there: Task, target: Exclude<MarkTarget, number>): boolean {
  return there.title === target.title && there.writtenId === target.writtenId && there.label === target.label;
}

function withMark(
  text: string,
  at: { readonly table: LineTable; readonly place: MarkPlace | undefined; readonly line: number },
  mark: Mark,
): string {
  const { place, table } = at;
  if (place === undefined) throw new TaskMarkError(at.line, 'no box with one mark', 'a box such as "- [ ] 1.1 Add it"');
  if (meaning(place.mark) === mark) return text;
  if (meaning(place.mark) === null) {
    throw new TaskMarkError(
      at.line,
      `the mark "[${displayLine(place.mark, 4)}]", which a person made`,
      '[ ], [x] or [!]',
    );
  }
  const index = (table.starts[place.line] ?? 0) + place.column;
  return `${text.slice(0, index)}${mark}${text.slice(index + 1)}`;
}

/** What a mark of one character says; null for those that Pawl neither writes nor replaces. */
function meaning(mark: string): Mark | null {
  if (/^\s$/.test(mark)) return ' ';
  if (mark === 'x' || mark === 'X') return 'x';
  return mark === '!' ? '!' : null;
}

/**
 * Sets a mark in a text that a person may have edited since we read it: their edit and our mark are both there (R09).
 * The place is certain when only lines before it changed, or only lines after it, or when just one box has its words,
 * or just one below its headings.
 * @throws {TaskMarkError} when it is not, or when the person changed this very mark to another one
 */
export function setMarkInEdited(
  edited: string,
  read: { readonly text: string; readonly line: number },
  mark: Mark,
): string {
  if (edited === read.text) return setMark(edited, read.line, mark);
  const before = surveyTasks(read.text);
  const after = surveyTasks(edited);
  const place = before.places.get(read.line - 1);
  if (place === undefined) throw new TaskMarkError(read.line, 'no box with one mark', 'the box that was read');
  const [found, another] = candidates(before, after, place);
  const words = displayLine(before.table.lines[place.line] ?? '', 80);
  if (found === undefined) throw new TaskMarkError(read.line, 'its box is gone', `"${words}"`);
  if (another !== undefined) throw new TaskMarkError(read.line, 'several boxes have its words', `one "${words}"`);
  if (found.mark !== place.mark && meaning(found.mark) !== mark) {
    const now = displayLine(found.mark, 4);
    throw new TaskMarkError(found.line + 1, `a person set the mark "[${now}]" meanwhile`, `"[${place.mark}]"`);
  }
  return withMark(edited, { table: after.table, place: found, line: found.line + 1 }, mark);
}

function candidates(before: TaskSurvey, after: TaskSurvey, place: MarkPlace): readonly MarkPlace[] {
  const was = before.table.lines;
  const now = after.table.lines;
  const wanted = wordsOf(was[place.line] ?? '', place);
  const same = [...after.places.values()].filter((other) => wordsOf(now[other.line] ?? '', other) === wanted);
  // Only lines after it changed: it is where it was. Only lines before it changed: it is as far from the end.
  const fromEnd = place.line - was.length + now.length;
  const isWhereItWas = isEqual(was, now, [0, 0], place.line);
  const isAsFarFromEnd = isEqual(was, now, [place.line + 1, fromEnd + 1], was.length - place.line - 1);
  const sure = same.filter(({ line }) => (isWhereItWas && line === place.line) || (isAsFarFromEnd && line === fromEnd));
  if (sure.length > 0) return sure.slice(0, 1);
  if (same.length < 2) return same;
  const [path] = headingPaths(before.headings, [place]);
  const paths = headingPaths(after.headings, same);
  const below = same.filter((_, at) => paths[at] === path);
  return below.length === 0 ? same : below;
}

/** Are `count` lines the same from these two places on? */
function isEqual(
  was: readonly string[],
  now: readonly string[],
  from: readonly [number, number],
  count: number,
): boolean {
  if (from[1] < 0 || from[1] + count > now.length) return false;
  for (let at = 0; at < count; at += 1) if (was[from[0] + at] !== now[from[1] + at]) return false;
  return true;
}

/** The line without its mark. */
function wordsOf(line: string, { column, mark }: MarkPlace): string {
  return `${line.slice(0, column)}${line.slice(column + mark.length)}`.trim();
}

/** The headings around each of these places, which stand in file order, as one text each; one pass. */
function headingPaths(headings: readonly TaskHeading[], places: readonly MarkPlace[]): readonly string[] {
  const around: TaskHeading[] = [];
  let next = 0;
  return places.map((place) => {
    for (
      let heading = headings[next];
      heading !== undefined && heading.line <= place.line + 1;
      heading = headings[next]
    ) {
      while ((around.at(-1)?.depth ?? 0) >= heading.depth) around.pop();
      around.push(heading);
      next += 1;
    }
    return around.map(({ text }) => text).join('\n');
  });
}
