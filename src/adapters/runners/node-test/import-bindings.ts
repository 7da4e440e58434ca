export interface Imported {
  readonly specifier: string;
  /** Name in its module; null for the module as a whole or its default. */
  readonly symbol: string | null;
}

/** Both have the clause as group 1 and the path as group 3; blanks are single, and all repeats have a bound (T13). */
const importFrom = /\bimport ([^'"();]{1,300}?) from ?(['"])(\.{1,2}\/[^'"\n]{1,300})\2/g;
const required =
  /\b(?:const|let|var) (\{[^}=]{1,300}\}|[A-Za-z_$][\w$]{0,99}) ?= ?(?:await import|require) ?\( ?(['"])(\.{1,2}\/[^'"\n]{1,300})\2/g;

/** Bindings of a file that come from a module named by path. */
export function importsOf(source: string): ReadonlyMap<string, Imported> {
  const found = new Map<string, Imported>();
  for (const match of [...source.matchAll(importFrom), ...source.matchAll(required)]) {
    const specifier = match[3];
    if (specifier === undefined) continue;
    for (const [name, symbol] of bindingsOf(match[1] ?? '')) found.set(name, { specifier, symbol });
  }
  return found;
}

/** `cart, { total as sum, VAT: rate }`, `* as shop`. */
function bindingsOf(clause: string): readonly (readonly [string, string | null])[] {
  const braces = /\{([^}]*)\}/.exec(clause);
  const named = (braces?.[1] ?? '').split(',').flatMap((part): [string, string][] => {
    const match = /^\s*([A-Za-z_$][\w$]*)(?:\s*(?::|\bas\b)\s*([A-Za-z_$][\w$]*))?\s*$/.exec(part);
    const symbol = match?.[1];
    return symbol === undefined ? [] : [[match?.[2] ?? symbol, symbol]];
  });
  const whole = clause
    .replace(/\{[^}]*\}/, '')
    .split(',')
    .flatMap((part): [string, null][] => {
      const name = /^\s*(?:\*\s*as\s+)?([A-Za-z_$][\w$]*)\s*$/.exec(part)?.[1];
      return name === undefined ? [] : [[name, null]];
    });
  return [...named, ...whole];
}
