import { goSignatures, javaSignatures, rustSignatures } from './signatures/compiled.js';
import { pythonSignatures } from './signatures/python.js';
import { scriptSignatures } from './signatures/script.js';

/**
 * What other code can call of a source file, without how it works: the lines that RED is shown in place of the file
 * under `isolation: split` (R-001-18, C-9). Simple line grammars, made for code as formatters leave it: a head they
 * do not know is left out, a body is never shown on purpose. Empty for languages without a grammar.
 */
export function signaturesOf(path: string, text: string): readonly string[] {
  const grammar = grammarOf(path);
  if (grammar === null || text.length > maxChars) return [];
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  return grammar(lines)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .map((line) => (line.length > maxLine ? `${line.slice(0, maxLine)}…` : line))
    .slice(0, maxLines);
}

/** Is there a grammar for files of this name? */
export function hasGrammar(path: string): boolean {
  return grammarOf(path) !== null;
}

const maxChars = 1_000_000;
const maxLine = 400;
const maxLines = 400;

type Grammar = (lines: readonly string[]) => readonly string[];

const grammars: readonly (readonly [RegExp, Grammar])[] = [
  [/\.(?:[cm]?[jt]s|[jt]sx)$/i, scriptSignatures],
  [/\.pyi?$/i, pythonSignatures],
  [/\.go$/i, goSignatures],
  [/\.rs$/i, rustSignatures],
  [/\.java$/i, javaSignatures],
];

function grammarOf(path: string): Grammar | null {
  return grammars.find(([names]) => names.test(path))?.[1] ?? null;
}

/** Programs' sources by their ending; data, documents and stubs without bodies (`.d.ts`, `.pyi`) are none. */
const sources =
  /\.(?:[cm]?[jt]s|[jt]sx|py|go|rs|java|kt|kts|scala|groovy|clj|rb|php|cs|fs|vb|c|h|cc|cpp|cxx|hh|hpp|m|mm|swift|ex|exs|erl|hs|ml|mli|lua|pl|pm|dart|r|jl|zig|nim|vue|svelte|elm|sh|bash|ps1|sql)$/i;

/** Does the file's name say that it holds code? */
export function isSource(path: string): boolean {
  return sources.test(path) && !/\.d\.[cm]?ts$/i.test(path);
}

export interface WithheldFile {
  readonly path: string;
  readonly text: string | null;
}

/** All withheld files with their signatures, as one text; capped, and the cap is said in it. */
export function signatureList(files: readonly WithheldFile[], maxTotal: number): string {
  const parts: string[] = [];
  let used = 0;
  for (const { path, text } of files) {
    const lines = text === null ? [] : signaturesOf(path, text);
    const part = [path, ...lines.map((line) => `    ${line}`), ...(hasGrammar(path) ? [] : ['    (name only)'])].join(
      '\n',
    );
    if (used + part.length > maxTotal) {
      parts.push(`… and ${files.length - parts.length} more files`);
      break;
    }
    used += part.length + 1;
    parts.push(part);
  }
  return parts.join('\n');
}
