import { expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { modes } from './modes.js';
import { renderTables } from './tables.js';

const path = fileURLToPath(new URL('../../docs/leaves.md', import.meta.url));

function withTables(page: string): string {
  return Object.entries(renderTables()).reduce((text, [name, block]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from === -1 || to < from)
      throw new Error(`docs/leaves.md needs a line "${begin}" and a line "${end}" after it`);
    return `${text.slice(0, from + begin.length)}\n\n${block}\n\n${text.slice(to)}`;
  }, page);
}

test('docs/leaves.md shows the modes and rules as they are; UPDATE_DOCS=1 with this test writes it', () => {
  const page = readFileSync(path, 'utf8');
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(path, withTables(page));
  else expect(page).toBe(withTables(page));
});

test('F22–F45, R01, R02, R04, R05, R17, R18, R23: 25 modes at least, each under its number and a name of its own', () => {
  expect(modes.length).toBeGreaterThanOrEqual(25);
  expect(new Set(modes.map(({ id }) => id)).size).toBe(modes.length);
  const shown = new Set(modes.flatMap(({ shows }) => shows));
  // A missing program (F34) is found before any leaf; the others are shown by whole runs, too.
  const faults = Array.from({ length: 24 }, (_, index) => `F${index + 22}`).filter((fault) => fault !== 'F34');
  for (const number of [...faults, 'R01', 'R02', 'R04', 'R05', 'R17', 'R18', 'R23']) expect(shown).toContain(number);
});
