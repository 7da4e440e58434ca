import type { EditPhase } from '../leaf/roles.js';
import { displayLine } from '../sanitise.js';

/** How many lines of a file a change adds and removes. */
interface ChangedLines {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

const mostNamed = 5;

/**
 * A note when an edit that may touch tests takes lines out of those that were there before: an old test that asks for
 * less still passes, and from RED on all of them are frozen as they are (R12 c). It may be an import that grew, so
 * nothing is refused: the verifier has the tree before to compare with, and people are told where to look.
 */
export function lostTestLines(
  phase: EditPhase,
  changes: readonly ChangedLines[],
  isTestFile: (path: string) => boolean,
): readonly string[] {
  if (phase === 'green') return [];
  // All that RED may change is tests, also inside of a file with code (Rust).
  const lost = changes.filter(({ path, removed }) => removed > 0 && (phase === 'red' || isTestFile(path)));
  if (lost.length === 0) return [];
  const named = lost.slice(0, mostNamed).map(({ path, removed }) => `${displayLine(path, 120)} (${removed})`);
  const rest = lost.length > mostNamed ? ` and ${lost.length - mostNamed} more files` : '';
  return [`lines of tests that were there before are changed or gone: ${named.join(', ')}${rest}`];
}
