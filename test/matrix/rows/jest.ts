import { createJest } from '../../../src/adapters/runners/jest/jest.js';
import { linkOwnPackages } from '../own-packages.js';
import type { MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';
import { scriptCases } from '../script-cases.js';

const from = (module: string): string => (module.startsWith('node:') ? module : `../${module}`);
type Words = Parameters<typeof scriptCases>[0];
const common = {
  equal: (actual, expected) => `expect(${actual}).toBe(${expected})`,
  test: 'test',
  testFile: 'test/cart.test.js',
  otherFile: 'checks/empty.test.js',
} satisfies Partial<Words>;
const commonJs: Words = {
  ...common,
  head: '',
  use: (names, module) => `const { ${names} } = require('${from(module)}');`,
  cart: (body) => `exports.Cart = ${body};\n`,
};
const modules: Words = {
  ...common,
  head: "import { expect, test } from '@jest/globals';",
  use: (names, module) => `import { ${names} } from '${from(module)}';`,
  cart: (body) => `export ${body}\n`,
};

export const rows: readonly MatrixRow[] = [
  rowOf('jest', commonJs, { type: 'commonjs', lead: '', exported: 'module.exports =' }),
  rowOf('jest (ES modules)', modules, {
    type: 'module',
    lead: 'NODE_OPTIONS=--experimental-vm-modules ',
    exported: 'export default',
  }),
];

interface Form {
  readonly type: string;
  /** In front of the command. */
  readonly lead: string;
  readonly exported: string;
}

function rowOf(runner: string, kind: Words, { type, lead, exported }: Form): MatrixRow {
  const words = scriptCases(kind);
  const files = words.withTest(words.total);
  return {
    runner,
    create: createJest,
    command: `${lead}npx jest`,
    needs: ['node'],
    install: linkOwnPackages,
    version: (folder) => runIn(folder, ['node_modules/.bin/jest', '--version']),
    base: { 'package.json': JSON.stringify({ type, scripts: { test: `${lead}jest --watchAll` } }), ...words.base },
    mayCreate: ['src/cart.js', 'src/vat.js'],
    testFile: 'test/cart.test.js',
    red: [
      ...words.red,
      {
        name: 'broken settings',
        files: { ...files, 'jest.config.js': `${exported} {` },
        expect: { refused: 'framework' },
      },
      {
        name: 'runner not installed',
        files,
        bare: true,
        env: { PATH: '/usr/bin:/bin' },
        expect: { bails: 'runner-missing' },
      },
      {
        name: 'environment not installed',
        files: { ...files, 'jest.config.js': `${exported} { testEnvironment: 'jest-environment-nowhere' };` },
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
        files: { 'jest.config.js': `${exported} { testPathIgnorePatterns: ['/test/'] };` },
        expect: { notGreen: 'still-red' },
        policy: 'refuses',
      },
    ],
  };
}
