import type { FailureKind, TestFailure } from '../../../domain/evidence/evidence.js';
import { fieldsOf, numberOf, textOf, type Fields } from '../fields.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import { failureOf, type SeenTest } from '../test-list.js';
import { failureOfError, nodeErrorOf } from './node-error.js';
import type { NodeError, Surroundings } from './node-facts.js';

/** The error that ended the process of a test file, by the file's absolute path. */
export type Crashes = ReadonlyMap<string, NodeError>;

interface Working {
  /** Names of the suites around, by nesting. */
  readonly open: string[];
  readonly tests: MutableTest[];
  readonly fileFailures: FileFailure[];
}

interface MutableTest extends SeenTest {
  failure: TestFailure | null;
  readonly isCancelled: boolean;
}

/**
 * Node reports in the order of the files, each test after its subtests, a suite or test that opens before what is in
 * it. A file is reported as a test named after itself when it ran none, or failed outside of them: that is no test.
 */
export function readNodeEvents(records: readonly Fields[], crashes: Crashes, around: Surroundings): SeenRun {
  const working: Working = { open: [], tests: [], fileFailures: [] };
  for (const record of records) {
    const nesting = Math.max(0, Math.trunc(numberOf(record['nesting']) ?? 0));
    const name = textOf(record['name']) ?? '';
    if (record['type'] === 'begin') {
      working.open.length = Math.min(working.open.length, nesting);
      working.open[nesting] = name;
    } else if (record['type'] === 'pass' || record['type'] === 'fail') {
      const names = [...Array.from({ length: nesting }, (_, depth) => working.open[depth] ?? ''), name];
      addResult(working, record, names, { crashes, around });
    }
  }
  return {
    tests: working.tests.map(({ file, names, state, durationMs, failure }) => ({
      file,
      names,
      state,
      durationMs,
      failure,
    })),
    fileFailures: working.fileFailures,
  };
}

interface Knowledge {
  readonly crashes: Crashes;
  readonly around: Surroundings;
}

function addResult(working: Working, record: Fields, names: readonly string[], known: Knowledge): void {
  const path = textOf(record['file']);
  const file = path === null ? 'unknown file' : known.around.place(path);
  const hasFailed = record['type'] === 'fail';
  if (path !== null && isFileItself(record, path, known)) {
    if (hasFailed) working.fileFailures.push({ file, failure: fileFailure(record, path, known) });
    return;
  }
  const isContainerOfFailures = record['failureType'] === 'subtestsFailed';
  if (record['suite'] === true) {
    if (!hasFailed || isContainerOfFailures || record['todo'] === true) return;
    const failure = ownFailure(record, known);
    for (const test of inside(working, file, names)) if (test.isCancelled) test.failure = failure;
    working.fileFailures.push({ file, failure });
    return;
  }
  const failure = isContainerOfFailures ? worstOf(inside(working, file, names)) : ownFailure(record, known);
  working.tests.push({
    file,
    names,
    state: stateOf(record, hasFailed),
    durationMs: numberOf(record['ms']) ?? 0,
    failure: hasFailed && record['todo'] !== true ? failure : null,
    isCancelled: record['failureType'] === 'cancelledByParent',
  });
}

function stateOf(record: Fields, hasFailed: boolean): SeenTest['state'] {
  if (record['todo'] === true) return 'todo';
  if (record['skip'] === true) return 'skipped';
  return hasFailed ? 'failed' : 'passed';
}

function isFileItself(record: Fields, path: string, { around }: Knowledge): boolean {
  if (record['nesting'] !== 0 || record['line'] !== 1 || record['column'] !== 1) return false;
  const name = textOf(record['name']) ?? '';
  return name === path || around.place(name) === around.place(path);
}

/** Errors of a hook are no assertion of the test they keep from running. */
function ownFailure(record: Fields, { around }: Knowledge): TestFailure {
  const failure = failureOfError(nodeErrorOf(record['error']), around);
  const isHook = record['failureType'] === 'hookFailed';
  return isHook && failure.kind === 'assertion' ? { ...failure, kind: 'error' } : failure;
}

function fileFailure(record: Fields, path: string, { crashes, around }: Knowledge): TestFailure {
  const crash = crashes.get(path);
  if (crash !== undefined) return failureOfError(crash, around);
  // Without processes per file (`--test-isolation=none`) the record holds the error itself.
  if (record['failureType'] === null) return failureOfError(nodeErrorOf(record['error']), around);
  const signal = textOf(record['signal']);
  const how = signal === null ? `exit code ${numberOf(record['exitCode']) ?? 'unknown'}` : `signal ${signal}`;
  return failureOf('error', `the process of this file ended with ${how} outside of its tests`);
}

const severity: Readonly<Record<FailureKind, number>> = {
  syntax: 5,
  error: 4,
  'missing-module': 3,
  'missing-symbol': 2,
  'not-implemented': 1,
  assertion: 0,
};

/** A test that only holds failing subtests fails for the worst of their reasons. */
function worstOf(tests: readonly MutableTest[]): TestFailure {
  const failures = tests.flatMap((test) => (test.failure === null ? [] : [test.failure]));
  const [worst] = failures.toSorted((one, other) => severity[other.kind] - severity[one.kind]);
  return worst ?? failureOf('error', 'a subtest failed');
}

/** The tests below a suite or test stand right before it. */
function inside(working: Working, file: string, names: readonly string[]): readonly MutableTest[] {
  let start = working.tests.length;
  for (; start > 0; start -= 1) {
    const test = working.tests[start - 1];
    const isBelow =
      test !== undefined &&
      test.file === file &&
      test.names.length > names.length &&
      names.every((name, depth) => test.names[depth] === name);
    if (!isBelow) break;
  }
  return working.tests.slice(start);
}

/** What the preload wrote: the last error of each process that the runner itself started. */
export function crashesOf(lines: readonly Fields[], runnerPid: number | null): Crashes {
  const crashes = new Map<string, NodeError>();
  for (const line of lines) {
    const entry = textOf(line['entry']);
    if (entry !== null && line['ppid'] === runnerPid) crashes.set(entry, nodeErrorOf(line['error']));
  }
  return crashes;
}

/** Why the runner itself could not start, or null. */
export function startCrash(lines: readonly Fields[]): NodeError | null {
  const crash = lines.findLast((line) => line['isRunner'] === true);
  return crash === undefined ? null : nodeErrorOf(fieldsOf(crash['error']));
}
