import { z } from 'zod';

/** What Pawl itself measured by running tests on an export of one tree. */
export const TestState = z.enum(['passed', 'failed', 'skipped', 'todo']);
export type TestState = z.infer<typeof TestState>;

/** What the runner says about a failing test, as far as its structured result tells. */
export const FailureKind = z.enum([
  'assertion',
  'missing-module',
  'missing-symbol',
  'not-implemented',
  'syntax',
  'error',
]);
export type FailureKind = z.infer<typeof FailureKind>;

export interface TestFailure {
  readonly kind: FailureKind;
  /** Capped at 4 KiB. */
  readonly message: string;
  /** For `missing-module`: repository-relative path it would have (POSIX, extension optional). For `missing-symbol`: the symbol's name. */
  readonly missing: string | null;
  /** For `missing-symbol`: the repository-relative module that lacks it, when the runner tells. */
  readonly module: string | null;
}

export interface TestCase {
  /** Unique in a report and stable between runs: `<file> > <suite> > <name>`. */
  readonly id: string;
  /** Repository-relative, POSIX separators. */
  readonly file: string;
  readonly name: string;
  readonly state: TestState;
  readonly durationMs: number;
  readonly failure: TestFailure | null;
}

/** How the test command ended. */
export const TestRunEnd = z.enum(['exited', 'timeout', 'idle', 'cancelled', 'killed-external', 'failed-to-start']);
export type TestRunEnd = z.infer<typeof TestRunEnd>;

/** What a report's problem means: the runner is not on this machine, it broke, or its result proves nothing. */
export const ProblemKind = z.enum(['runner-missing', 'framework', 'cannot-tell']);
export type ProblemKind = z.infer<typeof ProblemKind>;

export interface TestReport {
  readonly runner: string;
  readonly end: TestRunEnd;
  readonly exitCode: number | null;
  readonly tests: readonly TestCase[];
  /** Files that failed outside their tests: before any ran (syntax error, failed import), in a suite's hook, or after. */
  readonly fileFailures: readonly { readonly file: string; readonly failure: TestFailure }[];
  /**
   * Files, and folders that end in `/`, whose tests did not run because what they are compiled with failed to build;
   * `./` stands for the whole repository. The failure itself stands among `fileFailures` under the test file it is
   * about. Such tests count as not run at RED and are shown at GREEN (design 4).
   */
  readonly unbuilt?: readonly string[];
  /** Ids that gave both answers on the same tree: named, and nobody is blamed for them (F56). */
  readonly flaky?: readonly string[];
  /** Why the result can't be trusted or read (truncated file, exit code against summary), else null. */
  readonly problem: string | null;
  /** Goes with `problem`; absent counts as `cannot-tell`. */
  readonly problemKind?: ProblemKind;
  /** The command tells nothing but its exit code: there are no tests to look at. */
  readonly exitOnly?: boolean;
  readonly durationMs: number;
}

/** `exit-only`: the suite fails with the new test and passes without it; only where a person sees the test first. */
export const RedClass = z.enum(['assertion', 'missing-under-test', 'exit-only']);
export const RefusedRedClass = z.enum([
  'passes',
  'error',
  'syntax',
  'framework',
  'no-tests',
  'did-not-end',
  'flaky',
  'several-tests',
  'cannot-tell',
]);
export type RedClass = z.infer<typeof RedClass>;
export type RefusedRedClass = z.infer<typeof RefusedRedClass>;

/** Answer to "is this tree red, for the right reason?" */
export type RedFinding =
  | {
      readonly kind: 'red';
      readonly class: RedClass;
      /** At most 200, and 16,000 characters in all: `redTestIds` derives the others from the reports. */
      readonly testIds: readonly string[];
      readonly summary: string;
    }
  | { readonly kind: 'refused'; readonly class: RefusedRedClass; readonly reason: string };

export const NotGreenClass = z.enum([
  'still-red',
  'regression',
  'fewer-tests',
  'no-tests',
  'several-tests',
  'flaky',
  'framework',
  'did-not-end',
  'cannot-tell',
]);
export type NotGreenClass = z.infer<typeof NotGreenClass>;

/** Answer to "is this tree green?"; used for GREEN, REFACTOR and the final check. */
export type GreenFinding =
  | { readonly kind: 'green'; readonly summary: string }
  | {
      readonly kind: 'not-green';
      readonly class: NotGreenClass;
      readonly reason: string;
      readonly failing: readonly string[];
    };

/** Answer to "what does the base look like before we touch it?" (R13). */
export type BaselineFinding =
  /** `untested`: nothing ran, so that nothing guards what is there already. */
  | { readonly kind: 'clean'; readonly summary: string; readonly untested?: true }
  | { readonly kind: 'failing'; readonly failing: readonly string[]; readonly summary: string }
  | { readonly kind: 'unusable'; readonly class: 'framework' | 'did-not-end' | 'cannot-tell'; readonly reason: string };
