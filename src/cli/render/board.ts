import type { RunWords } from '../board/facts.js';
import { isWaiting } from '../board/facts.js';
import type { RunRow } from '../runs/find.js';
import type { Paint } from './colour.js';
import { duration, plainLine } from './plain.js';
import { stateWord } from './runs.js';

export interface BoardRow {
  readonly row: RunRow;
  readonly words: RunWords;
}

export interface BoardPlace {
  readonly nowMs: number;
  readonly columns: number;
  readonly paint: Paint;
}

/** STEP, STATE, GEAR, FOR, COST; what is left of the line is the run's. */
const widths = [7, 11, 6, 10, 7] as const;
const narrow = 60;

/** Said above the rows, and again when it changes. */
export function boardHead(rows: readonly BoardRow[], { columns, paint }: BoardPlace): readonly string[] {
  const open = rows.filter(({ row }) => row.open).length;
  const waiting = rows.filter(({ row }) => isWaiting(row)).length;
  const sum = `${open} open, ${waiting} waiting for a person or a time, ${rows.length - open} ended within the hour`;
  const names = cells(['RUN', 'STEP', 'STATE', 'GEAR', 'FOR', 'COST'], columns);
  return [paint.strong(fit(`pawl watch · ${sum}`, columns - 1)), paint.faint(names)];
}

/** A run on one line, and on a second what it waits for or how it ended. */
export function boardRow({ row, words }: BoardRow, place: BoardPlace): readonly string[] {
  const { columns, paint, nowMs } = place;
  const line = cells(
    [
      runWords(row.workflowId),
      stepWords(row, words),
      row.open && !isWaiting(row) ? (row.phase ?? 'started') : stateWord(row),
      row.gear?.replace('review-', '') ?? '-',
      duration(nowMs - sinceMs(row)),
      words.usd === null ? '-' : `$${words.usd.toFixed(2)}`,
    ],
    columns,
  );
  const tone = isWaiting(row) ? paint.warn : toneOf(row, paint);
  const second =
    words.waitsFor === null ? [] : [tone(fit(`  ${waitWords(row)} ${plainLine(words.waitsFor)}`, columns - 1))];
  return [tone(line), ...second];
}

function waitWords(row: RunRow): string {
  return row.open ? (isWaiting(row) ? 'waits for' : 'note:') : 'ended:';
}

function toneOf(row: RunRow, paint: Paint): (text: string) => string {
  if (row.open) return (text) => text;
  return row.status === 'COMPLETED' ? paint.good : paint.bad;
}

function sinceMs(row: RunRow): number {
  return row.open ? (row.phaseSinceMs ?? row.startedAtMs) : (row.closedAtMs ?? row.startedAtMs);
}

function stepWords(row: RunRow, { total }: RunWords): string {
  if (row.step === null) return total === null ? '-' : `-/${total}`;
  return total === null ? row.step : `${row.step}/${total}`;
}

/** All runs' ids begin alike. */
function runWords(workflowId: string): string {
  return plainLine(workflowId.replace(/^tdd\/(?:local\/)?/, ''));
}

function cells(texts: readonly string[], columns: number): string {
  const [run = '', ...rest] = texts;
  // A narrow terminal has no room for gear and cost.
  const shown = rest.flatMap((text, at) =>
    columns < narrow && at !== 0 && at !== 1 && at !== 3 ? [] : [{ text, at }],
  );
  const fixed = shown.map(({ text, at }) => fit(text, widths[at] ?? 8).padEnd(widths[at] ?? 8));
  const room = columns - 1 - fixed.reduce((sum, text) => sum + text.length + 1, 0);
  return [fitEnd(run, room).padEnd(room), ...fixed].join(' ').trimEnd();
}

function fit(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

/** The end of a run's id tells it from the others. */
function fitEnd(text: string, room: number): string {
  return text.length <= room ? text : `…${text.slice(text.length - room + 1)}`;
}

/** One line for a pipe; without the age, which always changes. */
export function changeLine({ row, words }: BoardRow): string {
  const phase = row.open ? (row.phase ?? 'started') : '-';
  const parts = [
    plainLine(row.workflowId),
    stateWord(row),
    `step ${stepWords(row, words)}`,
    `phase ${phase}`,
    `gear ${row.gear ?? '-'}`,
    words.usd === null ? null : `$${words.usd.toFixed(2)}`,
    words.waitsFor === null ? null : `${waitWords(row)} ${plainLine(words.waitsFor)}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
