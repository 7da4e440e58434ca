import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { greenLeaf, redLeaf } from '../support/rule.js';
import { storyFiles } from '../support/story.js';
import type { Ground } from './support/fault.js';
import { noLeaf } from './support/facts.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';
import { rightSource, rightTest, source, suite, testFile } from './support/suite.js';

const never = 'new Promise(() => setInterval(() => undefined, 60_000))';
const tail = `pawl-fault-${process.pid}`;
/** Bounded: whoever escapes is gone after 20 s. */
const daemon = `spawn('sh', ['-c', 'trap "" TERM; sleep 20', '${tail}'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref();`;
const flood = "for (let i = 0; i < 1_500; i += 1) process.stdout.write('x'.repeat(40_000) + '\\n');";

/** True in every second run: it counts them in a file outside of every tree. */
function everySecond({ rig }: Ground, name: string): string {
  const counter = JSON.stringify(join(rig.folder, name));
  return `(appendFileSync(${counter}, '.'), readFileSync(${counter}, 'utf8').length % 2 === 0)`;
}
const readsFiles = "import { appendFileSync, readFileSync } from 'node:fs';\n";

playFaults('tests', 'process', [
  storyFault({
    id: 'F55',
    title: 'tests that fail before the run: bails by name, before any leaf',
    expected: 'baseline-red',
    story: { files: { [testFile]: storyFiles[testFile].replace("value('zero'), 0", "value('zero'), 9") } },
    says: [/^bailed: baseline-red: .*zero is 0/],
    holds: noLeaf,
  }),
  storyFault({
    id: 'F56',
    title: 'a new test that fails now and then is no red, code that passes it now and then no green',
    expected: 'done',
    story: (ground) => ({
      leaves: [
        redLeaf(1, {
          append: testFile,
          text: `${readsFiles}test('n1 is 1', () => assert.equal(value('n1'), ${everySecond(ground, 'red')} ? undefined : 1));\n`,
        }),
        redLeaf(2, suite(rightTest)),
        greenLeaf(1, {
          write: source,
          text: `${readsFiles}export const value = (name) => (name === 'zero' ? 0 : ${everySecond(ground, 'green')} ? 2 : 1);\n`,
        }),
        greenLeaf(2, { write: source, text: rightSource }),
      ],
    }),
    says: [/^RED: REFUSED \(flaky\)/, /^RED: FAIL \(expected\)/, /^GREEN: FAIL \(flaky\)/, /^GREEN: PASS/],
  }),
  storyFault({
    id: 'F56 (base)',
    title: 'a test of the base that fails now and then: named, and nobody is blamed',
    expected: 'done',
    story: (ground) => ({
      files: {
        'test/chance.test.js': `import assert from 'node:assert/strict';\nimport test from 'node:test';\n${readsFiles}test('by chance', () => assert.ok(${everySecond(ground, 'base')}));\n`,
      },
    }),
    says: [/^baseline: .*by chance/, /^RED: FAIL \(expected\)/, /^GREEN: PASS/],
    never: [/^develop-revise/],
  }),
  storyFault({
    id: 'F57',
    title: 'a new test that never ends: told apart from one that fails, sent back',
    expected: 'done',
    story: {
      leaves: [redLeaf(1, suite(`test('n1 is 1', () => ${never});`)), redLeaf(2, suite(rightTest))],
      options: { leafTimeoutMs: 12_000 },
    },
    says: [/^RED: REFUSED \(did-not-end\)/, 'develop-revise (red) starts', /^RED: FAIL \(expected\)/],
  }),
  storyFault({
    id: 'F57 (base)',
    title: 'the suite of the base never ends: tests-did-not-end, before any leaf',
    expected: 'tests-did-not-end',
    story: {
      files: { 'test/long.test.js': `import test from 'node:test';\ntest('long', () => ${never});\n` },
      options: { leafTimeoutMs: 12_000 },
    },
    says: [/^bailed: tests-did-not-end/],
    holds: noLeaf,
  }),
  storyFault({
    id: 'F57 (daemon)',
    title: 'a test leaves a daemon that holds its output: the result comes all the same, the daemon is dead',
    expected: 'done',
    story: { leaves: [redLeaf(1, suite("import { spawn } from 'node:child_process';", daemon, rightTest))] },
    says: [/^RED: FAIL \(expected\)/, /^GREEN: PASS/],
    holds: async () => {
      const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
      return { 'no daemon is left': !stdout.includes(tail) };
    },
  }),
  storyFault({
    id: 'F57 (flood)',
    title: 'a test floods its output with 60 MB: capped, and judged by its results',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(1, suite(rightTest)),
        greenLeaf(1, { write: source, text: `${flood}\n${rightSource}` }),
        greenLeaf(2, { write: source, text: rightSource }),
      ],
    },
    says: [/^RED: FAIL \(expected\)/, /^GREEN: PASS/],
  }),
]);
