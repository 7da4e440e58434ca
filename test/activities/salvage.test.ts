import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keepAttempt } from '../../src/activities/keep-attempt.js';
import { tidyUp } from '../../src/activities/tidy-up.js';
import type { DevelopReport } from '../../src/contract/activities.js';
import type { Agent } from '../../src/ports/agent.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories } from '../support/git-repos.js';
import { observedStep, testFile, type ObservedStep } from './observe-support.js';

const run = promisify(execFile);

let plain: ActivityRig;
beforeAll(async () => {
  plain = await activityRig({ jail: 'process' });
});
afterAll(async () => {
  await plain.remove();
  await removeRepositories();
});

interface Half {
  readonly step: ObservedStep;
  /** A leaf that does this; `dies`: its worker ends before it has taken what the leaf left. */
  leaf(script: string, dies?: boolean): Promise<DevelopReport>;
  /** Labels of work folders. */
  folders(): Promise<readonly string[]>;
  git(...args: string[]): Promise<string>;
}

async function half(): Promise<Half> {
  const play = { script: 'true', dies: false };
  const agent: Agent = {
    name: 'test',
    scripted: true,
    needsNetwork: false,
    probe: () => Promise.resolve({ usable: true, version: null, problem: null }),
    plan: (job) => ({ argv: ['sh', '-c', play.script], env: {}, stdin: job.prompt, readable: [] }),
    conclude: () =>
      play.dies
        ? Promise.reject(new Error('the worker died here'))
        : Promise.resolve({
            ...{ outcome: 'done', answer: { status: 'done', note: 'It works.' }, usage: null },
            ...{ message: 'done', resetAtMs: null },
          } as const),
    event: () => null,
  };
  const step = await observedStep({ ...plain, tools: { ...plain.tools, findAgent: () => ({ agent }) } });
  return {
    step,
    leaf: (script, dies = false) => {
      Object.assign(play, { script, dies });
      return step.develop();
    },
    folders: () => readdir(join(plain.home, 'runs', step.scope.key, 'work')),
    git: async (...args) => (await run('git', ['--git-dir', step.trusted.path, ...args])).stdout.trimEnd(),
  };
}

const locked = 'mkdir -p test; echo half > test/cart.test.js; chmod 400 test/cart.test.js; mkdir deep; chmod 000 deep';

describe('R-002-21: what a leaf had written whose worker died', () => {
  test('is kept with its logs before the next leaf begins; nothing of it is in the new workspace', async () => {
    const { step, leaf, folders, git } = await half();
    await expect(leaf(`echo told >&2; ${locked}`, true)).rejects.toThrow('the worker died here');
    expect(await folders()).toHaveLength(1);
    const report = await leaf('test ! -e test/cart.test.js && test ! -e deep && echo "export {}" > src/cart.js');
    const ref = `refs/pawl/attempts/${step.scope.key}/1/1`;
    expect(report).toMatchObject({ kept: [ref], changed: ['src/cart.js'] });
    expect(report.notes.some((note) => note.includes(`show ${ref}`))).toBe(true);
    // The tree is what was in the workspace, and can be offered to a leaf as it is.
    expect(await git('show', `${ref}:${testFile}`)).toBe('half');
    expect(await step.trusted.attempt(ref)).toBe(await git('rev-parse', `${ref}^{tree}`));
    const logs = `refs/pawl/attempt-logs/${step.scope.key}/1/1`;
    const [label = ''] = (await git('ls-tree', '--name-only', logs)).split('\n');
    expect(await git('show', `${logs}:${label}/err`)).toBe('told');
    expect(await git('show', `${logs}:${label}/prompt.txt`)).toContain('It totals');
    expect(await folders()).toEqual([]);
  });

  test('is kept at the end of a run as well: a stop may come while no worker is there', async () => {
    const { step, leaf, folders } = await half();
    await expect(leaf(`echo half > ${testFile}`, true)).rejects.toThrow();
    const ended = await plain.inActivity(() => tidyUp(plain.tools, { scope: step.scope, isDone: false }));
    expect(ended.kept).toEqual([`refs/pawl/attempts/${step.scope.key}/1/1`]);
    expect(await folders()).toEqual([]);
  });

  test('two dead workers in a row: both are kept, under running numbers', async () => {
    const { step, leaf } = await half();
    await expect(leaf(`echo one > ${testFile}`, true)).rejects.toThrow();
    await expect(leaf(`echo two > ${testFile}`, true)).rejects.toThrow();
    await leaf(`echo three > ${testFile}`);
    const texts = await Promise.all(
      [1, 2].map(async (number) => {
        const tree = await step.trusted.attempt(`refs/pawl/attempts/${step.scope.key}/1/${number}`);
        return step.trusted.readFile(tree ?? '', testFile);
      }),
    );
    expect(texts).toEqual(['one\n', 'two\n']);
  });

  test('nothing written, nothing kept; a run that is done keeps nothing', async () => {
    const { step, leaf, folders } = await half();
    await expect(leaf('true', true)).rejects.toThrow();
    expect((await leaf('true')).kept).toEqual([]);
    await expect(leaf(`echo half > ${testFile}`, true)).rejects.toThrow();
    const ended = await plain.inActivity(() => tidyUp(plain.tools, { scope: step.scope, isDone: true }));
    expect(ended.kept).toEqual([]);
    expect(await folders()).toEqual([]);
  });

  test('what can not be taken is said, and does not keep the next leaf from starting', async () => {
    const { leaf, folders } = await half();
    await expect(leaf('mkfifo src/pipe', true)).rejects.toThrow();
    const fifo = await leaf(`echo x > ${testFile}`);
    expect(fifo.kept).toEqual([]);
    expect(fifo.notes.join()).toMatch(/had written can't be kept: .*src\/pipe/);
    await expect(leaf(`echo y > ${testFile}`, true)).rejects.toThrow();
    const [label = ''] = await folders();
    // A leaf under the process jail can reach the record: what it makes of it harms nobody.
    const record = join(plain.home, 'runs', (await half()).step.scope.key, '..');
    expect(record).toContain('runs');
    const own = (await readdir(join(plain.home, 'runs'))).map((key) => join(plain.home, 'runs', key, 'work', label));
    for (const place of own) {
      if (!(await readdir(place).catch((): string[] => [])).includes('record.json')) continue;
      await writeFile(join(place, 'record.json'), '{"step":1}');
    }
    expect((await leaf('true')).notes.join()).toContain('its record is spoilt');
  });
});

describe('the number of a kept attempt', () => {
  test('passes over what is taken, and is the same for the same tree', async () => {
    const { step } = await half();
    const parent = (await step.trusted.resolveInOrigin('main')) ?? '';
    const keep = async (tree: string, number: number): Promise<string> => {
      const input = { scope: step.scope, firstRunId: 'run-1', step: '1', number, tree, parent, message: 'm', atMs: 0 };
      return (await plain.inActivity(() => keepAttempt(plain.tools, input))).ref.split('/').at(-1) ?? '';
    };
    const one = await step.tree({ [testFile]: 'one\n' });
    const two = await step.tree({ [testFile]: 'two\n' });
    expect([await keep(one, 1), await keep(two, 1), await keep(one, 1), await keep(two, 5)]).toEqual([
      '1',
      '2',
      '1',
      '5',
    ]);
  });

  test('its logs are those of its own step alone, the newest, capped', async () => {
    const { step, git } = await half();
    const leaves = join(plain.home, 'runs', step.scope.key, 'leaves');
    await rm(leaves, { recursive: true, force: true });
    const put = (label: string, text: string): Promise<void> =>
      plain.tools.folders.write(join(leaves, label, 'out'), text);
    await put('a-1-develop-red-step-1', 'x'.repeat(200_000));
    await put('a-2-develop-red-step-11', 'another step');
    await put('a-3-observe-step-1-try2', 'a second try');
    const parent = (await step.trusted.resolveInOrigin('main')) ?? '';
    const tree = await step.tree({ [testFile]: 'one\n' });
    const input = { scope: step.scope, firstRunId: 'r', step: '1', number: 1, tree, parent, message: 'm', atMs: 0 };
    const { logs } = await plain.inActivity(() => keepAttempt(plain.tools, input));
    expect((await git('ls-tree', '-r', '--name-only', logs ?? '')).split('\n')).toEqual([
      'a-1-develop-red-step-1/out',
      'a-3-observe-step-1-try2/out',
    ]);
    const text = await git('show', `${logs ?? ''}:a-1-develop-red-step-1/out`);
    expect(text.length).toBeLessThan(140_000);
    expect(text).toContain('bytes before this are left out');
    expect(await readFile(join(leaves, 'a-1-develop-red-step-1', 'out'), 'utf8')).toHaveLength(200_000);
  });
});
