import { plainWord } from '../../../domain/evidence/test-command.js';
import { fileWords, withoutPaths } from '../narrowed-words.js';
import {
  formOf,
  packageProgram,
  shownProgram,
  startedProgram,
  withoutOptions,
  type OptionForm,
  type PackageProgram,
} from '../package-program.js';

const scripts = /(?:^|\/)node_modules\/(?:\.bin\/jest|(?:jest|jest-cli)\/bin\/jest(?:\.js)?)$/;

/** Options that make jest do something other than run tests and end. */
const otherJobs = /^--(?:init|listTests|showConfig|clearCache|help|version)$/;

export function jestProgram(argv: readonly string[]): PackageProgram | null {
  const found = packageProgram(argv, 'jest', scripts);
  return found === null || found.args.some((word) => otherJobs.test(word.value)) ? null : found;
}

/** A watcher never ends (R15), and what follows the last commit has none in an export. */
const watching: Readonly<Record<string, OptionForm>> = {
  ...{ watch: 'flag', watchAll: 'flag', notify: 'flag', onlyChanged: 'flag', o: 'flag', lastCommit: 'flag' },
  ...{ onlyFailures: 'flag', f: 'flag', changedSince: 'value' },
};

/** What the adapter sets itself: given twice, jest would take a list. */
const own: Readonly<Record<string, OptionForm>> = {
  ...{ reporters: 'list', coverageReporters: 'list', outputFile: 'value', cacheDirectory: 'value' },
  ...{ coverageDirectory: 'value', testFailureExitCode: 'value', json: 'flag', ci: 'flag', bail: 'flag', b: 'flag' },
  ...{ coverage: 'flag', collectCoverage: 'flag', passWithNoTests: 'flag', updateSnapshot: 'flag', u: 'flag' },
  ...{ color: 'flag', colors: 'flag', detectOpenHandles: 'flag', workerThreads: 'flag' },
};

/** Further options, so that their values are told from paths. */
const others: Readonly<Record<string, OptionForm>> = {
  ...{ config: 'value', c: 'value', testNamePattern: 'value', t: 'value', maxWorkers: 'value', w: 'value' },
  ...{ maxConcurrency: 'value', testTimeout: 'value', env: 'value', testEnvironment: 'value', rootDir: 'value' },
  ...{ seed: 'value', shard: 'value', preset: 'value', runner: 'value', testRunner: 'value', filter: 'value' },
  ...{ workerIdleMemoryLimit: 'value', openHandlesTimeout: 'value', resolver: 'value', globals: 'value' },
  ...{ projects: 'list', selectProjects: 'list', ignoreProjects: 'list', roots: 'list', testMatch: 'list' },
  ...{ testRegex: 'list', testPathIgnorePatterns: 'list', setupFiles: 'list', setupFilesAfterEnv: 'list' },
  ...{ collectCoverageFrom: 'list', runInBand: 'flag', i: 'flag', verbose: 'flag', silent: 'flag', cache: 'flag' },
  ...{ forceExit: 'flag', expand: 'flag', e: 'flag', injectGlobals: 'flag', logHeapUsage: 'flag', randomize: 'flag' },
  ...{ showSeed: 'flag', clearMocks: 'flag', resetMocks: 'flag', restoreMocks: 'flag', resetModules: 'flag' },
  ...{ useStderr: 'flag', errorOnDeprecated: 'flag', waitForUnhandledRejections: 'flag', watchman: 'flag' },
};

/** Patterns that choose files: those that are asked for must not be filtered by them. */
const choosing: Readonly<Record<string, OptionForm>> = {
  ...{ testPathPattern: 'list', testPathPatterns: 'list', findRelatedTests: 'flag', runTestsByPath: 'flag' },
};

/** The command for these files alone; null when it can't be told which of its words are paths. */
export function narrowedJest(program: PackageProgram, files: readonly string[]): readonly string[] | null {
  const all = { ...watching, ...own, ...others };
  const kept = withoutPaths(withoutOptions(program.args, { ...watching, ...choosing }), (word) => formOf(word, all));
  const only = fileWords(files, program.parts, /[\\]/);
  return kept === null || only === null
    ? null
    : shownProgram(program, [plainWord('--runTestsByPath'), ...only, ...kept]);
}

/** The command as a person or a leaf may start it: without a watcher. */
export function shownJest(program: PackageProgram): readonly string[] {
  return shownProgram(program, withoutOptions(program.args, watching));
}

/**
 * Jest's settings hold as they are, but for these. Reporters are replaced: others write into the tree, need a
 * service, or hide what happened. Every test runs, no snapshot is written, coverage and its limits stay out of
 * evidence. The cache is new for each run, so that no test can spoil the next run's code.
 */
export function startedJest(program: PackageProgram, reporter: string, folder: string): readonly string[] {
  const added = [
    ...[`--reporters=${reporter}`, '--reporters=default', '--ci', '--coverage=false', '--passWithNoTests'],
    // The last one must take no further words: what follows may be a path.
    ...['--testFailureExitCode=1', '--bail=0', `--cacheDirectory=${folder}/cache`],
  ].map(plainWord);
  return startedProgram(program, [...added, ...withoutOptions(program.args, { ...watching, ...own })]);
}
