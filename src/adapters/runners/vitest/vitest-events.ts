import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../fields.js';
import type { Surroundings } from '../node-test/node-facts.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import type { SeenTest } from '../test-list.js';
import { failureOfVitest, type VitestPlace } from './vitest-error.js';

export interface VitestRun extends SeenRun {
  readonly emptyFiles: number;
}

/** Vitest 3 and before fail a file for having no test. */
const emptyFile = /^No test (?:suite )?found in (?:file|suite)/;

/** One record per test file, then the errors that no test caught. */
export function readVitestEvents(records: readonly Fields[], around: Surroundings): VitestRun {
  const place: VitestPlace = { ...around, root: textOf(records[0]?.['root']) ?? '/' };
  const tests: SeenTest[] = [];
  const fileFailures: FileFailure[] = [];
  let emptyFiles = 0;
  for (const record of records) {
    if (record['type'] === 'file') {
      const file = place.place(textOf(record['path']) ?? 'unknown file');
      tests.push(...testsOf(record, file, place));
      const [error] = listOf(record['errors']);
      if (error === undefined) continue;
      if (emptyFile.test(textOf(fieldsOf(error)?.['message']) ?? '')) emptyFiles += 1;
      else fileFailures.push({ file, failure: outside(fieldsOf(error), place) });
    } else if (record['type'] === 'end') {
      fileFailures.push(...unhandled(record, place));
    }
  }
  return { tests, fileFailures, emptyFiles };
}

/** An assertion in a hook or outside of all tests is none of a test's own. */
function outside(error: Fields | null, place: VitestPlace): FileFailure['failure'] {
  const failure = failureOfVitest(error, place);
  return failure.kind === 'assertion' ? { ...failure, kind: 'error' } : failure;
}

function unhandled(record: Fields, place: VitestPlace): readonly FileFailure[] {
  return listOf(record['unhandled']).map((value) => {
    const fields = fieldsOf(value);
    const path = textOf(fields?.['file']);
    const file = path === null ? 'unknown file' : place.place(path);
    return { file, failure: { ...outside(fieldsOf(fields?.['error']), place), kind: 'error' } };
  });
}

function testsOf(record: Fields, file: string, place: VitestPlace): readonly SeenTest[] {
  const project = textOf(record['project']);
  return listOf(record['tests']).map((value) => {
    const test = fieldsOf(value) ?? {};
    const names = listOf(test['names']).flatMap((name) => textOf(name) ?? []);
    const state = stateOf(test);
    const [error] = listOf(test['errors']);
    return {
      file,
      // The same file may run in several projects.
      names: project === null || project === '' ? names : [`[${project}]`, ...names],
      state,
      durationMs: numberOf(test['ms']) ?? 0,
      failure: state === 'failed' ? failureOfVitest(fieldsOf(error), place) : null,
    };
  });
}

/** Tests that are expected to fail prove nothing when they do. */
function stateOf(test: Fields): SeenTest['state'] {
  if (test['mode'] === 'todo') return 'todo';
  if (test['state'] === 'fail') return 'failed';
  if (test['state'] !== 'pass') return 'skipped';
  return test['fails'] === true ? 'todo' : 'passed';
}
