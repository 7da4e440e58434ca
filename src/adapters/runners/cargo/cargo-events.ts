import { fieldsOf, jsonLines, listOf, numberOf, textOf, type Fields } from '../fields.js';

/** A target as cargo describes it. */
export interface CargoTarget {
  /** `lib`, `bin`, `test` … */
  readonly kind: string;
  /** With `_` for `-`. */
  readonly name: string;
  /** Absolute. */
  readonly source: string;
}

export interface CompilerError {
  readonly target: CargoTarget;
  readonly message: Fields;
}

export interface RustTestSeen {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly output: string;
  readonly message: string;
}

/** One test program, from its beginning to its end. */
export interface TestProgram {
  readonly program: string;
  readonly isDoc: boolean;
  readonly harness: boolean;
  readonly folder: string | null;
  readonly tests: readonly RustTestSeen[];
  /** Names of tests that began and did not end. */
  readonly open: readonly string[];
  /** Null for a program that was never heard of again. */
  readonly end: { readonly code: number | null; readonly signal: string | null } | null;
  /** Why its lines contradict each other, or null. */
  readonly contradiction: string | null;
  /** Lines that are none of libtest's. */
  readonly printed: readonly string[];
}

export interface CargoRun {
  readonly errors: readonly CompilerError[];
  /** By the path of the program that was built, and those of libraries. */
  readonly targets: ReadonlyMap<string, CargoTarget>;
  readonly libraries: readonly CargoTarget[];
  readonly programs: readonly TestProgram[];
}

export function readCargoEvents(lines: readonly string[]): CargoRun {
  const events = jsonLines(lines.join('\n'));
  const messages = events.filter((event) => textOf(event['reason']) !== null);
  const errors: CompilerError[] = [];
  const targets = new Map<string, CargoTarget>();
  const libraries: CargoTarget[] = [];
  for (const event of messages) {
    const target = targetOf(event);
    if (target === null) continue;
    if (isLibrary(target)) libraries.push(target);
    const [program, message] = [textOf(event['executable']), fieldsOf(event['message'])];
    if (program !== null) targets.set(program, target);
    if (message?.['level'] === 'error') errors.push({ target, message });
  }
  return { errors, targets, libraries, programs: framesOf(events).map(programOf) };
}

interface Frame {
  readonly begin: Fields;
  readonly lines: string[];
  end: TestProgram['end'];
}

function framesOf(events: readonly Fields[]): readonly Frame[] {
  const frames: Frame[] = [];
  for (const event of events.filter((one) => one['pawl'] === 'cargo')) {
    const last = frames.at(-1);
    if (event['event'] === 'begin') frames.push({ begin: event, lines: [], end: null });
    else if (event['event'] === 'line') last?.lines.push(textOf(event['line']) ?? '');
    else if (last !== undefined) last.end = { code: numberOf(event['code']), signal: textOf(event['signal']) };
  }
  return frames;
}

function isLibrary({ kind }: CargoTarget): boolean {
  return /^(?:r?lib|dylib|cdylib|staticlib|proc-macro)$/.test(kind);
}

function targetOf(event: Fields): CargoTarget | null {
  const target = fieldsOf(event['target']);
  const [kind] = listOf(target?.['kind']);
  const [name, source] = [textOf(target?.['name']), textOf(target?.['src_path'])];
  const isWhole = typeof kind === 'string' && name !== null && source !== null;
  return isWhole ? { kind, name: name.replaceAll('-', '_'), source } : null;
}

const states: Readonly<Record<string, RustTestSeen['state']>> = {
  ok: 'passed',
  failed: 'failed',
  ignored: 'skipped',
};

interface Lines {
  readonly tests: RustTestSeen[];
  readonly open: Set<string>;
  readonly seen: Set<string>;
  readonly twice: string[];
  readonly printed: string[];
  readonly counted: { wanted: number; ended: number }[];
  ends: number;
}

function programOf({ begin, lines, end }: Frame): TestProgram {
  const all: Lines = { tests: [], open: new Set(), seen: new Set(), twice: [], printed: [], counted: [], ends: 0 };
  for (const line of lines) {
    const event = eventIn(line);
    if (event === null) all.printed.push(line);
    else if (event['type'] === 'suite') addSuite(all, event);
    else if (event['type'] === 'test') addTest(all, event);
  }
  const harness = begin['harness'] !== false;
  return {
    program: textOf(begin['program']) ?? '',
    isDoc: begin['doc'] === true,
    ...{ harness, folder: textOf(begin['package']), tests: all.tests, printed: all.printed, end },
    open: [...all.open],
    contradiction: harness ? contradictionOf(all) : null,
  };
}

function addSuite(all: Lines, event: Fields): void {
  if (event['event'] === 'started') all.counted.push({ wanted: numberOf(event['test_count']) ?? 0, ended: 0 });
  else all.ends += 1;
}

function addTest(all: Lines, event: Fields): void {
  const [name, what] = [textOf(event['name']), textOf(event['event'])];
  if (name === null) return;
  if (what === 'started') all.open.add(name);
  const state = states[what ?? ''];
  if (state === undefined) return;
  if (all.seen.has(name)) all.twice.push(name);
  all.seen.add(name);
  all.open.delete(name);
  const last = all.counted.at(-1);
  if (last !== undefined) last.ended += 1;
  const [output, message] = [textOf(event['stdout']) ?? '', textOf(event['message']) ?? ''];
  all.tests.push({ name, state, output, message, seconds: numberOf(event['exec_time']) ?? 0 });
}

/** A test may write into its program's output past libtest's capture, in the middle of a line too. */
function eventIn(line: string): Fields | null {
  const start = line.lastIndexOf('{ "type": ');
  const [event] = jsonLines(start > 0 ? line.slice(start) : line);
  return event !== undefined && /^(?:suite|test|bench|report)$/.test(textOf(event['type']) ?? '') ? event : null;
}

export const endedEarly = 'it ended before its tests did';

/** libtest says before the first test how many there are, tells each once, and says at last that it is done. */
function contradictionOf({ twice, counted, ends }: Lines): string | null {
  const [first] = twice;
  if (first !== undefined) return `test ${first.slice(0, 160)} ended twice`;
  if (counted.length !== ends) return endedEarly;
  const wrong = counted.find(({ wanted, ended }) => wanted !== ended);
  return wrong === undefined ? null : `it counts ${wrong.wanted} tests and told of ${wrong.ended}`;
}
