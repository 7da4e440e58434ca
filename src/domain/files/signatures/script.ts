import { before, blockAt, headAt, indentOf, indexOutside } from './heads.js';

/** Exported names of JavaScript and TypeScript, with parameters and types, without bodies and values. */
export function scriptSignatures(lines: readonly string[]): readonly string[] {
  const isCommonJs = lines.some((line) => /^(?:module\.)?exports\b/.test(line));
  return lines.flatMap((line, at) => {
    if (/^(?:export|(?:module\.)?exports)\b/.test(line)) return exported(lines, at);
    return isCommonJs && /^(?:async\s+)?(?:function|class)\b/.test(line) ? declared(lines, at) : [];
  });
}

function exported(lines: readonly string[], at: number): readonly string[] {
  const line = lines[at] ?? '';
  if (/^export\s+(?:type\s+)?[{*]/.test(line)) return [headAt(lines, at, (head) => /[}'"]\s*;?$/.test(head))];
  if (/^(?:module\.)?exports\b/.test(line)) return [commonJs(headAt(lines, at, closes))];
  return declared(lines, at);
}

function closes(head: string): boolean {
  return indexOutside(head, '=') >= 0 && (!head.includes('{') || head.includes('}'));
}

/** `module.exports = { a, b }` names what there is; values and functions are left out. */
function commonJs(head: string): string {
  const names = /^module\.exports\s*=\s*\{([^}]*)\}/.exec(head)?.[1];
  if (names === undefined) return before(head, '=');
  const keys = names.split(',').map((part) => /^\s*([\w$]+)/.exec(part)?.[1] ?? '');
  return `module.exports = { ${keys.filter((key) => key !== '').join(', ')} }`;
}

function declared(lines: readonly string[], at: number): readonly string[] {
  const line = lines[at] ?? '';
  const what = /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?([a-z]+)/.exec(line)?.[1];
  switch (what) {
    // They hold no implementation.
    case 'interface':
    case 'enum':
      return blockAt(lines, at);
    case 'type':
      return line.includes('{') && !line.includes('}') ? blockAt(lines, at) : [line];
    case 'class':
      return classLines(lines, at);
    case 'const':
    case 'let':
    case 'var':
      return [variable(headAt(lines, at, (head) => indexOutside(head, ';{') >= 0 || /=>/.test(head)))];
    case 'function':
      return [
        before(
          headAt(lines, at, (head) => indexOutside(head, '{;') >= 0),
          '{;',
        ),
      ];
    default:
      return ['export default …'];
  }
}

/** The parameters of a function are its signature, any other value is not. */
function variable(head: string): string {
  const at = indexOutside(head, '=');
  if (at < 0) return before(head, ';');
  const name = head.slice(0, at).trimEnd();
  const value = head.slice(at + 1);
  const arrow = indexOutside(value, '=');
  if (value[arrow + 1] === '>' && /^\s*(?:async\b\s*)?(?:\(|[\w$]+\s*=>)/.test(value)) {
    return `${name} =${value.slice(0, arrow + 2)}`;
  }
  const named = /^\s*(?:async\s+)?function\b/.test(value) ? ` =${before(value, '{')}` : '';
  return `${name}${named}`;
}

const keywords = /^(?:if|for|while|switch|return|throw|new|catch|else|do|try|await|const|let|var)\b/;

/** The class and its members at their first indent; private ones and values are left out. */
function classLines(lines: readonly string[], at: number): readonly string[] {
  const block = blockAt(lines, at);
  const head = before(lines[at] ?? '', '{');
  const body = block.slice(1, -1);
  const indent = indentOf(body.find((line) => line.trim() !== '') ?? '');
  const members = body.flatMap((line, index) => {
    const text = line.trim();
    if (indentOf(line) !== indent || keywords.test(text) || /^(?:#|\/|\*|}|private\b|@)/.test(text)) return [];
    if (!/^[\w$[*<]/.test(text)) return [];
    return [
      `  ${before(
        before(
          headAt(body, index, (part) => indexOutside(part, '{;=') >= 0),
          '{;',
        ),
        '=',
      )}`,
    ];
  });
  return [head, ...members];
}
