import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aliveWith, jailKinds } from '../adapters/process/support/rig.js';
import { asserting, observedStep, testFile } from '../activities/observe-support.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories } from '../support/git-repos.js';
import { clis, skipNote } from './support/clis.js';
import { agentOf } from './support/leaf.js';
import type { Turn } from './support/turns.js';

/**
 * The whole developer's leaf as a worker runs it: prompt, workspace, jail, the real CLI, and what it left there as a tree.
 * The model alone is scripted.
 */
describe.each(jailKinds)('a developer in the %s jail', (jail) => {
  let rig: ActivityRig;
  beforeAll(async () => {
    rig = await activityRig({ jail });
  });
  afterAll(async () => {
    await rig.remove();
    await removeRepositories();
  });

  describe.each(clis)('by the real $name', (cli) => {
    const cliTest = cli.program === null ? test.skip : test;

    cliTest(`writes a failing test, runs it and answers; the tree is what counts${skipNote(cli)}`, async () => {
      const red = asserting('totals', 'assert.equal(cart.total(), 3);');
      const turns: readonly Turn[] = [
        { write: testFile, text: red },
        { shell: 'node --test >ran.log 2>&1; echo not planned >notes.txt' },
        { answer: { status: 'done', note: 'a word nobody believes', remember: [] } },
      ];
      const stub = await cli.stub(() => turns);
      try {
        const path = rig.tools.host.childEnv['PATH'] ?? '';
        const agent = agentOf(cli, stub.url, {}, path);
        const step = await observedStep({ ...rig, tools: { ...rig.tools, findAgent: () => ({ agent }) } });
        const report = await step.develop({ phase: 'red' });

        expect(report.leaf).toMatchObject({ outcome: 'done', usage: { inputTokens: 300, outputTokens: 60 } });
        expect(report.changed).toEqual([testFile]);
        expect(report.refusals).toEqual([]);
        expect(report.notes.join()).toContain('notes.txt');
        expect(await step.trusted.readFile(report.tree ?? '', testFile)).toBe(red);
        // It was told what the step is, and nothing of the machine's own keys.
        const [first] = stub.asked();
        expect(first?.prompt).toContain('It totals');
        expect(stub.asked()).toHaveLength(3);
        expect(aliveWith(report.leaf.leafId)).toEqual([]);
      } finally {
        await stub.close();
      }
    });
  });
});
