import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { executionsOf, largestPayload } from '../replay/history-size.js';
import { leavesAtFirst, residentMb, sendAllAlong, tellLong } from '../replay/long-list.js';
import { replays, rig, type Rig } from '../support/rig.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process', database: 'file' })));
afterAll(() => rigged.close());

const steps = 1_000;
const hours = 3_600_000;
/** Room for what a garbage collector puts off, in MiB: a leak of a step's state would be far above it. */
const slackMb = 96;

/** Resident memory every few seconds, until told to stop. */
function sample(pid: () => number): () => Promise<readonly number[]> {
  const seen: number[] = [];
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      const mb = await residentMb(pid());
      if (mb > 0) seen.push(mb);
      await sleep(2_000);
    }
  })();
  return async () => {
    isOver = true;
    await sampling;
    return seen;
  };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

test(
  'F70: 1,000 steps: the worker’s memory is flat, every message counts once, gear and budget are carried to the end',
  async () => {
    const memory = sample(() => rigged.worker.pid);
    const told = await tellLong(rigged, steps);
    const done = sendAllAlong(rigged, told, 5_000);
    await told.reach((_, lines) => lines.some((line) => line.startsWith('step 1.2 of')));
    await told.signal('shiftGear', { gear: 'review-after', because: 'for the whole list', by: 'ann' });
    const result = await told.result();
    const { sent, taken } = await done();
    const seen = await memory();
    expect(result).toMatchObject({ outcome: 'done', report: { steps: { total: steps, done: steps } } });
    expect(result.report.budget?.leaves).toBe(leavesAtFirst + sent);
    expect(result.carry.gear).toMatchObject({ because: 'for the whole list' });
    const executions = await executionsOf(rigged.client, told.id, result.report.firstRunId);
    expect(executions).toHaveLength(Math.ceil((steps + 1) / 15));
    for (const { events } of executions) {
      expect(events.length).toBeLessThan(2_000);
      expect(largestPayload(events)).toBeLessThan(256 * 1_024);
    }
    const quarter = seen.length >> 2;
    const [early, late] = [median(seen.slice(quarter, 2 * quarter)), median(seen.slice(-quarter))];
    console.info(
      `RSS: ${early.toFixed(0)} MiB in the second quarter, ${late.toFixed(0)} MiB in the last; ${sent} messages, ${taken} answered at once`,
    );
    expect(late).toBeLessThan(early + slackMb);
    await replays({ handle: rigged.client.workflow.getHandle(told.id, executions.at(-1)?.runId) });
  },
  6 * hours,
);
