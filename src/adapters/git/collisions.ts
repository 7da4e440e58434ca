import { textOf, type BytePath } from './names.js';

/**
 * Names that some file systems can't tell apart: `A.js` beside `a.js`, composed beside decomposed letters
 * (F60, T9). Only what is new is judged; a base that has such names keeps them.
 */
export function collisions(all: readonly BytePath[], added: readonly BytePath[]): readonly string[] {
  if (added.length === 0) return [];
  const spellings = new Map<string, Set<BytePath>>();
  for (const path of all.flatMap(selfAndFolders)) {
    const key = folded(path);
    spellings.set(key, (spellings.get(key) ?? new Set()).add(path));
  }
  const seen = new Set<string>();
  return added.flatMap(selfAndFolders).flatMap((path) => {
    const key = folded(path);
    const same = [...(spellings.get(key) ?? [])];
    if (same.length < 2 || seen.has(key)) return [];
    seen.add(key);
    return [same.map(textOf).sort().join(' and ')];
  });
}

function selfAndFolders(path: BytePath): readonly BytePath[] {
  const parts = path.split('/');
  return parts.map((_, end) => parts.slice(0, end + 1).join('/'));
}

function folded(path: BytePath): string {
  return textOf(path).normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
