import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../fields.js';
import type { Place } from '../places.js';
import { failureOfPython } from '../pytest/pytest-error.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import { failureOf, type SeenTest } from '../test-list.js';

export function readUnittestEvents(records: readonly Fields[], place: Place): SeenRun {
  const tests: SeenTest[] = [];
  const files = new Map<string, FileFailure>();
  for (const record of records) {
    const path = textOf(record['file']);
    const file = path === null ? 'unknown file' : place(path);
    const error = fieldsOf(record['error']);
    const failure = error === null ? failureOf('error', 'failed without a reason') : failureOfPython(error, place);
    if (record['type'] === 'test') tests.push(testOf(record, file, failure));
    else if ((record['type'] === 'load' || record['type'] === 'outside') && !files.has(file)) {
      files.set(file, { file, failure: outside(record, failure) });
    }
  }
  return { tests, fileFailures: [...files.values()] };
}

/** Tests that began and were never heard of again. */
export function unfinished(records: readonly Fields[]): readonly string[] {
  const open = new Map<string, number>();
  for (const record of records) {
    const key = [textOf(record['file']) ?? '', ...listOf(record['names']).map(String)].join(' > ');
    if (record['type'] === 'begin') open.set(key, (open.get(key) ?? 0) + 1);
    if (record['type'] === 'test') open.set(key, (open.get(key) ?? 0) - 1);
  }
  return [...open].flatMap(([key, count]) => (count > 0 ? [key] : []));
}

function testOf(record: Fields, file: string, failure: TestFailure): SeenTest {
  const names = listOf(record['names']).flatMap((name) => textOf(name) ?? []);
  const rest = { file, names, durationMs: (numberOf(record['seconds']) ?? 0) * 1_000 };
  switch (record['state']) {
    case 'passed':
    case 'skipped':
    case 'todo':
      return { ...rest, state: record['state'], failure: null };
    default:
      return { ...rest, state: 'failed', failure: record['stage'] === 'call' ? failure : notOwn(failure) };
  }
}

function outside(record: Fields, failure: TestFailure): TestFailure {
  const title = textOf(record['title']);
  return notOwn(title === null ? failure : { ...failure, message: `${title}: ${failure.message}` });
}

/** An assertion of `setUp`, or of a module itself, is none of a test's own. */
function notOwn(failure: TestFailure): TestFailure {
  return failure.kind === 'assertion' ? { ...failure, kind: 'error' } : failure;
}
