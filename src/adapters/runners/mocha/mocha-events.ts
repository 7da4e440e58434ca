import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../fields.js';
import type { Surroundings } from '../node-test/node-facts.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import type { SeenTest } from '../test-list.js';
import { failureOfMocha } from './mocha-error.js';

export interface MochaRun extends SeenRun {
  readonly emptyFiles: number;
}

/** Hooks of `--require` stand in no test file. */
const noFile = 'a root hook';

/** The last word on each test counts: one that passed may fail afterwards, by a second `done` for example. */
export function readMochaEvents(records: readonly Fields[], around: Surroundings): MochaRun {
  const tests = new Map<number, SeenTest>();
  const files = new Map<string, FileFailure>();
  for (const record of records) {
    const path = textOf(record['file']) ?? noFile;
    const file = path === noFile ? noFile : around.place(path);
    const error = fieldsOf(record['error']);
    if (record['type'] === 'test') {
      tests.set(numberOf(record['number']) ?? tests.size, testOf(record, file, failureIn(error, path, around)));
    } else if ((record['type'] === 'load' || record['type'] === 'outside') && !files.has(file)) {
      files.set(file, { file, failure: outside(record, failureOfMocha(error, path, around)) });
    }
  }
  return { tests: [...tests.values()], fileFailures: [...files.values()], emptyFiles: 0 };
}

function failureIn(error: Fields | null, path: string, around: Surroundings): TestFailure | null {
  return error === null ? null : failureOfMocha(error, path, around);
}

function testOf(record: Fields, file: string, failure: TestFailure | null): SeenTest {
  const names = listOf(record['names']).flatMap((name) => textOf(name) ?? []);
  const durationMs = numberOf(record['ms']) ?? 0;
  const rest = { file, names, durationMs };
  switch (record['state']) {
    case 'passed':
      return { ...rest, state: 'passed', failure: null };
    case 'failed':
      return { ...rest, state: 'failed', failure };
    default:
      return { ...rest, state: 'skipped', failure: null };
  }
}

/** A hook's assertion is none of the tests that it keeps from running. */
function outside(record: Fields, failure: TestFailure): TestFailure {
  const title = textOf(record['title']);
  const message = title === null ? failure.message : `${title}: ${failure.message}`;
  return { ...failure, message, kind: failure.kind === 'assertion' ? 'error' : failure.kind };
}
