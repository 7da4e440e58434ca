import { fileURLToPath } from 'node:url';
import prettier from 'eslint-config-prettier';
import { defineConfig } from 'eslint/config';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { bans } from './eslint/bans.js';
import { fileNameRule } from './eslint/rules/file-name.js';
import { reasonedDisablesRule } from './eslint/rules/reasoned-disables.js';
import { wallsRule } from './eslint/rules/walls.js';
import { walls } from './eslint/walls.js';

const root = fileURLToPath(new URL('.', import.meta.url));
const source = fileURLToPath(new URL('./src', import.meta.url));

const pawl = { rules: { walls: wallsRule, 'reasoned-disables': reasonedDisablesRule, 'file-name': fileNameRule } };

/** Every rule that forbids by list gets its list whole, per room: blocks replace each other's options. */
const roomBlocks = Object.entries(walls).map(([name, room]) => ({
  name: `pawl/room/${name}`,
  files: [`src/${name}.ts`, `src/${name}/**/*.ts`],
  rules: bans({
    ...(room.sandbox === undefined ? {} : { sandbox: room.sandbox }),
    readsEnvironment: name === 'config',
  }),
}));

const typeAware = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-assignment': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-member-access': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/restrict-plus-operands': 'error',
  '@typescript-eslint/no-base-to-string': 'error',
};

const house = {
  eqeqeq: 'error',
  'no-eval': 'error',
  'no-new-func': 'error',
  'no-console': 'error',
  'prefer-const': 'error',
  'pawl/reasoned-disables': 'error',
  'pawl/file-name': 'error',
  'import-x/no-cycle': 'error',
  'import-x/no-self-import': 'error',
  'import-x/no-duplicates': ['error', { 'prefer-inline': false }],
};

const typescript = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
  '@typescript-eslint/no-import-type-side-effects': 'error',
  '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
};

export default defineConfig(
  { ignores: ['dist/', '.build/', 'coverage/', 'node_modules/', 'examples/', 'test/fixtures/'] },
  {
    name: 'pawl/all',
    files: ['**/*.{js,mjs,cjs,ts}'],
    extends: [tseslint.configs.base],
    plugins: { pawl, 'import-x': importX },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.js', '.mjs'], extensionAlias: { '.js': ['.ts', '.js'] } }),
      ],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
    },
    rules: house,
  },
  {
    name: 'pawl/typescript',
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: { ...typescript, ...typeAware, ...bans({}) },
  },
  {
    name: 'pawl/source',
    files: ['src/**/*.ts'],
    rules: {
      'pawl/walls': ['error', { walls, source }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'max-depth': ['error', 4],
      complexity: ['error', { max: 15, variant: 'modified' }],
    },
  },
  ...roomBlocks,
  {
    name: 'pawl/around',
    files: ['{scripts,bin,test,bench,eslint,.ci}/**/*.{js,mjs,ts}', '*.js'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-console': 'off',
      ...bans({ readsEnvironment: true }),
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { name: 'pawl/config-files', files: ['*.config.js'], rules: { 'no-restricted-syntax': 'off' } },
  prettier,
);
