import { fileSuggestsDerivation, suggestsDerivation } from './derivation-names.js';
import type { Imported } from './imported-names.js';
import { languageOf, longestLine } from './source-files.js';

/** Production call sites of one derivation, each `file:line` (R-001-09). */
export interface CallSites {
  /** Name of the function, or where the list comes from when the plan gives it. */
  readonly name: string;
  readonly sites: readonly string[];
  /** Further ones that the list has no room for. */
  readonly more: number;
}

export interface FoundLine {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

const mostNames = 20;
const mostSites = 30;

/** A function, and the file that it is known to be from. */
export interface Candidate {
  readonly name: string;
  readonly file: string;
}

/** Of the functions under review those that look like a security or correctness derivation; at most 20. */
export function derivations(changed: readonly Candidate[], imported: readonly Imported[]): readonly string[] {
  const candidates = [...changed, ...imported.map(({ name, module }) => ({ name, file: module }))];
  const names = candidates
    .filter(({ name, file }) => suggestsDerivation(name) || (file !== '' && fileSuggestsDerivation(file)))
    .map(({ name }) => name)
    // A single letter is no name that a search can tell apart.
    .filter((name) => name.length > 1);
  return [...new Set(names)].slice(0, mostNames);
}

/** Where a derivation is used, out of all lines that hold its name: no declaration, import, comment or test. */
export function callSites(
  name: string,
  lines: readonly FoundLine[],
  isProduction: (path: string) => boolean,
): CallSites | null {
  const sites = lines
    .filter(({ path, text }) => isProduction(path) && languageOf(path) !== null && isUse(name, text))
    .map(({ path, line }) => `${path}:${line}`);
  const all = [...new Set(sites)];
  if (all.length === 0) return null;
  return { name, sites: all.slice(0, mostSites), more: Math.max(0, all.length - mostSites) };
}

const noUse =
  /^\s*(?:\/\/|\/?\*|#(?!\{)|--|"""|import\b|from\b|use\b|using\b|require\b|package\b|export\s*(?:\{|\*)|\}\s*from\b)/;
const declaring =
  /\b(?:function|def|defp|fn|fun|func|sub|class|struct|interface|trait)\s*\*?\s+(?:\([^)]{0,100}\)\s*)?(?:self\.)?$/;

function isUse(name: string, whole: string): boolean {
  const text = whole.slice(0, longestLine);
  if (noUse.test(text)) return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
    if (/[\w$]$/.test(before) || /^[\w$]/.test(after)) continue;
    if (declaring.test(before) || /\b(?:const|let|var|val)\s+$/.test(before)) continue;
    // A line of a list of imports holds nothing but the name.
    if (before.trim() === '' && /^\s*(?:as\s+\w+)?\s*,?\s*$/.test(after)) continue;
    return true;
  }
  return false;
}

/** `src/auth.ts:42` in a text of the plan, where the tree has that file: what the plan says goes before any search. */
export function plannedSites(texts: readonly string[], files: ReadonlySet<string>): CallSites | null {
  const found = texts.flatMap((text) => [...text.matchAll(/([\w@+.~/-]{1,200}\.\w{1,10}):(\d{1,7})\b/g)]);
  const sites = found.flatMap(([whole, path = '']) => (files.has(path) ? [whole] : []));
  const all = [...new Set(sites)];
  if (all.length === 0) return null;
  return { name: 'named by the plan', sites: all.slice(0, mostSites), more: Math.max(0, all.length - mostSites) };
}
