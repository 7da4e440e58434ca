import { folderOf, languageOf, longestLine, type Language } from './source-files.js';

/** Words that stand in a line which declares a type, in one of the languages below: what to look for in a tree. */
export const typeWords: readonly string[] = [
  ...['class', 'interface', 'type', 'enum', 'struct', 'record', 'trait', 'object', 'protocol', 'union', 'module'],
  ...['defmodule', 'NewType', 'namedtuple', 'TypedDict'],
];

const classLike =
  /^\s*(?:(?:public|internal|open|data|sealed|abstract|final|static|value|inline|case|partial|readonly|export)\s+)*(?:class|interface|enum|record|struct|trait|object|protocol)\s+([A-Z]\w*)/;

/** The declaration of a type that other files may use; the name is the first group that is set. */
const declarations: Readonly<Record<Language, RegExp>> = {
  script:
    /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:const\s+)?(?:class|interface|type|enum)\s+([A-Za-z_$][\w$]*)|^class\s+([A-Za-z_$][\w$]*)/,
  python: /^class\s+([A-Za-z]\w*)|^([A-Za-z]\w*)\s*=\s*(?:\w+\.)?(?:NewType|namedtuple|NamedTuple|TypedDict)\(/,
  go: /^type\s+([A-Z]\w*)\s/,
  rust: /^\s*pub(?:\([a-z: ]{1,40}\))?\s+(?:struct|enum|trait|type|union)\s+([A-Za-z_]\w*)/,
  'class-based': classLike,
  ruby: /^\s*(?:class|module)\s+([A-Z]\w*)/,
  c: /^(?:typedef\s+)?(?:struct|class|enum(?:\s+class)?|union)\s+([A-Za-z_]\w*)\s*[:{]?\s*$/,
  elixir: /^\s*defmodule\s+([A-Z][\w.]*)/,
};

/** The type that this line declares for others; null when it declares none. Names only: no line goes any further. */
export function declaredType(path: string, line: string): string | null {
  const language = languageOf(path);
  if (language === null) return null;
  const found = declarations[language].exec(line.slice(0, longestLine));
  return found?.[1]?.slice(0, longestName) ?? found?.[2]?.slice(0, longestName) ?? null;
}

const longestName = 80;
const mostTypes = 100;
const mostFiles = 200;

/** Folders where people keep the words of their domain. */
const domainFolder = /(?:^|\/)(?:domain|models?|types|entit(?:y|ies)|values?|schemas?)\//;

/**
 * Production files near the step's: in the same folders, then in folders that hold a domain by their name, then below
 * the step's folders. At most 200.
 * @param near the step's files, tests left out
 * @param files all production files of the tree
 */
export function filesNear(near: readonly string[], files: readonly string[]): readonly string[] {
  const folders = new Set(near.map(folderOf));
  const below = [...folders].filter((folder) => folder !== '').map((folder) => `${folder}/`);
  const distance = (path: string): number => {
    if (folders.has(folderOf(path))) return 0;
    if (domainFolder.test(path)) return 1;
    return below.some((folder) => path.startsWith(folder)) ? 2 : 3;
  };
  return files
    .filter((path) => languageOf(path) !== null)
    .map((path) => ({ path, at: distance(path) }))
    .filter(({ at }) => at < 3)
    .toSorted((one, other) => one.at - other.at)
    .slice(0, mostFiles)
    .map(({ path }) => path);
}

/** Names of the types that these lines declare, each once, sorted; at most 100 (R-001-19). */
export function typeNames(lines: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  const names = lines.flatMap(({ path, text }) => declaredType(path, text) ?? []);
  return [...new Set(names)].slice(0, mostTypes).toSorted();
}
