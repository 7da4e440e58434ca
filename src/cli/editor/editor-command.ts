import { readShellLine } from '../../domain/evidence/shell-words.js';

export type EditorCommand =
  | { readonly kind: 'command'; readonly argv: readonly [string, ...string[]] }
  /** In words for the person, with what to do. */
  | { readonly kind: 'none'; readonly why: string };

const example = 'for example: export EDITOR=vi';

/** VISUAL or EDITOR as argv: `code --wait` has an argument, and no shell reads the line. */
export function editorCommand(line: string | null): EditorCommand {
  if (line === null || line.trim() === '')
    return { kind: 'none', why: `No editor is set: neither VISUAL nor EDITOR; ${example}` };
  const read = readShellLine(line.trim());
  if (read.kind === 'broken') return unusable(line, read.why);
  const words = read.tokens.flatMap((token) => (token.kind === 'word' && !token.live ? [token.value] : []));
  if (words.length < read.tokens.length) return unusable(line, 'it holds what only a shell can do');
  const [program, ...args] = words;
  return program === undefined || program === ''
    ? unusable(line, 'no program')
    : { kind: 'command', argv: [program, ...args] };
}

function unusable(line: string, why: string): EditorCommand {
  const expected = 'expected a program with its arguments';
  return { kind: 'none', why: `VISUAL or EDITOR can't be used ("${line}"): ${why}; ${expected}, ${example}` };
}
