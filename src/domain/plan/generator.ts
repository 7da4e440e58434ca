/** `Generator: npm run gen`, `Command: …`, in bold or back-ticks or not. */
const label = /^\s*(?:[-*+]\s+)?\**(?:generator|command)\**\s*:\**\s*(.+)$/i;

/** The command by which a GENERATE task's files are made, as its list names it; null when it names none (R-000-60). */
export function generatorOf(details: readonly string[]): string | null {
  for (const line of details) {
    const text = line.length > 4_000 ? '' : (label.exec(line)?.[1] ?? '').trim();
    const command = /^`([^`]+)`\.?$/.exec(text)?.[1] ?? text;
    if (command !== '') return command.trim();
  }
  return null;
}
