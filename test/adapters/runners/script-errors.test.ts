import { describe, expect, test } from '@jest/globals';
import { failureOfJest } from '../../../src/adapters/runners/jest/jest-error.js';
import { failureOfVitest } from '../../../src/adapters/runners/vitest/vitest-error.js';

/** Words of transforms and versions that are not installed here, as they were seen; the installed ones run in jest.test.ts and vitest.test.ts. */
const source = "import { Cart } from '../src/cart'; import { total } from '../src/cart.js';";
const around = {
  place: (path: string) => path.replace('/tree/', ''),
  source: (path: string) => (path.startsWith('/tree/test/') ? source : null),
  ...{ file: '/tree/test/a.test.ts', rootDir: '/tree', root: '/tree' },
};
const esc = '\u001b';
const tsJest = (code: number, words: string) =>
  `${esc}[96mtest/a.test.ts${esc}[0m:${esc}[93m1${esc}[0m:${esc}[93m10${esc}[0m - ${esc}[91merror${esc}[0m${esc}[90m TS${code}: ${esc}[0m${words}\n\n${esc}[7m1${esc}[0m import`;
const mapped = (specifier: string) =>
  `Error: Configuration error:\n\nCould not locate module ${specifier} mapped as:\n$1.\n\nPlease check your configuration for these entries:\n{}\n    at createNoMappedModuleFoundError (/x/node_modules/jest-resolve/build/index.js:1322:17)`;

describe('jest', () => {
  test.each<[string, Record<string, string>, Record<string, unknown>]>([
    [
      '@swc/jest 0.2: syntax',
      {
        code: 'GenericFailure',
        stack:
          "Error:   x Expected '}', got '<eof>'\n 1 | test(\n\n\nCaused by:\n    Syntax Error\n    at Compiler.<anonymous> (/x.js:1:1)",
      },
      { kind: 'syntax', message: "x Expected '}', got '<eof>'\n 1 | test(" },
    ],
    [
      'a name mapper that leads nowhere',
      { stack: mapped('../src/total.js') },
      { kind: 'missing-module', missing: 'src/total.js' },
    ],
    [
      'ES modules: no such export',
      {
        stack:
          "SyntaxError: The requested module '../src/cart.js' does not provide an export named 'total'\n    at SourceTextModule.link (node:internal/vm/module:203:17)",
      },
      { kind: 'missing-symbol', missing: 'total', module: 'src/cart.js' },
    ],
    [
      'ES modules: no such export of a module that the test does not import',
      {
        stack:
          "SyntaxError: The requested module './deep.js' does not provide an export named 'total'\n    at SourceTextModule.link (node:internal/vm/module:203:17)",
      },
      { kind: 'missing-symbol', module: null },
    ],
    [
      'ts-jest 29: module',
      { message: tsJest(2307, "Cannot find module '../src/total' or its corresponding type declarations.") },
      { kind: 'missing-module', missing: 'src/total' },
    ],
    [
      'ts-jest 29: export',
      { message: tsJest(2305, "Module '\"../src/cart\"' has no exported member 'total'.") },
      { kind: 'missing-symbol', missing: 'total', module: 'src/cart' },
    ],
    [
      'ts-jest 29: method',
      { message: tsJest(2339, "Property 'total' does not exist on type 'Cart'.") },
      { kind: 'missing-symbol', missing: 'total', module: 'src/cart' },
    ],
    [
      'ts-jest 29: method of another type',
      { message: tsJest(2339, "Property 'total' does not exist on type 'string'.") },
      { kind: 'error' },
    ],
    [
      'ts-jest 29: syntax',
      { message: tsJest(1005, "'}' expected.") },
      { kind: 'syntax', message: expect.not.stringContaining(esc) },
    ],
    [
      'ts-jest 29: wrong type',
      { message: tsJest(2345, "Argument of type 'string' is not assignable.") },
      { kind: 'error' },
    ],
    [
      'ts-jest 29: two that differ',
      { message: `${tsJest(2305, "Module '\"../src/cart\"' has no exported member 'total'.")}\n${tsJest(2345, 'x')}` },
      { kind: 'error' },
    ],
  ])('%s', (_what, error, wanted) => {
    expect(failureOfJest(error, around)).toMatchObject(wanted);
  });
});

describe('vitest', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'vite 5 to 7: module',
      {
        plugin: 'vite:import-analysis',
        message: 'Failed to resolve import "../src/total" from "test/a.test.ts". Does the file exist?',
      },
      { kind: 'missing-module', missing: 'src/total' },
    ],
    [
      'vite-node: module',
      {
        code: 'ERR_LOAD_URL',
        message:
          'Failed to load url ../src/total (resolved id: ../src/total) in /tree/test/a.test.ts. Does the file exist?',
      },
      { kind: 'missing-module', missing: 'src/total' },
    ],
    [
      'vitest 4: from the root',
      { message: "Cannot find module '/src/total' imported from /tree/test/a.test.ts" },
      { kind: 'missing-module', missing: 'src/total' },
    ],
    [
      'vitest 3: in quotes',
      { message: "Cannot find module '../src/total' imported from '/tree/test/a.test.ts'" },
      { kind: 'missing-module', missing: 'src/total' },
    ],
    [
      'vitest 4: a compiled name',
      {
        name: 'TypeError',
        message: '(0 , __vite_ssr_import_2__.total) is not a function',
        frame: { file: '/tree/test/a.test.ts', line: 1, column: 1 },
      },
      { kind: 'missing-symbol', missing: 'total', module: 'src/cart.js' },
    ],
    [
      'words of a test that look like a parser’s',
      { name: 'Error', message: 'Transform failed with 1 error' },
      { kind: 'error' },
    ],
  ])('%s', (_what, error, wanted) => {
    expect(failureOfVitest(error, around)).toMatchObject(wanted);
  });
});
