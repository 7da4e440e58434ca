import { createCommand } from '../../../src/adapters/runners/command/command.js';
import type { MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';
import { scriptCases } from '../script-cases.js';

/** Any program that writes JUnit XML, here node:test by its own reporter: what the file doesn't tell, stays an error. */
const from = (module: string): string => (module.startsWith('node:') ? module : `../${module}`);
const words = scriptCases({
  head: "const test = require('node:test');\nconst assert = require('node:assert/strict');",
  use: (names, module) => `const { ${names} } = require('${from(module)}');`,
  equal: (actual, expected) => `assert.equal(${actual}, ${expected})`,
  test: 'test',
  testFile: 'test/cart.test.js',
  otherFile: 'checks/empty.test.js',
  cart: (body) => `exports.Cart = ${body};\n`,
});
const files = words.withTest(words.total);
const command = 'node --test --test-reporter=junit --test-reporter-destination=reports/junit.xml';
/** As a project has it: the folder is there before the command runs. */
const reports = { 'reports/.keep': '' };
const outside = (name: string): boolean => name === 'missing module' || name === 'syntax' || name === 'no tests';

export const row: MatrixRow = {
  runner: 'command',
  create: createCommand,
  command,
  results: 'junit:reports/junit.xml',
  needs: ['node'],
  version: async () => `JUnit XML of node ${await runIn('/', ['node', '--version'])}`,
  base: { 'package.json': '{}', ...reports, ...words.base },
  mayCreate: ['src/cart.js', 'src/vat.js'],
  testFile: 'test/cart.test.js',
  red: [
    ...words.red.filter(({ name }) => !outside(name)),
    {
      // Outside of its tests a file fails as "test failed" in this reporter's XML, whatever the reason was.
      name: 'missing module',
      files: words.withTest(words.one('knows its VAT', "assert.equal(require('../src/vat.js').vatOf(100), 19)")),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing module at the top of the file',
      files: words.withTest("const { vatOf } = require('../src/vat.js');\n"),
      expect: { refused: 'error' },
    },
    { name: 'syntax', files: words.withTest("test('totals', () => {"), expect: { refused: 'error' } },
    {
      name: 'no tests',
      files: { 'test/total.test.js': '\n' },
      expect: { refused: 'no-tests' },
    },
    { name: 'broken settings', files, command: `${command} --no-such-option`, expect: { refused: 'cannot-tell' } },
    { name: 'runner not installed', files, env: { PATH: '/nowhere' }, expect: { bails: 'runner-missing' } },
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
      name: 'a result of an earlier run',
      files: { ...files, 'reports/junit.xml': '<testsuites><testcase name="old"/></testsuites>' },
      command: 'true',
      expect: { refused: 'cannot-tell' },
    },
  ],
  green: [
    ...words.green,
    {
      name: 'folder left out',
      files: { 'package.json': JSON.stringify({ scripts: { test: 'node --test checks' } }) },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
  lacks: { watcher: 'what the command starts is its owner’s: one that watches does not end, and bails as that' },
};
