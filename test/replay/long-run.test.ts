import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { replays, rig, tell, type Rig } from '../support/rig.js';
import type { StoryLeaf } from '../support/story.js';
import { executionsOf, largestPayload, stepSizes } from './history-size.js';
import { leavesAtFirst, sendAllAlong, tellLong } from './long-list.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const mebibyte = 1_048_576;
const loudTest = [
  "import test from 'node:test';",
  "test('loud', () => { for (let line = 0; line < 8; line += 1) console.log('x'.repeat(1_048_576)); });",
  '',
].join('\n');
const refactoring = (step: string): StoryLeaf => ({
  ...{ role: 'developer', phase: 'refactor', step, attempt: '*' },
  do: [{ replace: 'src/numbers.js', from: '  // more', to: `  // more and ${step}\n  // more` }],
});

test('design 6, R23: a step with a refactor commit is at most 80 events and 60 KB, no payload above 64 KiB, however loud leaf and suite are', async () => {
  const loud: StoryLeaf = {
    ...{ role: 'developer', phase: 'red', step: '1', attempt: '*' },
    do: [
      { sayBytes: 5 * mebibyte },
      { append: 'test/numbers.test.js', text: "test('n1 is 1', () => assert.equal(value('n1'), 1));\n" },
    ],
  };
  const told = await tell(rigged, {
    steps: 2,
    files: { 'test/loud.test.js': loudTest },
    leaves: [loud, refactoring('1'), refactoring('2')],
  });
  expect(await told.result()).toMatchObject({ outcome: 'done' });
  expect(await told.git('log', '--format=%s', 'main..tdd/docs--issue')).toMatch(/^refactor: n2/m);
  const events = (await told.handle.fetchHistory()).events ?? [];
  for (const size of stepSizes(events)) {
    expect(size.events).toBeLessThanOrEqual(80);
    expect(size.bytes).toBeLessThanOrEqual(60_000);
  }
  expect(stepSizes(events)).toHaveLength(2);
  expect(largestPayload(events)).toBeLessThanOrEqual(65_536);
});

/** `npm run test:slow` plays 120; what differs is how often it goes over continue-as-new. */
const steps = 'everyPair' in globalThis ? 120 : 31;

test('R-002-55, F70, D14: many steps go over continue-as-new; each has its commits, every message counts once, all replays', async () => {
  const told = await tellLong(rigged, steps);
  const done = sendAllAlong(rigged, told, 1_000);
  await told.reach((_, lines) => lines.some((line) => line.startsWith('step 1.2 of')));
  await told.signal('shiftGear', { gear: 'review-after', because: 'for the whole list', by: 'ann' });
  const result = await told.result();
  const { sent, taken } = await done();
  expect(result).toMatchObject({ outcome: 'done', report: { steps: { total: steps, done: steps } } });
  expect(result.report.budget?.leaves).toBe(leavesAtFirst + sent);
  expect(taken).toBeGreaterThan(sent / 2);
  expect(result.carry.gear).toMatchObject({ because: 'for the whole list', by: 'ann' });
  const tasks = await told.git('log', '--reverse', '--format=%s', '--grep=^docs: part', 'main..tdd/spec/0001-numbers');
  expect(tasks.split('\n')).toEqual(Array.from({ length: steps }, (_, at) => `docs: part ${at + 1} is told`));
  const executions = await executionsOf(rigged.client, told.id, result.report.firstRunId);
  expect(executions).toHaveLength(Math.ceil((steps + 1) / 15));
  for (const { events } of executions) {
    expect(events.length).toBeLessThan(2_000);
    expect(largestPayload(events)).toBeLessThan(256 * 1_024);
  }
  const longest = [...executions].sort((one, other) => other.events.length - one.events.length)[0];
  await replays({ handle: rigged.client.workflow.getHandle(told.id, longest?.runId) });
}, 900_000);
