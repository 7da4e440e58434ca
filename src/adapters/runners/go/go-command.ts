import { posix } from 'node:path';
import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../../domain/evidence/test-command.js';

/** `go test …`, cut into what the adapter adds to. */
export interface GoTest {
  readonly parts: CommandParts;
  /** `go`, `-C dir` and `test`. */
  readonly start: readonly CommandWord[];
  readonly flags: readonly CommandWord[];
  readonly packages: readonly CommandWord[];
  /** Flags behind the packages, `-args` and what follows it. */
  readonly rest: readonly CommandWord[];
}

const program = /^(?:.*\/)?go(?:1[\w.]*)?$/;

/** Flags of `go test` and `go build` whose value may be a word of its own. */
const withValue: ReadonlySet<string> = new Set([
  ...['C', 'exec', 'o', 'vet', 'p', 'covermode', 'coverpkg', 'asmflags', 'buildmode', 'compiler', 'gccgoflags'],
  ...['gcflags', 'installsuffix', 'ldflags', 'mod', 'modfile', 'overlay', 'pgo', 'pkgdir', 'tags', 'toolexec'],
  ...['bench', 'benchtime', 'blockprofile', 'blockprofilerate', 'count', 'coverprofile', 'cpu', 'cpuprofile'],
  ...['fuzz', 'fuzztime', 'fuzzminimizetime', 'list', 'memprofile', 'memprofilerate', 'mutexprofile'],
  ...['mutexprofilefraction', 'outputdir', 'parallel', 'run', 'shuffle', 'skip', 'timeout', 'trace', 'fuzzcachedir'],
]);

/** With these it does something other than run tests and end. */
const otherJobs = /^(?:c|list|n|h|help|exec|toolexec)$/;

/** Replaced by the adapter's own, or what keeps a suite from running whole: fuzzing goes on until it is ended (R15). */
const dropped = /^(?:json|v|failfast|fuzz|fuzztime|fuzzminimizetime|count)$/;

function nameOf(word: string): string | null {
  return /^--?([a-z]\w*)(?:=|$)/i.exec(word)?.[1]?.replace(/^test\./, '') ?? null;
}

export function goTest(argv: readonly string[]): GoTest | null {
  const parts = commandParts(argv);
  if (parts === null) return null;
  const { words } = parts;
  const at = words[1]?.value === '-C' ? 3 : words[1]?.value.startsWith('-C=') === true ? 2 : 1;
  if (!program.test(words[0]?.value ?? '') || words[at]?.value !== 'test') return null;
  const [flags, packages, rest] = cut(words.slice(at + 1));
  const isOther = [...flags, ...rest].some(({ value }) => otherJobs.test(nameOf(value) ?? ''));
  return isOther ? null : { parts, start: words.slice(0, at + 1), flags, packages, rest };
}

type Words = readonly CommandWord[];

/** `go test` takes flags, then packages, then flags again; behind `-args` all is the test's own. */
function cut(words: Words): readonly [Words, Words, Words] {
  const isFlag = (word: CommandWord | undefined): boolean => word?.value.startsWith('-') === true;
  const takesNext = ({ value }: CommandWord): boolean => !value.includes('=') && withValue.has(nameOf(value) ?? '');
  let at = 0;
  for (let word = words[0]; word !== undefined && isFlag(word) && !isArgs(word); word = words[at]) {
    at += takesNext(word) ? 2 : 1;
  }
  const end = words.findIndex((word, index) => index >= at && isFlag(word));
  const over = end === -1 ? words.length : end;
  return [words.slice(0, at), words.slice(at, over), words.slice(over)];
}

function isArgs({ value }: CommandWord): boolean {
  return value === '-args' || value === '--args';
}

/**
 * The user's flags hold, but for these: the result as JSON, every test, each once, and none from the cache of an
 * earlier run.
 */
export function startedGo({ start, flags, packages, rest }: GoTest): Words {
  const args = rest.findIndex(isArgs);
  const own = args === -1 ? rest : rest.slice(0, args);
  const kept = [...withoutDropped(flags), ...packages, ...withoutDropped(own)];
  const added = ['-json', '-count=1'].map(plainWord);
  return [...start, ...added, ...kept, ...(args === -1 ? [] : rest.slice(args))];
}

function withoutDropped(words: Words): Words {
  return words.filter(({ value }, at) => {
    const before = words[at - 1]?.value ?? '';
    const isValue = !value.startsWith('-') && !before.includes('=') && withValue.has(nameOf(before) ?? '');
    return !dropped.test(nameOf(isValue ? before : value) ?? '');
  });
}

/** The same command for the packages of these test files; null when another folder than the repository's top counts. */
export function narrowedGo(test: GoTest, files: readonly string[]): readonly string[] | null {
  const { parts, start, flags, rest } = test;
  const isElsewhere = start.length > 2 || (parts.shell !== null && parts.shell.before.trim() !== '');
  if (isElsewhere || files.length === 0 || files.some((file) => !file.endsWith('_test.go'))) return null;
  const folders = [...new Set(files.map((file) => posix.dirname(file)))].sort();
  const packages = folders.map((folder) => plainWord(folder === '.' ? '.' : `./${folder}`));
  return withWords(parts, [...start, ...flags, ...packages, ...rest]);
}
