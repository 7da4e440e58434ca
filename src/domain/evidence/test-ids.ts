/** Between the parts of a test's id. Names can't hold it: `testIdPart` escapes it there. */
const separator = ' > ';
const longestPart = 400;

/** Controls and line separators, which would break the one line an id is shown on; halves of characters too. */
const unshowable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/gu;

/**
 * A name as part of an id: one line, without the separator, at most 400 characters. Cut names get a hash of the
 * whole, so that two long ones stay apart; `hash` is the caller's, for example `shortHash`.
 */
export function testIdPart(name: string, hash: (text: string) => string): string {
  const shown = name.replace(unshowable, escaped).replaceAll(separator, ' \\> ');
  if (shown.length <= longestPart) return shown;
  return `${shown.slice(0, longestPart - 20).replace(/[\ud800-\udbff]$/, '')}…${hash(name)}`;
}

function escaped(unit: string): string {
  const known: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return known[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `<file> > <suite> > <name>`; the parts come from `testIdPart`. */
export function testId(parts: readonly string[]): string {
  return parts.join(separator);
}

/**
 * Does this id stand for a whole test file? A structural RED knows only the file whose import failed, since none
 * of its tests ran: its id is the file's path alone (R10e).
 */
export function isFileId(id: string): boolean {
  return !id.includes(separator);
}

/** The file that an id belongs to. */
export function fileOfId(id: string): string {
  const end = id.indexOf(separator);
  return end === -1 ? id : id.slice(0, end);
}
