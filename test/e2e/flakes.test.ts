import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rig, type Rig } from '../support/rig.js';
import { greenLeaf, proves, redLeaf } from '../support/rule.js';
import { greenDo, storyFiles } from '../support/story.js';

/** What fails by chance, and what failed before the run came (F56, R13). */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const source = 'src/numbers.js';
const testFile = 'test/numbers.test.js';

/** An expression that is true in every second run: it counts them in a file outside of every tree. */
function everySecond(name: string): string {
  const counter = JSON.stringify(join(rigged.folder, name));
  return `(appendFileSync(${counter}, '.'), readFileSync(${counter}, 'utf8').length % 2 === 0)`;
}

const readsFiles = "import { appendFileSync, readFileSync } from 'node:fs';\n";
const rightTest = "test('n1 is 1', () => assert.equal(value('n1'), 1));\n";
const known = (names: readonly string[]): string =>
  `${storyFiles[testFile]}${names.map((name) => `test('${name}', () => assert.equal(value('${name}'), 9));\n`).join('')}`;

test.concurrent(
  'F56: a new test that fails now and then is no red, and code that passes it now and then no green',
  async () => {
    await proves(rigged, {
      name: '',
      story: {
        leaves: [
          redLeaf(1, {
            append: testFile,
            text: `${readsFiles}test('n1 is 1', () => assert.equal(value('n1'), ${everySecond('red')} ? undefined : 1));\n`,
          }),
          redLeaf(2, { write: testFile, text: `${storyFiles[testFile]}${rightTest}` }),
          greenLeaf(1, {
            write: source,
            text: `${readsFiles}export const value = (name) => (name === 'zero' ? 0 : ${everySecond('green')} ? 2 : 1);\n`,
          }),
          greenLeaf(2, { write: source, text: storyFiles[source].replace('  // more\n', '  n1: 1,\n  // more\n') }),
        ],
      },
      ends: 'done',
      says: [
        /^RED: REFUSED \(flaky\)/,
        'develop-revise (red) starts',
        /^RED: FAIL \(expected\) assertion/,
        /^GREEN: FAIL \(flaky\)/,
        'develop-revise (green) starts',
        /^GREEN: PASS/,
      ],
    });
  },
);

test.concurrent('F56: a test of the base that fails now and then is named, and nobody is blamed for it', async () => {
  await proves(rigged, {
    name: '',
    story: {
      files: {
        'test/chance.test.js': `import assert from 'node:assert/strict';\nimport test from 'node:test';\n${readsFiles}test('by chance', () => assert.ok(${everySecond('base')}));\n`,
      },
    },
    ends: 'done',
    says: [/^baseline: .*by chance/, /^RED: FAIL \(expected\)/, /^GREEN: PASS/],
  });
});

test.concurrent('R13: tests that failed before bail baseline-red by name, before the first leaf', async () => {
  await proves(rigged, {
    name: '',
    story: { files: { [testFile]: known(['nine', 'ten']) } },
    ends: 'baseline-red',
    says: [/^bailed: baseline-red: .*nine.*ten/],
    holds: async (told) => expect((await told.status()).spent.leaves).toBe(0),
  });
});

test.concurrent('R13: with --allow-known-failures green asks only that no other test fails', async () => {
  await proves(rigged, {
    name: '',
    story: {
      files: { [testFile]: known(['nine', 'ten']) },
      options: { allowKnownFailures: true },
      leaves: [
        greenLeaf(1, ...(greenDo(1) ?? []), { replace: source, from: 'zero: 0', to: 'zero: 1' }),
        greenLeaf(2, { replace: source, from: 'zero: 1', to: 'zero: 0' }),
      ],
    },
    ends: 'done',
    says: [/nine.*ten/, /^GREEN: FAIL \(regression\) .*zero is 0/, /^GREEN: PASS .*known from before the run/],
  });
});
