import type { Phase } from '../../src/domain/run/phase.js';
import type { Role } from '../../src/domain/leaf/roles.js';

/** A small repository, an issue about it and the scenario that solves it: what end-to-end tests run on. */

export interface StoryLeaf {
  readonly role: Role;
  readonly phase: Phase;
  readonly step: string;
  readonly attempt: number | '*';
  readonly do?: readonly Readonly<Record<string, unknown>>[];
  readonly answer?: unknown;
  readonly question?: string;
  readonly usageLimit?: { readonly resetInMs: number | null };
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number; readonly usd: number | null };
}

export const storyFiles = {
  'package.json': `${JSON.stringify({ name: 'numbers', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'src/numbers.js':
    'const table = {\n  zero: 0,\n  // more\n};\n\nexport function value(name) {\n  return table[name];\n}\n',
  'test/numbers.test.js': [
    "import assert from 'node:assert/strict';",
    "import test from 'node:test';",
    "import { value } from '../src/numbers.js';",
    '',
    "test('zero is 0', () => assert.equal(value('zero'), 0));",
    '',
  ].join('\n'),
};

/** An issue with one criterion a step. */
export function storyIssue(steps: number): string {
  const criteria = numbers(steps).map((k) => `- [ ] \`value('n${k}')\` is ${k}`);
  return ['# More numbers', '', 'The table knows zero only.', '', '## Acceptance criteria', '', ...criteria, ''].join(
    '\n',
  );
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

export const redDo = (k: number): StoryLeaf['do'] => [
  { append: 'test/numbers.test.js', text: `test('n${k} is ${k}', () => assert.equal(value('n${k}'), ${k}));\n` },
];

export const greenDo = (k: number): StoryLeaf['do'] => [
  { replace: 'src/numbers.js', from: '  // more\n', to: `  n${k}: ${k},\n  // more\n` },
];

const key = (leaf: StoryLeaf): string => [leaf.role, leaf.phase, leaf.step, leaf.attempt].join('/');

/** The scenario of a well-behaved run; `instead` replaces or adds leaves. */
export function storyScenario(
  steps: number,
  instead: readonly StoryLeaf[] = [],
  files: readonly string[] = ['src/numbers.js', 'test/numbers.test.js'],
): string {
  const leaves = new Map<string, StoryLeaf>();
  for (const k of numbers(steps)) {
    const step = String(k);
    const red: StoryLeaf = { role: 'developer', phase: 'red', step, attempt: '*', do: redDo(k) ?? [] };
    const green: StoryLeaf = { role: 'developer', phase: 'green', step, attempt: '*', do: greenDo(k) ?? [] };
    leaves.set(key(red), red);
    leaves.set(key(green), green);
  }
  for (const leaf of instead) leaves.set(key(leaf), leaf);
  const plan = {
    files: files.map((path) => ({ path, isNew: !(path in storyFiles) })),
    steps: numbers(steps).map((k) => ({ id: String(k), title: `n${k} is known`, criterion: k, shape: 'behaviour' })),
  };
  return JSON.stringify({ version: 1, plan, leaves: [...leaves.values()] }, null, 2);
}
