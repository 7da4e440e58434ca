import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../../domain/evidence/test-command.js';

type Words = readonly CommandWord[];

/** `cargo test …`, cut where the adapter adds to it. */
export interface CargoTest {
  readonly parts: CommandParts;
  /** `cargo`, `+toolchain` and what stands before `test`, with it. */
  readonly start: Words;
  readonly args: Words;
  /** What follows `--`, for the test programs. */
  readonly own: Words;
}

const program = /^(?:.*\/)?cargo(?:\.exe)?$/;

/** Cargo's options whose value may be a word of its own. */
const withValue: ReadonlySet<string> = new Set([
  ...['-p', '--package', '--exclude', '--bin', '--example', '--test', '--bench', '-F', '--features', '-j', '--jobs'],
  ...['--profile', '--target', '--target-dir', '--manifest-path', '--lockfile-path', '--config', '--color', '-Z', '-C'],
  ...['--message-format', '--timings'],
]);

/** With these it does something other than run tests and end. */
const otherJobs = /^(?:--no-run|--list|--help|-h|--version|-V|--build-plan|--unit-graph)(?:=|$)/;

/** Replaced by the adapter's own. */
const dropped = /^(?:-q|--quiet|--no-fail-fast|--message-format|--color)(?:=|$)/;
const droppedOwn =
  /^(?:-q|--quiet|--nocapture|--no-capture|--show-output|--format|--color|--logfile|--report-time)(?:=|$)/;

export function cargoTest(argv: readonly string[]): CargoTest | null {
  const parts = commandParts(argv);
  if (parts === null || !program.test(parts.words[0]?.value ?? '')) return null;
  const { words } = parts;
  const at = words.findIndex(({ value }, index) => index > 0 && isPlain(words, index) && !value.startsWith('+'));
  if (!/^(?:test|t)$/.test(words[at]?.value ?? '')) return null;
  const rest = words.slice(at + 1);
  const dashes = rest.findIndex(({ value }) => value === '--');
  const args = dashes === -1 ? rest : rest.slice(0, dashes);
  const own = dashes === -1 ? [] : rest.slice(dashes + 1);
  if ([...args, ...own].some(({ value }) => otherJobs.test(value))) return null;
  return { parts, start: words.slice(0, at + 1), args, own };
}

/** Neither an option nor the value of one. */
function isPlain(words: Words, at: number): boolean {
  const before = words[at - 1]?.value ?? '';
  return words[at]?.value.startsWith('-') !== true && !(withValue.has(before) && !before.includes('='));
}

/**
 * The user's options hold, but for those of the output. Every test program runs, by way of `runner`; what the tests
 * print stays with them.
 */
export function startedCargo({ start, args, own }: CargoTest, runner: readonly string[]): Words {
  const config = `target.'cfg(all())'.runner=${JSON.stringify(runner)}`;
  const added = ['--no-fail-fast', '--message-format=json', '--config', config].map(plainWord);
  const tests = without(own, droppedOwn, /^(?:--format|--color|--logfile)$/);
  const kept = without(args, dropped, /^(?:--message-format|--color)$/);
  return [...start, ...added, ...kept, ...(tests.length > 0 ? [plainWord('--'), ...tests] : [])];
}

function without(words: Words, drop: RegExp, takesNext: RegExp): Words {
  return words.filter(({ value }, at) => {
    const before = words[at - 1]?.value ?? '';
    return !drop.test(value) && !(takesNext.test(before) && !value.startsWith('-'));
  });
}

/** Only the test programs of these files, where each is a target of its own: `tests/<name>.rs`, `tests/<name>/…`. */
export function narrowedCargo(test: CargoTest, files: readonly string[]): readonly string[] | null {
  const { parts, start, args, own } = test;
  const names = files.map((file) => /^tests\/(?:([\w-]+)\.rs|([\w-]+)\/main\.rs)$/.exec(file));
  const targets = [...new Set(names.map((name) => name?.[1] ?? name?.[2] ?? ''))];
  const isElsewhere = parts.shell !== null && parts.shell.before.trim() !== '';
  if (isElsewhere || files.length === 0 || targets.includes('')) return null;
  // A filter by name, a package or other targets: what of it would be left is not known.
  const isWhole = args.every(({ value }, at) => value.startsWith('-') || !isPlain(args, at));
  const picks =
    /^(?:-p|--package|--exclude|--workspace|--all|--lib|--bins?|--tests?|--examples?|--bench(?:es)?|--doc|--manifest-path|-C)(?:=|$)/;
  if (!isWhole || [...start, ...args].some(({ value }) => picks.test(value) && value !== '--all-targets')) return null;
  const kept = args.filter(({ value }) => value !== '--all-targets');
  const added = targets
    .sort()
    .flatMap((name) => ['--test', name])
    .map(plainWord);
  return withWords(parts, [...start, ...kept, ...added, ...(own.length > 0 ? [plainWord('--'), ...own] : [])]);
}
