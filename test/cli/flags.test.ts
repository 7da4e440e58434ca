import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CliError } from '../../src/cli/io.js';
import { flagsForOpen, issueNumber, runOptions, startFlags, startGear } from '../../src/cli/start/flags.js';
import { removal } from '../support/removal.js';

const config = { agent: 'claude', waitForAnswerMs: null, usageLimitCapMs: 86_400_000 };
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pawl-flags-'));
  await writeFile(join(folder, 'scenario.json'), '{"version":1}');
});
afterAll(() => rm(folder, removal));

const wrongUse = (words: RegExp) =>
  expect.objectContaining({ name: 'CliError', exitCode: 2, message: expect.stringMatching(words) });

describe('the gear of a start', () => {
  test('R-000-33: review-after without a reason is refused, with an example', () => {
    expect(() => startGear({ reviewAfter: true })).toThrow(CliError);
    expect(() => startGear({ reviewAfter: true, because: '   ' })).toThrow(/--because "/);
  });

  test('both gears, or a reason without a gear, are refused', () => {
    expect(() => startGear({ reviewAfter: true, reviewBefore: true, because: 'x' })).toThrow(/got both/);
    expect(() => startGear({ because: 'x' })).toThrow(/belongs to/);
  });

  test('no flag means no gear asked for: the run resolves its own default', () => {
    expect(startGear({})).toBeNull();
    const forAll = { scope: null, forMs: null };
    expect(startGear({ reviewBefore: true })).toEqual({ gear: 'review-before', because: '', ...forAll });
    expect(startGear({ reviewAfter: true, because: ' a spike ' })).toEqual({
      ...{ gear: 'review-after', because: 'a spike' },
      ...forAll,
    });
  });

  test('it may be for some steps and for some time; both belong to a gear', () => {
    const wish = { reviewAfter: true, because: 'x', scope: ' tasks 3-5 ', for: '1h30m' };
    expect(startGear(wish)).toMatchObject({ scope: 'tasks 3-5', forMs: 5_400_000 });
    expect(() => startGear({ scope: 'tasks 3-5' })).toThrow(/--scope belongs to --review-after/);
    expect(() => startGear({ for: '2h' })).toThrow(/--for belongs to --review-after/);
    for (const time of ['', 'soon', '2', '-1h', '400d', '0s']) {
      expect(() => startGear({ ...wish, for: time })).toThrow(
        /--for takes a duration.*got "[^"]*"; for example: --for 2h/,
      );
    }
    expect(() => startGear({ ...wish, scope: ' ' })).toThrow(/for example: --scope "tasks 3-5"/);
  });
});

describe('numbers', () => {
  test.each(['0', '-1', '1.5', 'many', '', '9999999999'])(
    '--max-files %p is refused, with an example',
    async (maxFiles) => {
      await expect(runOptions({ maxFiles, agent: 'claude' }, config)).rejects.toEqual(wrongUse(/--max-files 8/));
    },
  );

  test.each(['0', '-3', 'soon', '86401', '1e3'])(
    '--idle-timeout %p is refused, with an example',
    async (idleTimeout) => {
      await expect(runOptions({ idleTimeout, agent: 'claude' }, config)).rejects.toEqual(
        wrongUse(/--idle-timeout 300/),
      );
    },
  );

  test('seconds become milliseconds', async () => {
    const options = await runOptions({ idleTimeout: '1.5', leafTimeout: '60' }, config);
    expect([options.idleTimeoutMs, options.leafTimeoutMs]).toEqual([1_500, 60_000]);
  });

  test('--issue takes 42 and #42', () => {
    expect([issueNumber({ issue: '42' }), issueNumber({ issue: '#42' }), issueNumber({})]).toEqual([42, 42, null]);
    expect(() => issueNumber({ issue: 'forty' })).toThrow(/--issue 42/);
  });
});

describe('the scenario', () => {
  test('a scenario alone means the scripted agent', async () => {
    const options = await runOptions({ scenario: join(folder, 'scenario.json') }, config);
    expect([options.agent, options.scenario]).toEqual(['scripted', '{"version":1}']);
  });

  test('a scenario for another agent, and one that can not be read, are refused', async () => {
    await expect(runOptions({ agent: 'claude', scenario: 'x' }, config)).rejects.toEqual(wrongUse(/not for "claude"/));
    await expect(runOptions({ scenario: join(folder, 'no') }, config)).rejects.toEqual(
      wrongUse(/can't be read \(ENOENT\)/),
    );
    await expect(runOptions({ scenario: folder }, config)).rejects.toEqual(wrongUse(/EISDIR/));
  });
});

test('what a run waits for comes from the flag, else from config.json', async () => {
  const waits = { ...config, waitForAnswerMs: 60_000, usageLimitCapMs: 0 };
  expect(await runOptions({}, waits)).toMatchObject({ waitForAnswerMs: 60_000, usageLimitCapMs: 1 });
  expect(await runOptions({ waitForAnswer: '2h' }, waits)).toMatchObject({ waitForAnswerMs: 7_200_000 });
  await expect(runOptions({ waitForAnswer: 'long' }, waits)).rejects.toEqual(wrongUse(/--wait-for-answer 2h/));
});

test('--results takes a junit path or exit-only', async () => {
  expect(await runOptions({ results: ' junit:reports ' }, config)).toMatchObject({ testResults: 'junit:reports' });
  expect(await runOptions({ results: 'exit-only' }, config)).toMatchObject({ testResults: 'exit-only' });
  expect(await runOptions({}, config)).toMatchObject({ testResults: null });
  await expect(runOptions({ results: 'tap' }, config)).rejects.toEqual(wrongUse(/--results: .*junit:reports/s));
});

test('an empty --base or --test-command is refused instead of meaning something', async () => {
  await expect(runOptions({ base: ' ' }, config)).rejects.toEqual(wrongUse(/--base main/));
  await expect(runOptions({ testCommand: '' }, config)).rejects.toEqual(wrongUse(/--test-command "node --test"/));
});

test('C-4: discipline, domain review and isolation are asked for each by itself; unsaid is left to pawl.json', async () => {
  const unsaid = { discipline: null, domainReview: null, isolation: null };
  expect(await runOptions({}, config)).toMatchObject(unsaid);
  expect(await runOptions({ discipline: 'strict', domainReview: false }, config)).toMatchObject({
    ...{ discipline: 'strict', domainReview: false, isolation: null },
  });
  expect(await runOptions({ isolation: 'split' }, config)).toMatchObject({ ...unsaid, isolation: 'split' });
  const rules = { discipline: 'strict', domainReview: null, isolation: 'open' } as const;
  expect(await runOptions({}, { ...config, rules })).toMatchObject(rules);
  const typed = await runOptions({ discipline: 'standard', isolation: 'split' }, { ...config, rules });
  expect(typed).toMatchObject({ discipline: 'standard', domainReview: null, isolation: 'split' });
  await expect(runOptions({ discipline: 'hard' }, config)).rejects.toEqual(
    wrongUse(/takes standard or strict, got "hard"; for example: --discipline strict/),
  );
  await expect(runOptions({ isolation: 'Split' }, config)).rejects.toEqual(wrongUse(/takes open or split/));
  expect(startFlags({ discipline: 'strict', domainReview: false })).toEqual(['--discipline', '--no-domain-review']);
  expect(startFlags({ isolation: 'split', domainReview: true })).toEqual(['--isolation', '--domain-review']);
});

test('the flags that an open run drops are named as they are typed', () => {
  expect(
    startFlags({ agent: 'scripted', maxFiles: '3', allowDirty: true, reviewAfter: true, detach: true, json: true }),
  ).toEqual(['--agent', '--max-files', '--allow-dirty', '--review-after']);
  expect(startFlags({ again: true, detach: true })).toEqual([]);
});

test('at a run that is open --again is named among the flags that have no effect', () => {
  expect(flagsForOpen({ again: true, maxFiles: '9' })).toEqual(['--max-files', '--again']);
  expect(startFlags({ again: true })).toEqual([]);
});
