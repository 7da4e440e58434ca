import { displayLine } from '../sanitise.js';

/** The newest are kept. */
const mostNotes = 50;
const maxNoteChars = 500;
/** Of the whole file, in UTF-8. */
export const maxMemoryBytes = 16 * 1024;

const heading = `# What Pawl's leaves noted about this repository

<!-- One note a line, oldest first. Later developer leaves are told them; who judges is not. Edit or empty it freely. -->
`;

/** A file of notes, as a list that people may edit. */
export function renderMemory(notes: readonly string[]): string {
  return `${heading}\n${notes.map((note) => `- ${note}\n`).join('')}`;
}

/** Every line that says something is a note, with or without its dash; headings and comments are none. */
export function parseMemory(text: string): readonly string[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => !/^\s*(?:#|<!--)/.test(line));
  return merged(
    [],
    lines.map((line) => line.replace(/^\s*[-*]\s+/, '')),
  );
}

/** Old and new as one list: one line each, none twice, the oldest gone when there are too many or they are too long. */
export function merged(old: readonly string[], added: readonly string[]): readonly string[] {
  const notes = new Map<string, string>();
  for (const note of [...old, ...added].map((one) => displayLine(one, maxNoteChars))) {
    const key = note.toLowerCase();
    if (key === '' || key === '-') continue;
    // Noted again: it is news again.
    notes.delete(key);
    notes.set(key, note);
  }
  let kept = [...notes.values()].slice(-mostNotes);
  while (utf8Length(renderMemory(kept)) > maxMemoryBytes) kept = kept.slice(1);
  return kept;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
