import fc from 'fast-check';
import { StepId } from '../../../src/domain/plan/plan.js';
import { foldTaskId, taskIdProblem } from '../../../src/domain/commit/task-id.js';
import { readTasks } from '../../../src/texts/tasks/read-tasks.js';
import { setMark, setMarkInEdited, TaskMarkError, type Mark } from '../../../src/texts/tasks/set-mark.js';
import { anyList, anyText } from './any-list.js';

/** Same cases in `npm test` and, many more of them, in the slow tests. */
export const properties: readonly { readonly name: string; readonly check: (runs: number) => void }[] = [
  { name: 'what is written is read: lines, ids, labels, titles, depths', check: roundTrip },
  { name: 'R09: a mark changes one character of any list, and what was read stays', check: oneCharacter },
  { name: 'any text is read without an error; ids are unique trailers, lines are its own', check: anyReading },
  { name: "R09: a person's edit and our mark are both there, or nothing is written", check: edited },
];

const marks: readonly Mark[] = ['x', '!', ' '];

function roundTrip(runs: number): void {
  fc.assert(
    fc.property(anyList, ({ text, made }) => {
      const read = readTasks(text);
      if (read.kind !== 'list') return false;
      const { tasks } = read.list;
      const depthOf = new Map<string, number>();
      for (const task of tasks) depthOf.set(task.id, task.parent === null ? 0 : (depthOf.get(task.parent) ?? 0) + 1);
      const seen = tasks.map((task) => ({
        ...{ depth: depthOf.get(task.id), id: task.writtenId, label: task.label, title: task.title, line: task.line },
      }));
      const written = made.map(({ depth, id, label, title, line }) => ({ depth, id, label, title, line }));
      return same(seen, written);
    }),
    { numRuns: runs },
  );
}

function oneCharacter(runs: number): void {
  fc.assert(
    fc.property(
      fc.oneof(
        anyList.map(({ text }) => text),
        anyText,
      ),
      fc.nat(),
      fc.constantFrom(...marks),
      (text, pick, mark) => {
        const read = readTasks(text);
        if (read.kind !== 'list') return true;
        const task = read.list.tasks[pick % read.list.tasks.length];
        if (task === undefined) return false;
        const marked = tryMark(() => setMark(text, task, mark));
        // A person's mark, or none of one character, is left alone; the same mark changes nothing.
        if (marked === null) return !['open', 'optional', 'done', 'blocked'].includes(task.state) || !task.hasBox;
        if (marked === text) return true;
        if (marked.length !== text.length) return false;
        const at = [...text].length === 0 ? -1 : firstDifference(text, marked);
        if (marked[at] !== mark || text.slice(at + 1) !== marked.slice(at + 1)) return false;
        if (lineAt(text, at) !== task.line) return false;
        const again = readTasks(marked);
        if (again.kind !== 'list') return false;
        return same(again.list.tasks.map(withoutState), read.list.tasks.map(withoutState));
      },
    ),
    { numRuns: runs },
  );
}

function anyReading(runs: number): void {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = readTasks(text);
      if (read.kind !== 'list') return read.why !== '';
      const { tasks } = read.list;
      const lines = text.split(/\r\n|\r|\n/);
      const ids = new Set(tasks.map(({ id }) => foldTaskId(id)));
      return (
        ids.size === tasks.length &&
        tasks.every(({ id }) => StepId.safeParse(id).success && taskIdProblem(id) === null) &&
        tasks.every(({ line, title }) => line >= 1 && line <= lines.length && !/[\r\n]/.test(title)) &&
        tasks.every(({ line }, at) => line > (tasks[at - 1]?.line ?? 0)) &&
        tasks.every(({ parent }, at) => parent === null || tasks.slice(0, at).some(({ id }) => id === parent)) &&
        tasks.every(({ id, isGroup }) => isGroup === tasks.some(({ parent }) => parent === id))
      );
    }),
    { numRuns: runs },
  );
}

function edited(runs: number): void {
  fc.assert(
    fc.property(
      anyList,
      anyList,
      fc.nat(),
      fc.constantFrom('before', 'after', 'both'),
      ({ text, made }, other, pick, where) => {
        const task = made[pick % made.length];
        if (task === undefined) return false;
        const plain = other.text.replace('\ufeff', '').replace(/\r\n?/g, '\n');
        const base = text.replace('\ufeff', '').replace(/\r\n?/g, '\n');
        const now = `${where === 'after' ? '' : `${plain}\n\n# Other\n\n`}${base}${where === 'before' ? '' : `\n\n# Other\n\n${plain}`}`;
        const marked = tryMark(() => setMarkInEdited(now, { text: base, line: task.line }, 'x'));
        if (marked === null || marked === now) return marked === null || /^[xX]$/.test(task.mark);
        const at = firstDifference(now, marked);
        const offset = where === 'after' ? 0 : plain.length + '\n\n# Other\n\n'.length;
        const line = lineAt(now, at) - lineAt(now, offset) + 1;
        return marked.length === now.length && marked.slice(at + 1) === now.slice(at + 1) && line === task.line;
      },
    ),
    { numRuns: runs },
  );
}

function tryMark(act: () => string): string | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof TaskMarkError) return null;
    throw error;
  }
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split(/\r\n|\r|\n/).length;
}

function withoutState<T extends { readonly state: unknown; readonly criteria: unknown }>(task: T): unknown {
  return { ...task, state: null, criteria: null };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
