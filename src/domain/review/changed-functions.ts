import { languageOf, longestLine } from './source-files.js';

export interface Declared {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

const name = '([A-Za-z_$][\\w$]*)';
/** Lines that begin a function, in any of the languages; the first group that is set is its name. */
const beginnings: readonly RegExp[] = [
  new RegExp(`\\bfunction\\s*\\*?\\s+${name}`),
  new RegExp(
    `\\b(?:const|let|var|val)\\s+${name}\\s*(?::[^=]{1,120})?=\\s*(?:async\\s+)?(?:function\\b|\\(|[\\w$]+\\s*=>)`,
  ),
  /^\s*(?:async\s+)?(?:def|defp|sub)\s+(?:self\.)?([A-Za-z_]\w*[?!]?)/,
  /^\s*(?:\w+\s+){0,4}(?:fn|fun|func)\s+(?:\([^)]{0,100}\)\s*)?(?:\w+\.)?([A-Za-z_]\w*)/,
  // A method: words, a name, parameters, and the brace of its body.
  /^\s+(?:[\w<>,.[\]?&*]+\s+){0,6}#?([A-Za-z_$][\w$]*)\s*\([^()]{0,200}\)[^(){}=]{0,100}\{\s*$/,
  // A function of C, Java or C#, whose brace may stand on the next line.
  /^(?:[\w<>,.[\]?&*]+\s+){1,6}[*&]?([A-Za-z_]\w*)\s*\([^()]{0,200}\)\s*(?:const\s*)?\{?\s*$/,
];

const noFunction: ReadonlySet<string> = new Set([
  ...['if', 'for', 'while', 'switch', 'catch', 'return', 'function', 'with', 'do', 'else', 'try', 'new', 'await'],
  ...['foreach', 'using', 'lock', 'when', 'match', 'unless', 'elif', 'elsif', 'synchronized', 'constructor'],
]);

/** Functions and methods of a file, as far as their first lines tell. */
export function declaredFunctions(path: string, text: string): readonly Declared[] {
  if (languageOf(path) === null) return [];
  return text.split('\n').flatMap((line, index) => {
    const found = declaredIn(line);
    return found === null ? [] : [{ name: found, line: index + 1 }];
  });
}

function declaredIn(whole: string): string | null {
  const line = whole.slice(0, longestLine);
  for (const beginning of beginnings) {
    const found = beginning.exec(line)?.[1];
    if (found !== undefined && !noFunction.has(found)) return found;
  }
  return null;
}

/** The functions that hold a changed line, each once: the last one that begins at or before it. */
export function changedFunctions(path: string, text: string, changed: readonly number[]): readonly Declared[] {
  const declared = declaredFunctions(path, text);
  const holding = changed.flatMap((line) => declared.findLast((one) => one.line <= line) ?? []);
  return [...new Set(holding)];
}
