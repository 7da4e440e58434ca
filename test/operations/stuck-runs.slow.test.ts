import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { noBudget } from '../../src/domain/run/resource-budgets.js';
import { brokenPawl } from '../replay/broken-bundle.js';
import { removal } from '../support/removal.js';
import { rig, tell, until, type Rig, type Told } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';
import { stuckRows } from './doc-table.js';
import { found, freed, reached, typed } from './operate.js';

jest.setTimeout(900_000);

/** docs/operations.md, row by row: its query finds such a run, its command frees it. */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process', database: 'file' })));
afterAll(() => rigged.close());

const red = (attempt: number, more: Partial<StoryLeaf>): StoryLeaf => ({
  ...{ role: 'developer', phase: 'red', step: '1', attempt },
  ...more,
});

async function testHash(told: Told): Promise<string> {
  await reached(told, ({ state }) => state === 'gate');
  return (await told.status()).gate?.testHash.slice(0, 12) ?? '';
}

const outcomeOf = async (told: Told): Promise<string> => (await told.result()).outcome;

test('every row of the page has its test here', () => {
  expect(stuckRows().map(({ kind }) => kind)).toEqual([
    ...['no-poller', 'draining', 'code-fails', 'past-limit', 'not-taken-up', 'host-gone'],
    ...['gate', 'question', 'usage-limit', 'budget', 'disk-full', 'lock', 'server-down'],
  ]);
});

test('question, usage-limit, budget, gate: what a run waits for is found, and ended by the command of the page', async () => {
  const leaves = [red(1, { question: 'which table?' }), red(2, { usageLimit: { resetInMs: 3_600_000 } })];
  // Planner, the leaf that asks, the one that works; the verifier would be the fourth.
  const budgets = { run: { ...noBudget, leaves: 3 }, step: noBudget };
  const options = { waitForAnswerMs: 3_600_000, budgets };
  const told = await tell(rigged, { steps: 1, gear: null, leaves, options });
  const fill = { run: told.id, text: 'the only one' };
  for (const kind of ['question', 'usage-limit', 'budget']) {
    const waits = kind === 'question' ? 'answer' : kind;
    await reached(told, ({ wait }) => wait?.kind === waits);
    await found(rigged, kind, fill);
    await freed(rigged, kind, fill);
    await reached(told, ({ wait }) => wait?.kind !== waits);
  }
  const hash = await testHash(told);
  await found(rigged, 'gate', fill);
  await freed(rigged, 'gate', { ...fill, hash });
  expect(await outcomeOf(told)).toBe('done');
});

test('past-limit: a leaf that takes too long is ended, and the run goes on with a fresh one', async () => {
  const told = await tell(rigged, {
    steps: 1,
    leaves: [red(1, { do: [{ sleepMs: 120_000 }] })],
    options: { idleTimeoutMs: 300_000 },
  });
  const fill = { run: told.id };
  await reached(told, (_, lines) => lines.at(-1) === 'develop-red starts');
  expect(await found(rigged, 'past-limit', fill)).toContain(`frees it: pawl stop ${told.id} --mode now`);
  // The resume needs the end of what was stopped.
  const [stop = '', resume = ''] = (stuckRows().find(({ kind }) => kind === 'past-limit')?.free ?? []).slice();
  expect((await typed(rigged, stop, fill)).code).toBe(0);
  expect(await outcomeOf(told)).toBe('stopped');
  expect((await typed(rigged, `${resume} --detach`, fill)).code).toBe(0);
  await reached(told, (_, lines) => lines.at(-1) === 'develop-red starts');
  await told.signal('requestStop', { mode: 'now' });
  expect(await outcomeOf(told)).toBe('stopped');
});

test('host-gone: nobody polls the queue of the run’s host; ended at the server, it goes on here', async () => {
  const here = await tell(rigged, { steps: 1, planOnly: true });
  await here.result();
  const hostId = 'feedbeef0000';
  const handle = await rigged.client.workflow.start('tddRun', {
    taskQueue: 'pawl',
    workflowId: here.id,
    args: [{ ...here.input, planOnly: false, hostId }],
    memo: { pawlHost: hostId, pawlSource: 'docs/issue.md' },
  });
  expect(await found(rigged, 'host-gone', { run: here.id })).toContain(`pawl-host-${hostId}`);
  await freed(rigged, 'host-gone', { run: here.id });
  const again = rigged.client.workflow.getHandle(here.id);
  expect((await again.describe()).runId).not.toBe(handle.firstExecutionRunId);
  // Without what the last execution handed over, a run begins with reviews.
  await again.signal('shiftGear', { gear: 'review-after', because: 'a test' });
  expect(await again.result()).toMatchObject({ outcome: 'done' });
});

test('no-poller, draining, F71 code-fails: without a worker, and with one that can’t run its code, a run pauses; the right one goes on', async () => {
  const told = await tell(rigged, { steps: 1, gear: null });
  const hash = await testHash(told);
  // Met by the worker's end for sure, however busy the machine is.
  const doing = [{ sleepMs: 20_000 }, ...(redDo(1) ?? [])];
  const busy = await tell(rigged, { steps: 1, leaves: [red(1, { do: doing })], options: { idleTimeoutMs: 300_000 } });
  await reached(busy, (_, lines) => lines.at(-1) === 'develop-red starts');
  await rigged.worker.end('SIGTERM');
  expect(await found(rigged, 'no-poller', { run: told.id })).toContain('no worker polls pawl');
  expect(await found(rigged, 'draining', { run: busy.id })).toContain("frees it: on the run's host: pawl worker");

  const folder = await brokenPawl();
  try {
    rigged.worker = await rigged.startWorker({}, folder);
    await told.signal('approve', { test: hash });
    await found(rigged, 'code-fails', { run: told.id });
    const { stdout } = await rigged.pawl(['list', '--stuck', '--json']);
    const { runs } = JSON.parse(stdout) as { runs: { workflowId: string; reasons: { kind: string; why: string }[] }[] };
    const mine = runs.find(({ workflowId }) => workflowId === told.id);
    expect(mine?.reasons.map(({ kind }) => kind)).toEqual(['code-fails']);
    expect(mine?.reasons[0]?.why).toContain('NonDeterministicError');
    // It pauses: nothing was committed, and the run is open.
    expect((await told.handle.describe()).status.name).toBe('RUNNING');
    expect(await told.git('branch', '--list', 'tdd/*')).not.toBe('');
    expect(await told.git('log', '--format=%s', 'main..tdd/docs--issue')).not.toContain('feat:');
    await rigged.worker.end('SIGTERM');
  } finally {
    await rm(folder, removal);
  }
  await freed(rigged, 'code-fails', { run: told.id });
  expect(await outcomeOf(told)).toBe('done');
  expect(await outcomeOf(busy)).toBe('done');
  await until(async () => (await rigged.pawl(['list', '--stuck'])).stderr.includes('No run is stuck.'), 60_000);
});

test('server-down: doctor says so; when it is up again the run goes on by itself', async () => {
  const told = await tell(rigged, { steps: 1, gear: null });
  const hash = await testHash(told);
  await rigged.server.kill();
  const doctor = await typed(rigged, 'pawl doctor', {});
  expect([doctor.code, doctor.stdout + doctor.stderr]).toEqual([
    1,
    expect.stringMatching(/server.*\n?.*(pawl up|start that server)/),
  ]);
  expect((await rigged.pawl(['list', '--stuck'])).code).toBe(6);
  // `pawl up` in a rig: its server is one of its own.
  await rigged.server.start();
  await told.signal('approve', { test: hash });
  expect(await outcomeOf(told)).toBe('done');
});
