import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StatusView } from '../../src/contract/views.js';
import { projectRoot, replays, rig, tell, type Rig, type Story } from '../support/rig.js';
import { storyFiles } from '../support/story.js';

/** Whole runs by the runners that need installed dependencies, and by commands of no known runner. */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const gated = (status: StatusView): boolean => status.state === 'gate';
const packageJson = (test: string, more: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ name: 'numbers', private: true, type: 'module', scripts: { test }, ...more }, null, 2)}\n`;

/** The dependencies that the tests of Pawl itself run on: a setup that needs no registry. */
const installed = JSON.stringify({
  setup: `node -e 'require("fs").symlinkSync(process.argv[1], "node_modules")' ${join(projectRoot, 'node_modules')}`,
});

const testFile = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const firstTest = "test('zero is 0', () => expect(value('zero')).toBe(0));";
const redTest = {
  append: 'test/numbers.test.js',
  text: "test('n1 is 1', () => expect(value('n1')).toBe(1));\n",
};
const redLeaf = { role: 'developer', phase: 'red', step: '1', attempt: '*', do: [redTest] } as const;

const byVitest: Story = {
  steps: 1,
  leaves: [redLeaf],
  files: {
    'package.json': packageJson('vitest'),
    'pawl.json': installed,
    'test/numbers.test.js': testFile([
      "import { expect, test } from 'vitest';",
      "import { value } from '../src/numbers.js';",
      firstTest,
    ]),
  },
};

const byJest: Story = {
  steps: 1,
  leaves: [
    redLeaf,
    {
      role: 'developer',
      phase: 'green',
      step: '1',
      attempt: '*',
      do: [{ replace: 'src/numbers.js', from: '  // more\n', to: '  n1: 1,\n  // more\n' }],
    },
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'numbers', private: true, scripts: { test: 'jest --watch' }, jest: { transform: {} } })}\n`,
    'pawl.json': installed,
    'src/numbers.js': 'const table = {\n  zero: 0,\n  // more\n};\n\nexports.value = (name) => table[name];\n',
    'test/numbers.test.js': testFile(["const { value } = require('../src/numbers.js');", firstTest]),
  },
};

describe('runners that are installed by a setup', () => {
  test.each<[string, Story, string]>([
    ['R15: vitest, whose script would watch', byVitest, 'vitest'],
    ['R15: jest, whose script would watch', byJest, 'jest'],
  ])('%s: one step, red to green, on evidence', async (_name, story, runner) => {
    const told = await tell(rigged, story);
    const result = await told.result();
    expect(result.outcome).toBe('done');
    expect(result.report.testCommand).toContain(runner);
    const lines = (await told.events()).map((event) => event.line);
    expect(lines.some((line) => line.startsWith('RED: FAIL (expected)'))).toBe(true);
    expect(lines.some((line) => line.startsWith('GREEN: PASS'))).toBe(true);
    await replays(told);
  });
});

/** A home-made test program: an exit code, and JUnit XML where it is told to. */
const program = testFile([
  "import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';",
  'const cases = [];',
  "for (const name of readdirSync('checks').sort()) {",
  "  const { title, check } = await import('./checks/' + name);",
  '  let failure = null;',
  '  try { check(); } catch (error) { failure = error; }',
  '  cases.push({ name, title, failure });',
  '}',
  "mkdirSync('out', { recursive: true });",
  'const failed = cases.filter((one) => one.failure !== null);',
  'const xml = cases.map(({ name, title, failure }) =>',
  '  `<testcase file="checks/${name}" classname="checks" name="${title}">` +',
  '  (failure === null ? \'\' : `<failure type="AssertionError" message="${failure.message.replace(/[<>&"\\n]/g, \' \')}"/>`) +',
  "  '</testcase>');",
  'writeFileSync(\'out/junit.xml\', `<testsuite tests="${cases.length}" failures="${failed.length}">${xml.join(\'\')}</testsuite>`);',
  'process.exit(failed.length === 0 ? 0 : 1);',
]);
const check = (name: string, value: number): string =>
  testFile([
    "import assert from 'node:assert/strict';",
    "import { value } from '../src/numbers.js';",
    `export const title = '${name} is ${value}';`,
    `export const check = () => assert.equal(value('${name}'), ${value});`,
  ]);

const byProgram = (results: string): Story => ({
  steps: 1,
  gear: null,
  planFiles: ['src/numbers.js', 'checks/n1.test.js'],
  leaves: [
    {
      role: 'developer',
      phase: 'red',
      step: '1',
      attempt: '*',
      do: [{ write: 'checks/n1.test.js', text: check('n1', 1) }],
    },
  ],
  files: {
    'package.json': packageJson('node run-checks.js'),
    'pawl.json': JSON.stringify({ test: 'node run-checks.js', results, testFiles: ['checks/**'] }),
    'run-checks.js': program,
    'checks/zero.test.js': check('zero', 0),
    'test/numbers.test.js': storyFiles['test/numbers.test.js'],
    '.gitignore': 'out/\n',
  },
});

describe('commands of no known runner', () => {
  test('with JUnit XML a run has the same evidence as with a known runner', async () => {
    const told = await tell(rigged, byProgram('junit:out/junit.xml'));
    await told.reach(gated);
    const status = await told.status();
    expect(status.gate?.files).toEqual(['checks/n1.test.js']);
    await told.signal('approve', { test: status.gate?.testHash });
    expect((await told.result()).outcome).toBe('done');
    await replays(told);
  });

  test('with an exit code only, each test waits for a person, whatever the gear', async () => {
    const told = await tell(rigged, byProgram('exit-only'));
    await told.reach(gated);
    await told.signal('shiftGear', { gear: 'review-after', because: 'it is late' });
    await told.reach((status) => status.messages.length === 1);
    const status = await told.status();
    expect(status.state).toBe('gate');
    expect(status.messages[0]?.answer).toContain('a person has to see each test');
    await told.signal('approve', { test: status.gate?.testHash });
    expect((await told.result()).outcome).toBe('done');
    await replays(told);
  });
});
