import { bytePath, textOf, type BytePath } from './names.js';
import { isAtOrBelow } from './tree-entries.js';

/** Holds of these paths, and of all below them. */
export function atOrBelow(paths: readonly string[]): (path: BytePath) => boolean {
  const tops = paths.map((path) => bytePath(path.replace(/\/+$/, '')));
  return (path) => isAtOrBelow(path, tops);
}

/** The rule is asked about names as people read them; what it says counts for the bytes (F60). */
export function byText(rule: (path: string) => boolean): (path: BytePath) => boolean {
  return (path) => rule(textOf(path));
}
