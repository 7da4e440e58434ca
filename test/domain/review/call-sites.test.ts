import { describe, expect, test } from '@jest/globals';
import { callSites, derivations, plannedSites } from '../../../src/domain/review/call-sites.js';
import { changedFunctions } from '../../../src/domain/review/changed-functions.js';
import { fileSuggestsDerivation, suggestsDerivation } from '../../../src/domain/review/derivation-names.js';
import { importedNames } from '../../../src/domain/review/imported-names.js';

describe('R-001-09: names that suggest a security or correctness derivation', () => {
  test.each([
    ...['redactSecrets', 'sanitize_html', 'isAuthorized', 'AUTHENTICATE', 'canEdit', 'hasPermission', 'denyAll'],
    ...['isInsidePath', 'assertSafe', 'validateOrder', 'verifyToken', 'ensureOpen', 'ownerOf', 'XSSFilter', 'checkACL'],
  ])('%s does', (name) => {
    expect(suggestsDerivation(name)).toBe(true);
  });

  test.each(['total', 'renderPrice', 'authorName', 'density', 'statement', 'canal', 'pathology', '', '_'])(
    '%p does not',
    (name) => {
      expect(suggestsDerivation(name)).toBe(false);
    },
  );

  test('a file does by its own name or its folder, not by its extension or a folder further up', () => {
    expect(fileSuggestsDerivation('src/path-guard.ts')).toBe(true);
    expect(fileSuggestsDerivation('src/auth/index.ts')).toBe(true);
    expect(fileSuggestsDerivation('auth/shop/basket.ts')).toBe(false);
  });
});

describe('which functions a change is in', () => {
  test.each<[string, string, number[], string[]]>([
    [
      'a.ts',
      'export function one() {\n  x();\n}\nexport const two = async (a: A) => {\n  y();\n};\n',
      [2, 5],
      ['one', 'two'],
    ],
    [
      'a.ts',
      'class C {\n  private async check(a: string): Promise<void> {\n    if (a) {\n      x();\n',
      [4],
      ['check'],
    ],
    ['a.py', 'import x\n\ndef allowed(user):\n    return True\n\nasync def other():\n', [4], ['allowed']],
    ['a.go', 'func (s *Store) Allowed(id string) bool {\n\treturn true\n', [2], ['Allowed']],
    ['a.rs', 'pub fn is_valid(text: &str) -> bool {\n    true\n', [2], ['is_valid']],
    [
      'A.java',
      'class A {\n    public static boolean mayRead(User user) throws X {\n        return true;\n',
      [3],
      ['mayRead'],
    ],
    ['a.rb', 'class A\n  def valid?\n    true\n', [3], ['valid?']],
    ['a.ts', 'export function one() {\n}\nexport function two() {\n}\n', [3], ['two']],
    ['a.c', 'static int\ncheck_path(const char *p)\n{\n', [1], []],
    ['a.c', 'int check_path(const char *p)\n{\n  return 1;\n', [3], ['check_path']],
    ['a.ts', 'const a = 1;\n', [1], []],
    ['a.md', 'function x() {\n', [1], []],
  ])('%s: %p', (path, text, changed, names) => {
    expect(changedFunctions(path, text, changed).map(({ name }) => name)).toEqual(names);
  });

  test('a line that no person wrote takes no time', () => {
    const long = `  ${'a '.repeat(200_000)}(`;
    expect(changedFunctions('a.ts', long, [1])).toEqual([]);
  });
});

describe('what a test imports from its own repository', () => {
  const files = ['src/shop/auth.py', 'src/shop/__init__.py', 'src/main/java/shop/Guard.java'];
  const names = (path: string, text: string): readonly string[] =>
    importedNames(path, text, files).map(({ name, module }) => `${module}:${name}`);

  test.each<[string, string, readonly string[]]>([
    [
      'a.test.ts',
      `import { join } from 'node:path';\nimport def, {\n  isInside as inside,\n  type Rule,\n} from '../src/paths.js';\nimport * as all from '@/auth';`,
      ['../src/paths:def', '../src/paths:isInside', '../src/paths:Rule', '@/auth:all'],
    ],
    [
      'a.test.cjs',
      `const { check, may: can } = require("../lib/rules.js"); const fs = require('fs'); const one = await import('./one.mjs')`,
      ['../lib/rules:check', '../lib/rules:may', './one:one'],
    ],
    [
      'test_a.py',
      'import os\nfrom os import path\nfrom shop.auth import (allowed,  # yes\n  denied as no)\nimport shop.auth as auth\nassert auth.owns(1)',
      ['shop.auth:allowed', 'shop.auth:denied', 'shop.auth:owns'],
    ],
    ['a.rs', 'use std::path::Path;\nuse crate::auth::{check, Rule};', ['crate::auth:check', 'crate::auth:Rule']],
    ['ATest.java', 'import java.nio.file.Path;\nimport shop.Guard;\n', ['Guard:Guard']],
    ['a_test.go', 'func TestIt(t *testing.T) { Allowed("x") }', [':TestIt', ':Allowed']],
  ])('%s', (path, text, expected) => {
    expect(names(path, text)).toEqual(expected);
  });

  test('a hostile text takes no time', () => {
    const texts = ['import '.repeat(30_000), `import {${' '.repeat(150_000)}`, `from ${'a.'.repeat(80_000)}`];
    for (const text of texts) for (const path of ['a.ts', 'a.py', 'a.rs', 'A.java']) importedNames(path, text, files);
  });
});

describe('R-001-09: production call sites', () => {
  const changed = [
    { name: 'render', file: 'src/page.ts' },
    { name: 'checkPath', file: 'src/files.ts' },
    { name: 'decide', file: 'src/auth/rules.ts' },
  ];

  test('of functions whose name or file suggests a derivation, changed or imported; each once, at most 20', () => {
    const imported = [
      { name: 'join', module: './strings' },
      { name: 'allows', module: './strings' },
      { name: 'one', module: '../src/permissions' },
      { name: 'checkPath', module: '' },
    ];
    expect(derivations(changed, imported)).toEqual(['checkPath', 'decide', 'allows', 'one']);
    const many = Array.from({ length: 90 }, (_, at) => ({ name: `check${at}`, file: '' }));
    expect(derivations(many, [])).toHaveLength(20);
  });

  const isProduction = (path: string): boolean => !path.includes('test');
  const line = (path: string, number: number, text: string) => ({ path, line: number, text });

  test('are uses: no declaration, import, comment, test or prose', () => {
    const lines = [
      line('src/files.ts', 3, 'export function checkPath(path: string): boolean {'),
      line('src/a.ts', 1, "import { checkPath } from './files.js';"),
      line('src/a.ts', 2, '  checkPath,'),
      line('src/a.ts', 3, "} from './files.js'; // checkPath"),
      line('src/a.ts', 9, '  if (!checkPath(request.path)) return;'),
      line('src/b.ts', 4, 'const good = paths.filter(checkPath);'),
      line('src/b.ts', 5, '// checkPath(x) would be wrong'),
      line('src/b.ts', 6, 'const checkPaths = myCheckPath;'),
      line('src/c.ts', 7, 'export { checkPath, other };'),
      line('src/d.py', 8, 'return checkPath(x)'),
      line('test/a.test.ts', 9, 'expect(checkPath(x)).toBe(true);'),
      line('README.md', 10, 'call checkPath(x)'),
    ];
    expect(callSites('checkPath', lines, isProduction)).toEqual({
      name: 'checkPath',
      sites: ['src/a.ts:9', 'src/b.ts:4', 'src/d.py:8'],
      more: 0,
    });
    expect(callSites('nowhere', lines, isProduction)).toBeNull();
  });

  test('are bounded, and what has no room is counted', () => {
    const lines = Array.from({ length: 100 }, (_, at) => line('src/a.ts', at + 1, 'checkPath(x);'));
    expect(callSites('checkPath', lines, isProduction)).toMatchObject({ sites: { length: 30 }, more: 70 });
  });

  test('that the plan names are taken from it, as far as the tree has such a file', () => {
    const files = new Set(['src/auth.ts', 'src/a b.ts']);
    expect(plannedSites(['used at src/auth.ts:12, src/gone.ts:3 and src/auth.ts:12; at 10:30'], files)).toEqual({
      name: 'named by the plan',
      sites: ['src/auth.ts:12'],
      more: 0,
    });
    expect(plannedSites(['an expired token gets 401'], files)).toBeNull();
  });
});
