import {
  commandParts,
  plainWord,
  withWords,
  type CommandParts,
  type CommandWord,
} from '../../domain/evidence/test-command.js';

/** A program of node_modules as commands start it: by name, by path, behind `npx` and its like, or by `node`. */
export interface PackageProgram {
  readonly parts: CommandParts;
  /** What stands before the program's own arguments, the program included. */
  readonly start: readonly CommandWord[];
  readonly args: readonly CommandWord[];
}

/** @param scripts the program's files below node_modules, as `node` is given them */
export function packageProgram(argv: readonly string[], name: string, scripts: RegExp): PackageProgram | null {
  const parts = commandParts(argv);
  if (parts === null) return null;
  const at = programAt(
    parts.words.map((word) => word.value),
    name,
    scripts,
  );
  if (at === null) return null;
  return { parts, start: parts.words.slice(at.from, at.program + 1), args: parts.words.slice(at.program + 1) };
}

interface ProgramAt {
  /** `npx` goes: it would ask the network for a program that is not installed. */
  readonly from: number;
  readonly program: number;
}

function programAt(words: readonly string[], name: string, scripts: RegExp): ProgramAt | null {
  const is = (at: number): boolean => words[at]?.replace(/^.*\//, '') === name;
  if (is(0)) return { from: 0, program: 0 };
  const started = startedAt(words);
  if (started !== null) return is(started.program) ? started : null;
  if (!/^(?:.*\/)?node$/.test(words[0] ?? '')) return null;
  const at = indexFrom(words, 1, (word, before) => !word.startsWith('-') && !takesValue(before));
  return scripts.test(words[at] ?? '') ? { from: 0, program: at } : null;
}

/** What a package manager is to start; null when the command is none of theirs. */
function startedAt([first = '', second = '', ...rest]: readonly string[]): ProgramAt | null {
  if (first === 'npx' || (first === 'npm' && second === 'exec')) {
    const start = first === 'npx' ? 1 : 2;
    const isOption = (word: string): boolean => /^(?:--no-install|--no|-y|--yes|--)$/.test(word);
    const at = indexFrom([first, second, ...rest], start, (word) => !isOption(word));
    return { from: at, program: at };
  }
  if (first !== 'pnpm' && first !== 'yarn') return null;
  return { from: 0, program: second === 'exec' || second === 'run' ? 2 : 1 };
}

function indexFrom(
  words: readonly string[],
  start: number,
  fits: (word: string, before: string | undefined) => boolean,
): number {
  return words.findIndex((word, at) => at >= start && fits(word, words[at - 1]));
}

function takesValue(option: string | undefined): boolean {
  return /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions)$/.test(option ?? '');
}

/** As people and leaves may start it: a bare name is not on PATH outside of a package script. */
export function shownProgram({ parts, start }: PackageProgram, args: readonly CommandWord[]): readonly string[] {
  const [first] = start;
  const isBare = start.length === 1 && first !== undefined && !first.value.includes('/');
  return withWords(parts, [...(isBare ? [plainWord('npx')] : []), ...start, ...args]);
}

/**
 * The whole command as one shell line, with the programs of node_modules on PATH as a package script has them.
 * @param before shell commands that come first, each with its `;`
 */
export function startedProgram(
  { parts, start }: PackageProgram,
  args: readonly CommandWord[],
  before = '',
): readonly string[] {
  const path = 'PATH="$PWD/node_modules/.bin:$PATH"; export PATH; ';
  const words = [...parts.lead, ...start, ...args].map((word) => word.source).join(' ');
  const line = parts.shell === null ? `exec ${words}` : parts.shell.before + words;
  return [parts.shell?.program ?? 'sh', '-c', path + before + line];
}

/** How an option is taken out of a command: alone, with the word behind it, or with all words up to the next option. */
export type OptionForm = 'flag' | 'value' | 'list';

/** The words without the options named, in any spelling: `--watch-all`, `--watchAll=true`, `--no-watchAll`. */
export function withoutOptions(
  words: readonly CommandWord[],
  options: Readonly<Record<string, OptionForm>>,
): readonly CommandWord[] {
  const kept: CommandWord[] = [];
  let dropping: OptionForm = 'flag';
  let isOver = false;
  for (const word of words) {
    isOver ||= word.value === '--';
    if (isOver || !word.value.startsWith('-')) {
      if (isOver || dropping === 'flag') kept.push(word);
      if (dropping === 'value') dropping = 'flag';
      continue;
    }
    const form = formOf(word.value, options);
    dropping = form === null || (form === 'value' && word.value.includes('=')) ? 'flag' : form;
    if (form === null) kept.push(word);
  }
  return kept;
}

/** The form of an option in any spelling, or null when it is none of these. */
export function formOf(word: string, options: Readonly<Record<string, OptionForm>>): OptionForm | null {
  const name = word
    .replace(/=.*$/s, '')
    .replace(/^--?(?:no-)?/, '')
    .replace(/\..*$/, '')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(options, name) ? (options[name] ?? null) : null;
}
