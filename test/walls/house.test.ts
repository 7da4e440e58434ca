import { mkdtempSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, test } from '@jest/globals';
import { lint, refusedLines, root } from './lint.js';
import { removal } from '../support/removal.js';

const many = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index));

describe('house rules for source', () => {
  test('no enum, no default export, no parameter property', async () => {
    const refused = ['enum A { b }', 'export default class C { constructor(private readonly d: string) {} }'];
    const file = 'src/activities/x.ts';
    expect(await refusedLines(file, refused, 'no-restricted-syntax')).toEqual(refused);
    const found = await lint(
      file,
      ['export class C { constructor(private readonly d: string) {} }'],
      'no-restricted-syntax',
    );
    expect(found).toHaveLength(1);
  });

  test('no any, no assertion but `as const`, no `!`, type imports marked', async () => {
    const names = [
      'no-explicit-any',
      'consistent-type-assertions',
      'no-non-null-assertion',
      'consistent-type-imports',
      'no-import-type-side-effects',
    ];
    const refused = [
      "import { A } from './a.js';",
      "import { type B } from './b.js';",
      'export const c = (d: any) => d;',
      'export const e = (f: unknown) => f as string;',
      'export const g = (h: A | undefined) => h!;',
    ];
    const fine = [
      "export const i = ['a'] as const;",
      "import type { J } from './j.js';",
      'export const k = { l: 1 } satisfies J;',
    ];
    const rules = names.map((name) => `@typescript-eslint/${name}`);
    expect(await refusedLines('src/activities/x.ts', [...refused, ...fine], ...rules)).toEqual(refused);
  });

  test('a file has at most 250 lines of code, blank lines and comments not counted', async () => {
    const full = [...many(250, (index) => `export const a${index} = ${index};`), '', '// why'];
    expect(await lint('src/texts/x.ts', full, 'max-lines')).toEqual([]);
    expect(await lint('src/texts/x.ts', [...full, 'export const last = 1;'], 'max-lines')).toHaveLength(1);
  });

  test('a function has at most 60 lines, 4 parameters and 15 paths', async () => {
    const long = (lines: number): string[] => ['export function f(): void {', ...many(lines - 2, () => '  f();'), '}'];
    expect(await lint('src/texts/x.ts', long(60), 'max-lines-per-function')).toEqual([]);
    expect(await lint('src/texts/x.ts', long(61), 'max-lines-per-function')).toHaveLength(1);
    const wide = (count: number): string =>
      `export function g(${many(count, (index) => `a${index}: string`).join(', ')}): void {}`;
    expect(await refusedLines('src/texts/x.ts', [wide(4), wide(5)], 'max-params')).toEqual([wide(5)]);
    const forks = (count: number): string =>
      `export function h(a: number): void { ${many(count, (index) => `if (a === ${index}) return;`).join(' ')} }`;
    expect(await refusedLines('src/texts/x.ts', [forks(14), forks(15)], 'complexity')).toEqual([forks(15)]);
  });

  test('a file name is kebab-case', async () => {
    const line = ['export const a = 1;'];
    for (const name of ['next-step.ts', 'rooms.test.ts', 'f25.ts'])
      expect(await lint(`src/texts/${name}`, line, 'pawl/file-name')).toEqual([]);
    for (const name of ['nextStep.ts', 'next_step.ts', 'Next.ts', '-next.ts']) {
      expect(await lint(`src/texts/${name}`, line, 'pawl/file-name')).toHaveLength(1);
    }
  });

  test('a rule is switched off by name and with a reason, or not at all', async () => {
    const refused = [
      '/* eslint-disable */',
      '// eslint-disable-next-line',
      '// eslint-disable-next-line no-console',
      '/* eslint-disable no-console -- */',
    ];
    const fine = [
      '// eslint-disable-next-line no-console -- the last words of a dying process',
      '// eslint-disables are rare here',
    ];
    // One text each: the first of them would silence all lines below it.

    for (const line of refused)
      expect(await refusedLines('src/texts/x.ts', [line], 'pawl/reasoned-disables')).toEqual([line]);
    expect(await refusedLines('src/texts/x.ts', fine, 'pawl/reasoned-disables')).toEqual([]);
  });
});

/** Runs the whole configuration, with type information, on real files in a folder of their own. */
async function lintProject(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'pawl-walls-')));
  try {
    const settings = { extends: `${root}tsconfig.json`, compilerOptions: { types: [] }, include: ['src'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: `${root}eslint.config.js`,
      overrideConfig: { languageOptions: { parserOptions: { tsconfigRootDir: folder } } },
      ruleFilter: ({ ruleId }) => ruleId !== 'pawl/walls',
    });
    const results = await eslint.lintFiles(['src']);
    return results.flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId, message }) => `${path.basename(filePath)}:${line} ${ruleId ?? message}`),
    );
  } finally {
    rmSync(folder, removal);
  }
}

test('with type information: floating promises, cycles, forgotten cases and idle assertions are found', async () => {
  const found = await lintProject({
    'src/texts/one.ts': "import { two } from './two.js';\nexport const one = (): number => two() + 1;\n",
    'src/texts/two.ts': "import { one } from './one.js';\nexport const two = (): number => one() + 1;\n",
    'src/texts/late.ts': [
      'export async function late(): Promise<void> {}',
      'export function forgets(): void {',
      '  late();',
      '}',
      'export async function waits(): Promise<void> {',
      '  await late();',
      '}',
    ].join('\n'),
    'src/texts/cases.ts': [
      "export type Gear = 'review-before' | 'review-after';",
      'export function name(gear: Gear): string {',
      '  switch (gear) {',
      "    case 'review-before':",
      "      return 'before';",
      '  }',
      "  return 'none';",
      '}',
      'export const parsed = (text: string): unknown => JSON.parse(text).deep;',
    ].join('\n'),
  });
  expect(found.sort()).toEqual([
    'cases.ts:3 @typescript-eslint/switch-exhaustiveness-check',
    'cases.ts:9 @typescript-eslint/no-unsafe-member-access',
    'late.ts:3 @typescript-eslint/no-floating-promises',
    'one.ts:1 import-x/no-cycle',
    'two.ts:1 import-x/no-cycle',
  ]);
});
