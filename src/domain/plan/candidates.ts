/**
 * One of the answers that a question takes, by its number in the list (from 1) or letter for letter, however many blanks
 * lie between its words; null for anything else: nothing is guessed (C-16).
 */
export function pickCandidate(candidates: readonly string[], typed: string): string | null {
  const text = typed.trim();
  if (candidates.includes(text)) return text;
  const [alike, ...more] = candidates.filter((one) => squeezed(one) === squeezed(text));
  if (alike !== undefined && more.length === 0) return alike;
  return /^[1-9]\d{0,3}$/.test(text) ? (candidates[Number(text) - 1] ?? null) : null;
}

function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** The list for a person, on one line: `1) npm test, 2) node --test`. */
export function listCandidates(candidates: readonly string[]): string {
  return candidates.map((text, index) => `${index + 1}) ${text}`).join(', ');
}
