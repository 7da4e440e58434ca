import { problemText } from '../feedback.js';
import { readShellLine, type ShellWord } from './shell-words.js';

/** A test command as a person types it, as argv, and as a line to show or to paste into a shell (R16, T8). */
export type ParsedCommand =
  | { readonly kind: 'command'; readonly argv: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/;

/**
 * Cuts a command line into argv. What only a shell can do (patterns, variables, `&&`) stays with a shell:
 * `sh -c <line>`. Refused are an empty line and one that no shell could read.
 */
export function parseTestCommand(line: string): ParsedCommand {
  if (line.includes('\0')) return refused('the test command holds a NUL character');
  const trimmed = line.trim();
  if (trimmed === '') return refused('the test command is empty');
  const read = readShellLine(trimmed);
  if (read.kind === 'broken') return refused(`the test command can't be read: ${read.why}`);
  const words = read.tokens.filter((token) => token.kind === 'word');
  const needsShell = words.length < read.tokens.length || words.some((word) => word.live);
  if (needsShell) return { kind: 'command', argv: ['sh', '-c', trimmed] };
  const values = words.map((word) => word.value);
  const startsWithAssignment = assignment.test(words[0]?.source ?? '');
  return { kind: 'command', argv: startsWithAssignment ? ['env', ...values] : values };
}

function refused(what: string): ParsedCommand {
  return {
    kind: 'refused',
    reason: problemText({ what, expected: 'one command with its arguments', example: 'node --test test/' }),
  };
}

/** One line that a shell cuts back into exactly this argv; what people see and what `PAWL_TEST_CMD` holds. */
export function showTestCommand(argv: readonly string[]): string {
  return argv.map((word, index) => (index === 0 && assignment.test(word) ? quoted(word) : shellQuote(word))).join(' ');
}

/** The whole of it as one line for a shell at the top of the repository; a project below is entered first. */
export function commandLine({ argv, folder = '' }: CommandPlace): string {
  const line = showTestCommand(argv);
  return folder === '' ? line : `cd ${shellQuote(folder)} && ${line}`;
}

export interface CommandPlace {
  readonly argv: readonly string[];
  readonly folder?: string | undefined;
}

/** `cd <folder> && <command>`, the form in which a command of a project below the top is shown and may be given. */
export function splitFolder(line: string): { readonly folder: string; readonly rest: string } {
  const match = /^\s*cd\s+(?:'([^']+)'|"([^"$`\\]+)"|([^\s'"$`\\&;|]+))\s*&&\s*(\S.*)$/s.exec(line);
  if (match === null) return { folder: '', rest: line };
  const folder = (match[1] ?? match[2] ?? match[3] ?? '').replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const isInside = folder !== '' && !folder.startsWith('/') && !folder.startsWith('~');
  return isInside && !folder.split('/').includes('..') ? { folder, rest: match[4] ?? '' } : { folder: '', rest: line };
}

export function shellQuote(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : quoted(word);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export interface CommandWord {
  readonly value: string;
  /** As it stands in a shell line. */
  readonly source: string;
}

/** The program a command starts in the end, with what stands before it kept apart. */
export interface CommandParts {
  /** `env`, assignments: kept in front. */
  readonly lead: readonly CommandWord[];
  readonly words: readonly CommandWord[];
  /** For `sh -c <line>`: the shell, and the line up to its last command; null for plain argv. */
  readonly shell: { readonly program: string; readonly before: string } | null;
}

/**
 * Looks into a command so that a runner's adapter can add its own arguments. Of a shell line it knows `a && b && c`,
 * whose last command gives the exit code; null for all other shell constructs.
 */
export function commandParts(argv: readonly string[]): CommandParts | null {
  const [program, flag, line, ...rest] = argv;
  const isShell = program !== undefined && /^(?:.*\/)?(?:sh|bash|dash)$/.test(program) && flag === '-c';
  if (!isShell) return splitLead(argv.map(plainWord), null);
  if (line === undefined || rest.length > 0) return null;
  const read = readShellLine(line);
  if (read.kind === 'broken') return null;
  let last: ShellWord[] = [];
  for (const token of read.tokens) {
    if (token.kind === 'word') last.push(token);
    else if (token.source === '&&') last = [];
    else return null;
  }
  if (last.some((word) => word.source.includes('`') || word.source.includes('$('))) return null;
  return splitLead(last, { program, before: line.slice(0, last[0]?.start ?? line.length) });
}

function splitLead(words: readonly CommandWord[], shell: CommandParts['shell']): CommandParts {
  let start = /^(?:.*\/)?(?:env|cross-env)$/.test(words[0]?.value ?? '') ? 1 : 0;
  // Without `env` in front, only a shell takes `A=b program` for an assignment.
  const text = (word: CommandWord | undefined): string => (start > 0 ? word?.value : word?.source) ?? '';
  if (start === 1 || shell !== null) while (assignment.test(text(words[start]))) start += 1;
  return { lead: words.slice(0, start), words: words.slice(start), shell };
}

export function plainWord(value: string): CommandWord {
  return { value, source: shellQuote(value) };
}

/** The whole command again, with other words for its last program. */
export function withWords(parts: CommandParts, words: readonly CommandWord[]): readonly string[] {
  const all = [...parts.lead, ...words];
  if (parts.shell === null) return all.map((word) => word.value);
  return [parts.shell.program, '-c', parts.shell.before + all.map((word) => word.source).join(' ')];
}
