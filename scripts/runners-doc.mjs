import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { places } from './lib/places.mjs';
import { runnerTables } from './lib/runner-tables.mjs';
import { run, say, SetUpError } from './lib/say.mjs';

/**
 * Takes what the last runs of the runner matrix saw (test/slow/matrix.test.ts) into docs/runners.json, row by row, and
 * writes the tables of docs/runners.md from it. The words around the tables are written by hand. With `--check` nothing
 * is taken in or written: exit code 1 when the page is not what the JSON says.
 */
const [begin, end] = ['<!-- matrix: written by npm run runners:doc -->', '<!-- matrix: end -->'];

await run(async () => {
  const data = join(places.root, 'docs', 'runners.json');
  const page = join(places.root, 'docs', 'runners.md');
  const seen = join(places.scratch, 'matrix');
  const isCheck = process.argv.includes('--check');
  const rows = new Map(readRows(data).map((row) => [row.runner, row]));
  const fresh = !isCheck && existsSync(seen) ? readdirSync(seen).filter((name) => name.endsWith('.json')) : [];
  for (const name of fresh) {
    const row = JSON.parse(readFileSync(join(seen, name), 'utf8'));
    rows.set(row.runner, row);
  }
  if (rows.size === 0) throw new SetUpError('no row of the matrix has run; first: npm run test:slow -- matrix');
  const sorted = [...rows.values()].sort(
    (a, b) => Number(b.supported) - Number(a.supported) || (a.runner < b.runner ? -1 : 1),
  );
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new SetUpError(`docs/runners.md lacks its marks: ${begin} … ${end}`);
  const json = await formatted(data, JSON.stringify({ rows: sorted }));
  const markdown = await formatted(page, `${before}${begin}\n\n${runnerTables(sorted)}\n\n${end}${after}`);
  if (isCheck) {
    if (markdown === text) return 0;
    throw new SetUpError('docs/runners.md is not what docs/runners.json says; mend: npm run runners:doc');
  }
  writeFileSync(data, json);
  writeFileSync(page, markdown);
  say(`docs/runners.md: ${sorted.length} rows, ${sorted.filter((row) => row.supported).length} supported`);
  return 0;
});

/** @param {string} path */
function readRows(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).rows : [];
}

/**
 * @param {string} path
 * @param {string} text
 */
async function formatted(path, text) {
  const options = await prettier.resolveConfig(path);
  return prettier.format(text, { ...options, filepath: path });
}
