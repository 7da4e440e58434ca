/**
 * A command line as a POSIX shell would cut it: words, and what only a shell can do. No word is expanded; a word
 * with something to expand is `live`, so that its caller can leave it to a shell (T8).
 */

export interface ShellWord {
  readonly kind: 'word';
  /** As it stands in the line. */
  readonly source: string;
  /** With quotes and escapes resolved. */
  readonly value: string;
  /** Holds an unquoted pattern, a variable or a substitution. */
  readonly live: boolean;
  readonly start: number;
}

export interface ShellOperator {
  readonly kind: 'operator';
  readonly source: string;
  readonly start: number;
}

export type ShellToken = ShellWord | ShellOperator;

export type ShellLine =
  | { readonly kind: 'tokens'; readonly tokens: readonly ShellToken[] }
  | { readonly kind: 'broken'; readonly why: string };

const blanks = ' \t';
const operators = '|&;<>()\n';
const patternMarks = '*?[]{}~$`';

interface Piece {
  readonly value: string;
  readonly live: boolean;
  readonly end: number;
}

export function readShellLine(line: string): ShellLine {
  const tokens: ShellToken[] = [];
  let at = 0;
  while (at < line.length) {
    const char = line.charAt(at);
    if (blanks.includes(char)) {
      at += 1;
    } else if (operators.includes(char)) {
      const end = operatorEnd(line, at);
      tokens.push({ kind: 'operator', source: line.slice(at, end), start: at });
      at = end;
    } else if (char === '#') {
      tokens.push({ kind: 'operator', source: line.slice(at), start: at });
      at = line.length;
    } else {
      const word = readWord(line, at);
      if (typeof word === 'string') return { kind: 'broken', why: word };
      tokens.push({ kind: 'word', source: line.slice(at, word.end), value: word.value, live: word.live, start: at });
      at = word.end;
    }
  }
  return { kind: 'tokens', tokens };
}

function operatorEnd(line: string, at: number): number {
  const pair = line.slice(at, at + 2);
  return ['&&', '||', ';;', '>>', '<<', '>&', '<&', '>|'].includes(pair) ? at + 2 : at + 1;
}

/** One word from `at` on, or what is broken about it. */
function readWord(line: string, at: number): Piece | string {
  let value = '';
  let live = false;
  let index = at;
  while (index < line.length) {
    const char = line.charAt(index);
    if (blanks.includes(char) || operators.includes(char)) break;
    const piece = readPiece(line, index, char);
    if (typeof piece === 'string') return piece;
    value += piece.value;
    live ||= piece.live;
    index = piece.end;
  }
  return { value, live, end: index };
}

function readPiece(line: string, at: number, char: string): Piece | string {
  if (char === "'") return readSingleQuoted(line, at);
  if (char === '"') return readDoubleQuoted(line, at);
  if (char !== '\\') return { value: char, live: patternMarks.includes(char), end: at + 1 };
  if (at + 1 >= line.length) return 'it ends with a backslash';
  const next = line.charAt(at + 1);
  return { value: next === '\n' ? '' : next, live: false, end: at + 2 };
}

function readSingleQuoted(line: string, at: number): Piece | string {
  const end = line.indexOf("'", at + 1);
  if (end === -1) return "a single quote (') is not closed";
  return { value: line.slice(at + 1, end), live: false, end: end + 1 };
}

function readDoubleQuoted(line: string, at: number): Piece | string {
  let value = '';
  let live = false;
  let index = at + 1;
  while (index < line.length) {
    const char = line.charAt(index);
    if (char === '"') return { value, live, end: index + 1 };
    const next = line.charAt(index + 1);
    if (char === '\\' && next !== '' && '$`"\\\n'.includes(next)) {
      value += next === '\n' ? '' : next;
      index += 2;
    } else {
      live ||= char === '$' || char === '`';
      value += char;
      index += 1;
    }
  }
  return 'a double quote (") is not closed';
}
