import type { TestFailure } from '../../../domain/evidence/evidence.js';
import type { Place } from '../places.js';
import type { FileFailure } from '../seen-run.js';
import { failureOf } from '../test-list.js';
import type { JavaTree } from './java-tree.js';

/**
 * What javac says, by its messages, which have no codes in a build's output: the same words from Java 8 to 25, as long
 * as its language is English. Maven writes `[ERROR] File.java:[line,column] words`, Gradle and javac itself
 * `File.java:line: error: words`.
 */
export interface JavaError {
  readonly file: string;
  readonly line: number;
  /** Line, and the column where it is told. */
  readonly place: string;
  readonly words: string;
  readonly symbol: string | null;
  readonly location: string | null;
  /** Further lines, such as the candidates of a call. */
  readonly more: string;
}

const mostErrors = 300;
const mostEach = 10;

/** The errors of a build's output, each once: Maven tells all of them again at its end. */
export function javaErrors(lines: readonly string[]): readonly JavaError[] {
  const found: JavaError[] = [];
  for (const told of lines) {
    const line = told.replace(/^\[ERROR\] /, '');
    const start = startOf(line);
    const last = found.at(-1);
    if (start !== null) {
      if (found.length < mostErrors) found.push({ ...start, symbol: null, location: null, more: '' });
    } else if (last !== undefined && /^ {2,}\S/.test(line)) {
      const symbol = /^ +symbol: +(.*)$/.exec(line)?.[1] ?? last.symbol;
      const location = /^ +location: +(.*)$/.exec(line)?.[1] ?? last.location;
      found[found.length - 1] = { ...last, symbol, location, more: `${last.more}${line}\n` };
    }
  }
  const keys = found.map(({ file, place, words, symbol }) => JSON.stringify([file, place, words, symbol]));
  return found.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

function startOf(line: string): Pick<JavaError, 'file' | 'line' | 'place' | 'words'> | null {
  const start =
    /^(?:file:\/\/)?(\/?(?:[^\s:[]|[^\s:[] )+\.(?:java|kt|groovy|scala)):\[(\d+,\d+)\] (.*)$/.exec(line) ??
    /^(\/?(?:[^\s:]|[^\s:] )+\.(?:java|groovy|scala)):(\d+): error: (.*)$/.exec(line) ??
    /^(?:e: )?(?:file:\/\/)?(\/?(?:[^\s:]|[^\s:] )+\.kt):(?: ?\()?(\d+)(?:[:,] ?\d+\)?)?:? (.*)$/.exec(line);
  if (start === null) return null;
  const [, file = '', place = '0', words = ''] = start;
  return { file, place, line: Number.parseInt(place, 10), words };
}

/** One failure for each thing that a file misses; for a file that has any other error, that one. */
export async function failuresOfJava(
  errors: readonly JavaError[],
  place: Place,
  tree: JavaTree,
): Promise<readonly FileFailure[]> {
  const byFile = new Map<string, TestFailure[]>();
  for (const error of errors) {
    const file = place(error.file);
    byFile.set(file, [...(byFile.get(file) ?? []), await failureOfJava({ ...error, file }, tree)]);
  }
  return [...byFile].flatMap(([file, failures]) => {
    const wrong = failures.find(({ kind }) => kind === 'syntax') ?? failures.find(({ kind }) => kind === 'error');
    const keys = failures.map(({ kind, missing, module }) => JSON.stringify([kind, missing, module]));
    const distinct = failures.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, mostEach);
    return (wrong === undefined ? distinct : [wrong]).map((failure) => ({ file, failure }));
  });
}

async function failureOfJava(error: JavaError, tree: JavaTree): Promise<TestFailure> {
  const message = `${error.words}\n${error.more}`.trim();
  if (isSyntax(error.words)) return failureOf('syntax', message);
  const missing = await missingOf(error, tree);
  if (missing === null) return failureOf('error', message);
  return missing.kind === 'module'
    ? failureOf('missing-module', message, { missing: missing.path, module: null })
    : failureOf('missing-symbol', message, { missing: missing.name, module: missing.module });
}

function isSyntax(words: string): boolean {
  return (
    /^(?:.* expected(?: after .*)?|illegal start of .*|reached end of file while parsing|not a statement|unclosed .*|.* without '.*'|orphaned .*|malformed .*|illegal (?:character|escape|underscore|unicode).*|invalid method declaration.*|premature .*)$/.test(
      words,
    ) && !/^incompatible types/.test(words)
  );
}

type Missing =
  /** A class: its file, or a package's folder. */
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'symbol'; readonly name: string; readonly module: string | null };

async function missingOf(error: JavaError, tree: JavaTree): Promise<Missing | null> {
  const { words, file } = error;
  const absent = /^package ([\w.]+) does not exist$/.exec(words)?.[1];
  if (absent !== undefined) return ofPackage(absent, error, tree);
  if (words === 'cannot find symbol') return ofSymbol(error, tree);
  const [, name, owner] =
    /^(?:method|constructor) (\w+) in (?:class|record|enum|interface) (\S+?)(?:<.*>)? cannot be applied to given types/.exec(
      words,
    ) ??
    /^(\w+)\([^)]*\) has (?:private|protected) access in ([\w.]+)/.exec(words) ??
    /^(\w+)(?:\([^)]*\))? (?:has (?:private|protected) access|is not public) in ([\w.]+)/.exec(words) ??
    [];
  const candidate = /^no suitable (?:method|constructor) found for (\w+)\(/.exec(words)?.[1];
  const of =
    owner ??
    (candidate === undefined ? undefined : /(?:method|constructor) ([\w.]+)\.\w+(?:<.*?>)?\(/.exec(error.more)?.[1]);
  const called = name ?? candidate;
  if (called === undefined || of === undefined) return null;
  const module = tree.fileOf(await fullName(of, file, tree), file);
  return module === null ? null : { kind: 'symbol', name: called, module };
}

/** The class that the line wants of a package that is not there. */
async function ofPackage(name: string, { file, line }: JavaError, tree: JavaTree): Promise<Missing> {
  const text = (await tree.text(file)).split('\n')[line - 1] ?? '';
  const wanted = new RegExp(`\\b${name.replaceAll('.', '\\.')}\\.([A-Z]\\w*)`).exec(text)?.[1];
  if (wanted !== undefined) return { kind: 'module', path: tree.wouldBe(`${name}.${wanted}`, file) };
  return { kind: 'module', path: tree.wouldBe(`${name}.X`, file).replace(/X\.\w+$/, '') };
}

async function ofSymbol({ symbol, location, file }: JavaError, tree: JavaTree): Promise<Missing | null> {
  const [, kind = '', name] =
    /^(class|interface|variable|method|constructor|static|enum|record|@interface) (\w+)/.exec(symbol ?? '') ?? [];
  if (name === undefined) return null;
  const inPackage = /^package ([\w.]+)/.exec(location ?? '')?.[1];
  if (inPackage !== undefined) return { kind: 'module', path: tree.wouldBe(`${inPackage}.${name}`, file) };
  const owner = /(?:class|interface|enum|record|of type) ([\w.$]+)/.exec(location ?? '')?.[1] ?? null;
  const module = owner === null ? null : tree.fileOf(await fullName(owner, file, tree), file);
  if (module !== null) return { kind: 'symbol', name, module };
  return owner === null || isIn(owner, file) ? inTest(kind, name, file, tree) : { kind: 'symbol', name, module: null };
}

/** Is it the class of this file, or one inside of it? */
function isIn(className: string, file: string): boolean {
  const stem = file.replace(/^.*\/|\.\w+$/g, '');
  return className.split(/[.$]/).includes(stem);
}

/** A name that the test itself uses: a class of its package or of an import, a static member by an import. */
async function inTest(kind: string, name: string, file: string, tree: JavaTree): Promise<Missing | null> {
  const text = await tree.text(file);
  const from = new RegExp(`^\\s*import static ([\\w.]+)\\.${name}\\b`, 'm').exec(text)?.[1];
  const owner = from === undefined ? null : tree.fileOf(from, file);
  if (owner !== null) return { kind: 'symbol', name, module: owner };
  const isClass = /^[A-Z]/.test(name) && /^(?:class|interface|enum|record|variable|@interface)$/.test(kind);
  return isClass ? { kind: 'module', path: tree.wouldBe(await fullName(name, file, tree), file) } : null;
}

/** By the file's imports, those of whole packages of this repository, or its own package. */
async function fullName(name: string, file: string, tree: JavaTree): Promise<string> {
  const [first = name] = name.split('.');
  if (/^[a-z]/.test(first) && name.includes('.')) return name;
  const text = await tree.text(file);
  const named = new RegExp(`^\\s*import ([\\w.]+\\.${first})\\b`, 'm').exec(text)?.[1];
  if (named !== undefined) return named + name.slice(first.length);
  const own = /^\s*package ([\w.]+)/m.exec(text)?.[1] ?? null;
  const wide = [...text.matchAll(/^\s*import ([\w.]+)\.\*/gm)].map(([, path = '']) => path);
  const packages = [own, ...wide].filter((one) => one !== null);
  const there = packages.find((one) => tree.fileOf(`${one}.${name}`, file) !== null);
  // Not there yet: of a package that is this repository's own and named in an import, before the test's.
  const where = there ?? wide.find((one) => one !== own && tree.hasPackage(one)) ?? own;
  return where === null ? name : `${where}.${name}`;
}
