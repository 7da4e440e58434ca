import type { ToolCheck } from './checks.js';
import { commandParts, plainWord, withWords } from '../evidence/test-command.js';

/**
 * The command for a tree in which these files were touched and still are; null when there is nothing for it to look at.
 */
export function toolCommand(check: ToolCheck, touched: readonly string[]): readonly string[] | null {
  if (check.touched === null) return check.argv;
  const { endings, scopes } = check.touched;
  const files = touched.filter((path) => {
    const isInside = scopes.length === 0 || scopes.some((scope) => path === scope || path.startsWith(`${scope}/`));
    return isInside && endings.some((ending) => path.endsWith(ending));
  });
  const parts = commandParts(check.argv);
  if (files.length === 0 || parts === null) return null;
  // A file whose name begins like an option is no option.
  const words = files.map((path) => plainWord(path.startsWith('-') ? `./${path}` : path));
  return withWords(parts, [...parts.words, ...words]);
}
