import { describe, expect, test } from '@jest/globals';
import { lint, refusedLines } from './lint.js';

const rules = ['no-restricted-globals', 'no-restricted-properties', 'no-restricted-syntax'];
const sandboxRooms = ['src/domain/x.ts', 'src/contract/x.ts', 'src/workflows/x.ts'];
const pureRooms = ['src/domain/x.ts', 'src/contract/x.ts'];

const banned = {
  'process.cwd()': 'process',
  "Buffer.from('x')": 'Buffer',
  'setImmediate(done)': 'setImmediate',
  'clearImmediate(timer)': 'clearImmediate',
  "require('x')": 'require',
  'module.exports': 'module',
  __dirname: '__dirname',
  __filename: '__filename',
  'global.process': 'global',
  'globalThis.process': 'globalThis',
  "fetch('https://example.com')": 'fetch',
  'performance.now()': 'performance',
  'crypto.randomUUID()': 'crypto',
  'new WeakRef(a)': 'WeakRef',
  'new FinalizationRegistry(a)': 'FinalizationRegistry',
  "eval('1')": 'eval',
  "new Function('return process')()": 'Function',
};
const bannedInPureRooms = {
  'Date.now()': 'Date',
  'new Date()': 'Date',
  'setTimeout(done, 1)': 'setTimeout',
  'setInterval(done, 1)': 'setInterval',
  'clearTimeout(timer)': 'clearTimeout',
  'clearInterval(timer)': 'clearInterval',
  'queueMicrotask(done)': 'queueMicrotask',
  "console.log('x')": 'console',
};

describe.each(sandboxRooms)('sandbox code in %s', (file) => {
  test.each(Object.entries(banned))('may not say %s', async (expression, name) => {
    const findings = await lint(file, [`export const x = () => ${expression};`], 'no-restricted-globals');
    expect(findings.map(({ text }) => text)).toEqual([
      `Unexpected use of '${name}'. not in sandbox code: it runs inside the workflow sandbox and must replay.`,
    ]);
  });

  test('may use those words for its own things', async () => {
    const own = [
      'export function open(process: string, module: { require: string }): string {',
      '  return process + module.require;',
      '}',
      'export interface Row { readonly global: string; readonly process: number; readonly Date: string }',
    ];
    expect(await refusedLines(file, own, ...rules)).toEqual([]);
  });

  test('may not roll dice, by whatever name', async () => {
    const refused = [
      'export const a = () => Math.random();',
      'export const b = () => { const { random } = Math; return random(); };',
    ];
    const fine = ['export const c = (ms: number) => Math.floor(ms);'];
    expect(await refusedLines(file, [...refused, ...fine], ...rules)).toEqual(refused);
  });

  test('keeps no state in the module', async () => {
    const refused = [
      'let a = 0;',
      'export let b = 0;',
      'var c = 0;',
      'const d = new Map<string, number>();',
      'export const e = new Set<string>();',
      'const f = new WeakMap();',
      'const g: string[] = [];',
      'export const h: Record<string, number> = {};',
      'class K { static count = 0; }',
    ];
    const fine = [
      "const m: ReadonlySet<string> = new Set(['a']);",
      "export const n: ReadonlyMap<string, number> = new Map([['a', 1]]);",
      "const o = ['a', 'b'] as const;",
      'const p = { a: 1 };',
      'export function q(): number { let total = 0; const seen = new Set<number>(); total += seen.size; return total; }',
      'class R { static readonly limit = 3; }',
    ];
    expect(await refusedLines(file, [...refused, ...fine], ...rules)).toEqual(refused);
  });

  test('does not know where its file lies', async () => {
    const refused = ['export const a = () => import.meta.url;', 'export const b = () => import.meta.dirname;'];
    expect(await refusedLines(file, refused, ...rules)).toEqual(refused);
  });
});

describe.each(pureRooms)('pure code in %s', (file) => {
  test.each(Object.entries(bannedInPureRooms))('is given the time and may not say %s', async (expression, name) => {
    const findings = await lint(file, [`export const x = () => ${expression};`], 'no-restricted-globals');
    expect(findings.map(({ text }) => text.split('.')[0])).toEqual([`Unexpected use of '${name}'`]);
  });
});

test('the workflow may use the clock and the timers that the sandbox patches', async () => {
  const fine = Object.keys(bannedInPureRooms).map(
    (expression, index) => `export const x${index} = () => ${expression};`,
  );
  expect(await refusedLines('src/workflows/x.ts', fine, ...rules)).toEqual([]);
});

test('Node rooms may use what Node has', async () => {
  const fine = Object.keys(banned).map((expression, index) => `export const x${index} = () => ${expression};`);
  for (const file of ['src/adapters/git/x.ts', 'src/activities/x.ts', 'src/worker.ts']) {
    expect(await refusedLines(file, fine, ...rules)).toEqual([]);
  }
});

describe('the environment', () => {
  const readers = [
    'export const a = () => process.env.HOME;',
    "export const b = () => process['env'].HOME;",
    'export const c = () => { const { env } = process; return env; };',
    'export const d = () => globalThis.process.env;',
    "import { env } from 'node:process';",
    "import { argv } from 'process';",
  ];

  test.each([
    'src/activities/x.ts',
    'src/adapters/agents/x.ts',
    'src/cli/x.ts',
    'src/client.ts',
    'src/worker.ts',
    'src/local.ts',
  ])('is not read in %s', async (file) => {
    expect(await refusedLines(file, readers, ...rules)).toEqual(readers);
  });

  test.each(['src/config.ts', 'src/config/x.ts', 'scripts/x.mjs', 'bin/x.js', 'test/x.test.ts'])(
    'may be read in %s',
    async (file) => {
      expect(await refusedLines(file, readers, ...rules)).toEqual([]);
    },
  );
});
