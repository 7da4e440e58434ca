/**
 * How other people's words stand in one line of the ledger. Readable, and the same words again when read:
 *
 * - a backslash is written twice;
 * - `<` that could begin a tag or a comment becomes `\<`;
 * - what would be structure at the start of a line (`# `, `- `, `1. `, `> `, a fence, a box) gets a backslash;
 * - characters that break or hide a line (controls, bidi marks, a blank at either end) become `\u{hex}`.
 *
 * So every `<!--` without a backslash is Pawl's own, and a Markdown viewer shows the words letter for letter.
 */

const hidden = /[\u0000-\u001f\u007f-\u009f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;
const structureAtStart = /^(?:[>]|#{1,6}(?: |$)|[-+*](?: |$)|```|~~~|\[[ xX]\](?: |$)|\[[^\]]*\]:)/;
const numberAtStart = /^(\d{1,9})([.)])(?= |$)/;
const escapes = /\\(?:u\{([0-9a-f]{1,6})\}|([!-/:-@[-`{-~]))/g;

export function escapeLine(text: string): string {
  const safe = text
    .replaceAll('\\', '\\\\')
    .replace(hidden, (char) => codePoint(char))
    .replace(/<(?=[A-Za-z/!?])/g, '\\<');
  return guardEnds(guardStart(safe));
}

function guardStart(text: string): string {
  if (structureAtStart.test(text) || /^[-*_ ]+$/.test(text)) return text.startsWith(' ') ? text : `\\${text}`;
  return text.replace(numberAtStart, '$1\\$2');
}

function guardEnds(text: string): string {
  const front = text.startsWith(' ') ? `${codePoint(' ')}${text.slice(1)}` : text;
  return front.endsWith(' ') ? `${front.slice(0, -1)}${codePoint(' ')}` : front;
}

function codePoint(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Reads `escapeLine` back; a backslash that begins no escape, as a person may type it, stays one. */
export function unescapeLine(line: string): string {
  return line.replace(escapes, (all: string, hex: string | undefined, mark: string | undefined) => {
    if (mark !== undefined) return mark;
    const code = Number.parseInt(hex ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** Without blanks and a carriage return at the end; by hand, since a pattern anchored at the end costs a square. */
export function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line[end - 1] ?? '')) end -= 1;
  return line.slice(0, end);
}
