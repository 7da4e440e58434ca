import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../../domain/evidence/test-command.js';
import { fileWords } from '../narrowed-words.js';

const python = /^(?:.*\/)?(?:python|pypy)[0-9.]*(?:\.exe)?$/;
/** Programs that start what follows in a Python environment of theirs. */
const starters: ReadonlySet<string> = new Set(['uv', 'poetry', 'pipenv', 'pdm', 'hatch', 'rye']);

export interface UnittestCommand {
  readonly parts: CommandParts;
  /** Up to the interpreter's or coverage's last option. */
  readonly start: readonly CommandWord[];
  /** Behind `-m unittest`. */
  readonly args: readonly CommandWord[];
}

/** `python3 -m unittest …`, `coverage run -m unittest …`, also behind `env A=b` or `uv run`, and as the last command of a shell line. */
export function unittestCommand(argv: readonly string[]): UnittestCommand | null {
  const parts = commandParts(argv);
  if (parts === null) return null;
  const values = parts.words.map((word) => word.value);
  const from = starters.has(values[0] ?? '') && values[1] === 'run' ? 2 : 0;
  const coverage = coverageAt(values, from);
  const module = values.indexOf('-m', coverage ?? from + 1);
  if (module === -1 || values[module + 1] !== 'unittest') return null;
  if (coverage === null && !isPython(values.slice(from, module))) return null;
  const args = parts.words.slice(module + 2);
  if (args.some((word) => word.value === '-h' || word.value === '--help')) return null;
  return { parts, start: parts.words.slice(0, module), args };
}

/** An interpreter with options: a script among them would be what runs. */
function isPython([program = '', ...options]: readonly string[]): boolean {
  return (
    python.test(program) && options.every((word, at) => word.startsWith('-') || /^-[WX]$/.test(options[at - 1] ?? ''))
  );
}

/** Where the options of `coverage run`, or of `python -m coverage run`, begin; null for another command. */
function coverageAt(values: readonly string[], from: number): number | null {
  const module = values.indexOf('-m', from);
  const isModule = values[module + 1] === 'coverage' && module !== -1 && isPython(values.slice(from, module));
  const own = /^(?:.*\/)?coverage3?$/.test(values[from] ?? '') ? from + 1 : null;
  const at = isModule ? module + 2 : own;
  return at !== null && values[at] === 'run' ? at + 1 : null;
}

/** The command with the adapter's own program in place of `-m unittest`. Every test runs: `--failfast` goes. */
export function startedUnittest({ parts, start, args }: UnittestCommand, program: string): readonly string[] {
  const kept = args.filter((word) => word.value !== '-f' && word.value !== '--failfast');
  return withWords(parts, [...start, plainWord(program), ...kept]);
}

/** Options that take the next word. */
const valued = /^(?:-[kspt]|--(?:start-directory|pattern|top-level-directory|durations))$/;

/**
 * The command for these files alone, or null. Discovery finds one name of files; modules and paths are named one by
 * one, and only those that the command names already.
 */
export function narrowedUnittest(command: UnittestCommand, files: readonly string[]): readonly string[] | null {
  const { parts, start, args } = command;
  const only = fileWords(files, parts, /[*?[\]\\]/);
  if (only === null) return null;
  const names = args.filter((word, at) => !word.value.startsWith('-') && !valued.test(args[at - 1]?.value ?? ''));
  const whole = (words: readonly CommandWord[]): readonly string[] =>
    withWords(parts, [...start, plainWord('-m'), plainWord('unittest'), ...words]);
  const isDiscovery = names.length === 0 || names[0]?.value === 'discover';
  if (!isDiscovery) {
    const named = new Set(names.map((word) => word.value.replace(/\.py$/, '').replaceAll('/', '.')));
    const isNamed = files.every((file) => named.has(file.replace(/\.py$/, '').replaceAll('/', '.')));
    const options = args.filter((word) => !names.includes(word));
    return isNamed ? whole([...options, ...only]) : null;
  }
  const [first, ...others] = [...new Set(files.map((file) => file.split('/').at(-1) ?? file))];
  // `discover <folder> <pattern>`: a third word would be in the way.
  if (first === undefined || others.length > 0 || names.length > 2) return null;
  const plain = withoutPattern(args);
  const bare = names.length === 0 ? [plainWord('discover'), ...plain] : plain;
  return whole([...bare, plainWord('-p'), plainWord(first)]);
}

function withoutPattern(args: readonly CommandWord[]): readonly CommandWord[] {
  return args.filter((word, at) => {
    const before = args[at - 1]?.value ?? '';
    return !/^(?:-p|--pattern(?:=.*)?)$/.test(word.value) && before !== '-p' && before !== '--pattern';
  });
}
