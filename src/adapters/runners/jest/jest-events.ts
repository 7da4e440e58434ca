import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../fields.js';
import type { Surroundings } from '../node-test/node-facts.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import type { SeenTest } from '../test-list.js';
import { failureOfJest, type JestPlace } from './jest-error.js';

/** Jest fails a file for having no test: said by the list of tests, and no failure of a test. */
const emptyFile = 'Your test suite must contain at least one test.';

export interface JestRun extends SeenRun {
  readonly emptyFiles: number;
}

/** One record per test file, in the order in which they ended. */
export function readJestEvents(records: readonly Fields[], around: Surroundings): JestRun {
  const rootDir = textOf(records[0]?.['rootDir']) ?? '/';
  const tests: SeenTest[] = [];
  const fileFailures: FileFailure[] = [];
  let emptyFiles = 0;
  for (const record of records) {
    if (record['type'] !== 'file') continue;
    const path = textOf(record['path']) ?? 'unknown file';
    const place: JestPlace = { ...around, file: path, rootDir };
    const error = fieldsOf(record['error']);
    if (error?.['message'] === emptyFile) emptyFiles += 1;
    else if (error !== null) fileFailures.push({ file: around.place(path), failure: failureOfFile(error, place) });
    tests.push(...testsOf(record, place));
  }
  return { tests, fileFailures, emptyFiles };
}

/** An assertion outside of all tests is none of a test's own. */
function failureOfFile(error: Fields, place: JestPlace): FileFailure['failure'] {
  const failure = failureOfJest(error, place);
  return failure.kind === 'assertion' ? { ...failure, kind: 'error' } : failure;
}

function testsOf(record: Fields, place: JestPlace): readonly SeenTest[] {
  const project = textOf(record['project']);
  return listOf(record['tests']).map((value) => {
    const test = fieldsOf(value) ?? {};
    const names = listOf(test['names']).flatMap((name) => textOf(name) ?? []);
    const state = stateOf(test);
    const [error] = listOf(test['errors']);
    return {
      file: place.place(place.file),
      // The same file may run in several projects.
      names: project === null || project === '' ? names : [`[${project}]`, ...names],
      state,
      durationMs: numberOf(test['ms']) ?? 0,
      failure: state === 'failed' ? failureOfJest(fieldsOf(error), place) : null,
    };
  });
}

/** Tests that are expected to fail prove nothing when they do. */
function stateOf(test: Fields): SeenTest['state'] {
  switch (test['status']) {
    case 'passed':
      return test['failing'] === true ? 'todo' : 'passed';
    case 'failed':
      return 'failed';
    case 'todo':
      return 'todo';
    default:
      return 'skipped';
  }
}
