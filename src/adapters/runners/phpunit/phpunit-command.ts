import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../../domain/evidence/test-command.js';
import { fileWords, withoutPaths } from '../narrowed-words.js';
import { withoutOptions, type OptionForm } from '../package-program.js';

export interface PhpunitCommand {
  readonly parts: CommandParts;
  /** Up to the program. */
  readonly start: readonly CommandWord[];
  readonly args: readonly CommandWord[];
}

/** Options that make phpunit do something other than run tests. */
const otherJobs =
  /^(?:-h|--help|--version|--atleast-version|--check-version|--list-[a-z-]+|--(?:generate|migrate)-configuration|--warm-coverage-cache)$/;

/** `phpunit …`, `vendor/bin/phpunit …`, `php -d a=b vendor/bin/phpunit …`, also behind `env A=b` and as the last command of a shell line. */
export function phpunitCommand(argv: readonly string[]): PhpunitCommand | null {
  const parts = commandParts(argv);
  if (parts === null) return null;
  const values = parts.words.map((word) => word.value);
  const isPhp = /^(?:.*\/)?php[0-9.]*$/.test(values[0] ?? '');
  const isOption = (at: number): boolean => /^-/.test(values[at] ?? '') || values[at - 1] === '-d';
  const at = isPhp ? values.findIndex((_, index) => index > 0 && !isOption(index)) : 0;
  if (!/^(?:.*\/)?phpunit(?:\.phar)?$/.test(values[at] ?? '')) return null;
  const args = parts.words.slice(at + 1);
  if (args.some((word) => otherJobs.test(word.value))) return null;
  return { parts, start: parts.words.slice(0, at + 1), args };
}

/** What the adapter sets itself, or must not be: other printers and logs write into the tree. */
const own: Readonly<Record<string, OptionForm>> = {
  ...{ logJunit: 'value', logTeamcity: 'value', testdoxHtml: 'value', testdoxText: 'value', testdoxXml: 'value' },
  ...{
    colors: 'flag',
    testdox: 'flag',
    teamcity: 'flag',
    output: 'flag',
    results: 'flag',
    quiet: 'flag',
    printer: 'value',
    stderr: 'flag',
    stopOnDefect: 'flag',
  },
  ...{ stopOnError: 'flag', stopOnFailure: 'flag', stopOnWarning: 'flag', stopOnRisky: 'flag', stopOnSkipped: 'flag' },
  ...{ stopOnIncomplete: 'flag', coverageClover: 'value', coverageHtml: 'value', coveragePhp: 'value' },
  ...{ coverageText: 'flag', coverageXml: 'value', coverageCobertura: 'value', coverageCrap4j: 'value' },
};

/** Settings hold as they are; coverage stays out of evidence, and nothing is written into the tree. */
export function startedPhpunit({ parts, start, args }: PhpunitCommand, file: string): readonly string[] {
  const added = ['--log-junit', file, '--colors=never', '--no-coverage', '--do-not-cache-result'].map(plainWord);
  return withWords(parts, [...start, ...added, ...withoutOptions(args, own)]);
}

/** Options that take the next word. */
const valued =
  /^(?:-[cd]|--(?:configuration|bootstrap|filter|exclude-filter|group|exclude-group|testsuite|exclude-testsuite|include-path|order-by|random-order-seed|test-suffix|repeat|cache-directory|cache-result-file|extension|default-time-limit))$/;

const flags =
  /^(?:-v|--(?:testdox|debug|verbose|no-[a-z-]+|stop-on-[a-z-]+|fail-on-[a-z-]+|display-[a-z-]+|disallow-[a-z-]+|dont-report-[a-z-]+|strict-[a-z-]+|process-isolation|do-not-cache-result|cache-result|globals-backup|static-backup|enforce-time-limit|colors))$/;

/** The command for one file alone, since PHPUnit before 11 takes one path; null when it can't be told which words are paths. */
export function narrowedPhpunit(command: PhpunitCommand, files: readonly string[]): readonly string[] | null {
  const { parts, start, args } = command;
  const kept = withoutPaths(withoutOptions(args, { testsuite: 'value', excludeTestsuite: 'value' }), (word) =>
    valued.test(word) ? 'value' : flags.test(word) ? 'flag' : null,
  );
  const only = fileWords(files, parts, /[\\]/);
  if (kept === null || only?.length !== 1) return null;
  return withWords(parts, [...start, ...kept, ...only]);
}
