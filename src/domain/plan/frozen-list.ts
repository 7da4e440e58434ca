/** The mark of a box at the start of a list item; linear, since nothing before it can match in two ways. */
const mark = /^(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[^\]\r\n](?=\])/gmu;

/** A list without its marks: what `.tasks-approved` freezes (R-000-49). */
export function withoutMarks(text: string): string {
  return text.replace(mark, '$1 ');
}

/** The first lines that differ besides marks, as a person reads a diff; null when only marks do. */
export function listDiff(approved: string, now: string): string | null {
  const [before, after] = [withoutMarks(approved).split('\n'), withoutMarks(now).split('\n')];
  if (before.length === after.length && before.every((line, at) => line === after[at])) return null;
  let top = 0;
  while (top < before.length && top < after.length && before[top] === after[top]) top += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - top;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const removed = before.slice(top, before.length - end).map((line) => `-${line}`);
  const added = after.slice(top, after.length - end).map((line) => `+${line}`);
  return [`from line ${top + 1}:`, ...capped(removed), ...capped(added)].join('\n');
}

function capped(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, 10).map((line) => line.slice(0, 200));
  return lines.length > 10 ? [...shown, `… and ${lines.length - 10} more lines`] : shown;
}
