import type { Io } from '../io.js';
import { boardHead, boardRow, changeLine, type BoardRow } from '../render/board.js';
import { paint } from '../render/colour.js';
import { Screen, type Terminal } from './screen.js';

export interface BoardPrinter {
  show(rows: readonly BoardRow[], trouble: string | null): void;
  readonly close: () => void;
}

/** Rows in place; those that do not fit are counted. */
export function screenPrinter(terminal: Terminal, colour: boolean): BoardPrinter {
  const screen = new Screen(terminal);
  const paints = paint(colour);
  return {
    show: (rows, trouble) => {
      const { columns } = screen;
      const place = { nowMs: Date.now(), columns, paint: paints };
      const head = [
        ...boardHead(rows, place),
        ...(trouble === null ? [] : [paints.bad(trouble.slice(0, columns - 1))]),
      ];
      screen.draw([
        ...head,
        ...fitting(
          rows.map((row) => boardRow(row, place)),
          screen.rows - head.length,
        ),
      ]);
    },
    close: () => screen.close(),
  };
}

/** Whole blocks only, and a line that tells how many are missing. */
export function fitting(blocks: readonly (readonly string[])[], room: number): readonly string[] {
  const all = blocks.flat();
  if (all.length <= room) return all;
  const shown: string[] = [];
  let count = 0;
  for (const block of blocks) {
    if (shown.length + block.length > room - 1) break;
    shown.push(...block);
    count += 1;
  }
  return [...shown, `… and ${blocks.length - count} more: pawl list`];
}

/** A line whenever a row is another than it was. */
export function linePrinter(io: Io, json: boolean): BoardPrinter {
  const shown = new Map<string, string>();
  let said: string | null = null;
  return {
    show: (rows, trouble) => {
      if (trouble !== said) io.say(trouble ?? 'The server answers again.');
      said = trouble;
      for (const one of rows) {
        const line = changeLine(one);
        if (shown.get(one.row.workflowId) === line) continue;
        shown.set(one.row.workflowId, line);
        if (json) io.json({ ...one.row, ...one.words });
        else io.data(line);
      }
      // A run that left the board and comes again is new.
      const here = new Set(rows.map(({ row }) => row.workflowId));
      for (const id of shown.keys()) if (!here.has(id)) shown.delete(id);
    },
    close: () => undefined,
  };
}
