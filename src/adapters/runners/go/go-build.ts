import type { TestFailure } from '../../../domain/evidence/evidence.js';
import type { Place } from '../places.js';
import type { FileFailure } from '../seen-run.js';
import { failureOf } from '../test-list.js';
import type { GoTree } from './go-tree.js';

/**
 * What Go's compiler, its loader of packages and `vet` say, read from their lines `file:line:column: words`: they have
 * no codes. The words are those of Go 1.18 to 1.26 (`test/fixtures/runners/go`).
 */
export interface BuildError {
  /** As the tool wrote it. */
  readonly file: string;
  readonly words: string;
}

const mostErrors = 200;

/** The errors of some lines; those that are indented go on with the one before. */
export function buildErrors(lines: readonly string[]): readonly BuildError[] {
  const found: BuildError[] = [];
  for (const line of lines) {
    const start = /^(?:vet: )?((?:[^\s:]|[^\s:] )+\.go):\d+(?::\d+)?: (.*)$/.exec(line);
    const last = found.at(-1);
    if (start !== null) {
      const [, file = '', words = ''] = start;
      if (words !== 'too many errors' && found.length < mostErrors) found.push({ file, words });
    } else if (/^\s+\S/.test(line) && last !== undefined) {
      found[found.length - 1] = { ...last, words: `${last.words}\n${line.trim()}` };
    }
  }
  return found;
}

const mostEach = 10;

/** One failure for each thing that a file misses; for a file that has any other error, that one. */
export async function failuresOf(
  errors: readonly BuildError[],
  place: Place,
  tree: GoTree,
): Promise<readonly FileFailure[]> {
  const byFile = new Map<string, TestFailure[]>();
  for (const { file: told, words } of errors) {
    const file = place(told);
    byFile.set(file, [...(byFile.get(file) ?? []), await failureOfBuild(file, words, tree)]);
  }
  return [...byFile].flatMap(([file, failures]) => {
    const wrong = failures.find(({ kind }) => kind === 'syntax') ?? failures.find(({ kind }) => kind === 'error');
    const told = wrong === undefined ? distinct(failures) : [wrong];
    return told.map((failure) => ({ file, failure }));
  });
}

function distinct(failures: readonly TestFailure[]): readonly TestFailure[] {
  const keys = failures.map(({ kind, missing, module }) => JSON.stringify([kind, missing, module]));
  return failures.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, mostEach);
}

async function failureOfBuild(file: string, words: string, tree: GoTree): Promise<TestFailure> {
  if (isSyntax(words)) return failureOf('syntax', words);
  const path = missingPackage(words);
  if (path !== null) {
    return failureOf('missing-module', words, { missing: packageAt(tree.folderOf(path)) ?? path, module: null });
  }
  const symbol = missingSymbol(words);
  if (symbol === null) return failureOf('error', words);
  const own = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '';
  const folder = symbol.owner === null ? own : await tree.importedAs(file, symbol.owner);
  return failureOf('missing-symbol', words, { missing: symbol.name, module: packageAt(folder) });
}

/** A package is a folder: any file directly in it may hold what is missing. */
export function packageAt(folder: string | null): string | null {
  return folder === null ? null : `${folder === '' ? '.' : folder}/`;
}

/** The loader and the compiler have each their own parser. */
function isSyntax(words: string): boolean {
  return /^(?:syntax error: |(?:expected|missing|illegal|invalid character|unexpected) |\S+(?: \S+)? (?:literal|comment) not terminated|(?:newline|invalid BOM) )/.test(
    words,
  );
}

export function missingPackage(words: string): string | null {
  return (
    /^(?:no required module provides package|cannot find module providing package|cannot find package) "?([^\s";:]+)/.exec(
      words,
    )?.[1] ??
    /^package ([^\s;:]+) is not in (?:std|GOROOT)\b/.exec(words)?.[1] ??
    /^([^\s:]+): no non-test Go files in /.exec(words)?.[1] ??
    /^no (?:non-test )?Go files in .*?\b([^\s]+)$/.exec(words)?.[1] ??
    null
  );
}

interface MissingSymbol {
  readonly name: string;
  /** Name of its package where it is used; null for the file's own. */
  readonly owner: string | null;
}

/** A name that is not there, or not with this shape: parameters and results are part of what a name is in Go. */
function missingSymbol(words: string): MissingSymbol | null {
  const name = /^undefined: ([\p{L}\w.]+)(?:\n|$)/u.exec(words)?.[1];
  if (name !== undefined) return dotted(name);
  const member = /^\S+ undefined \(type (\S+) has no field or method ([\p{L}\w]+)/u.exec(words);
  if (member !== null) return ofType(member[1], member[2]);
  const field = /^unknown field ([\p{L}\w]+) in struct literal of type (\S+)/u.exec(words);
  if (field !== null) return ofType(field[2], field[1]);
  const method = /: (\S+) does not implement \S+ \((?:missing method|wrong type for method) ([\p{L}\w]+)/u.exec(words);
  if (method !== null) return ofType(method[1], method[2]);
  const shape =
    /^(?:too many|not enough) arguments in call to ([\p{L}\w.]+)/u.exec(words)?.[1] ??
    /^assignment mismatch: \d+ variables? but ([\p{L}\w.]+) returns \d+ values?/u.exec(words)?.[1] ??
    /^([\p{L}\w.]+)\([^\n]*\) \(no value\) used as value/u.exec(words)?.[1];
  return shape === undefined ? null : shaped(shape);
}

function dotted(name: string): MissingSymbol {
  const [owner = '', symbol] = name.split('.');
  return symbol === undefined ? { name: owner, owner: null } : { name: symbol, owner };
}

/** A call by a variable, `basket.Total`, doesn't tell its type: only a capital behind the dot of a package is sure. */
function shaped(name: string): MissingSymbol | null {
  return name.split('.').length > 2 ? null : dotted(name);
}

/** `*cart.Cart[int]` is of package `cart`; `error` and `int` are of none. */
function ofType(type: string | undefined, name: string | undefined): MissingSymbol | null {
  const plain =
    type
      ?.replace(/^[*[\]&]+/, '')
      .replace(/\[.*$/s, '')
      .replace(/[,;)]+$/, '') ?? '';
  const isOwn =
    /^[\p{L}_]\w*(?:\.[\p{L}_]\w*)?$/u.test(plain) &&
    !/^(?:u?int\d*|string|bool|error|any|byte|rune|float\d+|func)$/.test(plain);
  if (!isOwn || name === undefined) return null;
  const [owner = '', symbol] = plain.split('.');
  return { name, owner: symbol === undefined ? null : owner };
}
