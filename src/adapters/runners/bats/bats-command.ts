import { plainWord, withWords } from '../../../domain/evidence/test-command.js';
import { fileWords, withoutPaths } from '../narrowed-words.js';
import {
  packageProgram,
  startedProgram,
  withoutOptions,
  type OptionForm,
  type PackageProgram,
} from '../package-program.js';

const scripts = /(?!)/;
/** Options that make bats do something other than run tests. */
const otherJobs = /^(?:-h|--help|-v|--version|-c|--count)$/;

/** `bats …`, by name, by a path such as `test/bats/bin/bats`, or behind `npx`. */
export function batsProgram(argv: readonly string[]): PackageProgram | null {
  const found = packageProgram(argv, 'bats', scripts);
  return found === null || found.args.some((word) => otherJobs.test(word.value)) ? null : found;
}

/** What the adapter sets itself, and tracing, which drowns the reason of a failure. */
const own: Readonly<Record<string, OptionForm>> = {
  ...{ formatter: 'value', F: 'value', reportFormatter: 'value', output: 'value', o: 'value', pretty: 'flag' },
  ...{ p: 'flag', tap: 'flag', t: 'flag', timing: 'flag', T: 'flag', trace: 'flag', x: 'flag', filterStatus: 'value' },
};

/**
 * `cat` is bats's own stream: TAP with the name of each file and test on a line of its own. It goes into the result
 * folder; plain TAP goes to the output, against which it is held.
 */
export function startedBats(program: PackageProgram, folder: string): readonly string[] {
  const added = ['--formatter', 'tap', '--report-formatter', 'cat', '--output', folder, '--timing'].map(plainWord);
  return startedProgram(program, [...added, ...withoutOptions(program.args, own)]);
}

/** Options that take the next word. */
const valued =
  /^(?:-[fjFo]|--(?:filter|filter-status|filter-tags|jobs|code-quote-style|gather-test-outputs-in|formatter|report-formatter|output|parallel-binary-name|line-reference-format))$/;

const flags =
  /^(?:-[rptTx]|--(?:recursive|pretty|tap|timing|trace|verbose-run|no-tempdir-cleanup|no-parallelize-across-files|no-parallelize-within-files|print-output-on-failure|show-output-of-passing-tests|allow-empty-suite|abort))$/;

/** The command for these files alone; null when it can't be told which of its words are paths. */
export function narrowedBats({ parts, args }: PackageProgram, files: readonly string[]): readonly string[] | null {
  const kept = withoutPaths(args, (word) => (valued.test(word) ? 'value' : flags.test(word) ? 'flag' : null));
  const only = fileWords(files, parts, /[\\]/);
  if (kept === null || only === null) return null;
  return withWords(parts, [...parts.words.slice(0, parts.words.length - args.length), ...kept, ...only]);
}
