import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { noBudget } from '../../src/domain/run/resource-budgets.js';
import type { StatusView } from '../../src/contract/views.js';
import { replays, rig, tell, until, type Ended, type Rig, type Told } from '../support/rig.js';
import { greenDo, redDo, type StoryLeaf } from '../support/story.js';

/** Budgets of a run and of its steps, and the provider's own limits, in every role (design 4, R26). */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const onBudget = (status: StatusView): boolean => status.wait?.kind === 'budget';
const usd = (dollars: number | null) => ({ inputTokens: 100, outputTokens: 20, usd: dollars });
const planner: StoryLeaf = { role: 'planner', phase: 'plan', step: '-', attempt: 1 };
const red: StoryLeaf = { role: 'developer', phase: 'red', step: '1', attempt: 1, do: redDo(1) ?? [] };
const green: StoryLeaf = { role: 'developer', phase: 'green', step: '1', attempt: 1, do: greenDo(1) ?? [] };

function temporal(told: Told, kind: readonly string[], input: unknown): Promise<Ended> {
  return rigged.temporal([...kind, '-w', told.id, '--name', 'addBudget', '--input', JSON.stringify(input)]);
}

describe('beside each other', () => {
  test.concurrent(
    'R26: a limit is waited out by planner, verifier, domain reviewer and critic; a refused leaf costs nothing',
    async () => {
      const limited = [
        { ...planner, usageLimit: { resetInMs: 3_600_000 } },
        { role: 'verifier', phase: 'red', step: '1', attempt: 1, usageLimit: { resetInMs: null } },
        { role: 'domain-reviewer', phase: 'red', step: '1', attempt: 1, usageLimit: { resetInMs: 0 } },
        { role: 'critic', phase: 'critic', step: '-', attempt: 1, usageLimit: { resetInMs: 7_200_000 } },
      ] as const;
      // Nine leaves work; four are refused. One more than nine would wait for more budget.
      const budgets = { run: { ...noBudget, leaves: 9 }, step: noBudget };
      const told = await tell(rigged, { steps: 1, leaves: limited, options: { domainReview: true, budgets } });
      const waitMs: number[] = [];
      for (const { phase } of limited) {
        await told.reach((status) => status.wait?.kind === 'usage-limit' && status.wait.sinceMs > (waitMs.at(-1) ?? 0));
        const { wait, phase: at } = await told.status();
        expect([at, wait?.endWith]).toEqual([phase, `pawl retry ${told.id}`]);
        waitMs.push(wait?.sinceMs ?? 0);
        // A time that is over says as little as none: a quarter of an hour. Else the time that is named, and half a minute.
        const waits = (wait?.untilMs ?? 0) - (wait?.sinceMs ?? 0);
        const named = resetsMs[waitMs.length - 1] ?? 0;
        expect([waits <= named + 30_000, waits > quarterMs]).toEqual(named > 0 ? [true, true] : [false, false]);
        await told.signal('retry');
        await told.reach((status) => status.wait?.sinceMs !== wait?.sinceMs);
      }
      const result = await told.result();
      expect(result).toMatchObject({ outcome: 'done', report: { spent: { leaves: 9, unmeasured: 13 } } });
      await replays(told);
    },
  );

  test.concurrent(
    'past its cap the run bails with what is used up; resume goes on counting, and ends the same way until there is more',
    async () => {
      const budgets = { run: { ...noBudget, leaves: 3 }, step: noBudget };
      const told = await tell(rigged, { steps: 1, options: { budgets, budgetCapMs: 1 } });
      const used = "the run's leaf budget (3 of 3 leaves) is used up; nobody added enough within 0s";
      await expect(told.result()).rejects.toMatchObject({ cause: { type: 'budget', message: used } });
      const more = `pawl resume ${told.id} --add-leaves 20`;
      const ended = await rigged.pawl(['status', told.id]);
      expect([ended.code, ended.stdout]).toEqual([1, expect.stringContaining(`next: to go on with more: ${more}`)]);
      expect((await rigged.pawl(['budget', told.id])).stdout).toMatch(/leaves +3 of 3 leaves\n/);
      const late = await rigged.pawl(['budget', told.id, '--add-leaves', '5']);
      expect([late.code, late.stderr]).toEqual([2, expect.stringContaining(`pawl resume ${told.id} --add-leaves 5`)]);
      const none = await rigged.pawl(['resume', told.id, '--add-usd', '5', '--detach']);
      expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no money budget')]);

      const poor = await rigged.pawl(['resume', told.id, '--detach']);
      expect(poor.code).toBe(0);
      const again = rigged.client.workflow.getHandle(told.id);
      await expect(again.result()).rejects.toMatchObject({ cause: { type: 'budget', message: used } });

      const rich = await rigged.pawl(['resume', told.id, '--add-leaves', '20', '--detach']);
      expect([rich.code, rich.stderr]).toEqual([
        0,
        expect.stringContaining("the run's budget is raised: 23 leaves in all"),
      ]);
      const result: unknown = await again.result();
      // RED is done anew after a resume: its two leaves are counted twice, as they were paid for twice.
      expect(result).toMatchObject({ outcome: 'done', report: { spent: { leaves: 9 }, budget: { leaves: 23 } } });
      await replays({ handle: again });
    },
  );

  test.concurrent(
    "a step's budget is its own: raised for that step alone; any stop ends the wait at once",
    async () => {
      const budgets = { run: noBudget, step: { ...noBudget, leaves: 1 } };
      const told = await tell(rigged, { steps: 1, options: { budgets } });
      await told.reach(onBudget);
      expect((await told.status()).wait?.endWith).toBe(`pawl budget ${told.id} --add-leaves 20 --step`);
      const one = await rigged.pawl(['budget', told.id, '--add-leaves', '1', '--step', '--json']);
      expect(JSON.parse(one.stdout)).toMatchObject({ taken: true, answer: 'the run goes on: 1 of 2 leaves used' });
      await told.reach((status) => onBudget(status) && status.phase === 'green');
      await told.signal('requestStop', { mode: 'at-ledger' });
      const { outcome, carry } = await told.result();
      expect(outcome).toBe('stopped');
      expect(carry.stepPurses).toMatchObject([{ step: '1', spent: { leaves: 2 }, added: { leaves: 1 } }]);
      await replays(told);
    },
  );
});

const quarterMs = 15 * 60_000;
const resetsMs = [3_600_000, 0, 0, 7_200_000];

test('money used up: a durable wait with the whole command, which outlives its worker; more of it by each way lets it go on', async () => {
  const leaves = [
    { ...planner, usage: usd(0.6) },
    { ...red, usage: usd(0.5) },
    { ...green, usage: usd(null) },
  ];
  const budgets = { run: { ...noBudget, usd: 1 }, step: noBudget };
  const told = await tell(rigged, { steps: 1, leaves, options: { budgets } });
  await told.reach(onBudget);
  const { wait, state, notes } = await told.status();
  const command = `pawl budget ${told.id} --add-usd 5`;
  const used = "the run's money budget ($1.10 of $1.00) is used up";
  expect([state, wait?.endWith, wait?.why]).toEqual(['waiting', command, `for more budget: ${used}`]);
  expect((wait?.untilMs ?? 0) - (wait?.sinceMs ?? 0)).toBe(24 * 3_600_000);
  expect(notes).toContain(`${used}; to go on: ${command}`);

  await rigged.worker.end('SIGKILL');
  rigged.worker = await rigged.startWorker();
  await until(async () => (await rigged.pawl(['status', told.id])).code === 4, 60_000);
  const shown = await rigged.pawl(['status', told.id]);
  expect(shown.stdout).toContain(`to end it now: ${command}`);
  expect(shown.stdout).toMatch(
    / {2}spent +2 leaves · 240 tokens \(200 in, 40 out\) · \$1\.10 of \$1\.00 · \d+s of work\n/,
  );
  expect((await told.status()).wait?.untilMs).toBe(wait?.untilMs);
  const metadata = await rigged.temporal(['workflow', 'metadata', '-w', told.id]);
  expect(metadata.stdout).toContain(`More budget: \`${command}\``);

  const retried = await rigged.pawl(['retry', told.id]);
  expect([retried.code, retried.stderr]).toEqual([
    2,
    expect.stringContaining(`the budget is still used up: ${command}`),
  ]);
  for (const input of [{ usd: -1 }, { usd: 0 }, { usd: 1e9 }, {}, { eur: 5 }, { leaves: 5 }]) {
    expect((await temporal(told, ['workflow', 'signal'], input)).code).toBe(0);
  }
  await told.reach((status) => status.messages.filter((one) => one.name === 'addBudget').length === 6);
  const refused = (await told.status()).messages.filter((one) => one.name === 'addBudget');
  expect(refused.map((one) => one.taken)).toEqual([false, false, false, false, false, false]);
  expect(refused.at(-1)?.answer).toBe('this run has no leaf budget; nothing was added');
  const little = await rigged.pawl(['budget', told.id, '--add-usd', '0.05']);
  expect(little.stdout).toBe(
    `added, $1.10 of $1.05; still the run's money budget ($1.10 of $1.05) is used up: ${command}\n`,
  );
  const update = await temporal(told, ['workflow', 'update', 'execute', '--output', 'json'], { usd: 0.01, by: 'ann' });
  expect(update.stdout).toContain('is used up');
  expect((await rigged.pawl(['budget', told.id])).stdout).toMatch(
    /used up: it waits until .*goes on with: pawl budget/,
  );
  expect((await temporal(told, ['workflow', 'signal'], { usd: 5 })).code).toBe(0);

  const { outcome, report } = await told.result();
  expect(outcome).toBe('done');
  expect(report).toMatchObject({ spent: { usd: 1.1, unpriced: 1 }, budget: { usd: 6.06 } });
  expect(report.notes).toContain('the run goes on with more budget');
  expect((await rigged.pawl(['report', told.id])).stdout).toMatch(
    /spent +7 leaves · at least 360 tokens .* at least \$1\.10 of \$6\.06/,
  );
  await replays(told);
});
