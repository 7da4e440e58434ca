import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verify } from '../../src/activities/verify.js';
import type { VerifyReport } from '../../src/contract/activities.js';
import type { TestFailure, TestReport } from '../../src/domain/evidence/evidence.js';
import { aliveWith, jailKinds } from '../adapters/process/support/rig.js';
import { asserting, observedStep, testFile } from '../activities/observe-support.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories } from '../support/git-repos.js';
import { clis, skipNote, type Cli } from './support/clis.js';
import { agentOf } from './support/leaf.js';
import type { Asked, Turn } from './support/turns.js';

const judging = clis.filter(({ name }) => name === 'claude' || name === 'codex');
const failure: TestFailure = { kind: 'assertion', message: '4 !== 3', missing: null, module: null };
const evidence: TestReport = {
  runner: 'node:test',
  end: 'exited',
  exitCode: 1,
  tests: [{ id: 't > totals', file: 't', name: 'totals', state: 'failed', durationMs: 1, failure }],
  fileFailures: [],
  problem: null,
  durationMs: 5,
};

/** The whole verifier's leaf as a worker runs it: closed brief, export without history, the real CLI, the verdict. */
describe.each(jailKinds)('a verifier in the %s jail', (jail) => {
  let rig: ActivityRig;
  beforeAll(async () => {
    rig = await activityRig({ jail });
  });
  afterAll(async () => {
    await rig.remove();
    await removeRepositories();
  });

  interface Judged {
    readonly report: VerifyReport;
    readonly tree: string;
    readonly asked: readonly Asked[];
  }

  async function judge(cli: Cli, turns: readonly Turn[]): Promise<Judged> {
    const stub = await cli.stub(() => turns);
    try {
      const agent = agentOf(cli, stub.url, {}, rig.tools.host.childEnv['PATH'] ?? '');
      const tools = { ...rig.tools, findAgent: () => ({ agent }) };
      const step = await observedStep({ ...rig, tools });
      const { scope, base } = step;
      const tree = await step.tree({ [testFile]: asserting('totals', 'assert.equal(cart.total(), 3);') });
      const report = await rig.inActivity(async () =>
        verify(tools, {
          ...{ scope, store: null, tree, base, phase: 'red', criterionNumber: 1, testFiles: [testFile] },
          label: { step: '1', phase: 'red', attempt: 1, serial: 'v-1', stopSeen: null },
          evidence: await tools.artifacts.put(scope.key, JSON.stringify(evidence)),
        }),
      );
      expect(aliveWith(report.leaf.leafId)).toEqual([]);
      return { report, tree, asked: stub.asked() };
    } finally {
      await stub.close();
    }
  }

  describe.each(judging)('by the real $name', (cli) => {
    const cliTest = cli.program === null ? test.skip : test;
    const note = skipNote(cli);

    cliTest(`R-002-08: PASS and REJECT are bound to the tree that it was shown${note}`, async () => {
      const passed = await judge(cli, [{ answer: { verdict: 'PASS', reasons: [] } }]);
      expect(passed.report.verdict).toEqual({ word: 'PASS', reasons: [], tree: passed.tree });
      expect(passed.report.leaf.outcome).toBe('done');
      expect(passed.asked[0]?.prompt).toContain('It totals');
      const reasons = [`${testFile}: asks for less than the criterion`];
      const rejected = await judge(cli, [{ answer: { verdict: 'REJECT', reasons } }]);
      expect(rejected.report.verdict).toEqual({ word: 'REJECT', reasons, tree: rejected.tree });
    });

    // An answer that the schema allows may still contradict itself.
    cliTest.each<[string, readonly Turn[], string]>([
      ['words instead of an answer (F45)', [{ say: 'Looks fine. PASS' }], 'contract'],
      ['an answer of another form', [{ answer: { verdict: 'MAYBE', reasons: [] } }], 'contract'],
      ['an empty answer', [{ say: '' }], 'contract'],
      ['a rejection without a reason', [{ answer: { verdict: 'REJECT', reasons: [] } }], 'done'],
      ['an approval with reasons', [{ answer: { verdict: 'PASS', reasons: ['but see src/cart.js'] } }], 'done'],
    ])(`%s is MALFORMED, never a PASS${note}`, async (_, turns, outcome) => {
      const { report } = await judge(cli, turns);
      expect(report.verdict.word).toBe('MALFORMED');
      expect(report.leaf.outcome).toBe(outcome);
    });
  });
});
