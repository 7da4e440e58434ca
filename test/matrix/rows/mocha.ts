import { createMocha } from '../../../src/adapters/runners/mocha/mocha.js';
import { linkOwnPackages } from '../own-packages.js';
import type { MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';
import { scriptCases } from '../script-cases.js';

const from = (module: string): string => (module.startsWith('node:') ? module : `../${module}`);

interface Flavour {
  readonly name: string;
  readonly type: 'commonjs' | 'module';
  readonly head: string;
  readonly use: (names: string, module: string) => string;
  readonly cart: (body: string) => string;
}

function rowOf({ name, type, head, use, cart }: Flavour): MatrixRow {
  const words = scriptCases({
    ...{ head, use, cart },
    equal: (actual, expected) => `assert.equal(${actual}, ${expected})`,
    test: 'it',
    testFile: 'test/cart.test.js',
    otherFile: 'checks/empty.test.js',
  });
  const files = words.withTest(words.total);
  const settings = (more: object): string => JSON.stringify({ spec: ['test', 'checks'], ...more });
  return {
    runner: `mocha (${name})`,
    create: createMocha,
    command: 'npx mocha',
    needs: ['node'],
    install: linkOwnPackages,
    version: (folder) => runIn(folder, ['node_modules/.bin/mocha', '--version']),
    base: {
      'package.json': JSON.stringify({ type, scripts: { test: 'mocha --watch' } }),
      '.mocharc.json': settings({}),
      ...words.base,
    },
    mayCreate: ['src/cart.js', 'src/vat.js'],
    testFile: 'test/cart.test.js',
    red: [
      ...words.red,
      {
        name: 'missing symbol in a hook',
        files: words.withTest(
          `${use('Basket', 'src/vat.js')}\ndescribe('basket', () => { beforeEach(() => { new Basket() }); it('opens', () => {}) });`,
        ),
        expect: { red: 'missing-under-test' },
      },
      {
        name: 'broken settings',
        files: { ...files, '.mocharc.json': settings({ ui: 'no-such-ui' }) },
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
        name: 'package of the settings not installed',
        files: { ...files, '.mocharc.json': settings({ require: ['no-such-package/register'] }) },
        expect: { bails: 'runner-missing' },
      },
      { name: 'watcher', files, command: 'npm test', expect: { red: 'assertion' } },
      {
        name: 'watcher of the settings',
        files: { ...files, '.mocharc.json': settings({ watch: true, parallel: true, bail: true }) },
        expect: { red: 'assertion' },
      },
      {
        name: 'watcher, CI=false',
        files: words.withTest(`${words.total}if (process.env.CI !== 'true') setInterval(() => {}, 1000);`),
        env: { CI: 'false' },
        expect: { red: 'assertion' },
      },
      {
        name: 'ends early',
        files: words.withTest(words.one('ends the runner', 'process.exit(0)')),
        expect: { refused: 'cannot-tell' },
      },
    ],
    green: [
      ...words.green,
      {
        name: 'folder left out',
        files: { '.mocharc.json': JSON.stringify({ spec: ['checks'] }) },
        expect: { notGreen: 'still-red' },
        policy: 'refuses',
      },
      {
        name: 'all others left out',
        files: words.withTest(`${words.total}it.only('alone', () => {});`),
        expect: { notGreen: 'still-red' },
        policy: 'refuses',
      },
    ],
  };
}

export const rows: readonly MatrixRow[] = [
  rowOf({
    name: 'CommonJS',
    type: 'commonjs',
    head: "const assert = require('node:assert');",
    use: (names, module) => `const { ${names} } = require('${from(module)}');`,
    cart: (body) => `exports.Cart = ${body};\n`,
  }),
  rowOf({
    name: 'ES modules',
    type: 'module',
    head: "import assert from 'node:assert';",
    use: (names, module) => `import { ${names} } from '${from(module)}';`,
    cart: (body) => `export ${body}\n`,
  }),
];
