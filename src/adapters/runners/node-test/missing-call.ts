import { dirname, resolve } from 'node:path';
import { importsOf } from './import-bindings.js';
import { pathOf, type NodeError, type Surroundings } from './node-facts.js';

export interface MissingCall {
  readonly missing: string;
  readonly module: string;
}

/**
 * Calling what a CommonJS module does not export, or a method that a class lacks, is a plain TypeError. It is told
 * from other errors when the call stands in the test file itself, and its object comes from one module that
 * the file imports by path: then the symbol and that module, else null (C-6; in doubt it stays an error).
 */
export function missingCall(error: NodeError, around: Surroundings): MissingCall | null {
  const called = /^(.{1,300}?) is not a (?:function|constructor)$/.exec(error.message)?.[1];
  const read = /^Cannot read properties of undefined \(reading '([A-Za-z_$][\w$]{0,99})'\)$/.exec(error.message)?.[1];
  const at = /\(?((?:file:\/\/)?\/.*?):(\d+):(\d+)\)?$/.exec(error.frame ?? '');
  if ((called ?? read) === undefined || at?.[1] === undefined) return null;
  const path = pathOf(at[1]);
  const text = around.source(path);
  if (text === null) return null;
  const source: Source = { whole: text.replace(/\s+/g, ' '), line: lineOf(text, Number(at[2])) };
  const found = called === undefined ? readOf(read ?? '', source) : calledOf(called, Number(at[3]), source);
  if (found === null) return null;
  return { missing: found.symbol, module: around.place(resolve(dirname(path), found.specifier)) };
}

interface Source {
  /** Blanks are single. */
  readonly whole: string;
  /** The line of the call. */
  readonly line: string;
}

interface Found {
  readonly symbol: string;
  readonly specifier: string;
}

/** No line that a person writes is longer. */
function lineOf(text: string, line: number): string {
  return (text.split('\n')[line - 1] ?? '').slice(0, 4_000);
}

function calledOf(called: string, column: number, source: Source): Found | null {
  // What compilers make of an imported name: `(0 , _cart.total)`, `_cart.Cart`.
  const compiled = /^(?:\(0 , )?_\w{0,200}\.([A-Za-z_$][\w$]{0,99})\)?$/.exec(called)?.[1];
  const names = namesIn(called, () => source.line.slice(Math.max(0, column - 1 - 400), column - 1));
  const found = names === null ? null : lookUp(names, source);
  return found ?? (compiled === undefined ? null : compiledName(compiled, source));
}

/** The module from which the file imports this name, when it is one only. */
function compiledName(symbol: string, { whole, line }: Source): Found | null {
  const imports = [...importsOf(whole)];
  const isUsed = (name: string): boolean => new RegExp(`(?<![\\w$.])${escaped(name)} ?[(.]`).test(line);
  const fitting = imports.filter(([name, one]) =>
    symbol === 'default' ? one.symbol === null && isUsed(name) : one.symbol === symbol,
  );
  const [first] = fitting;
  if (first === undefined) return onlyNamespace(symbol, { whole, line });
  return fitting.every(([, one]) => one.specifier === first[1].specifier)
    ? { symbol: symbol === 'default' ? first[0] : symbol, specifier: first[1].specifier }
    : null;
}

/** `shop.total()` of `import * as shop`, of which a compiler keeps `total` alone. */
function onlyNamespace(symbol: string, { whole, line }: Source): Found | null {
  const imports = importsOf(whole);
  const owners = [
    ...line.matchAll(new RegExp(`(?<![\\w$.])([A-Za-z_$][\\w$]{0,99})\\.${escaped(symbol)}(?![\\w$])`, 'g')),
  ];
  const found = owners.map((match) => imports.get(match[1] ?? ''));
  const [first] = found;
  if (first === undefined || !found.every((one) => one?.specifier === first.specifier)) return null;
  return { symbol, specifier: first.specifier };
}

/** `Cart.of()` where `Cart` is imported by its name and undefined: it is the export that is missing. */
function readOf(property: string, { whole, line }: Source): Found | null {
  const imports = importsOf(whole);
  const owners = [
    ...line.matchAll(new RegExp(`(?<![\\w$.])([A-Za-z_$][\\w$]{0,99})\\.${escaped(property)}(?![\\w$])`, 'g')),
  ];
  const [first, ...others] = owners.map((match) => imports.get(match[1] ?? ''));
  if (first === undefined || others.length > 0 || first.symbol === null) return null;
  return { symbol: first.symbol, specifier: first.specifier };
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$');
}

interface Names {
  readonly owner: string;
  readonly member: string | null;
}

/** `total`, `cart.total`, `open(...).total`; of `new Cart().total` Node shows only "(intermediate value)". */
function namesIn(called: string, before: () => string): Names | null {
  const plain = /^(?:\(0 , )?([A-Za-z_$][\w$]*)(?:\(\.\.\.\))?(?:\.([A-Za-z_$][\w$]*))?\)?$/.exec(called);
  if (plain?.[1] !== undefined) return { owner: plain[1], member: plain[2] ?? null };
  const member = /^\(intermediate value\)\.([A-Za-z_$][\w$]*)$/.exec(called)?.[1];
  const owner =
    member === undefined ? undefined : /\bnew ([A-Za-z_$][\w$]{0,99})\([^()]{0,200}\)\.$/.exec(before())?.[1];
  return owner === undefined ? null : { owner, member: member ?? null };
}

function lookUp({ owner, member }: Names, source: Source): Found | null {
  const imports = importsOf(source.whole);
  const direct = imports.get(owner);
  if (direct !== undefined) return { symbol: member ?? direct.symbol ?? owner, specifier: direct.specifier };
  if (member === null) return onlyNamespace(owner, source);
  const makers = makersOf(owner, source.whole).map((maker) => imports.get(maker ?? '')?.specifier);
  const [first] = makers;
  return first !== undefined && makers.every((maker) => maker === first) ? { symbol: member, specifier: first } : null;
}

/** What `owner` is made by, at each place where it is set: `new Cart()`, `await open()`, `Cart.of()`. */
function makersOf(owner: string, source: string): readonly (string | undefined)[] {
  const set = new RegExp(
    `(?<![\\w$.])${escaped(owner)} ?=(?![=>]) ?(?:await )?(?:new )?([A-Za-z_$][\\w$]{0,99})?`,
    'g',
  );
  return [...source.matchAll(set)].map((match) => match[1]);
}
