import type { TestFailure } from '../../domain/evidence/evidence.js';
import type { SeenTest } from './test-list.js';

export interface FileFailure {
  readonly file: string;
  readonly failure: TestFailure;
}

/** What a runner's own records say, before ids are given and the exit code is held against it. */
export interface SeenRun {
  readonly tests: readonly SeenTest[];
  readonly fileFailures: readonly FileFailure[];
}

export function hasFailure(seen: SeenRun): boolean {
  return seen.fileFailures.length > 0 || seen.tests.some((test) => test.state === 'failed');
}
