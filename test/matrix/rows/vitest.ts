import { createVitest } from '../../../src/adapters/runners/vitest/vitest.js';
import { linkOwnPackages } from '../own-packages.js';
import type { MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';
import { scriptCases } from '../script-cases.js';

const from = (module: string): string => (module.startsWith('node:') ? module : `../${module}`);
const words = scriptCases({
  head: "import { expect, test } from 'vitest';",
  use: (names, module) => `import { ${names} } from '${from(module)}';`,
  equal: (actual, expected) => `expect(${actual}).toBe(${expected})`,
  test: 'test',
  testFile: 'test/cart.test.js',
  otherFile: 'checks/empty.test.js',
  cart: (body) => `export ${body}\n`,
});
const files = words.withTest(words.total);

export const row: MatrixRow = {
  runner: 'vitest',
  create: createVitest,
  command: 'npx vitest',
  needs: ['node'],
  install: linkOwnPackages,
  version: (folder) => runIn(folder, ['node_modules/.bin/vitest', '--version']),
  base: { 'package.json': JSON.stringify({ type: 'module', scripts: { test: 'vitest --watch' } }), ...words.base },
  mayCreate: ['src/cart.js', 'src/vat.js'],
  testFile: 'test/cart.test.js',
  red: [
    ...words.red,
    {
      name: 'broken settings',
      files: { ...files, 'vitest.config.js': 'export default {' },
      expect: { refused: 'framework' },
    },
    {
      name: 'runner not installed',
      files,
      bare: true,
      env: { PATH: '/usr/bin:/bin' },
      expect: { bails: 'runner-missing' },
    },
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
      name: 'exits in a test',
      files: words.withTest(words.one('exits', 'process.exit(0)')),
      expect: { refused: 'error' },
    },
  ],
  green: [
    ...words.green,
    {
      name: 'folder left out',
      files: { 'vitest.config.js': "export default { test: { exclude: ['test/**', '**/node_modules/**'] } };" },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
};
