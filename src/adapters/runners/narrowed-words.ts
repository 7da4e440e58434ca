import { plainWord, type CommandParts, type CommandWord } from '../../domain/evidence/test-command.js';
import type { OptionForm } from './package-program.js';

/** How many words an option takes with it; null: not known, so that a word behind it may be its value or a path. */
export type FormOf = (option: string) => OptionForm | null;

/**
 * The words without the paths among them, for a command that is to run other files with the same options. Null when
 * it can't be told which words are paths: then the command is left whole.
 */
export function withoutPaths(words: readonly CommandWord[], formOf: FormOf): readonly CommandWord[] | null {
  const kept: CommandWord[] = [];
  let before: OptionForm | null = 'flag';
  for (const word of words) {
    if (word.value === '--') return kept;
    if (/^-./.test(word.value)) {
      before = word.value.includes('=') ? 'flag' : formOf(word.value);
      kept.push(word);
    } else if (before === null || word.value === '' || word.source.includes('$')) {
      return null;
    } else if (before !== 'flag') {
      kept.push(word);
      if (before === 'value') before = 'flag';
    }
  }
  return kept;
}

/** Repository-relative files as words; null when one would be taken for a pattern, or the command runs elsewhere. */
export function fileWords(
  files: readonly string[],
  parts: CommandParts,
  pattern: RegExp,
): readonly CommandWord[] | null {
  const isElsewhere = parts.shell !== null && /(?:^|[\s;&])(?:cd|pushd)\s/.test(parts.shell.before);
  if (isElsewhere || files.length === 0 || files.some((file) => pattern.test(file))) return null;
  return files.map((file) => plainWord(file.startsWith('-') ? `./${file}` : file));
}
