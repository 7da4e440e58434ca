import type { Sections } from './readers.js';

/** Keys of the top, and of one object in it, in a form that does not depend on blanks and order. */
export function jsonSections(text: string, keys: RegExp, [folder, inner]: readonly [string, RegExp]): Sections {
  const value = parsed(text);
  if (!isObject(value)) return null;
  const sections = new Map<string, string>();
  for (const [key, part] of Object.entries(value)) if (keys.test(key)) sections.set(`"${key}"`, canonical(part));
  const nested = value[folder];
  if (!isObject(nested)) return sections;
  for (const key of calledFrom(nested, inner)) sections.set(`"${folder}.${key}"`, canonical(nested[key]));
  return sections;
}

/** Calls of another script: `npm run unit`, `yarn unit`, `run-s unit e2e`, composer's `@unit`. */
const caller = /\b(?:npm|pnpm|yarn|bun|run-[sp]|npm-run-all2?|deno|composer)\b|@/;

/** The scripts that fit, and those that they start in turn: with `"test": "npm run unit"` it is `unit` that decides. */
function calledFrom(scripts: Readonly<Record<string, unknown>>, fits: RegExp): ReadonlySet<string> {
  const found = new Set(Object.keys(scripts).filter((key) => fits.test(key)));
  for (const key of found) {
    const text = JSON.stringify(scripts[key]);
    if (!caller.test(text)) continue;
    const words = text.split(/[\s"'\\&|;(),[\]@]+/);
    for (const word of words) if (Object.hasOwn(scripts, word)) found.add(word);
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Order of a list counts, order of keys does not. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
