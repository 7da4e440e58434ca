import { foldTaskId } from '../commit/task-id.js';
import type { Task, TaskHeading } from './task.js';

/** What of a list a scope is held against: the steps of an issue's ledger are a list without headings. */
export interface ScopedList {
  readonly tasks: readonly Pick<Task, 'line' | 'id' | 'writtenId' | 'title' | 'parent'>[];
  readonly headings: readonly TaskHeading[];
}

export type ScopeReading =
  /** `ids`: tasks and groups in the scope, in file order; none below a heading without tasks. */
  | { readonly kind: 'match'; readonly ids: readonly string[] }
  | { readonly kind: 'no-match'; readonly why: string }
  | { readonly kind: 'ambiguous'; readonly why: string; readonly matches: readonly ScopeMatch[] };

export interface ScopeMatch {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

const rangeForm = /^tasks?\s+(\S.*)$/i;
/** A person writes one line; more is no scope, and must cost nothing. */
const longest = 500;

/**
 * The tasks that a scope means: `tasks N-M` first, then a heading's text (R-000-17…23, C-1, C-20, C-22). What can't
 * be told for sure is no match or ambiguous, never the whole list.
 */
export function scopeOf(scope: string, list: ScopedList): ScopeReading {
  const text = scope.trim();
  if (text === '' || text.length > longest) return noMatch('a scope is "tasks 3-5" or the text of a heading');
  const range = rangeForm.exec(text)?.[1];
  const found = range === undefined ? null : readRange(range.trim(), list.tasks);
  if (found !== null && found.kind !== 'no-match') return found;
  const heading = readHeading(text, list);
  return heading.kind === 'no-match' && found !== null ? found : heading;
}

function noMatch(why: string): ScopeReading {
  return { kind: 'no-match', why };
}

type ScopedTask = ScopedList['tasks'][number];

/** `3`, `3-5`, `T010 to T012`, `2.1–2.3`: both ends belong to it, and what lies below them. */
function readRange(range: string, tasks: ScopedList['tasks']): ScopeReading {
  // Ids as written, else ordinals: never the one for the other in one list, since 2 may then mean two things.
  const hasOwn = tasks.some(({ writtenId }) => writtenId !== null);
  const idOf = (task: ScopedTask): string | null => (hasOwn ? task.writtenId : task.id);
  const places = new Map<string, number[]>();
  tasks.forEach((task, at) => {
    const id = idOf(task);
    if (id === null) return;
    const known = places.get(foldNumber(id));
    if (known === undefined) places.set(foldNumber(id), [at]);
    else known.push(at);
  });
  const ways = endsOf(range).filter((ends) => ends.every((end) => places.has(foldNumber(end))));
  const [ends] = ways;
  if (ends === undefined) return noMatch(`${hasOwn ? 'no task has this id' : 'the list has no such number'}: ${range}`);
  const hits = ends.map((end) => places.get(foldNumber(end)) ?? []);
  const twice = hits.filter((hit) => hit.length > 1).flat();
  if (ways.length > 1 || twice.length > 0) {
    const matches = (twice.length > 0 ? twice : hits.flat()).flatMap((at) => matchOf(tasks[at]));
    return { kind: 'ambiguous', why: `"tasks ${range}" can be read in more than one way`, matches };
  }
  const from = hits[0]?.[0] ?? 0;
  const to = hits.at(-1)?.[0] ?? 0;
  if (from > to) return noMatch(`task ${ends[0]} stands after task ${ends.at(-1)}`);
  return { kind: 'match', ids: tasks.slice(from, lastBelow(tasks, to) + 1).map(({ id }) => id) };
}

function matchOf(task: ScopedTask | undefined): readonly ScopeMatch[] {
  return task === undefined ? [] : [{ line: task.line, text: task.title }];
}

/** Index of the last task inside of the one at `at`, or `at`: what is below a task follows it in the file. */
function lastBelow(tasks: ScopedList['tasks'], at: number): number {
  const inside = new Set([tasks[at]?.id]);
  let last = at;
  for (let next = at + 1; next < tasks.length; next += 1) {
    const task = tasks[next];
    if (task === undefined || task.parent === null || !inside.has(task.parent)) break;
    inside.add(task.id);
    last = next;
  }
  return last;
}

/** Every way to read it as one id or two: an id may hold a hyphen itself. */
function endsOf(range: string): readonly (readonly [string, ...string[]])[] {
  const ways: [string, ...string[]][] = [[range]];
  for (const cut of range.matchAll(/[-–—]|\sto\s/gi)) {
    const from = range.slice(0, cut.index).trim();
    const to = range.slice(cut.index + cut[0].length).trim();
    if (from !== '' && to !== '') ways.push([from, to]);
  }
  return ways;
}

/** `T010` and `10` are one number to a person who types a range. */
function foldNumber(id: string): string {
  return foldTaskId(id).replace(/^0+(?=\d)/, '');
}

/** Verbatim first; then without leading numbers; then the words before its colon or dash: `Phase 5` of `Phase 5: CSV`. */
function readHeading(text: string, list: ScopedList): ScopeReading {
  const wanted = text.replace(/^#{1,6}\s+/, '').trim();
  const bare = withoutNumber(wanted);
  const readings = [
    (heading: string) => heading === wanted,
    (heading: string) => withoutNumber(heading) === bare,
    (heading: string) => leadOf(heading) === wanted,
  ];
  for (const isMeant of readings) {
    const hits = list.headings.filter((heading) => isMeant(heading.text.trim()));
    const [hit] = hits;
    if (hit === undefined) continue;
    if (hits.length === 1) return { kind: 'match', ids: idsBelow(hit, list) };
    const matches = hits.map(({ line, text: words }) => ({ line, text: words }));
    return { kind: 'ambiguous', why: `${hits.length} headings match "${wanted}"`, matches };
  }
  return noMatch(`no heading has this text: ${wanted}`);
}

/** To the next heading of the same or a shallower depth (R-000-19). */
function idsBelow(heading: TaskHeading, list: ScopedList): readonly string[] {
  const next = list.headings.find(({ line, depth }) => line > heading.line && depth <= heading.depth);
  const end = next?.line ?? Number.POSITIVE_INFINITY;
  return list.tasks.filter(({ line }) => line >= heading.line && line < end).map(({ id }) => id);
}

/** `2.1 MSSQL` and `3) MSSQL` are `MSSQL`; a heading that is nothing but a number stays. */
function withoutNumber(heading: string): string {
  return heading.replace(/^\d+(?:\.[A-Za-z0-9]+)*[.):]?\s+(?=\S)/, '');
}

function leadOf(heading: string): string | null {
  const found = /:(?=\s)|\s[—–-]\s/.exec(heading);
  return found === null ? null : heading.slice(0, found.index).trim();
}
