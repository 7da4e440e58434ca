import { describe, expect, test } from '@jest/globals';
import { createNodeTest } from '../../src/adapters/runners/node-test/node-test.js';
import { createPytest } from '../../src/adapters/runners/pytest/pytest.js';
import { validatePlan } from '../../src/domain/plan/plan-rules.js';
import type { TestRunner } from '../../src/ports/test-runner.js';
import { pytestHere } from '../support/pytest.js';
import { runTests } from '../support/test-runs.js';
import { conduct } from './conductor.js';
import { readExample, type Tree } from './example.js';

interface Told {
  readonly name: string;
  readonly runner: TestRunner;
  /** What its runner needs around it, or why it is not to be had here. */
  readonly env: Readonly<Record<string, string>> | string;
  readonly story: readonly string[];
}

const pytest = await pytestHere().then(
  (here) => here.env,
  (error: unknown) => {
    if (error instanceof Error && error.message.startsWith('skipped: ')) return error.message;
    throw error;
  },
);

const told: readonly Told[] = [
  {
    name: 'javascript',
    runner: createNodeTest(),
    env: {},
    story: [
      '1 red 1: assertion, REJECT',
      '1 red 2: assertion, PASS',
      '1 green 1: green, PASS',
      '1 refactor 1: nothing to do',
      '2 red 1: assertion, PASS',
      '2 green 1: hangs',
      '2 green 2: green, PASS',
      '2 refactor 1: green, PASS',
      '3 red 1: missing-under-test, PASS',
      '3 green 1: green, PASS',
      '3 refactor 1: nothing to do',
    ],
  },
  {
    name: 'python',
    runner: createPytest(),
    env: pytest,
    story: [
      '1 red 1: assertion, PASS',
      '1 green 1: green, REJECT',
      '1 green 2: green, PASS',
      '1 refactor 1: nothing to do',
      '2 red 1: missing-under-test, PASS',
      '2 green 1: green, PASS',
      '2 refactor 1: green, PASS',
      '3 red 1: hangs',
      '3 red 2: assertion, PASS',
      '3 green 1: green, PASS',
      '3 refactor 1: nothing to do',
    ],
  },
];

describe.each(told)('the $name example', ({ name, runner, env, story }) => {
  const example = readExample(name);
  const paths = Object.keys(example.tree);

  test('has an issue of three criteria or more, and a plan that serves each of them', () => {
    const { criteria } = example.issue;
    expect(criteria.length).toBeGreaterThanOrEqual(3);
    const { isTestFile } = runner;
    const facts = { criteria, maxFiles: 5, existingFiles: paths, isTestFile };
    expect(paths).not.toContain('scenario.json');
    expect(validatePlan(example.scenario.plan, facts)).toMatchObject({ kind: 'ok' });
  });

  test('has a test command that is found without being told', async () => {
    const commands = await runner.detect(paths, async (path) => example.tree[path] ?? null);
    expect(commands).toHaveLength(1);
  });

  const isHere = typeof env === 'object';
  const reason = isHere ? '' : ` (${env})`;
  (isHere ? test : test.skip)(
    `tells its story: red for the right reasons, green, in the order of a run${reason}`,
    async () => {
      const [command] = await runner.detect(paths, async (path) => example.tree[path] ?? null);
      if (command === undefined) throw new Error('no test command found');
      const bench = {
        isTestFile: (path: string) => runner.isTestFile(path),
        runTests: async (files: Tree) =>
          (await runTests(runner, { argv: command.argv, files, ...(isHere ? { env } : {}) })).report,
      };
      expect(await conduct(example, bench)).toEqual(story);
    },
  );
});
