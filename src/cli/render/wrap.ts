/** Pawl's own words within the width of the smallest usual terminal; a word that is longer stays whole. */
export function wrapped(text: string, margin = '', columns = 80): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    if (line !== '' && margin.length + line.length + 1 + word.length > columns) {
      lines.push(margin + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(margin + line);
  return lines.join('\n');
}
