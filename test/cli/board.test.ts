import { describe, expect, test } from '@jest/globals';
import { BoardFacts, type RunWords } from '../../src/cli/board/facts.js';
import { boardRows, prefixOfName } from '../../src/cli/board/look.js';
import { fitting, linePrinter } from '../../src/cli/board/print.js';
import { Screen } from '../../src/cli/board/screen.js';
import type { Io } from '../../src/cli/io.js';
import { boardHead, boardRow } from '../../src/cli/render/board.js';
import { paint } from '../../src/cli/render/colour.js';
import type { RunRow } from '../../src/cli/runs/find.js';
import { endedRow } from './support/samples.js';

const words: RunWords = { total: 12, usd: 1.5, waitsFor: null };
const open: RunRow = {
  ...endedRow,
  open: true,
  status: 'RUNNING',
  state: 'working',
  phase: 'green',
  step: '3',
  closedAtMs: null,
};
const atGate: RunRow = {
  ...open,
  workflowId: 'tdd/acme/a-shop-with-a-very-long-name/issue-4711',
  state: 'gate',
  phase: 'gate',
};
const place = (columns: number) => ({ nowMs: 90_000, columns, paint: paint(false) });

describe('a row of the board', () => {
  test('step k of n, phase, gear, age and cost; what it waits for below; 80 columns are enough', () => {
    const waits = {
      ...words,
      waitsFor: `a person at the gate: pawl approve ${atGate.workflowId} \u001b[2J and more and more`,
    };
    const lines = [
      ...boardHead([{ row: open, words }], place(80)),
      ...boardRow({ row: open, words }, place(80)),
      ...boardRow({ row: atGate, words: waits }, place(80)),
      ...boardRow({ row: endedRow, words: { ...words, waitsFor: 'stopped' } }, place(80)),
    ];
    expect(lines[2]).toMatch(/^acme\/shop\/issue-42 +3\/12 +green +before +30 s +\$1\.50$/);
    expect(lines[3]).toMatch(/issue-4711 +3\/12 +gate /);
    expect(lines[4]).toMatch(/^ {2}waits for a person at the gate: pawl approve tdd/);
    expect(lines.at(-1)).toBe('  ended: stopped');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(80);
    expect(lines.join('\n')).not.toContain('\u001b');
  });

  test.each([40, 60, 120, 300])('no line is wider than %i columns', (columns) => {
    const all = [
      ...boardHead([], place(columns)),
      ...boardRow({ row: atGate, words: { ...words, waitsFor: 'x'.repeat(500) } }, place(columns)),
    ];
    expect(Math.max(...all.map((line) => line.length))).toBeLessThan(columns);
  });

  test('those that wait stand first, then those that work, then the ended ones, each by age', () => {
    const younger = { ...open, workflowId: 'tdd/a/b/issue-1', startedAtMs: 5_000 };
    const rows = boardRows([endedRow, younger, open, atGate], { of: () => words });
    expect(rows.map(({ row }) => row)).toEqual([atGate, open, younger, endedRow]);
  });

  test('what does not fit is counted, and no run is torn in two', () => {
    const blocks = Array.from({ length: 9 }, (_, at) => [`run ${at}`, `  waits ${at}`]);
    expect(fitting(blocks, 18)).toHaveLength(18);
    expect(fitting(blocks, 6)).toEqual(['run 0', '  waits 0', 'run 1', '  waits 1', '… and 7 more: pawl list']);
  });
});

describe('the screen', () => {
  const drawn = (): {
    texts: string[];
    screen: Screen;
    terminal: { columns: number; rows: number; write(text: string): void };
  } => {
    const texts: string[] = [];
    const terminal = { columns: 80, rows: 24, write: (text: string) => void texts.push(text) };
    return { texts, terminal, screen: new Screen(terminal) };
  };

  test('draws over what was there, in one write and without clearing it first; gives the cursor back once', () => {
    const { texts, screen } = drawn();
    screen.draw(['a', 'b', 'c']);
    screen.draw(['d']);
    screen.close();
    screen.close();
    expect(texts).toEqual([
      '\u001b[?25l\ra\u001b[K\nb\u001b[K\nc\u001b[K\n\u001b[J',
      '\u001b[3A\rd\u001b[K\n\u001b[J',
      '\u001b[?25h',
    ]);
  });

  test('a terminal of another size is drawn anew; never more lines than it has', () => {
    const { texts, screen, terminal } = drawn();
    screen.draw(['a']);
    terminal.columns = 60;
    terminal.rows = 5;
    screen.draw(Array.from({ length: 50 }, (_, at) => `line ${at}`));
    expect(texts[1]).toMatch(/^\u001b\[2J\u001b\[Hline 0/);
    expect(texts[1]?.split('\n')).toHaveLength(5);
  });

  test('closed before anything was drawn it writes nothing', () => {
    const { texts, screen } = drawn();
    screen.close();
    expect(texts).toEqual([]);
  });
});

describe('without a terminal', () => {
  const printed = (json = false) => {
    const [out, err]: [string[], string[]] = [[], []];
    const none = (): void => undefined;
    const io: Io = {
      ...{ interactive: false, colour: false, live: none, exitWith: none, ask: () => Promise.resolve(null) },
      data: (text) => void out.push(text),
      json: (value) => void out.push(JSON.stringify(value)),
      say: (text) => void err.push(text),
    };
    return { out, err, printer: linePrinter(io, json) };
  };

  test('a line whenever a row changes, none for its age; a run that comes again is new', () => {
    const { out, printer } = printed();
    printer.show([{ row: open, words }], null);
    printer.show([{ row: { ...open, startedAtMs: 9 }, words }], null);
    printer.show([{ row: { ...open, phase: 'refactor' }, words }], null);
    printer.show([], null);
    printer.show([{ row: { ...open, phase: 'refactor' }, words }], null);
    expect(out).toEqual([
      'tdd/acme/shop/issue-42 · working · step 3/12 · phase green · gear review-before · $1.50',
      'tdd/acme/shop/issue-42 · working · step 3/12 · phase refactor · gear review-before · $1.50',
      'tdd/acme/shop/issue-42 · working · step 3/12 · phase refactor · gear review-before · $1.50',
    ]);
  });

  test('a server that goes away is said once, and when it is back', () => {
    const { err, printer } = printed();
    for (const trouble of [null, 'gone', 'gone', null, null]) printer.show([], trouble);
    expect(err).toEqual(['gone', 'The server answers again.']);
  });

  test('--json: one object a line', () => {
    const { out, printer } = printed(true);
    printer.show([{ row: open, words }], null);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ workflowId: open.workflowId, total: 12, usd: 1.5 });
  });
});

test('of a run that nobody has asked yet nothing is claimed', () => {
  // The server is not asked before a round begins.
  expect(new BoardFacts(null as never).of(open)).toEqual({ total: null, usd: null, waitsFor: null });
});

test('--repo of the board is a name of two parts; one word is refused, since its board would stay empty', () => {
  expect(prefixOfName('Acme/Shop/')).toBe('tdd/acme/shop/');
  expect(prefixOfName('tdd/local/shop-1a2b3c')).toBe('tdd/local/shop-1a2b3c/');
  for (const typed of ['nope', 'tdd/nope', '']) expect(() => prefixOfName(typed)).toThrow(/expected owner\/name/);
});
