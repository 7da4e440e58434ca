/** A short line without emphasis, number, colon and case; empty for a long one, which is no heading of a list. */
export function foldLead(words: string): string {
  if (words.length > 120) return '';
  const plain = words
    .replace(/[*_`#]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  return plain.replace(/^\d{1,3}[.)] ?/, '').replace(/ ?:$/, '');
}
