/** Joins the lines of one head, such as a function's with one parameter a line, until the end is seen; bounded. */
export function headAt(lines: readonly string[], at: number, ends: (head: string) => boolean): string {
  let head = lines[at]?.trim() ?? '';
  for (let next = at + 1; next < Math.min(lines.length, at + maxHeadLines) && !ends(head); next += 1) {
    head = `${head} ${(lines[next] ?? '').trim()}`;
  }
  return head;
}

const maxHeadLines = 30;

/** Index of the first of these characters outside of all round and square brackets; -1 when there is none. */
export function indexOutside(text: string, chars: string, from = 0): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (depth === 0 && chars.includes(char)) return at;
    if (char === '(' || char === '[') depth += 1;
    else if ((char === ')' || char === ']') && depth > 0) depth -= 1;
  }
  return -1;
}

/** The text before the first of these characters outside of brackets: what follows is a body. */
export function before(text: string, chars: string): string {
  const at = indexOutside(text, chars);
  return (at < 0 ? text : text.slice(0, at)).trimEnd();
}

export function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** Lines of a block that begins at this line, up to the first one that is closed at the same indent. */
export function blockAt(lines: readonly string[], at: number): readonly string[] {
  const indent = indentOf(lines[at] ?? '');
  const end = lines.findIndex((line, index) => index > at && indentOf(line) <= indent && /^\s*[})]/.test(line));
  return lines.slice(at, end < 0 ? at + 1 : end + 1);
}
