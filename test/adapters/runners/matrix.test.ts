import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { createRunners } from '../../../src/adapters/runners/runners.js';
import { describeRow } from '../../matrix/describe-row.js';
import { row as nodeTest } from '../../matrix/rows/node-test.js';
import { row as pytest } from '../../matrix/rows/pytest.js';

/** The part of the runner matrix that is quick enough for every day; the whole of it is in test/slow/matrix.test.ts. */
const named = (row: typeof nodeTest): readonly string[] => [...row.red, ...row.green].map(({ name }) => name);

describeRow(nodeTest, { only: named(nodeTest).filter((name) => name !== 'hang') });

describeRow(pytest, {
  only: ['assertion', 'missing module', 'missing symbol', 'error', 'syntax', 'runner not installed', 'no tests'].concat(
    ...['ends early', 'green', 'fewer tests', 'skipped', 'softened', 'folder left out'],
  ),
});

test('docs/runners.md is written from docs/runners.json, which knows every runner that Pawl speaks for', async () => {
  await promisify(execFile)(process.execPath, [join('scripts', 'runners-doc.mjs'), '--check']);
  const { rows } = JSON.parse(await readFile(join('docs', 'runners.json'), 'utf8')) as { rows: { adapter: string }[] };
  const shown = new Set(rows.map((row) => row.adapter));
  const names = createRunners().map((runner) => runner.name);
  expect(names.filter((name) => !shown.has(name))).toEqual([]);
});
