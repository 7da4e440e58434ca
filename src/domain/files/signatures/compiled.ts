import { before, blockAt, headAt, indentOf, indexOutside } from './heads.js';

/** Go: functions, methods, types with their fields, names of constants and variables. */
export function goSignatures(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) => {
    if (/^func\b/.test(line)) return [goFunction(headAt(lines, at, (head) => /\{/.test(withoutGoTypes(head))))];
    if (/^type\b/.test(line)) return /[{(]\s*$/.test(line) ? blockAt(lines, at) : [line];
    if (!/^(?:const|var)\b/.test(line)) return /^package\b/.test(line) ? [line] : [];
    return (/\(\s*$/.test(line) ? blockAt(lines, at) : [line]).map((one) => one.replace(/=.*$/, '').trimEnd());
  });
}

/** `interface{}` and `struct{}` hold braces that begin no body. */
function withoutGoTypes(head: string): string {
  return head.replace(
    /\b(interface|struct)\s*\{\s*\}/g,
    (all, word: string) => `${word}${'_'.repeat(all.length - word.length)}`,
  );
}

function goFunction(head: string): string {
  const at = indexOutside(withoutGoTypes(head), '{');
  return (at < 0 ? head : head.slice(0, at)).trimEnd();
}

const rustItem =
  /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+(?:"[^"]*"\s+)?)*(fn|struct|enum|trait|type|static|const|mod|use|impl|union)\b/;

/** Rust: what is public, members of traits, heads of `impl` blocks. */
export function rustSignatures(lines: readonly string[]): readonly string[] {
  let traitIndent: number | null = null;
  return lines.flatMap((line, at) => {
    const indent = indentOf(line);
    if (traitIndent !== null && line.trim() !== '' && indent <= traitIndent) traitIndent = null;
    const what = rustItem.exec(line)?.[1];
    if (what === undefined) return [];
    const inTrait = traitIndent !== null && what === 'fn';
    if (what === 'trait') traitIndent = indent;
    return inTrait || what === 'impl' || /^\s*pub\b/.test(line) ? rustLines(lines, at, what) : [];
  });
}

function rustLines(lines: readonly string[], at: number, what: string): readonly string[] {
  const line = lines[at] ?? '';
  if (what === 'use') return [line];
  const head = headAt(lines, at, (text) => indexOutside(text, '{;') >= 0);
  const hasFields = /^(?:struct|enum|union)$/.test(what) && head.includes('{') && !line.includes('}');
  if (hasFields) return blockAt(lines, at);
  const end = what === 'fn' || what === 'impl' ? '{;' : '={;';
  return [`${line.slice(0, indentOf(line))}${before(head, end)}`];
}

const javaWords =
  /^\s*(?:if|for|while|switch|return|throw|new|else|do|try|catch|finally|synchronized|super|this|assert|yield|case|import)\b/;

/** Java: types and their members at the first two indents, those that are private left out. */
export function javaSignatures(lines: readonly string[]): readonly string[] {
  const indents = [...new Set(lines.filter((line) => /^\s*[\w@]/.test(line)).map(indentOf))].sort((a, b) => a - b);
  const deepest = indents[1] ?? 0;
  return lines.flatMap((line, at) => {
    if (indentOf(line) > deepest || javaWords.test(line) || /^\s*private\b/.test(line)) return [];
    if (/^\s*package\b/.test(line)) return [line];
    const isType = /^\s*(?:[\w@]+\s+)*(?:class|interface|enum|record)\s+\w/.test(line);
    const isMember = /^\s*[\w@<][\w<>[\],.?&\s@]*\(/.test(line) && !/^\s*@/.test(line);
    if (!isType && !isMember) return [];
    const head = headAt(lines, at, (text) => indexOutside(text, '{;') >= 0);
    return [`${line.slice(0, indentOf(line))}${before(head, '{;')}`];
  });
}
