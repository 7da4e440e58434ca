import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { root } from './lint.js';

/** Compiles a text as if it stood in `file`, by tsconfig.sandbox.json; gives the words the compiler did not know. */
function compile(file: string, text: string): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}tsconfig.sandbox.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
      },
    },
  );
  if (config === undefined) throw new Error('tsconfig.sandbox.json is not readable');
  const fixture = `${root}${file}`;
  const host = ts.createCompilerHost(config.options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === fixture || fileExists.call(host, name);
  host.getSourceFile = (name, version, ...rest) =>
    name === fixture ? ts.createSourceFile(name, text, version) : getSourceFile.call(host, name, version, ...rest);
  const program = ts.createProgram([fixture], config.options, host);
  const problems = program.getSemanticDiagnostics(program.getSourceFile(fixture));
  return problems.map((problem) => text.slice(problem.start, (problem.start ?? 0) + (problem.length ?? 0)));
}

describe('the sandbox tsconfig', () => {
  test('does not know process, Buffer, require, timers, console, fetch or a node: module', () => {
    const words = ['process', 'Buffer', 'require', 'setTimeout', 'console', 'fetch', '__dirname'];
    const text = [
      ...words.map((word) => `export const use_${word} = () => ${word};`),
      "import fs from 'node:fs';",
      'export { fs };',
    ];
    expect(compile('src/domain/fixture.ts', text.join('\n'))).toEqual([...words, "'node:fs'"]);
  });

  test('knows zod and the language itself', () => {
    const text = [
      "import { z } from 'zod';",
      "export const Gear = z.enum(['review-before', 'review-after']);",
      'export const lines = (text: string): readonly string[] => text.split("\\n").toSorted();',
      'export const seen: ReadonlyMap<string, number> = new Map([["a", Math.max(1, 2)]]);',
    ];
    expect(compile('src/domain/fixture.ts', text.join('\n'))).toEqual([]);
  });
});
