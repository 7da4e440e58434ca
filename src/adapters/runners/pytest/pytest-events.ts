import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../fields.js';
import type { Place } from '../places.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import { failureOf, type SeenTest } from '../test-list.js';
import { failureOfPython } from './pytest-error.js';

interface Building {
  readonly file: string;
  readonly names: readonly string[];
  /** Null until its call has ended: a test that was only set up proves nothing. */
  state: SeenTest['state'] | null;
  seconds: number;
  failure: TestFailure | null;
}

/**
 * One test from its reports of setup, call, teardown and subtests. A failure in any of them is the test's. Tests
 * marked as expected to fail (xfail) count as to-do, whether they pass or not: they prove nothing.
 */
export function readPytestEvents(records: readonly Fields[], place: Place): SeenRun {
  const tests = new Map<string, Building>();
  const files = new Map<string, FileFailure>();
  for (const record of records) {
    if (record['type'] === 'report') addReport(tests, record, place);
    else if (record['type'] === 'collect') addCollect(files, record, place);
  }
  const seen = [...tests.values()].flatMap(({ seconds, state, ...test }) =>
    state === null ? [] : [{ ...test, state, durationMs: seconds * 1_000 }],
  );
  return { tests: seen, fileFailures: [...files.values()] };
}

/** Ids of tests that began and were never heard of again. */
export function unfinished(records: readonly Fields[]): readonly string[] {
  const open = new Set<string>();
  for (const record of records) {
    const id = textOf(record['nodeid']) ?? '';
    if (record['type'] !== 'report') continue;
    if (record['when'] === 'setup' && record['outcome'] === 'passed') open.add(id);
    else open.delete(id);
  }
  return [...open];
}

function addReport(tests: Map<string, Building>, record: Fields, place: Place): void {
  const id = textOf(record['nodeid']) ?? '';
  // A plugin that runs failed tests again reports each earlier try as `rerun`.
  if (record['outcome'] === 'rerun') {
    tests.delete(id);
    return;
  }
  const test = tests.get(id) ?? begin(id, record, place);
  tests.set(id, test);
  test.seconds += numberOf(record['seconds']) ?? 0;
  const isExpected = record['expected'] === true;
  switch (record['outcome']) {
    case 'failed':
      test.state = 'failed';
      test.failure ??= failureIn(record, place);
      return;
    case 'skipped':
      if (record['part'] !== true && test.state !== 'failed') test.state = isExpected ? 'todo' : 'skipped';
      return;
    case 'passed':
      if (record['when'] === 'call' && record['part'] !== true) test.state ??= isExpected ? 'todo' : 'passed';
      return;
  }
}

function begin(id: string, record: Fields, place: Place): Building {
  const seen = fieldsOf(record['seen']);
  const [path = '', ...rest] = id.split('::');
  const names = listOf(seen?.['names']).flatMap((name) => textOf(name) ?? []);
  return {
    file: place(textOf(seen?.['file']) ?? path),
    names: names.length > 0 ? names : rest,
    state: null,
    seconds: 0,
    failure: null,
  };
}

/** An assertion counts as the test's own only in its call: before and after it, a fixture is at fault. */
function failureIn(record: Fields, place: Place): TestFailure {
  const error = fieldsOf(fieldsOf(record['seen'])?.['error']);
  if (error === null) return failureOf('error', textOf(record['text']) ?? 'failed without a reason');
  // pytest's own errors, such as a fixture that is not there, say little but in its report.
  const isOwn = (textOf(listOf(error['classes'])[0]) ?? '').startsWith('_pytest.');
  const words = isOwn ? textOf(record['text']) : null;
  const failure = failureOfPython(words === null ? error : { ...error, message: words }, place);
  return record['when'] !== 'call' && failure.kind === 'assertion' ? { ...failure, kind: 'error' } : failure;
}

function addCollect(files: Map<string, FileFailure>, record: Fields, place: Place): void {
  const seen = fieldsOf(record['seen']);
  const nodeid = textOf(record['nodeid']) ?? '';
  const file = place(textOf(seen?.['file']) ?? nodeid.split('::')[0] ?? '');
  const error = fieldsOf(seen?.['error']);
  const failure =
    error === null ? failureOf('error', textOf(record['text']) ?? 'not collected') : failureOfPython(error, place);
  // Each worker of pytest-xdist collects the same file; a class in it may fail beside the file.
  const known = files.get(file);
  if (known === undefined) files.set(file, { file, failure });
}
