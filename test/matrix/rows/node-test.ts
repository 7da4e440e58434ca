import { createNodeTest } from '../../../src/adapters/runners/node-test/node-test.js';
import type { MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';
import { scriptCases } from '../script-cases.js';

const from = (module: string): string => (module.startsWith('node:') ? module : `../${module}`);
const words = scriptCases({
  head: "import test from 'node:test';\nimport assert from 'node:assert/strict';",
  use: (names, module) => `import { ${names} } from '${from(module)}';`,
  equal: (actual, expected) => `assert.equal(${actual}, ${expected})`,
  test: 'test',
  testFile: 'test/cart.test.js',
  otherFile: 'checks/empty.test.js',
  cart: (body) => `export ${body}\n`,
});
const manifest = (test: string): string => JSON.stringify({ type: 'module', scripts: { test } });
const files = words.withTest(words.total);

export const row: MatrixRow = {
  runner: 'node:test',
  create: createNodeTest,
  command: 'node --test',
  needs: ['node'],
  version: () => runIn('/', ['node', '--version']),
  base: { 'package.json': manifest('node --test --watch'), ...words.base },
  mayCreate: ['src/cart.js', 'src/vat.js'],
  testFile: 'test/cart.test.js',
  red: [
    ...words.red,
    { name: 'broken settings', files, command: 'node --test --no-such-option', expect: { refused: 'framework' } },
    { name: 'runner not installed', files, env: { PATH: '/nowhere' }, expect: { bails: 'runner-missing' } },
    { name: 'watcher', files, command: 'npm test', expect: { red: 'assertion' } },
    {
      name: 'watcher, CI=false',
      files: words.withTest(`${words.total}if (process.env.CI !== 'true') setInterval(() => {}, 1000);`),
      env: { CI: 'false' },
      expect: { red: 'assertion' },
    },
    {
      name: 'ends early',
      files: words.withTest(words.one('ends the runner', "process.kill(process.ppid, 'SIGKILL')")),
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'ends early with exit code 0',
      files: { 'test/total.test.js': `process.exit(0);\n${words.start}` },
      expect: { refused: 'no-tests' },
    },
  ],
  green: [
    ...words.green,
    {
      // The command of the run stands since its start: another script changes nothing, and is refused.
      name: 'folder left out',
      files: { 'package.json': manifest('node --test checks') },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
};
