import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { client } from './support/client.js';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** Everything that is loaded before a command runs: static imports only, types left out. */
function loadedAtOnce(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
    for (const statement of parsed.statements) {
      const from = specifierOf(statement);
      if (from === null) continue;
      if (!from.startsWith('.')) packages.add(from);
      else visit(join(dirname(file), from.replace(/\.js$/, '.ts')));
    }
  };
  visit(entry);
  return { files, packages };
}

function specifierOf(statement: ts.Statement): string | null {
  if (ts.isImportDeclaration(statement)) {
    if (statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return null;
    return ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : null;
  }
  if (ts.isExportDeclaration(statement) && !statement.isTypeOnly && statement.moduleSpecifier !== undefined) {
    return ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : null;
  }
  return null;
}

describe('pawl --help is quick because it loads almost nothing', () => {
  const { files, packages } = loadedAtOnce(join(source, 'client.ts'));

  test('it loads no Temporal, no zod, no git: commander and Node only', () => {
    expect([...packages].filter((name) => !name.startsWith('node:')).sort()).toEqual(['commander']);
  });

  test('it stays in src/client.ts and src/cli', () => {
    const elsewhere = [...files].filter(
      (file) => !file.startsWith(join(source, 'cli')) && file !== join(source, 'client.ts'),
    );
    expect(elsewhere).toEqual([]);
  });

  test('every file it names is there', () => {
    expect([...files].filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe('what a person reads', () => {
  test('each help fits a terminal of 80 columns', async () => {
    const commands = [...(await client('--help')).out.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(commands.length).toBeGreaterThan(15);
    const wide: string[] = [];
    for (const command of ['', ...commands]) {
      const { out } = await client(...(command === '' ? [] : [command]), '--help');
      // commander fits its own part to the terminal of whoever runs this.
      const lines = out.slice(out.indexOf('display help for command')).split('\n');
      wide.push(...lines.filter((line) => line.length > 80).map((line) => `${command}: ${line}`));
    }
    expect(wide).toEqual([]);
  });

  test.each([
    [['foo'], "unknown command 'foo'"],
    [['run'], "missing required argument 'source'"],
    [['status', '--nope'], "unknown option '--nope'"],
  ])('wrong use is told in words with --json, too: %j', async (argv, error) => {
    const { code, out } = await client(...argv, '--json');
    expect([code, JSON.parse(out)]).toEqual([2, { error, exitCode: 2 }]);
  });
});
