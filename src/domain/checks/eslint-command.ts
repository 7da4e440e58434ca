import type { ToolCheck } from './checks.js';
import { commandParts, withWords, type CommandWord } from '../evidence/test-command.js';
import type { PackageFacts } from './package-facts.js';

export interface EslintFacts {
  /** The settings file is of the new form: files that are ignored may be named without a warning. */
  readonly flat: boolean;
  readonly pkg: PackageFacts;
}

/** Options behind which a value stands as a word of its own. */
const withValue =
  /^(?:-c|--config|--ext|--parser|--parser-options|--plugin|--rule|--resolve-plugins-relative-to|--rulesdir|--env|--global|--ignore-path|--ignore-pattern|--max-warnings|-o|--output-file|-f|--format|--cache-file|--cache-location|--cache-strategy|--flag|--concurrency|--suppressions-location|--suppress-rule|--fix-type|--report-unused-disable-directives-severity|--report-unused-inline-configs)$/;

/** What would change files: what is committed is looked at, not what could be made of it. */
const mends = /^--fix(?:-dry-run|-type)?(?:=|$)/;

/**
 * eslint, started for the touched files alone (R-004-46); null when the command is none of eslint's, or one whose
 * files can't be taken apart: then it runs as it is written.
 */
export function eslintOnTouched(
  argv: readonly string[],
  facts: EslintFacts,
): Pick<ToolCheck, 'argv' | 'touched'> | null {
  const parts = commandParts(argv);
  const words = parts === null ? null : ownWords(parts.words);
  if (parts === null || words === null) return null;
  const options: CommandWord[] = [];
  const scopes: string[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) continue;
    const isPair = withValue.test(word.value);
    const taken = isPair ? words.slice(at, at + 2) : [word];
    if (isPair) at += 1;
    if (mends.test(word.value) || word.value === '--') continue;
    if (word.value.startsWith('-')) options.push(...taken);
    else scopes.push(scopeOf(word.value));
  }
  // Which files a pattern stands for is eslint's to say, and old settings warn of a file that they ignore.
  if (scopes.some((scope) => /[*?{}[\]!$]/.test(scope))) return null;
  const counts = options.some(({ value }) => value.startsWith('--max-warnings'));
  if (counts && !facts.flat) return null;
  const quiet = facts.flat ? [{ value: '--no-warn-ignored', source: '--no-warn-ignored' }] : [];
  const start: CommandWord = { value: 'eslint', source: 'eslint' };
  return {
    argv: [...withWords(parts, [start, ...options, ...quiet])],
    touched: { endings: endingsOf(facts), scopes: scopes.filter((scope) => scope !== '') },
  };
}

/** From `eslint` on, without what only finds it: the programs of node_modules are on PATH. */
function ownWords(words: readonly CommandWord[]): readonly CommandWord[] | null {
  const isEslint = (at: number): boolean => words[at]?.value.replace(/^.*\//, '') === 'eslint';
  const [first, second] = words.map(({ value }) => value);
  if (isEslint(0)) return words;
  if (first === 'npx' && (second === '--no-install' || second === '--no')) return isEslint(2) ? words.slice(2) : null;
  if (first === 'npx' || first === 'yarn' || first === 'pnpm') {
    if (isEslint(1)) return words.slice(1);
    return (second === 'exec' || second === 'run') && isEslint(2) ? words.slice(2) : null;
  }
  return null;
}

function scopeOf(word: string): string {
  return word
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
    .replace(/^\.$/, '');
}

/** Settings of the old form parse whatever they are given; the new form knows which files it is about. */
function endingsOf({ flat, pkg }: EslintFacts): string[] {
  const types = ['.ts', '.mts', '.cts', '.tsx'];
  if (flat) return ['.js', '.mjs', '.cjs', '.jsx', ...types, '.vue', '.svelte'];
  const readsTypes = pkg.names.some((name) => /^(?:@typescript-eslint\/|typescript-eslint$)/.test(name));
  const readsJsx = pkg.has('eslint-plugin-react');
  return ['.js', '.mjs', '.cjs', ...(readsJsx ? ['.jsx'] : []), ...(readsTypes ? types : [])];
}
