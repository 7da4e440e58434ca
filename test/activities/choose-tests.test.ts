import { describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { createRunners } from '../../src/adapters/runners/runners.js';
import { chooseTestCommand, type CommandWish } from '../../src/activities/choose-tests.js';

/** Which command a run takes, and what it asks when several fit. */
const runners = createRunners();
const python = { 'tests/test_a.py': '' };
const script = (test: string) => JSON.stringify({ scripts: { test } });
const both = { ...python, 'package.json': script('vitest') };

function choose(files: Readonly<Record<string, string>>, wish: Partial<CommandWish> = {}) {
  const repository = {
    readFile: (_commit: string, path: string) => Promise.resolve(files[path] ?? null),
    listFiles: () => Promise.resolve(Object.keys(files)),
  };
  return chooseTestCommand({ runners }, repository, 'base', { flag: null, pawlJson: null, ...wish });
}

async function refused(
  ...given: Parameters<typeof choose>
): Promise<{ cause: unknown; details: unknown; message: string }> {
  try {
    await choose(...given);
  } catch (error) {
    if (error instanceof ApplicationFailure)
      return { cause: error.type, details: error.details?.[0], message: error.message };
    throw error;
  }
  throw new Error('expected a failure');
}

describe('R16: the test command', () => {
  test.each(['echo "Error: no test specified" && exit 1', 'echo none; exit 0'])(
    'is never the stub: %s',
    async (stub) => {
      const files = { ...python, 'package.json': script(stub), 'pnpm-lock.yaml': '' };
      expect(await choose(files)).toMatchObject({ runner: 'pytest', argv: ['python3', '-m', 'pytest'] });
      expect(await refused({ 'package.json': script(stub) })).toMatchObject({ cause: 'no-test-command' });
    },
  );

  test('R-002-25: of several the person is asked, with a closed list', async () => {
    const { cause, details } = await refused(both);
    expect(cause).toBe('needs-user');
    expect(details).toMatchObject({
      candidates: ['python3 -m pytest', 'npx vitest run'],
      question: expect.stringContaining('2. npx vitest run'),
    });
    expect(details).toMatchObject({ question: expect.stringContaining('--test-command') });
  });

  test.each(['2', ' 2 ', 'npx vitest run'])('the answer %p picks one of them', async (answer) => {
    expect(await choose(both, { answer })).toMatchObject({ runner: 'vitest', source: 'detected' });
  });

  test.each(['0', '3', 'make check', 'vitest; rm -rf /'])(
    'the answer %p is none, and the question stays',
    async (answer) => {
      const { cause, details } = await refused(both, { answer });
      expect(cause).toBe('needs-user');
      expect(details).toMatchObject({ question: expect.stringContaining(`"${answer}" is none of the list`) });
    },
  );

  test('an answer changes nothing where one command fits, or one is named', async () => {
    expect(await choose(python, { answer: '2' })).toMatchObject({ runner: 'pytest' });
    expect(await choose(both, { flag: 'pytest -q', answer: '2' })).toMatchObject({ runner: 'pytest', source: 'flag' });
  });

  test('R15: `npm test` that watches stands for a command that ends', async () => {
    expect(await choose(both, { flag: 'npm test' })).toEqual({
      runner: 'vitest',
      argv: ['npx', 'vitest', 'run'],
      source: 'flag',
    });
  });
});

describe('a command of no known runner', () => {
  const results = (flag: string | null, pawlJson: string | null = null) => ({ flag, pawlJson });

  test('needs results, from the flag or from pawl.json', async () => {
    const wanted = { runner: 'command', argv: ['make', 'check'], results: 'junit:out.xml' };
    expect(await choose({}, { flag: 'make check', results: results('junit:out.xml') })).toMatchObject(wanted);
    expect(await choose({}, { flag: 'make check', results: results(null, 'junit:out.xml') })).toMatchObject(wanted);
    expect(await choose({}, { pawlJson: 'make check', results: results(null, 'junit:out.xml') })).toMatchObject(wanted);
    expect(await choose({}, { pawlJson: 'make check', results: results('exit-only', 'junit:out.xml') })).toMatchObject({
      results: 'exit-only',
    });
    expect(await refused({}, { flag: 'make check' })).toMatchObject({ message: expect.stringContaining('junit:') });
  });

  test('results beside a known runner are refused: its own reading wins', async () => {
    const wish = { pawlJson: 'pytest', results: results(null, 'junit:out.xml') };
    expect(await refused({}, wish)).toMatchObject({
      cause: 'no-test-command',
      message: expect.stringContaining('its reading wins'),
    });
    expect(await choose({}, { flag: 'pytest', results: results(null, 'exit-only') })).toEqual({
      runner: 'pytest',
      argv: ['pytest'],
      source: 'flag',
    });
  });

  test('results without a command, and results that mean nothing, are refused', async () => {
    expect(await refused(python, { results: results('junit:out.xml') })).toMatchObject({
      message: expect.stringContaining('no test command'),
    });
    expect(await refused({}, { flag: 'make', results: results('tap:x') })).toMatchObject({
      message: expect.stringContaining('names no form'),
    });
  });
});

describe('a repository of several projects without a command at its top', () => {
  const monorepo = {
    'packages/api/package.json': script('node --test'),
    'packages/api/test/a.test.js': '',
    'packages/web/package.json': script('vitest'),
  };

  test('asks which project it is, each with its folder', async () => {
    const { cause, details } = await refused(monorepo);
    expect(cause).toBe('needs-user');
    expect(details).toMatchObject({
      candidates: ['cd packages/api && node --test', 'cd packages/web && npx vitest run'],
    });
  });

  test('takes the answer, and the project whose files the issue names', async () => {
    const web = { runner: 'vitest', folder: 'packages/web' };
    expect(await choose(monorepo, { answer: '2' })).toMatchObject(web);
    expect(await choose(monorepo, { issue: 'Mend packages/web/src/page.ts' })).toMatchObject(web);
  });

  test('a command at the top is for all of them, and wins', async () => {
    const command = await choose({ ...monorepo, 'package.json': script('node --test') });
    expect(command).toMatchObject({ runner: 'node:test', argv: ['node', '--test'] });
    expect(command).not.toHaveProperty('folder');
  });

  test('a project is named by flag as it is shown', async () => {
    const flag = 'cd packages/api && npm test';
    expect(await choose(monorepo, { flag })).toMatchObject({ runner: 'node:test', folder: 'packages/api' });
  });

  test.each(['npm test', 'go test ./...', 'make check'])('a folder that is not there is named: %s', async (rest) => {
    const { cause, message } = await refused(monorepo, { flag: `cd packages/apj && ${rest}` });
    expect([cause, message]).toEqual([
      'no-test-command',
      expect.stringMatching(/enters packages\/apj\/, which is not there .*; expected a folder .*, for example: cd /),
    ]);
  });
});
