/** Which files of a repository hold people's own code, by name alone. */

export type Language = 'script' | 'python' | 'go' | 'rust' | 'class-based' | 'ruby' | 'c' | 'elixir';

const languages: ReadonlyMap<string, Language> = new Map(
  (
    [
      ['script', ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte']],
      ['python', ['py', 'pyi']],
      ['go', ['go']],
      ['rust', ['rs']],
      ['class-based', ['java', 'kt', 'kts', 'scala', 'groovy', 'cs', 'fs', 'vb', 'swift', 'php', 'dart']],
      ['ruby', ['rb', 'rake']],
      ['c', ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'm', 'mm']],
      ['elixir', ['ex', 'exs']],
    ] as const
  ).flatMap(([language, extensions]) => extensions.map((extension) => [extension, language] as const)),
);

/** Copies of other people's code, and what was made by a program. */
const notOurs = /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|target)\/|\.min\.|\.d\.[cm]?ts$/;

/** The language of a file with code of this repository's own; null for all others. */
export function languageOf(path: string): Language | null {
  if (notOurs.test(path)) return null;
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot < 1 ? null : (languages.get(name.slice(dot + 1).toLowerCase()) ?? null);
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Lines are looked at up to here: a longer one was not written by hand. */
export const longestLine = 300;
