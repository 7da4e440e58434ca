import { plainWord, type CommandWord } from '../../../domain/evidence/test-command.js';
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

const scripts = /(?:^|\/)node_modules\/(?:\.bin\/vitest|vitest\/(?:vitest\.mjs|dist\/cli\.js))$/;
/** Sub-commands that run the tests; the others do other jobs. */
const running = /^(?:run|watch|dev)$/;
const otherJobs =
  /^(?:related|bench|list|init|typecheck|--help|-h|--version|-v|--merge-?[rR]eports(?:=.*)?|--list-?[tT]ags)$/;

export function vitestProgram(argv: readonly string[]): PackageProgram | null {
  const found = packageProgram(argv, 'vitest', scripts);
  return found === null || found.args.some((word) => otherJobs.test(word.value)) ? null : found;
}

/** A watcher never ends (R15), and what follows the last commit has none in an export. */
const watching: Readonly<Record<string, OptionForm>> = {
  ...{ watch: 'flag', w: 'flag', run: 'flag', ui: 'flag', open: 'flag', standalone: 'flag', changed: 'flag' },
};

const own: Readonly<Record<string, OptionForm>> = {
  ...{ reporter: 'value', outputFile: 'value', bail: 'value', coverage: 'flag', passWithNoTests: 'flag' },
  ...{ update: 'flag', u: 'flag', inspect: 'flag', inspectBrk: 'flag', color: 'flag', configLoader: 'value' },
};

/** Further options, so that their values are told from paths. */
const others: Readonly<Record<string, OptionForm>> = {
  ...{ config: 'value', c: 'value', root: 'value', r: 'value', dir: 'value', testNamePattern: 'value', t: 'value' },
  ...{ project: 'value', environment: 'value', pool: 'value', shard: 'value', testTimeout: 'value', mode: 'value' },
  ...{ hookTimeout: 'value', teardownTimeout: 'value', exclude: 'value', maxWorkers: 'value', minWorkers: 'value' },
  ...{ retry: 'value', maxConcurrency: 'value', slowTestThreshold: 'value' },
  ...{ globals: 'flag', dom: 'flag', isolate: 'flag', allowOnly: 'flag', logHeapUsage: 'flag', cache: 'flag' },
  ...{ fileParallelism: 'flag', dangerouslyIgnoreUnhandledErrors: 'flag', hideSkippedTests: 'flag' },
  ...{ printConsoleTrace: 'flag', expandSnapshotDiff: 'flag', disableConsoleIntercept: 'flag' },
};

/**
 * The command for these files, and for such whose path holds one of theirs: vitest knows no other filter. Null when it
 * can't be told which of its words are paths.
 */
export function narrowedVitest(program: PackageProgram, files: readonly string[]): readonly string[] | null {
  const all = { ...watching, ...own, ...others };
  const args = withoutJob(withoutOptions(program.args, watching));
  const kept = withoutPaths(args, (word) => formOf(word, all));
  // A number behind a colon would be a line.
  const only = fileWords(files, program.parts, /[\\]|:\d+$/);
  return kept === null || only === null ? null : shownProgram(program, [plainWord('run'), ...kept, ...only]);
}

/** The command as a person or a leaf may start it: `vitest run …`. */
export function shownVitest(program: PackageProgram): readonly string[] {
  return shownProgram(program, [plainWord('run'), ...withoutJob(withoutOptions(program.args, watching))]);
}

/**
 * With node_modules read-only, vite can't lay its bundled settings there and gives up; then it loads them in place.
 * A private folder at `.vite-temp` makes this needless.
 */
const loader =
  'PAWL_LOADER=; if [ -d node_modules ] && ! [ -w node_modules ] && ! [ -w node_modules/.vite-temp ]; ' +
  'then PAWL_LOADER=--configLoader=runner; fi; ';

/**
 * Vitest's settings hold as they are, but for these. Reporters are replaced: others write into the tree, need a
 * service, or hide what happened. Every test runs, no snapshot is written, coverage and its limits stay out of
 * evidence.
 */
export function startedVitest(program: PackageProgram, reporter: string): readonly string[] {
  const added = [
    ...['run', `--reporter=${reporter}`, '--reporter=default', '--passWithNoTests', '--coverage.enabled=false'],
    '--bail=0',
  ].map(plainWord);
  const loaderWord: CommandWord = { value: '', source: '$PAWL_LOADER' };
  const rest = withoutJob(withoutOptions(program.args, { ...watching, ...own }));
  return startedProgram(program, [...added, loaderWord, ...rest], loader);
}

function withoutJob(words: readonly CommandWord[]): readonly CommandWord[] {
  const at = words.findIndex((word) => !word.value.startsWith('-'));
  return running.test(words[at]?.value ?? '') ? words.filter((_, index) => index !== at) : words;
}
