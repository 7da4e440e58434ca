import type { TestReport } from '../domain/evidence/evidence.js';
import type { ProgramResult } from './program.js';

/** A test command as the run uses it everywhere: baseline, RED, GREEN, verifier (R16). */
export interface TestCommand {
  readonly runner: string;
  /** Without the adapter's own reporting arguments. */
  readonly argv: readonly string[];
  /** Repository-relative folder it runs in, for a project below the top; left out: the top. */
  readonly folder?: string | undefined;
  readonly source: 'flag' | 'pawl.json' | 'detected';
  /** For a command of no known runner: `junit:<path>` or `exit-only` (`domain/evidence/test-results.ts`). */
  readonly results?: string | undefined;
}

export interface TestRunPlan {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Paths the jail must keep readable (the adapter's reporter). */
  readonly readable: readonly string[];
}

export interface TestRunner {
  readonly name: string;
  /** Does this adapter speak for the command? */
  accepts(argv: readonly string[]): boolean;
  /** Commands that fit the repository, from its own files; `read` returns null for an absent file. */
  detect(files: readonly string[], read: (path: string) => Promise<string | null>): Promise<readonly TestCommand[]>;
  /** The command that a package manager's script stands for (`npm test`), or null when `argv` is no such thing. */
  expand?(argv: readonly string[], read: (path: string) => Promise<string | null>): Promise<readonly string[] | null>;
  /** Repository-relative path: a test, or a helper, fixture or settings file that belongs to the tests alone. */
  isTestFile(path: string): boolean;
  /** Globs (`domain/files/path-globs.ts`) of further test files that the runner's own settings name, as far as they are plain data. */
  settingsTestFiles?(read: (path: string) => Promise<string | null>): Promise<readonly string[]>;
  /**
   * The same command for these test files alone, so that a failure is known early and a new test can be run again
   * (F56); null when the command can't be narrowed, left out by a runner that never can. `files` are
   * repository-relative and exist in the tree.
   */
  narrow?(command: TestCommand, files: readonly string[]): TestCommand | null;
  /**
   * The adapter's own arguments; the structured result goes below `resultFolder`, outside the tree, in which it writes
   * the runner's own files at once. A plan serves one run, whose result the same adapter reads once.
   */
  plan(command: TestCommand, resultFolder: string): TestRunPlan;
  /** Reads the structured result; `root` is the folder the command ran in. Never throws for what a test wrote. */
  read(command: TestCommand, resultFolder: string, root: string, result: ProgramResult): Promise<TestReport>;
}
