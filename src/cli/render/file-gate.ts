import type { GateFinding } from '../../domain/files/file-gate.js';
import type { Paint } from './colour.js';
import { plainLine } from './plain.js';

export interface ShownGate {
  readonly finding: GateFinding;
  readonly base: { readonly given: string; readonly mergeBase: string };
  /** Paths that changed, on the list or not. */
  readonly changed: number;
}

/** The verdict; every path on a line of its own, none left off (R-004-14, R-004-20). */
export function fileGateText({ finding, base, changed }: ShownGate, paint: Paint): string {
  const since = `since ${base.mergeBase.slice(0, 12)}, where it left ${plainLine(base.given)}`;
  if (finding.kind === 'clean') return `${paint.good('file gate: clean')} (${count(changed)} changed ${since})`;
  const groups = [
    ['added', finding.added],
    ['changed', finding.modified],
    ['deleted', finding.deleted],
  ] as const;
  const lines = groups.flatMap(([word, paths]) => paths.map((path) => `  ${word.padEnd(7)}  ${wholePath(path)}`));
  return [
    paint.bad(`file gate: ${count(lines.length)} outside the allowlist, ${since}`),
    ...lines,
    'Revert these, or ask for a wider list; it is never widened on the way.',
  ].join('\n');
}

export function fileGateNotes(notes: readonly string[], paint: Paint): readonly string[] {
  return notes.map((note) => paint.faint(`note: ${plainLine(note)}`));
}

function count(paths: number): string {
  return paths === 1 ? '1 path' : `${String(paths)} paths`;
}

/** Letter for letter, for somebody has to find the file; in quotes where a character can't be seen or steers a terminal. */
function wholePath(path: string): string {
  if (/^[^\p{C}\p{Z}"\\](?:[^\p{C}\u2028\u2029"\\]*[^\p{C}\p{Z}"\\])?$/u.test(path)) return path;
  const escaped = path.replace(/["\\]/g, '\\$&').replace(/[\p{C}\u2028\u2029]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
  return `"${escaped}"`;
}
