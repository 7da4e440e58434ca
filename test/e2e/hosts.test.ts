import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rig, type Rig } from '../support/rig.js';
import { idOf, inSecondRed, person, secondHost, tellRemote, type Host } from '../support/hosts.js';
import { redDo, type StoryLeaf } from '../support/story.js';
import { expectWhole } from '../slow/oracle.js';

/** Long enough to be met by a kill, in the second step, so that finished work stands before it. */
const slowRed: StoryLeaf = {
  role: 'developer',
  phase: 'red',
  step: '2',
  attempt: 1,
  do: [{ write: 'half-done.txt', text: 'x' }, { sleepMs: 4_000 }, ...(redDo(2) ?? [])],
};

let rigged: Rig;
let other: Host;

beforeAll(async () => {
  rigged = await rig({ jail: 'process', env: person });
  other = await secondHost(rigged, 'other-home');
});
afterAll(async () => {
  await other.worker.end('SIGTERM');
  await rigged.close();
});

test('F18, design 7: a host killed in mid-leaf that never comes back: the run goes on at the other from the last pushed commit', async () => {
  const told = await tellRemote(rigged, { steps: 2, leaves: [slowRed] });
  await inSecondRed(told);
  const claimed = (await told.status()).hostId;
  const own = await idOf(rigged.home);
  expect([own, other.id]).toContain(claimed);
  const [lost, left] = claimed === own ? [rigged.worker, other.id] : [other.worker, own];
  await lost.end('SIGKILL');
  const result = await told.result();
  expect(result).toMatchObject({ outcome: 'done', report: { steps: { total: 2, done: 2 }, pushed: 'pushed' } });
  expect((await told.status()).hostId).toBe(left);
  expect(result.report.notes).toContainEqual(
    expect.stringContaining(
      `host lost: host ${claimed} does not answer (develop-red: the worker was lost (heartbeat))`,
    ),
  );
  await told.pull();
  expect(await told.git('ls-tree', '-r', '--name-only', 'tdd/docs--issue')).not.toContain('half-done.txt');
  await expectWhole(told, 2);
});
