import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The same small job for Pawl and for the shell conductor: n entries of a table, test first. */
export function layStory(/** @type {string} */ folder, /** @type {number} */ steps) {
  const numbers = Array.from({ length: steps }, (_, index) => index + 1);
  const files = {
    'package.json': '{ "name": "numbers", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
    'src/numbers.js': 'const table = {\n  zero: 0,\n  // more\n};\n\nexport const value = (name) => table[name];\n',
    'test/numbers.test.js':
      "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { value } from '../src/numbers.js';\n\n" +
      "test('zero is 0', () => assert.equal(value('zero'), 0));\n",
    'docs/issue.md': `# More numbers\n\n## Acceptance criteria\n\n${numbers.map((k) => `- n${k} is ${k}`).join('\n')}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  git('init', '-b', 'main');
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@example.org');
  git('add', '-A');
  git('commit', '-m', 'start');
  return numbers;
}

export function scenarioOf(/** @type {readonly number[]} */ numbers) {
  const red = (/** @type {number} */ k) => ({
    append: 'test/numbers.test.js',
    text: `test('n${k} is ${k}', () => assert.equal(value('n${k}'), ${k}));\n`,
  });
  const green = (/** @type {number} */ k) => ({
    replace: 'src/numbers.js',
    from: '  // more\n',
    to: `  n${k}: ${k},\n  // more\n`,
  });
  return JSON.stringify({
    version: 1,
    plan: {
      files: [{ path: 'src/numbers.js' }, { path: 'test/numbers.test.js' }],
      steps: numbers.map((k) => ({ id: String(k), title: `n${k} is known`, criterion: k })),
    },
    leaves: numbers.flatMap((k) => [
      { role: 'developer', phase: 'red', step: String(k), do: [red(k)] },
      { role: 'developer', phase: 'green', step: String(k), do: [green(k)] },
    ]),
  });
}

/** @param {readonly number[]} values */
export function quantiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? NaN);
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}
