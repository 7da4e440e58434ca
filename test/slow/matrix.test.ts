import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createRunners } from '../../src/adapters/runners/runners.js';
import { describeRow } from '../matrix/describe-row.js';
import { recordUntested } from '../matrix/record.js';
import type { MatrixRow } from '../matrix/row.js';

/**
 * The runner matrix: every supported runner through every class of red, green and spoilt tests. `MATRIX_ONLY=jest,go`
 * runs the rows of these files alone. What was seen is kept for `npm run runners:doc`.
 */
const folder = fileURLToPath(new URL('../matrix/rows/', import.meta.url));
const only = process.env['MATRIX_ONLY']?.split(',');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => only === undefined || only.includes(name));

const rows: MatrixRow[] = [];
for (const name of names) {
  const file = (await import(`../matrix/rows/${name}.ts`)) as { row?: MatrixRow; rows?: readonly MatrixRow[] };
  const found = [...(file.row === undefined ? [] : [file.row]), ...(file.rows ?? [])];
  if (found.length === 0) throw new Error(`test/matrix/rows/${name}.ts exports no "row" and no "rows"`);
  rows.push(...found);
}

for (const row of rows) describeRow(row, { record: true });

(only === undefined ? test : test.skip)('a runner without a row is written down as untested', () => {
  const shown = new Set(rows.map((row) => row.create().name));
  const others = createRunners().filter((runner) => !shown.has(runner.name));
  for (const { name } of others) recordUntested(name, 'no project goes through the matrix yet');
  expect(rows.length).toBeGreaterThan(0);
});
