import { setImmediate as breathe } from 'node:timers/promises';
import type { FailureKind } from '../../../domain/evidence/evidence.js';
import { readSuites, testOf, type JunitSuites, type JunitSurroundings } from '../junit/junit-cases.js';
import { readResultFiles } from '../junit/result-files.js';
import { createTestPlaces } from '../junit/test-places.js';
import { readXml } from '../junit/xml.js';
import type { Place } from '../places.js';
import type { FileFailure } from '../seen-run.js';
import type { SeenTest } from '../test-list.js';
import { failureOfJava } from './java-error.js';

export interface JvmResults {
  readonly tests: readonly SeenTest[];
  /** Of a class that failed before its tests, or after. */
  readonly fileFailures: readonly FileFailure[];
  /** Paths of the result files. */
  readonly paths: readonly string[];
  /** What the files count, to be held against what the tool said. */
  readonly counts: Counts;
  /** Why they can't be used, or null. */
  readonly refused: string | null;
}

export interface Counts {
  readonly run: number;
  readonly failed: number;
  readonly skipped: number;
}

/** JUnit XML of tools for the JVM, as far as this run wrote it. @param startedNs time of the file system */
export async function readJvmResults(
  root: string,
  globs: readonly string[],
  startedNs: bigint,
  place: Place,
): Promise<JvmResults> {
  const found = await readResultFiles(root, globs, startedNs);
  const none = { tests: [], fileFailures: [], paths: [], counts: { run: 0, failed: 0, skipped: 0 } };
  if (found.kind === 'refused') return { ...none, refused: `the result files can't be used: ${found.why}` };
  if (found.kind === 'none') return { ...none, refused: null };
  const around: JunitSurroundings = { places: createTestPlaces(root), place, source: () => null };
  const all: JvmCase[] = [];
  for (const { path, text } of found.files) {
    const suites = suitesOf(text);
    if (typeof suites === 'string') return { ...none, refused: `${path} can't be trusted: ${suites}` };
    for (const one of suites.cases) all.push(await caseOf(one, around));
    // Parsing takes long, and this worker has other things to say meanwhile.
    await breathe();
  }
  return {
    tests: all.flatMap(({ test, isOfClass }) => (isOfClass ? [] : [test])),
    fileFailures: all.flatMap(({ test: { file, failure }, isOfClass }) =>
      // A hook's assertion is none of the tests that it keeps from running.
      isOfClass && failure !== null ? [{ file, failure: { ...failure, kind: hookKind(failure.kind) } }] : [],
    ),
    paths: found.files.map(({ path }) => path),
    ...{ counts: countsOf(all.map(({ test }) => test)), refused: null },
  };
}

/** The suites, or why they can't be trusted. */
function suitesOf(text: string): JunitSuites | string {
  const read = readXml(text);
  if (read.kind === 'refused') return read.why;
  const suites = readSuites(read.element);
  return suites === null ? 'its first element is no testsuite' : (suites.contradiction ?? suites);
}

interface JvmCase {
  readonly test: SeenTest;
  readonly isOfClass: boolean;
}

async function caseOf(one: JunitSuites['cases'][number], around: JunitSurroundings): Promise<JvmCase> {
  const { children, attributes } = one.element;
  const test = await testOf(one, around);
  const failed = children.find(({ name }) => name === 'failure' || name === 'error');
  const failure = failed === undefined ? null : failureOfJava(failed, test.file);
  const isOfClass = failure !== null && namesClass(attributes['name'] ?? '', attributes['classname'] ?? '');
  return { test: { ...test, failure }, isOfClass };
}

function hookKind(kind: FailureKind): FailureKind {
  return kind === 'assertion' ? 'error' : kind;
}

/** What failed is the class: before all of its tests, after them, or because it can't be made. */
function namesClass(name: string, className: string): boolean {
  return name === '' || name === className || /^(?:initializationError|classMethod|executionError)$/.test(name);
}

function countsOf(tests: readonly SeenTest[]): Counts {
  const of = (state: SeenTest['state']): number => tests.filter((test) => test.state === state).length;
  return { run: tests.length, failed: of('failed'), skipped: of('skipped') };
}

export function sameCounts(one: Counts, other: Counts): boolean {
  return one.run === other.run && one.failed === other.failed && one.skipped === other.skipped;
}
