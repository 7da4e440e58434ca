import { commandParts, plainWord, withWords } from '../../../domain/evidence/test-command.js';
import { fileWords, withoutPaths } from '../narrowed-words.js';
import {
  packageProgram,
  shownProgram,
  startedProgram,
  withoutOptions,
  type OptionForm,
  type PackageProgram,
} from '../package-program.js';

const scripts = /(?:^|\/)node_modules\/(?:\.bin\/_?mocha|mocha\/bin\/_?mocha(?:\.c?js)?)$/;

/** Options that make mocha do something other than run tests and end. */
const otherJobs = /^(?:--help|-h|--version|-V|--(?:list-)?(?:interfaces|reporters))$/;

export function mochaProgram(argv: readonly string[]): PackageProgram | null {
  const bare = withoutCoverage(argv);
  const found = packageProgram(bare, 'mocha', scripts) ?? packageProgram(bare, '_mocha', scripts);
  const isOther = found?.args[0]?.value === 'init' || found?.args.some((word) => otherJobs.test(word.value)) === true;
  return isOther ? null : found;
}

/** `nyc mocha`, `c8 -r lcov mocha`: coverage and its limits stay out of evidence. */
function withoutCoverage(argv: readonly string[]): readonly string[] {
  const parts = commandParts(argv);
  if (parts === null) return argv;
  const values = parts.words.map((word) => word.value);
  if (!/^(?:.*\/)?(?:nyc|c8)$/.test(values[values[0] === 'npx' ? 1 : 0] ?? '')) return argv;
  const at = values.findIndex((value) => /^(?:.*\/)?_?mocha$/.test(value));
  return at === -1 ? argv : withWords(parts, parts.words.slice(at));
}

/** A watcher never ends (R15). */
const watching: Readonly<Record<string, OptionForm>> = {
  ...{ watch: 'flag', w: 'flag', watchFiles: 'value', watchIgnore: 'value' },
};

/** What the adapter sets itself. */
const own: Readonly<Record<string, OptionForm>> = {
  ...{ reporter: 'value', R: 'value', reporterOption: 'value', reporterOptions: 'value', O: 'value', bail: 'flag' },
  ...{ b: 'flag', parallel: 'flag', p: 'flag', jobs: 'value', j: 'value', color: 'flag', colors: 'flag', c: 'flag' },
  ...{ C: 'flag', dryRun: 'flag', failZero: 'flag', passOnFailingTestSuite: 'flag', allowUncaught: 'flag' },
  ...{ failHookAffectedTests: 'flag', inspect: 'flag', inspectBrk: 'flag' },
};

/** The command as a person or a leaf may start it: without a watcher. */
export function shownMocha(program: PackageProgram): readonly string[] {
  return shownProgram(program, withoutOptions(program.args, watching));
}

/**
 * Mocha's settings hold as they are, but for these; `--no-…` takes back what they or MOCHA_OPTIONS ask for. Reporters
 * are replaced: others write into the tree, or hide what happened. Every test runs, in one process and one
 * file after the other, as mocha does unless told otherwise: its parallel runs have no place for a file that can't
 * be loaded.
 */
export function startedMocha(program: PackageProgram, reporter: string): readonly string[] {
  const added = [
    ...['--require', reporter, '--reporter', reporter, '--no-watch', '--no-parallel', '--no-bail', '--no-color'],
    ...['--no-dry-run', '--no-fail-zero', '--no-pass-on-failing-test-suite', '--no-allow-uncaught'],
    '--no-fail-hook-affected-tests',
  ].map(plainWord);
  return startedProgram(program, [...added, ...withoutOptions(program.args, { ...watching, ...own })]);
}

/** Options that take the next word, by mocha's own list. */
const valued =
  /^(?:--(?:extension|file|globals?|ignore|exclude|node-option|reporter-options?|require|spec|watch-files|watch-ignore|retries|jobs|config|fgrep|grep|package|reporter|ui|slow|timeouts?)|-[njfgRrOstu])$/;

const flags =
  /^(?:--(?:no-)?(?:allow-uncaught|async-only|bail|check-leaks|colors?|delay|diff|dry-run|exit|fail-[a-z-]+|forbid-only|forbid-pending|full-trace|inline-diffs|invert|parallel|pass-on-failing-test-suite|posix-exit-codes|recursive|sort|watch)|-[AbcCipSw])$/;

/**
 * The command for these files alone; null when it can't be told which of its words are paths. The files stand behind
 * `--`, which tells the adapter to leave out those that the settings name: mocha would add them.
 */
export function narrowedMocha(program: PackageProgram, files: readonly string[]): readonly string[] | null {
  const kept = withoutPaths(withoutOptions(program.args, { ...watching, spec: 'value' }), (word) =>
    valued.test(word) ? 'value' : flags.test(word) ? 'flag' : null,
  );
  const only = fileWords(files, program.parts, /[\\]/);
  return kept === null || only === null ? null : shownProgram(program, [...kept, plainWord('--'), ...only]);
}

/** The files of a narrowed command; null for any other. */
export function onlyFiles(program: PackageProgram): readonly string[] | null {
  const dashes = program.args.findIndex((word) => word.value === '--');
  return dashes === -1 ? null : program.args.slice(dashes + 1).map((word) => word.value);
}
