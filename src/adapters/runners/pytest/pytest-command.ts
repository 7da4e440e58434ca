import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../../domain/evidence/test-command.js';
import { fileWords, withoutPaths } from '../narrowed-words.js';

const python = /^(?:.*\/)?(?:python|pypy)[0-9.]*(?:\.exe)?$/;
const ownProgram = /^(?:.*\/)?(?:pytest|py\.test)$/;
/** Programs that start what follows in a Python environment of theirs. */
const starters: ReadonlySet<string> = new Set(['uv', 'poetry', 'pipenv', 'pdm', 'hatch', 'rye']);

/** `pytest …`, `python3 -m pytest …`, `coverage run -m pytest …`, also behind `env A=b` or `uv run`, and as the last command of a shell line. */
export function pytestParts(argv: readonly string[]): CommandParts | null {
  const parts = commandParts(argv);
  if (parts === null) return null;
  const values = parts.words.map((word) => word.value);
  const [first = '', second = ''] = values;
  const own = starters.has(first) && second === 'run' ? values.slice(2) : values;
  const [program = '', ...rest] = own;
  if (ownProgram.test(program)) return parts;
  const module = rest.indexOf('-m');
  if (module === -1 || rest[module + 1] !== 'pytest') return null;
  const options = rest.slice(0, module);
  if (/^(?:.*\/)?coverage$/.test(program)) return options[0] === 'run' ? parts : null;
  // A script among Python's own options would be what runs.
  const isModule = options.every((word, at) => word.startsWith('-') || /^-[WX]$/.test(options[at - 1] ?? ''));
  return python.test(program) && isModule ? parts : null;
}

/**
 * The command with a plugin of its own, found by PYTHONPATH, to which the folder is added and which is never
 * replaced. Every test runs (`--maxfail=0` takes back an `-x` of the settings), also beside a file that can't be
 * collected; nothing is written into the tree.
 */
export function withPlugin(parts: CommandParts, plugin: string, folder: string): readonly string[] {
  const own = [
    ...['-p', plugin, '--continue-on-collection-errors', '--maxfail=0', '--color=no'],
    ...['-o', `cache_dir=${folder}/cache`, '-o', 'console_output_style=classic'],
  ].map(plainWord);
  const whole = withWords(parts, beforeDashes(parts.words, own));
  const path = 'PYTHONPATH="$0${PYTHONPATH:+:$PYTHONPATH}"; export PYTHONPATH; ';
  const [program = 'sh', , line = ''] = whole;
  return parts.shell === null
    ? ['sh', '-c', `${path}exec "$@"`, folder, ...whole]
    : [program, '-c', `${path}${line}`, folder];
}

/** Behind a bare `--` everything is a file. */
function beforeDashes(words: readonly CommandWord[], own: readonly CommandWord[]): readonly CommandWord[] {
  const dashes = words.findIndex((word) => word.value === '--');
  return dashes === -1 ? [...words, ...own] : [...words.slice(0, dashes), ...own, ...words.slice(dashes)];
}

const valued =
  /^(?:-[kmpconWr]|--(?:cov|cov-report|cov-config|ignore|ignore-glob|deselect|maxfail|tb|rootdir|confcutdir|basetemp|import-mode|durations|durations-min|junit-?xml|junit-prefix|color|capture|log-level|log-file|log-cli-level|override-ini|pythonwarnings|timeout|timeout-method|numprocesses|dist|maxprocesses|reruns|reruns-delay|randomly-seed|ds|dc|asyncio-mode|assert|show-capture|verbosity|hypothesis-seed|hypothesis-profile|last-failed-no-failures|lfnf))$/;
const flags =
  /^(?:-[qvsxlfh]+|-[kmpconWr].+|--(?:verbose|quiet|exitfirst|lf|last-failed|ff|failed-first|nf|new-first|sw|stepwise|sw-skip|showlocals|strict.*|disable-.*|no-.*|cache-.*|doctest-.*|continue-on-collection-errors|full-trace|looponfail|create-db|reuse-db|runslow|noconftest))$/;

/** The command for these files alone; null when it can't be told which of its words are paths. */
export function narrowedPytest(argv: readonly string[], files: readonly string[]): readonly string[] | null {
  const parts = pytestParts(argv);
  if (parts === null) return null;
  const { words } = parts;
  const program = [0, 2].find((at) => ownProgram.test(words[at]?.value ?? ''));
  const start = program ?? words.findIndex((word) => word.value === '-m') + 1;
  const kept = withoutPaths(words.slice(start + 1), (word) =>
    valued.test(word) ? 'value' : flags.test(word) ? 'flag' : null,
  );
  // What follows a bracket or `::` would be the name of a test.
  const only = fileWords(files, parts, /[[\\]|::/);
  return kept === null || only === null ? null : withWords(parts, [...words.slice(0, start + 1), ...kept, ...only]);
}
