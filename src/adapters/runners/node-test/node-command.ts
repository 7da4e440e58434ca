import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../../domain/evidence/test-command.js';
import { fileWords, withoutPaths } from '../narrowed-words.js';

/** `node … --test …`, also behind `env A=b` and as the last command of a shell line. */
export function nodeParts(argv: readonly string[]): CommandParts | null {
  const parts = commandParts(argv);
  const [program, ...rest] = parts?.words ?? [];
  const isNode = program !== undefined && /^(?:.*\/)?(?:node|nodejs)(?:\.exe)?$/.test(program.value);
  return isNode && rest.some((word) => word.value === '--test') ? parts : null;
}

/**
 * The command with a reporter of its own. Options stand right behind `node`: behind the first file they would be
 * files. Other reporters go, because Node wants a destination for each, and so does `--watch`, which never ends (R15).
 */
export function withReporter(parts: CommandParts, preloadUrl: string, reporterUrl: string): readonly string[] {
  const [program, ...rest] = parts.words;
  if (program === undefined) return [];
  const own = [
    `--import=${preloadUrl}`,
    `--test-reporter=${reporterUrl}`,
    '--test-reporter-destination=stderr',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
  ];
  return withWords(parts, [program, ...own.map(plainWord), ...withoutReporters(rest)]);
}

const reporting = /^--(?:test-reporter|test-reporter-destination|watch-path)$/;
const dropped = /^--(?:test-reporter|test-reporter-destination|watch-path)=|^--watch(?:-preserve-output)?$/;

function withoutReporters(words: readonly CommandWord[]): readonly CommandWord[] {
  return words.filter((word, index) => {
    const before = words[index - 1]?.value ?? '';
    return !reporting.test(word.value) && !dropped.test(word.value) && !reporting.test(before);
  });
}

const valued =
  /^(?:-r|-C|--(?:import|require|loader|experimental-loader|conditions|env-file|env-file-if-exists|test-name-pattern|test-skip-pattern|test-concurrency|test-timeout|test-shard|test-isolation|test-global-setup|test-coverage-(?:include|exclude|lines|branches|functions)|max-old-space-size|stack-trace-limit|input-type|title|icu-data-dir|dns-result-order|unhandled-rejections))$/;
const flags =
  /^--(?:test|no-.*|enable-.*|expose-.*|preserve-symlinks.*|trace-.*|experimental-.*|test-(?:only|force-exit|update-snapshots)|harmony.*|throw-.*|pending-.*|watch.*|allow-.*|permission|inspect.*|warnings|frozen-intrinsics|strip-types)$/;
/** Node 21 and later take each file for a pattern. */
const pattern = /[*?[\]{}()!\\]/;

/** The command for these files alone; null when it can't be told where its own begin. */
export function narrowedNode(argv: readonly string[], files: readonly string[]): readonly string[] | null {
  const parts = nodeParts(argv);
  const [program, ...rest] = parts?.words ?? [];
  if (parts === null || program === undefined) return null;
  const options = withoutPaths(beforeFiles(rest), (word) =>
    valued.test(word) ? 'value' : flags.test(word) ? 'flag' : null,
  );
  const only = fileWords(files, parts, pattern);
  return options === null || only === null ? null : withWords(parts, [program, ...options, ...only]);
}

/** Behind the first file all words are files. */
function beforeFiles(words: readonly CommandWord[]): readonly CommandWord[] {
  const first = words.findIndex(({ value }, at) => !value.startsWith('-') && !valued.test(words[at - 1]?.value ?? ''));
  return first === -1 ? words : words.slice(0, first + 1);
}

const loading = /^(?:--import|--require|-r|--loader|--experimental-loader)(?:=(.*))?$/;

/** Packages that the command itself asks Node to load: without them no test can run (R10b). */
export function loadedPackages(argv: readonly string[]): readonly string[] {
  const words = nodeParts(argv)?.words ?? [];
  return words.flatMap(({ value }, at) => {
    const match = loading.exec(value);
    const name = match?.[1] ?? (match === null ? undefined : words[at + 1]?.value);
    return name === undefined || /^(?:[./]|file:|data:|node:)/.test(name) ? [] : [name];
  });
}
