import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../fields.js';
import type { FileFailure } from '../seen-run.js';
import { failureOf } from '../test-list.js';
import type { CompilerError } from './cargo-events.js';
import { createRustPaths, type RustPaths } from './rust-paths.js';
import type { RustTree } from './rust-tree.js';

/** What rustc says, by its own codes; the names stand in its words and at its places. */

interface Place {
  readonly file: string;
  readonly label: string;
  /** What the place marks, and what stands before it on its line. */
  readonly marked: string;
  readonly before: string;
}

interface Told {
  readonly code: string | null;
  readonly words: string;
  readonly file: string;
  readonly places: readonly Place[];
  /** Where notes say that something is declared. */
  readonly declared: readonly string[];
  readonly paths: RustPaths;
}

interface Missing {
  readonly name: string;
  /** The file that lacks it; null for one of elsewhere. */
  readonly module: string | null;
}

const mostErrors = 200;
const mostEach = 10;

/** One failure for each thing that a file misses; for a file that has any other error, that one. */
export async function failuresOfRust(
  errors: readonly CompilerError[],
  tree: RustTree,
  place: (path: string) => string,
): Promise<readonly FileFailure[]> {
  const byFile = new Map<string, TestFailure[]>();
  for (const error of errors.slice(0, mostErrors)) {
    const told = toldBy(error, tree, place);
    if (told === null) continue;
    byFile.set(told.file, [...(byFile.get(told.file) ?? []), ...(await failuresIn(told, error.message))]);
  }
  return [...byFile].flatMap(([file, failures]) => {
    const wrong = failures.find(({ kind }) => kind === 'syntax') ?? failures.find(({ kind }) => kind === 'error');
    const keys = failures.map(({ kind, missing, module }) => JSON.stringify([kind, missing, module]));
    const distinct = failures.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, mostEach);
    return (wrong === undefined ? distinct : [wrong]).map((failure) => ({ file, failure }));
  });
}

/** Null for a closing word such as "aborting due to 2 previous errors", which has no place. */
function toldBy(error: CompilerError, tree: RustTree, place: (path: string) => string): Told | null {
  const { message } = error;
  const words = textOf(message['message']) ?? '';
  const spans = listOf(message['spans']).flatMap((span): readonly Fields[] => {
    const fields = fieldsOf(span);
    return fields === null ? [] : [fields];
  });
  if (spans.length === 0 && /^(?:aborting due to|could not compile)/.test(words)) return null;
  const notes = listOf(message['children']).flatMap((child) => listOf(fieldsOf(child)?.['spans']));
  const places = spans
    .filter((span) => span['is_primary'] === true)
    .map((span) => placeOf(outermost(span), span, tree));
  return {
    code: textOf(fieldsOf(message['code'])?.['code']),
    words,
    places,
    file: places[0]?.file ?? place(error.target.source),
    declared: notes.flatMap((span) => textOf(fieldsOf(span)?.['file_name']) ?? []).map((file) => tree.locate(file)),
    paths: createRustPaths(error, tree, place),
  };
}

/** An error inside of a macro, such as `assert_eq!`, is where the macro was called. */
function outermost(span: Fields): Fields {
  const outer = fieldsOf(fieldsOf(span['expansion'])?.['span']);
  return outer === null ? span : outermost(outer);
}

function placeOf(outer: Fields, span: Fields, tree: RustTree): Place {
  const line = fieldsOf(listOf(span['text'])[0]);
  const text = textOf(line?.['text']) ?? '';
  const [start, end] = [numberOf(line?.['highlight_start']) ?? 1, numberOf(line?.['highlight_end']) ?? 1];
  return {
    file: tree.locate(textOf(outer['file_name']) ?? ''),
    label: textOf(span['label']) ?? '',
    marked: text.slice(start - 1, end - 1),
    before: text.slice(0, start - 1),
  };
}

async function failuresIn(told: Told, message: Fields): Promise<readonly TestFailure[]> {
  const words = textOf(message['rendered'])?.trim() ?? told.words;
  if (isSyntax(told)) return [failureOf('syntax', words)];
  const missing = await missingIn(told);
  if (missing === null || missing.length === 0) return [failureOf('error', words)];
  return missing.map(({ name, module }) =>
    module === null && told.code === 'E0432'
      ? failureOf('missing-module', words, { missing: name, module: null })
      : failureOf('missing-symbol', words, { missing: name, module }),
  );
}

/** The parser has no codes; neither have a few later steps, which speak of names. */
function isSyntax({ code, words, places }: Told): boolean {
  return (
    code === null &&
    places.length > 0 &&
    !/^(?:cannot (?:find|determine)|unresolved|environment variable|no rules expected)\b/.test(words)
  );
}

async function missingIn(told: Told): Promise<readonly Missing[] | null> {
  switch (told.code) {
    case 'E0432':
      return importsMissing(told);
    case 'E0433':
    case 'E0405':
    case 'E0412':
    case 'E0422':
    case 'E0425':
    case 'E0531':
    case 'E0532':
    case 'E0573':
    case 'E0574':
    case null:
      return nameMissing(told);
    case 'E0599':
    case 'E0560':
    case 'E0609':
    case 'E0610':
    case 'E0616':
    case 'E0559':
    case 'E0026':
      return memberMissing(told);
    case 'E0277':
    case 'E0369':
      return traitMissing(told);
    case 'E0061':
    case 'E0603':
    case 'E0624':
      return declaredElsewhere(told);
    default:
      return null;
  }
}

/** `use a::b::C`: which part is missing stands at each place, the whole path in the words. */
async function importsMissing({ words, places, file, paths }: Told): Promise<readonly Missing[]> {
  const whole = [...words.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path.split('::'));
  const found: Missing[] = [];
  for (const [at, { label, marked }] of places.entries()) {
    const name = /(?:no|could not find) `(\w+)` in /.exec(label)?.[1] ?? marked.split('::').at(-1) ?? '';
    const path = whole[at] ?? whole[0] ?? [];
    const owner = path.slice(0, path.indexOf(name));
    const module = owner.length === 0 ? null : await paths.moduleOf(file, owner);
    found.push({ name: module === null ? path.join('::') : name, module });
  }
  return found;
}

/** `cart::total()`, `Bag::new()`, `total()`: what stands before a name says where it is looked for. */
async function nameMissing({ places, file, paths, words }: Told): Promise<readonly Missing[] | null> {
  const [place] = places;
  const named = /`(\w+)`/.exec(place?.label ?? '')?.[1] ?? /`(\w+)`/.exec(words)?.[1];
  const name = /^\w+$/.test(place?.marked ?? '') ? place?.marked : named;
  if (place === undefined || name === undefined) return null;
  const owner = /([\w:]+)::$/.exec(place.before)?.[1]?.split('::');
  return [{ name, module: owner === undefined ? await paths.scopeOf(file) : await paths.moduleOf(file, owner) }];
}

async function memberMissing({ words, file, paths, places }: Told): Promise<readonly Missing[] | null> {
  const [, name, type] =
    /^no [\w\s]+ named `(\w+)` found for [\w\s]+ `([^`]+)`/.exec(words) ??
    /^no field `(\w+)` on type `([^`]+)`/.exec(words) ??
    /^field `(\w+)` of \w+ `([^`]+)` is private/.exec(words) ??
    [];
  const [, owner, field] =
    /^(?:struct|variant|union) `([^`]+)` (?:has no field named|does not have a field named) `(\w+)`/.exec(words) ?? [];
  const [told, of] = [name ?? field, type ?? owner];
  if (told === undefined || of === undefined) return null;
  // The compiler may leave a type's path out where the source has it: `shop::cart::Kind::B`.
  const written = /([\w:]+)::$/.exec(places[0]?.before ?? '')?.[1];
  const full = written?.split('::').at(-1) === of ? written : of;
  return [{ name: told, module: await paths.fileOfType(file, full) }];
}

/** A trait that one of the repository's own types lacks, such as `Debug` or `PartialEq` for `assert_eq!`. */
async function traitMissing({ words, file, paths }: Told): Promise<readonly Missing[] | null> {
  const [, type, trait] =
    /^the trait bound `([^`:]+(?:::[^`:]+)*): ([^`]+)` is not satisfied/.exec(words) ??
    /^`([^`]+)` doesn't implement `([^`]+)`/.exec(words) ??
    [];
  const [, compared] = /^binary operation `[!=<>]=?` cannot be applied to type `([^`]+)`/.exec(words) ?? [];
  const [of, name] = [type ?? compared, trait ?? (compared === undefined ? undefined : 'PartialEq')];
  const module = of === undefined ? null : await paths.fileOfType(file, of);
  return module === null || name === undefined ? null : [{ name, module }];
}

/** Not with these parameters, or not to be seen from here: the note says where it is declared. */
function declaredElsewhere({ places, declared, file, words }: Told): readonly Missing[] | null {
  const [module] = declared.filter((path) => path !== file);
  const name = (places[0]?.marked ?? /`(\w+)`/.exec(words)?.[1])?.split('::').at(-1);
  return module === undefined || name === undefined || name === '' ? null : [{ name, module }];
}
