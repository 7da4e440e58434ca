import { describe, expect, test } from '@jest/globals';
import { missingSpecs, specOf, specPatternProblem } from '../../../src/domain/files/spec-coverage.js';

const mapping = { 'src/{path}.ts': 'test/{path}.test.ts', 'lib/{path}.rb': 'spec/{path}_spec.rb' };

describe('R-001-49: every source file has a test file, where pawl.json asks for it', () => {
  test.each([
    ['src/a/b.ts', 'test/a/b.test.ts'],
    ['lib/shop/cart.rb', 'spec/shop/cart_spec.rb'],
    ['src/$&.ts', 'test/$&.test.ts'],
    ['src/.ts', null],
    ['other/a.ts', null],
  ])('%s asks for %s', (path, spec) => {
    expect(specOf(path, mapping)).toBe(spec);
  });

  test('a source file without its test file is named, with the file that is missing', () => {
    const files = new Set(['src/a.ts', 'src/b.ts', 'test/a.test.ts', 'README.md']);
    expect(missingSpecs(['src/a.ts', 'src/b.ts', 'README.md'], files, mapping)).toEqual([
      'src/b.ts has no test file; pawl.json asks for test/b.test.ts',
    ]);
  });

  test('a test file is asked for none, although a pattern fits it', () => {
    const beside = { 'src/{path}.ts': 'src/{path}.test.ts' };
    const files = new Set(['src/a.ts', 'src/a.test.ts']);
    expect(missingSpecs(['src/a.ts', 'src/a.test.ts'], files, beside)).toEqual([]);
  });

  test.each(['src/*.ts', 'src/a.ts', '{path}/{path}', '/src/{path}.ts', '../{path}.ts', 'src//{path}.ts'])(
    'the pattern %s is refused',
    (pattern) => {
      expect(specPatternProblem(pattern)).not.toBeNull();
    },
  );
});
