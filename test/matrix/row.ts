import type { GreenFinding, RedFinding } from '../../src/domain/evidence/evidence.js';
import type { TestRunner } from '../../src/ports/test-runner.js';

/** Files over those of the row's base project; null takes one away. */
export type Files = Readonly<Record<string, string | null>>;

/** What every row shows, or says in `lacks` why it can't; further cases may have any name. */
export const redNames = [
  'assertion',
  'missing module',
  'missing symbol',
  'not implemented',
  'passes',
  'error',
  'syntax',
  'broken settings',
  'runner not installed',
  'no tests',
  'hang',
  'watcher',
  'watcher, CI=false',
  'ends early',
  'exit code 0, tests failed',
  'exit code 1, all passed',
] as const;

/** `softened`, and what else the runner sees green, is refused by the file policy (R12). */
export const greenNames = [
  'green',
  'still red',
  'no test run',
  'fewer tests',
  'test deleted',
  'skipped',
  'softened',
  'folder left out',
] as const;

export type RedName = (typeof redNames)[number];
export type GreenName = (typeof greenNames)[number];

export type RedExpected =
  | { readonly red: Extract<RedFinding, { kind: 'red' }>['class'] }
  | { readonly refused: Extract<RedFinding, { kind: 'refused' }>['class'] }
  /** A fault of the machine: the run bails `runner-missing` (R10b). */
  | { readonly bails: 'runner-missing' };

export type GreenExpected =
  { readonly green: true } | { readonly notGreen: Extract<GreenFinding, { kind: 'not-green' }>['class'] };

interface OneRun {
  readonly files: Files;
  /** Instead of the row's, for a watcher or a package script. */
  readonly command?: string;
  /** Over the case's environment, below the adapter's own: `CI` as a worker may have it, a `PATH` without the runner. */
  readonly env?: Readonly<Record<string, string>>;
  /** Without what `install` brought. */
  readonly bare?: boolean;
  /** Makes another shell line of the whole planned command, to spoil how it ends. */
  readonly around?: (line: string) => string;
  /** Wall limit of the run in milliseconds, for a suite that never ends; 120,000 when left out. */
  readonly wallMs?: number;
}

/** One tree after RED, judged against the row's base. */
export interface RedCase extends OneRun {
  readonly name: RedName | (string & {});
  readonly expect: RedExpected;
}

/** One tree after GREEN: files over those of the row's `assertion` case, judged against its RED and the base. */
export interface GreenCase extends OneRun {
  readonly name: GreenName | (string & {});
  readonly expect: GreenExpected;
  /**
   * What the file policy says to the changes since RED, whatever the runner saw. Left out: it allows a tree that is
   * expected to be green, and is not asked of another.
   */
  readonly policy?: 'allows' | 'refuses';
}

/** What an installation leaves to every case of its row. */
export interface Installed {
  readonly env?: Readonly<Record<string, string>>;
  /** In front of PATH. */
  readonly path?: readonly string[];
  /** Absolute paths that the jail must show; `shared` is shown anyway. */
  readonly readable?: readonly string[];
  /** Build caches that cases may write to. */
  readonly writable?: readonly string[];
}

/**
 * A small real project for one runner, through every red class, green and every way to spoil a test (issue: matrix).
 * A file of `rows/` exports it as `row`, or several as `rows`. Try one out:
 * `MATRIX_ONLY=node-test NODE_OPTIONS=--experimental-vm-modules npx jest -c jest.slow.config.js test/slow/matrix.test.ts`
 */
export interface MatrixRow {
  /** Name of the adapter, and of the row in `docs/runners.md`; with the flavour behind it when an adapter has several: `mocha (CommonJS)`. */
  readonly runner: string;
  readonly create: () => TestRunner;
  /** What a person would give as `--test-command`. */
  readonly command: string;
  /** For a command of no known runner. */
  readonly results?: string;
  /** Programs that must be there, else the row says "skipped: <what> not installed". */
  readonly needs: readonly string[];
  /**
   * Brings dependencies, once and with a network. What it adds to `folder`, a copy of the base project, stands in every
   * case as hard links: fit for what is only read. Caches go to `shared`, an empty folder that stays, and are named in
   * what it returns. `runIn` (run-in.ts) starts programs.
   */
  readonly install?: (folder: string, shared: string) => Promise<Installed | undefined>;
  /** The tool's version as the table shows it; asked in `folder` with the environment of the cases. */
  readonly version: (folder: string, env: Readonly<Record<string, string>>) => Promise<string>;
  /** A project whose one test passes. */
  readonly base: Readonly<Record<string, string>>;
  /** Production files that the step may write. */
  readonly mayCreate: readonly string[];
  /** The test file of the step. A case that changes other test files is judged with those it changes. */
  readonly testFile: string;
  readonly red: readonly RedCase[];
  readonly green: readonly GreenCase[];
  /** Names of `redNames` and `greenNames` that this runner has no case for, and why: the table shows it. */
  readonly lacks?: Readonly<Partial<Record<RedName | GreenName, string>>>;
}
