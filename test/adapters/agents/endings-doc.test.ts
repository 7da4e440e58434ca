import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endings } from '../../agents/support/endings.js';
import { cliNames } from '../../agents/support/turns.js';

const page = fileURLToPath(new URL('../../../docs/agents.md', import.meta.url));

/** The rows that docs/agents.md has to have: what `npm run test:agents` holds against the real CLIs. */
const expected: readonly string[] = endings.map(({ what, ends, or }) => {
  const words = cliNames.map((cli) => {
    const outcomes = [ends[cli], or?.[cli]].filter((outcome) => outcome !== null && outcome !== undefined);
    return outcomes.length === 0 ? 'has none' : outcomes.map((outcome) => `\`${outcome}\``).join(' or ');
  });
  return [what, ...words].join(' | ');
});

test('R03: the table of endings in docs/agents.md is the one that is held against the real CLIs', () => {
  const [, after = ''] = readFileSync(page, 'utf8').split('## The endings of the four, side by side\n');
  const [section = ''] = after.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
      .join(' | '),
  );
  // Head and rule come first.
  expect(cells.slice(2)).toEqual(expected);
});
