import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { leafPids, replays, rig, tell, until, type Rig, type Told } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';

const branch = 'tdd/docs--issue';
/** Long enough to be met by a kill, in the second step, so that finished work stands before it. */
const slowRed: StoryLeaf = {
  role: 'developer',
  phase: 'red',
  step: '2',
  attempt: 1,
  do: [{ write: 'half-done.txt', text: 'x' }, { sleepMs: 4_000 }, ...(redDo(2) ?? [])],
};
const inSlowLeaf = (_status: unknown, lines: readonly string[]): boolean =>
  lines.at(-1) === 'develop-red starts' && lines.some((line) => line.startsWith('feat: n1'));

async function subjects(told: Told): Promise<readonly string[]> {
  return (await told.git('log', '--reverse', '--format=%s', `main..${branch}`)).split('\n');
}

describe.each(['bubblewrap', 'process'] as const)('killed while a developer leaf works (jail: %s)', (jail) => {
  let rigged: Rig;
  let undisturbed: readonly string[];
  beforeAll(async () => {
    rigged = await rig({ jail, database: 'file' });
    const told = await tell(rigged, { steps: 2 });
    await told.result();
    undisturbed = await subjects(told);
  });
  afterAll(() => rigged.close());

  test('F2: kill -9 of the worker: no leaf lives on, and after a new worker the run ends like an undisturbed one', async () => {
    const told = await tell(rigged, { steps: 2, leaves: [slowRed] });
    await told.reach(inSlowLeaf);
    const { firstRunId } = await told.status();
    await until(async () => (await leafPids(firstRunId)).length > 0, 10_000);
    const before = await leafPids(firstRunId);
    await rigged.worker.end('SIGKILL');
    await until(
      async () => (await leafPids(firstRunId)).length === 0,
      8_000,
      async () => `alive: ${String(await leafPids(firstRunId))}`,
    );
    rigged.worker = await rigged.startWorker();
    const result = await told.result();
    expect(result).toMatchObject({ outcome: 'done', report: { steps: { total: 2, done: 2 } } });
    expect(await subjects(told)).toEqual(undisturbed);
    expect(before.length).toBeGreaterThan(0);
    expect(await leafPids(firstRunId)).toEqual([]);
    expect(await told.git('ls-tree', '-r', '--name-only', branch)).not.toContain('half-done.txt');
    expect(result.report.notes.some((note) => note.includes('the worker was lost'))).toBe(true);
    await replays(told);
  });

  // Which walls a leaf has makes no difference to the server's death or to a drain: one jail each.
  if (jail === 'bubblewrap') {
    test('F14: kill -9 of the server: the leaf goes on, and after a restart the run ends like an undisturbed one', async () => {
      const told = await tell(rigged, { steps: 2, leaves: [slowRed] });
      await told.reach(inSlowLeaf);
      await rigged.server.kill();
      await rigged.server.start();
      const result = await told.result();
      expect(result.outcome).toBe('done');
      expect(await subjects(told)).toEqual(undisturbed);
      expect(await leafPids(result.report.firstRunId)).toEqual([]);
      await replays(told);
    });
  } else {
    test('R06, F11: SIGTERM of the worker is no stop: the phase runs again from its start, outside every budget', async () => {
      const told = await tell(rigged, { steps: 2, leaves: [slowRed] });
      await told.reach(inSlowLeaf);
      const { firstRunId } = await told.status();
      const drained = rigged.worker;
      await drained.end('SIGTERM');
      expect(drained.log()).toContain('SIGTERM: the worker takes no more work and waits for 1 job');
      expect(drained.log()).toContain(`develop of ${told.id}, for`);
      expect(await leafPids(firstRunId)).toEqual([]);
      rigged.worker = await rigged.startWorker();
      const result = await told.result();
      expect(result.outcome).toBe('done');
      expect(await subjects(told)).toEqual(undisturbed);
      await replays(told);
    });

    test('F11: a second signal ends a worker at once, and its leaf with it', async () => {
      const deaf: StoryLeaf = { ...slowRed, do: [{ hangIgnoringTerm: true }] };
      const told = await tell(rigged, { steps: 2, leaves: [deaf], options: { idleTimeoutMs: 60_000 } });
      await told.reach(inSlowLeaf);
      const { firstRunId } = await told.status();
      await until(async () => (await leafPids(firstRunId)).length > 0, 60_000);
      const { worker } = rigged;
      process.kill(worker.pid, 'SIGTERM');
      await until(() => worker.log().includes('waits for 1 job'), 60_000, worker.log);
      // Sooner, it would count as the same one, passed on by npm.
      await new Promise((resolve) => setTimeout(resolve, 400));
      await worker.end('SIGINT');
      expect(worker.log()).toContain('A second SIGINT: ends at once.');
      await until(async () => (await leafPids(firstRunId)).length === 0, 60_000);
      rigged.worker = await rigged.startWorker();
      await told.signal('requestStop', { mode: 'now' });
      expect(await told.result()).toMatchObject({ outcome: 'stopped' });
    });
  }
});
