import type { FailureKind, TestCase, TestFailure, TestReport, TestState } from '../../src/domain/evidence/evidence.js';

/** Test reports as literals, for the pure rules. */

export function failure(kind: FailureKind, more: Partial<TestFailure> = {}): TestFailure {
  return { kind, message: `a failure of kind ${kind}`, missing: null, module: null, ...more };
}

export function testCase(id: string, state: TestState, why: TestFailure | null = null): TestCase {
  const [file = id] = id.split(' > ');
  return { id, file, name: id.split(' > ').at(-1) ?? id, state, durationMs: 1, failure: why };
}

export const passed = (id: string): TestCase => testCase(id, 'passed');
export const skipped = (id: string): TestCase => testCase(id, 'skipped');
export const todo = (id: string): TestCase => testCase(id, 'todo');
export const failed = (id: string, why: TestFailure = failure('assertion')): TestCase => testCase(id, 'failed', why);

export function reportOf(tests: readonly TestCase[], more: Partial<TestReport> = {}): TestReport {
  const hasFailed = tests.some((test) => test.state === 'failed') || (more.fileFailures ?? []).length > 0;
  return {
    runner: 'node:test',
    end: 'exited',
    exitCode: hasFailed ? 1 : 0,
    tests,
    fileFailures: [],
    problem: null,
    durationMs: 1,
    ...more,
  };
}
