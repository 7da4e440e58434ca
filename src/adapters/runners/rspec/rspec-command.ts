import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../../domain/evidence/test-command.js';
import { fileWords, withoutPaths } from '../narrowed-words.js';
import { withoutOptions, type OptionForm } from '../package-program.js';

export interface RspecCommand {
  readonly parts: CommandParts;
  /** Up to the program. */
  readonly start: readonly CommandWord[];
  readonly args: readonly CommandWord[];
}

/** Options that make rspec do something other than run its examples. */
const otherJobs = /^(?:-h|--help|-v|--version|--init|--bisect(?:=.*)?|--dry-run)$/;

/** `rspec …`, `bin/rspec …`, `bundle exec rspec …`, also behind `env A=b` and as the last command of a shell line. */
export function rspecCommand(argv: readonly string[]): RspecCommand | null {
  const parts = commandParts(argv);
  if (parts === null) return null;
  const values = parts.words.map((word) => word.value);
  const at = /^(?:.*\/)?bundle$/.test(values[0] ?? '') && values[1] === 'exec' ? 2 : 0;
  if (!/^(?:.*\/)?rspec$/.test(values[at] ?? '')) return null;
  const args = parts.words.slice(at + 1);
  if (args.some((word) => otherJobs.test(word.value))) return null;
  return { parts, start: parts.words.slice(0, at + 1), args };
}

/** What the adapter sets itself, and what follows an earlier run, which an export has none of. */
const own: Readonly<Record<string, OptionForm>> = {
  ...{ format: 'value', f: 'value', out: 'value', o: 'value', failFast: 'flag', color: 'flag', colour: 'flag' },
  ...{ forceColor: 'flag', c: 'flag', onlyFailures: 'flag', nextFailure: 'flag', n: 'flag', profile: 'flag' },
  ...{ failureExitCode: 'value', errorExitCode: 'value' },
};

/** Formatters given here take the place of those in `.rspec`; every example runs. */
export function startedRspec({ parts, start, args }: RspecCommand, file: string): readonly string[] {
  const added = ['--format', 'progress', '--format', 'json', '--out', file, '--no-color', '--no-fail-fast'];
  return withWords(parts, [...start, ...added.map(plainWord), ...withoutOptions(args, own)]);
}

/** Options that take the next word. */
const valued =
  /^(?:-[IrOfoeEtP]|--(?:require|options|order|seed|format|out|deprecation-out|example|example-matches|tag|pattern|exclude-pattern|default-path|drb-port|failure-exit-code|error-exit-code))$/;

const flags =
  /^(?:-[bcwn]|--(?:no-)?(?:backtrace|color|colour|force-color|warnings|fail-fast|only-failures|next-failure|drb))$/;

/** The command for these specs alone; null when it can't be told which of its words are paths. */
export function narrowedRspec(
  { parts, start, args }: RspecCommand,
  files: readonly string[],
): readonly string[] | null {
  const kept = withoutPaths(withoutOptions(args, { pattern: 'value', P: 'value' }), (word) =>
    valued.test(word) ? 'value' : flags.test(word) ? 'flag' : null,
  );
  // What follows a bracket or a colon would choose examples.
  const only = fileWords(files, parts, /[[\\:]/);
  return kept === null || only === null ? null : withWords(parts, [...start, ...kept, ...only]);
}
