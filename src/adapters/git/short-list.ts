/** At most `max` texts; what is left off is counted in a last one. */
export function shortList(texts: readonly string[], max: number): readonly string[] {
  if (texts.length <= max) return texts;
  return [...texts.slice(0, max), `… and ${String(texts.length - max)} more`];
}
