import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { follow, replays, rig, tell, type Rig } from '../support/rig.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })), 60_000);
afterAll(() => rigged.close());

const steps = 17;
/** Design 7: between steps, every 15 of them. */
const handedOverAfter = 15;
const branch = 'tdd/docs--issue';

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

async function eventsOf(handle: WorkflowHandle): Promise<readonly HistoryEvent[]> {
  return (await handle.fetchHistory()).events ?? [];
}

test('F70, D14: 17 steps continue as new once; gear, stop and approvals cross over, nothing is lost, all replays', async () => {
  const told = await tell(rigged, {
    steps,
    // Long enough for the shift to be in the first execution, short of its last step's end.
    leaves: [{ role: 'developer', phase: 'refactor', step: '15', attempt: 1, do: [{ sleepMs: 1_500 }] }],
  });
  await told.reach((_status, lines) =>
    lines.some((line) => line.startsWith('step 15 of 17: n15 is known (gear review-after')),
  );
  await told.signal('shiftGear', { gear: 'review-before', by: 'ann' });
  await told.reach((status) => status.state === 'gate');
  const atGate = await told.status();
  expect(atGate.step?.id).toBe('16');
  expect(atGate.gear.why).toContain('ann');
  // The older half of the story is still told: the events go on counting.
  const told16 = await told.events();
  expect(told16.some((event) => event.line.startsWith('feat: n15'))).toBe(true);

  await told.signal('requestStop', { mode: 'at-ledger' });
  const stopped = await told.result();
  expect(stopped).toMatchObject({ outcome: 'stopped', report: { steps: { total: steps, done: handedOverAfter } } });
  expect(stopped.carry.attempt).toMatchObject({ step: '16' });

  const first = rigged.client.workflow.getHandle(told.id, stopped.report.firstRunId);
  const firstEvents = await eventsOf(first);
  const handedOver = firstEvents.at(-1)?.workflowExecutionContinuedAsNewEventAttributes;
  const second = rigged.client.workflow.getHandle(told.id, handedOver?.newExecutionRunId ?? 'none');
  const begun = (await eventsOf(second))[0]?.workflowExecutionStartedEventAttributes;
  expect(begun?.continuedExecutionRunId).toBe(stopped.report.firstRunId);
  const sizes = (handedOver?.input?.payloads ?? []).map((payload) => payload.data?.length ?? 0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(256 * 1_024);
  expect(firstEvents.length).toBeLessThan(2_000);

  const again = await follow(rigged, {
    ...told,
    input: {
      ...told.input,
      gear: { gear: 'review-after', because: 'the rest is small', by: null, scope: null, forMs: null },
      resume: stopped.carry,
    },
  });
  const done = await again.result();
  expect(done).toMatchObject({ outcome: 'done', report: { steps: { total: steps, done: steps } } });
  expect(done.report.firstRunId).toBe(stopped.report.firstRunId);
  expect(done.report.spent.leaves).toBeGreaterThan(steps * 5);
  const subjects = (await told.git('log', '--reverse', '--format=%s', `main..${branch}`)).split('\n');
  const features = subjects.filter((subject) => subject.startsWith('feat:'));
  expect(features).toEqual(Array.from({ length: steps }, (_, index) => `feat: n${index + 1} is known`));
  await replays({ handle: first });
  await replays({ handle: second });
  await replays(again);
}, 240_000);
