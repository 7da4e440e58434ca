import { displayLine, stripControls } from '../../domain/sanitise.js';

/** Other people's words on one line of a terminal (T13). */
export function plainLine(text: string): string {
  return displayLine(text, 500);
}

/** Other people's words on several lines, each with a margin. */
export function indented(text: string, margin = '  '): string {
  return stripControls(text)
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : margin + line))
    .join('\n');
}

/** `4 s`, `3 min`, `2 h 5 min`, `3 d`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} d`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** Local wall clock, `09:04:31`. */
export function clock(atMs: number): string {
  const at = new Date(atMs);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Columns padded to the widest cell; the last one runs free. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
