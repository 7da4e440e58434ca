import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { place, type Place } from '../support/bad-input.js';
import { rig, type Rig } from '../support/rig.js';
import { greenDo, storyScenario, type StoryLeaf } from '../support/story.js';

let rigged: Rig;
beforeAll(async () => {
  rigged = await rig({ jail: 'process' });
});
afterAll(() => rigged.close());

const outside = { 'src/clock.js': 'export const now = 1;\n' };

/** Its green leaf can't do without a file that the plan does not name. */
async function needsClock(name: string, more: readonly StoryLeaf[] = []): Promise<Place> {
  const at = await place(rigged, name, outside);
  const tick = { replace: 'src/clock.js', from: '1', to: '2' };
  const green: StoryLeaf = {
    ...{ role: 'developer', phase: 'green', step: '1', attempt: '*' },
    do: [...(greenDo(1) ?? []), tick],
  };
  await writeFile(at.scenario, storyScenario(1, [green, ...more]));
  return at;
}

const ungated = ['--review-after', '--because', 'a test'];

test('R-004-20, R-004-21: a file outside the plan ends the run with the command that allows it; allowed, it goes on and says so everywhere', async () => {
  const { id, origin, pawl, run } = await needsClock('clock');
  const bailed = await run(...ungated);
  expect(bailed).toMatchObject({ code: 1 });
  const said = bailed.stdout + bailed.stderr;
  expect(said).toContain('bailed: file-gate');
  expect(said).toContain(`pawl resume ${id} --allow src/clock.js --because "…"`);

  const unreasoned = await pawl('resume', id, '--allow', 'src/clock.js');
  expect(unreasoned).toMatchObject({ code: 2, stderr: expect.stringContaining('--allow needs a reason') });
  const pattern = await pawl('resume', id, '--allow', 'src/*.js', '--because', 'x');
  expect(pattern).toMatchObject({ code: 2, stderr: expect.stringContaining('is a pattern') });

  const allow = ['--allow', './src/clock.js', '--allow', 'src/numbers.js', '--because', 'the time comes from it'];
  const done = await pawl('resume', id, ...allow);
  expect(done.stderr).toContain(
    'allowed besides the plan from now on: src/clock.js (test@rig: the time comes from it)',
  );
  expect(done).toMatchObject({ code: 0 });

  const report = await pawl('report', id);
  expect(report.stdout).toContain('src/clock.js (test@rig: the time comes from it)');
  expect(report.stdout).toContain('src/numbers.js is among the files of the plan already');
  const json = JSON.parse((await pawl('report', id, '--json')).stdout) as { report: { allowed: unknown } };
  expect(json.report.allowed).toEqual([
    expect.objectContaining({ path: 'src/clock.js', because: 'the time comes from it', by: 'test@rig' }),
    expect.objectContaining({ path: 'src/numbers.js' }),
  ]);
  const message = await gitIn(origin, 'log', '-1', '--format=%B', '--grep=^feat', 'tdd/docs--issue');
  expect(message).toContain('Allowed besides the plan: src/clock.js (test@rig: the time comes from it)');
  expect(await gitIn(origin, 'show', 'tdd/docs--issue:src/clock.js')).toBe('export const now = 2;');
});

test('C-9: under isolation split RED writes its test without the code, and the run is done; status names the rules', async () => {
  const at = await place(rigged, 'split');
  const looks: StoryLeaf = {
    ...{ role: 'developer', phase: 'red', step: '1', attempt: '*' },
    do: [
      { append: 'test/numbers.test.js', text: "test('n1 is 1', () => assert.equal(value('n1'), 1));\n" },
      // Nothing is left to be committed but the test: git knows no other file.
      { git: ['add', '--all'] },
    ],
  };
  await writeFile(at.scenario, storyScenario(1, [looks]));
  const done = await at.run(...ungated, '--isolation', 'split', '--json');
  expect(done).toMatchObject({ code: 0 });
  const { report } = JSON.parse((await at.pawl('report', at.id, '--json')).stdout) as {
    report: { notes: readonly string[]; firstRunId: string };
  };
  const red = await promptOf(report.firstRunId, 'develop-red');
  expect(red).toContain('src/numbers.js\n    export function value(name)');
  expect(red).not.toContain('table[name]');
  const green = await promptOf(report.firstRunId, 'develop-green');
  expect(green).not.toContain('assert.equal');
  expect(green).not.toContain('## Acceptance criteria');
  expect(report.notes).toContainEqual(expect.stringContaining('isolation split leaves code out of RED'));
  expect(await gitIn(at.origin, 'show', 'tdd/docs--issue:src/numbers.js')).toContain('n1: 1');
});

async function promptOf(runKey: string, leaf: string): Promise<string> {
  const leaves = join(rigged.home, 'runs', runKey, 'leaves');
  const name = (await readdir(leaves)).find((one) => one.includes(leaf));
  return readFile(join(leaves, name ?? leaf, 'prompt.txt'), 'utf8');
}

async function gitIn(origin: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', origin, ...args]);
  return stdout.trimEnd();
}
