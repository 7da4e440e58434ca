/** What a person or a leaf is told when something they wrote can't be used (style rule: what, expected, example). */
export interface Problem {
  readonly what: string;
  readonly expected: string;
  readonly example: string;
}

export function problemText(problem: Problem): string {
  return `${problem.what}; expected ${problem.expected}, for example: ${problem.example}`;
}

/** Longer words are cut before they are compared, so that a key of 1 MB costs nothing. */
const comparedLength = 40;

/** The known word a person most likely meant, or null when none is near: at most a third of its letters differ. */
export function nearest(word: string, known: readonly string[]): string | null {
  const typed = word.slice(0, comparedLength).toLowerCase();
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(typed, candidate.toLowerCase());
    if (distance < bestDistance && distance <= Math.max(2, Math.floor(candidate.length / 3))) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const swap = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? from.length;
}
